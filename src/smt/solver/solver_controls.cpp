#include <array>
#include <cstdint>
#include <utility>

#include "smt/solver/features.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Control;
using core::Verdict;

/// A formula that exactly one value of x satisfies, and this value as a model. A target gets the first that it
/// supports, and without models the last: a prover may never end on a satisfiable formula about numbers.
struct Ground {
  std::string_view logic;
  std::string_view declaration;
  std::string_view holds;
  std::string_view witness;
};

constexpr std::array<Ground, 5> kGrounds = {{
    {"QF_BV", "(declare-fun x () (_ BitVec 8))", "(= (bvadd x #x01) #x2a)", "(define-fun x () (_ BitVec 8) #x29)"},
    {"QF_LIA", "(declare-fun x () Int)", "(= (+ x 1) 42)", "(define-fun x () Int 41)"},
    {"QF_LRA", "(declare-fun x () Real)", "(= (+ x 1.5) 2.0)", "(define-fun x () Real 0.5)"},
    {"QF_S", "(declare-fun x () String)", "(= (str.++ x \"b\") \"ab\")", "(define-fun x () String \"a\")"},
    {"QF_UF", "(declare-fun x () Bool)", "(= x true)", "(define-fun x () Bool true)"},
}};

enum class Assertions : std::uint8_t { Formula, Negation, Both };

std::string script_of(const Ground& ground, Assertions assertions) {
  const std::string formula(ground.holds);
  std::string text = "(set-logic " + std::string(ground.logic) + ")\n" + std::string(ground.declaration) + "\n";
  if (assertions != Assertions::Negation) text += "(assert " + formula + ")\n";
  if (assertions != Assertions::Formula) text += "(assert (not " + formula + "))\n";
  return text + "(check-sat)\n";
}

Control control(std::string name, std::size_t target, const Ground& ground, std::string script, Truth claimed,
                Verdict expected) {
  Control made;
  made.name = std::move(name);
  made.target = target;
  made.subject.strategy = "control";
  made.subject.group = std::string(ground.logic);
  made.subject.files = {{std::string(kScriptFile), std::move(script)},
                        {std::string(kWitnessFile), "(\n" + std::string(ground.witness) + "\n)\n"}};
  SmtFacts facts;
  facts.truths = {claimed};
  facts.has_witness = true;
  facts.note = "control";
  made.subject.metadata = facts.json();
  made.expected = std::move(expected);
  return made;
}

}  // namespace

std::vector<Control> solver_controls(const SolverDefinition& definition, std::size_t target) {
  const Capabilities capabilities(definition);
  for (std::size_t i = 0; i < kGrounds.size(); ++i) {
    const Ground& ground = kGrounds[capabilities.lacks(Feature::Models) ? kGrounds.size() - 1 - i : i];
    const std::string satisfiable = script_of(ground, Assertions::Formula);
    TermStore store;
    const Result<Script> script = parse_script(store, satisfiable, "control");
    ASSAY_CHECK(script.ok(), "a control that is no script");
    if (capabilities.unsupported(features_of(store, *script))) continue;
    std::vector<Control> controls;
    controls.push_back(control("clean run", target, ground, satisfiable, Truth::Sat, Verdict()));
    controls.push_back(control("planted refutation", target, ground, script_of(ground, Assertions::Both), Truth::Sat,
                               Verdict::bug(BugKind::RefutationUnsound, "", "")));
    controls.push_back(control("planted solution", target, ground, satisfiable, Truth::Unsat,
                               Verdict::bug(BugKind::SolutionUnsound, "", "")));
    if (!capabilities.lacks(Feature::Models)) {
      Control model = control("planted model", target, ground, satisfiable, Truth::Sat,
                              Verdict::bug(BugKind::InvalidModel, "", ""));
      model.subject.files.push_back({std::string(kJudgedFile), script_of(ground, Assertions::Negation)});
      controls.push_back(std::move(model));
    }
    return controls;
  }
  return {};
}

}  // namespace assay::smt
