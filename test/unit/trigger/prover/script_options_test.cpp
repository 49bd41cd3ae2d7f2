// The options of a script that belong to the question.

#include "trigger/prover/script_options.hpp"

#include "trigger/source/synthesis.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

std::vector<std::string> options_in(const std::string& text, Prover& prover) {
  smt::TermStore store;
  const smt::Script script = read(store, text);
  return search_options(store, script, prover, Deadline(60, {}));
}

TEST(SearchOptions, AreThoseThatChangeTheSearch) {
  FakeProver prover([](const std::string&) { return Reply{Answer::Sat, {}, 0}; });
  const auto options = options_in(
      "(set-option :produce-proofs true)(set-option :smt.QI.EAGER_THRESHOLD 100)(set-option :smt.mbqi true)"
      "(set-option :smt.random_seed 5)(set-option :nlsat.seed 6)(set-option :timeout 10)(set-option :nnf.sk_hack "
      "true)(set-option :AUTO_CONFIG false)(set-option :smt.auto-config false)(check-sat)",
      prover);
  EXPECT_EQ(options, (std::vector<std::string>{"(set-option :smt.QI.EAGER_THRESHOLD 100)\n",
                                               "(set-option :nnf.sk_hack true)\n"}));
}

class WithOptions : public WithZ3 {
 protected:
  static constexpr double kSearchSeconds = 4;  ///< of a search without end
  Synthesis synthesis(const std::string& text) {
    smt::TermStore store;
    const smt::Script script = read(store, text);
    SynthesisOptions options;
    options.seconds = kSearchSeconds;
    return synthesize(store, script, options, *prover_, {});
  }
};

TEST_F(WithOptions, RefusedOnesAreLeftOut) {
  EXPECT_EQ(options_in("(set-option :smt.no_such_thing 1)(set-option :smt.case_split 3)(set-option :smt.case_split x)"
                       "(check-sat)",
                       *prover_),
            std::vector<std::string>{"(set-option :smt.case_split 3)\n"});
}

/// Refuted by nine instances, and not with `smt.qi.max_instances 3`.
std::string chain(const std::string& options) {
  return options +
         "(declare-sort U 0)(declare-fun f (U) U)(declare-fun p (U) Bool)(declare-const c U)"
         "(assert (forall ((x U)) (! (=> (p x) (p (f x))) :pattern ((p x)))))"
         "(assert (forall ((x U)) (! (not (p (f (f (f (f (f (f (f (f x))))))))))"
         " :pattern ((p (f (f (f (f (f (f (f (f x)))))))))))))"
         "(assert (p c))(check-sat)";
}

TEST_F(WithOptions, DecideTheAnswer) {
  const Synthesis plain = synthesis(chain(""));
  EXPECT_EQ(plain.outcome, Outcome::AlreadyUnsat);
  EXPECT_TRUE(plain.deciding_options.empty());
  const std::string limit = "(set-option :smt.qi.max_instances 3)";
  const Synthesis limited = synthesis(chain("(set-option :smt.case_split 3)" + limit));
  EXPECT_NE(limited.outcome, Outcome::AlreadyUnsat);
  EXPECT_EQ(limited.deciding_options, std::vector<std::string>{limit});
  EXPECT_EQ(limited.without_options, Answer::Unsat);
}

}  // namespace
}  // namespace assay::trigger
