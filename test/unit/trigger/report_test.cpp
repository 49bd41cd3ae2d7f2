// The verdicts of a report that rest on a model.

#include "trigger/report.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

/// The report on a script where the solver says sat, with this text as its model.
Report report_with_model(const std::string& model) {
  smt::TermStore store;
  const smt::Script script = read(store,
                                  "(declare-sort U 0)(declare-fun p (U) Bool)(declare-const a U)"
                                  "(assert (forall ((x U)) (! (p x) :pattern ((p x)))))(check-sat)");
  FakeProver prover([&](const std::string& text) {
    const bool is_asked = text.find("(get-model)") != std::string::npos;
    return Reply{Answer::Sat, is_asked ? model : std::string(), 0};
  });
  ReportOptions options;
  options.axioms_only = true;
  return examine(store, script, {}, options, prover, {});
}

TEST(ReportOnModels, IsSatisfiableOnceTheModelIsEvaluated) {
  EXPECT_EQ(report_with_model("((define-fun p ((x U)) Bool true))").verdict, Verdict::Satisfiable);
}

TEST(ReportOnModels, DoesNotTakeTheSolversWord) {
  for (const char* model : {"", "((define-fun p ((x U)) Bool false))", "((define-fun p ("}) {
    const Report report = report_with_model(model);
    EXPECT_EQ(report.verdict, Verdict::NotFound) << model;
    EXPECT_FALSE(report.unconfirmed_model.empty()) << model;
    EXPECT_TRUE(report.options_to_raise.empty()) << model;
  }
}

}  // namespace
}  // namespace assay::trigger
