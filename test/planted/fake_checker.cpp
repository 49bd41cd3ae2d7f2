#include "fake_checker.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {
namespace {

/// Without definitions, which the proofs that Assay makes do not have.
std::string formula_of(const Proof& proof, const std::string& script, NodeId node) {
  constexpr std::string_view kBefore = "(and true true ";
  const std::string text = conjunction(proof, script, {node}).value_or("");
  return text.starts_with(kBefore) ? text.substr(kBefore.size(), text.size() - kBefore.size() - 1) : text;
}

using Kind = CheckerAnswer::Kind;

class FakeChecker final : public CheckerPort {
 public:
  FakeChecker(ProofFormat format, CheckerLie lie, std::set<std::string> rules)
      : format_(format), lie_(std::move(lie)), rules_(std::move(rules)) {}

  CheckerAnswer check(const std::string& script, const std::string& proof, const std::stop_token&) override {
    if (lie_.accepts_all) return answer(Kind::Accepted);
    if (lie_.refuses_all) return answer(Kind::Refused);
    if (!lie_.crash_on.empty() && proof.find(lie_.crash_on) != std::string::npos) {
      CheckerAnswer crash = answer(Kind::Crashed);
      crash.message = "SIGFPE";
      return crash;
    }
    const Result<Proof> read = read_proof(proof, format_);
    if (!read) return answer(Kind::Unreadable);
    known_.clear();
    bool has_hole = false;
    bool is_open = false;
    std::string last;
    for (const ProofCommand& command : read->commands) {
      std::string formula = command.conclusion ? formula_of(*read, script, *command.conclusion) : "";
      is_open = is_open || command.kind == ProofCommandKind::Push;
      if (command.kind == ProofCommandKind::Step) {
        const bool trusted = command.rule == "trust" || command.rule == "hole" || command.rule == "lia_generic";
        has_hole = has_hole || trusted;
        if (const Kind kind = trusted ? Kind::Accepted : check_step(command, formula); kind != Kind::Accepted) {
          CheckerAnswer refused = answer(kind);
          refused.rule = command.rule;
          refused.step = command.name;
          return refused;
        }
        last = formula;
      }
      known_[command.name] = std::move(formula);
    }
    if (last != "false" || (is_open && !lie_.accepts_open_scope)) return answer(Kind::Refused);
    return answer(has_hole && !lie_.hides_trust ? Kind::Holes : Kind::Accepted);
  }

 private:
  static CheckerAnswer answer(Kind kind) {
    CheckerAnswer out;
    out.kind = kind;
    return out;
  }

  Kind check_step(const ProofCommand& command, const std::string& formula) {
    if (command.rule == "contra" || command.rule == "resolution") {
      if (lie_.ignores_premises) return Kind::Accepted;
      std::vector<std::string> premises;
      for (const std::string& premise : command.premises) premises.push_back(known_[premise]);
      const bool contradicts = premises.size() == 2 && formula == "false" && premises[1] == "(not " + premises[0] + ")";
      return contradicts ? Kind::Accepted : Kind::Refused;
    }
    if (command.rule == "evaluate" || command.rule == "eval-op") return evaluates(formula);
    if (rules_.contains(command.rule) || lie_.accepts_any_rule) return Kind::Accepted;
    return Kind::MissingRule;
  }

  /// Whether the right side of the equation is the value of the left side, as the lie computes it.
  Kind evaluates(const std::string& formula) const {
    std::string computed = formula;
    for (const char* begin : {"(", "(_ "})
      if (!lie_.op.empty()) computed = replace_all(computed, begin + lie_.op + " ", begin + lie_.as + " ");
    TermStore store;
    const Result<Script> script = parse_script(store, "(assert " + computed + ")", "step");
    if (!script || script->commands.front().terms.empty()) return Kind::Unreadable;
    const Model none;
    Evaluator evaluator(store, none);
    const Outcome value = evaluator.evaluate(script->commands.front().terms.front());
    if (!value.known()) return Kind::Refused;
    return value.value.as_bool() ? Kind::Accepted : Kind::Refused;
  }

  ProofFormat format_;
  CheckerLie lie_;
  std::set<std::string> rules_;
  std::map<std::string, std::string> known_;
};

}  // namespace

std::unique_ptr<CheckerPort> make_fake_checker(ProofFormat format, const CheckerLie& lie, std::set<std::string> rules) {
  return std::make_unique<FakeChecker>(format, lie, std::move(rules));
}

}  // namespace assay::smt
