// Solvers that hand over wrong certificates are found by a campaign that asks for them, and one whose certificates are
// right is never accused. The solvers are played: they see a script and reply to its requests.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "assay/smt/eval.hpp"
#include "core/io/io.hpp"
#include "rounds.hpp"
#include "smt/certificate/certificate.hpp"
#include "smt/certificate/request.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "smt/synth/synth.hpp"
#include "smt/term/substitution.hpp"

namespace assay::smt {
namespace {

using core::BugKind;

/// A request as a played solver sees it.
struct Asked {
  TermStore& store;
  const Command& command;
  const std::vector<TermId>& assertions;
  const std::vector<TermId>& assumptions;
  const Script& script;
  const Model* witness;         ///< of the case; null: it has none
  const std::string& solution;  ///< of the case's synthesis problem; empty: it has none
};
using Reply = std::function<std::string(const Asked&)>;

std::string defined(const Asked& asked, const std::string& body) {
  return "(define-fun " + quoted_symbol(asked.command.keyword) + " () Bool " + body + ")";
}
std::string text(const Asked& asked, TermId term) { return to_string(asked.store, term); }
std::string goal_of(const std::string& formulas) {
  return "(goals (goal " + formulas + " :precision precise :depth 1))";
}
std::string list(const Asked& asked, const std::vector<TermId>& terms) {
  std::string out;
  for (const TermId term : terms) out += (out.empty() ? "" : " ") + text(asked, term);
  return "(" + out + ")";
}

bool is_within(const Asked& asked, TermId one, const std::vector<TermId>& others) {
  const std::vector<FunctionId> known = declared_in(asked.store, others);
  for (const FunctionId used : declared_in(asked.store, {one}))
    if (!std::binary_search(known.begin(), known.end(), used)) return false;
  return true;
}

bool asks(const Asked& asked, std::string_view words) {
  return asked.command.kind == CommandKind::Opaque && asked.command.text.starts_with("(" + std::string(words));
}

/// The expression at the place in the request.
std::string part(const Asked& asked, std::size_t place) {
  const auto parts = parts_of(asked.command.text);
  return parts && parts->size() > place ? std::string((*parts)[place]) : "";
}

std::string honest_interpolant(const Asked& asked) {
  if (asked.command.kind != CommandKind::GetInterpolant) return "fail";
  const TermId goal = asked.command.terms[0];
  for (const TermId assertion : asked.assertions)
    if (assertion == goal) return defined(asked, text(asked, goal));
  const TermId all = make_and(asked.store, asked.assertions);
  const bool shared = is_within(asked, all, {goal});
  return shared && is_within(asked, goal, asked.assertions) ? defined(asked, text(asked, all)) : "fail";
}

std::string honest_tactic(const Asked& asked) {
  std::string formulas;
  for (const TermId assertion : asked.assertions) formulas += " " + text(asked, assertion);
  return goal_of(formulas);
}

bool is_contradictory(const Asked& asked, const std::vector<TermId>& formulas) {
  return find_point({asked.store, asked.script, {}}, formulas).excluded;
}

std::string honest_abduct(const Asked& asked) {
  if (asked.command.kind != CommandKind::GetAbduct) return "fail";
  std::vector<TermId> both = asked.assertions;
  both.push_back(asked.command.terms[0]);
  return is_contradictory(asked, both) ? "fail" : defined(asked, text(asked, asked.command.terms[0]));
}

/// The formula without its quantifiers over Booleans; nullopt: it has others.
std::optional<TermId> expanded(TermStore& store, TermId formula) {
  if (store.node(formula).kind != TermKind::Binder)
    return store.has(formula, kHasQuantifier) ? std::nullopt : std::optional(formula);
  const BinderInfo info = store.binder_info(formula);
  const auto body = expanded(store, store.children(formula)[0]);
  if (!body || info.variables.size() != 1 || info.variables[0].sort != store.bool_sort()) return std::nullopt;
  VariableSubstitution substitution(store, "e");
  std::vector<TermId> both;
  for (const bool value : {false, true}) {
    const std::vector<Replacement> replacement = {{info.variables[0].name, store.bool_constant(value)}};
    both.push_back(substitution.replaced(*body, replacement));
  }
  return info.kind == BinderKind::Exists ? make_or(store, both) : make_and(store, both);
}

/// The value that the witness gives the term, as text; empty: none.
std::string value_text(const Asked& asked, TermId term) {
  const auto value = asked.witness == nullptr ? std::nullopt : value_at(asked.store, *asked.witness, term);
  const auto made = value ? make_term(asked.store, *value, asked.store.sort_of(term)) : std::nullopt;
  return made ? text(asked, *made) : "";
}

/// The values of the constants that stay.
std::string honest_projection(const Asked& asked) {
  const std::string text_of_formula = part(asked, 1);
  const auto names = parts_of(asked.command.text).value_or(std::vector<std::string_view>());
  const auto gone = names.size() == 3 ? parts_of(names[2]).value_or(std::vector<std::string_view>()) : names;
  std::string out = "(and true";
  for (const FunctionId one : declared_in(asked.store, asked.assertions)) {
    const TermId constant = asked.store.call_as(one, {}, asked.store.node(one).result);
    const std::string name = text(asked, constant), value = value_text(asked, constant);
    if (!asked.store.node(one).parameters.empty() || value.empty()) return "(error \"no model\")";
    if (std::find(gone.begin(), gone.end(), name) == gone.end()) out += " (= " + name + " " + value + ")";
  }
  return out + ")";
}

std::string honest_elimination(const Asked& asked) {
  if (asks(asked, "mbp")) return honest_projection(asked);
  const auto result = expanded(asked.store, asked.command.terms[0]);
  return result ? text(asked, *result) : "(error \"no quantifier elimination\")";
}

std::string honest_lemmas(const Asked& asked) {
  if (asks(asked, "declare-pool")) return "";
  if (asks(asked, "get-consequences")) return "sat";
  if (asks(asked, "get-learned-literals")) return list(asked, asked.assertions);
  std::string out;
  for (const TermId term : asked.assertions)
    out += asks(asked, "apply") ? "(assert " + text(asked, term) + ")\n" : "(" + text(asked, term) + " 1)";
  return asks(asked, "apply") ? out + goal_of("") : "(" + out + ")";
}

std::string names(const Asked& asked) {
  std::string out;
  for (const TermId term : asked.assertions)
    if (const std::string name = name_of_assertion(asked.store, term); !name.empty()) out += " " + name;
  return "(" + out + ")";
}

std::string honest_core(const Asked& asked) {
  if (asks(asked, "get-timeout-core")) return "unknown";
  std::vector<TermId> all = asked.assertions;
  all.insert(all.end(), asked.assumptions.begin(), asked.assumptions.end());
  if (!is_contradictory(asked, all)) return "(error \"not unsat\")";
  const auto is_option = [](const Command& command) { return command.kind == CommandKind::SetOption; };
  const auto& commands = asked.script.commands;
  if (std::any_of(commands.begin(), commands.end(), is_option)) return "(error \"no minimal core\")";
  return asked.command.kind == CommandKind::GetUnsatAssumptions ? list(asked, asked.assumptions) : names(asked);
}

std::string honest_values(const Asked& asked) {
  std::string out;
  if (asked.command.kind == CommandKind::GetAssignment)
    for (const TermId term : asked.assertions)
      if (const std::string name = name_of_assertion(asked.store, term); !name.empty()) out += "(" + name + " true)";
  for (const TermId term : asked.command.terms) {
    const std::string value = value_text(asked, term);
    if (value.empty()) return "(error \"no model\")";
    out += "(" + text(asked, term) + " " + value + ")";
  }
  return "(" + out + ")";
}

std::string honest_solution(const Asked& asked) {
  return asks(asked, "check-synth-next") || asked.solution.empty() ? "fail" : "(" + asked.solution + ")";
}

/// The replies of an honest solver, by kind.
std::map<CertificateKind, Reply> honest() {
  return {
      {CertificateKind::Interpolants, honest_interpolant},
      {CertificateKind::Abducts, honest_abduct},
      {CertificateKind::Elimination, honest_elimination},
      {CertificateKind::Simplification, [](const Asked& asked) { return text(asked, asked.command.terms[0]); }},
      {CertificateKind::Tactics, honest_tactic},
      {CertificateKind::Synthesis, honest_solution},
      {CertificateKind::Cores, honest_core},
      {CertificateKind::Lemmas, honest_lemmas},
      {CertificateKind::Values, honest_values},
  };
}

/// Zero, false or empty for each asked term.
std::string all_zero(const Asked& asked) {
  std::string out = "(";
  for (const TermId term : asked.command.terms) {
    const SortId sort = asked.store.sort_of(term);
    const auto value = default_value(asked.store, sort);
    const auto made = value ? make_term(asked.store, *value, sort) : std::nullopt;
    if (!made) return "(error \"no value\")";
    out += "(" + text(asked, term) + " " + text(asked, *made) + ")";
  }
  return out + ")";
}

std::string default_function(const Asked& asked) {
  for (const Command& command : asked.script.commands) {
    const auto parts = parts_of(command.text);
    if (!parts || parts->size() < 4 || (*parts)[0] != "synth-fun") continue;
    const std::string sort((*parts)[3]);
    const std::string body = sort == "Int" ? "12345" : sort == "Bool" ? "true" : sort == "String" ? "\"zz\"" : "";
    if (body.empty()) return "fail";
    return "((define-fun " + std::string((*parts)[1]) + " " + std::string((*parts)[2]) + " " + sort + " " + body + "))";
  }
  return "fail";
}

struct Lie {
  std::string name;
  CertificateKind kind;
  Reply reply;
  std::string reason;  ///< of the finding
};
void PrintTo(const Lie& lie, std::ostream* out) { *out << lie.name; }

std::vector<Lie> lies() {
  using K = CertificateKind;
  const auto constant = [](const std::string& reply) { return [reply](const Asked&) { return reply; }; };
  // Lies to requests that begin with these words, and is honest else.
  const auto to = [](const std::string& words, K kind, const Reply& lie) {
    return [=](const Asked& asked) { return asks(asked, words) ? lie(asked) : honest().at(kind)(asked); };
  };
  return {
      {"InterpolantTrue", K::Interpolants, [](const Asked& a) { return defined(a, "true"); },
       "the interpolant does not imply the goal"},
      {"InterpolantFalse", K::Interpolants, [](const Asked& a) { return defined(a, "false"); },
       "the assertions do not imply the interpolant"},
      {"InterpolantOfAssertions", K::Interpolants,
       [](const Asked& a) { return defined(a, text(a, make_and(a.store, a.assertions))); },
       "the interpolant has a symbol that only one side has"},
      {"InterpolantUndeclared", K::Interpolants, [](const Asked& a) { return defined(a, "(= @k 0)"); },
       "the interpolant has a symbol that the script does not declare"},
      {"AbductFalse", K::Abducts, [](const Asked& a) { return defined(a, "false"); },
       "the abduct contradicts the assertions"},
      {"AbductTrue", K::Abducts, [](const Asked& a) { return defined(a, "true"); },
       "the abduct does not suffice for the goal"},
      {"EliminationTrue", K::Elimination, constant("true"), "the result is true where the formula is false"},
      {"EliminationFalse", K::Elimination, constant("false"), "the result is false where the formula is true"},
      {"EliminationOfNothing", K::Elimination,
       [](const Asked& a) { return a.command.terms.empty() ? "false" : text(a, a.command.terms[0]); },
       "the result has a quantifier"},
      {"SimplifiedToZero", K::Simplification,
       [](const Asked& a) {
         const SortId sort = a.store.sort_of(a.command.terms[0]);
         const auto value = default_value(a.store, sort);
         const auto made = value ? make_term(a.store, *value, sort) : std::nullopt;
         return made ? text(a, *made) : text(a, a.command.terms[0]);
       },
       "the simplified term has another value"},
      {"GoalsDropped", K::Tactics, constant(goal_of("")), "the goal is true where the formula is false"},
      {"GoalsRefuted", K::Tactics, constant(goal_of("false")), "the goal is false where the formula is true"},
      {"SynthesisOfAConstant", K::Synthesis, default_function, "a solution breaks a constraint"},
      {"SynthesisInfeasible", K::Synthesis, constant("infeasible"),
       "the problem has a solution and is called infeasible"},
      {"CoreEmpty", K::Cores,
       [](const Asked& a) { return a.command.kind == CommandKind::GetUnsatAssumptions ? "()" : "fail"; },
       "what it names is satisfiable"},
      {"LemmaNegated", K::Lemmas,
       to("get-learned-literals", K::Lemmas,
          [](const Asked& a) { return list(a, {make_not(a.store, a.assertions.front())}); }),
       "the assertions do not imply a lemma"},
      {"PairTrue", K::Interpolants, to("get-interpolant ", K::Interpolants, constant("true")),
       "the interpolant does not imply the goal"},
      {"PredicateTrue", K::Interpolants, to("eval", K::Interpolants, constant("true")),
       "the interpolant breaks a clause"},
      {"InterpolantOutsideOfGrammar", K::Interpolants,
       [](const Asked& a) {
         const bool has_goal = a.command.kind == CommandKind::GetInterpolant;
         return has_goal ? defined(a, "(ite (ite true false true) false " + text(a, a.command.terms[0]) + ")") : "fail";
       },
       "the interpolant is not in the grammar"},
      {"AbductAgain", K::Abducts,
       [](const Asked& a) {
         const bool next = a.command.kind != CommandKind::GetAbduct;
         return next ? "(define-fun C! () Bool (and true true))" : defined(a, "(and true true)");
       },
       "the next abduct is one that was given before"},
      {"ProjectionTrue", K::Elimination, to("mbp", K::Elimination, constant("true")),
       "the projection is true where the formula is false for all values"},
      {"ProjectionFalse", K::Elimination, to("mbp", K::Elimination, constant("false")),
       "the projection is false at the model for which it was asked"},
      {"InvariantOfAnything", K::Synthesis,
       [](const Asked& a) {
         const bool is_invariant =
             std::any_of(a.script.commands.begin(), a.script.commands.end(),
                         [](const Command& command) { return command.text.starts_with("(inv-constraint"); });
         return is_invariant ? default_function(a) : honest_solution(a);
       },
       "a solution breaks a constraint"},
      {"ProjectionOfNothing", K::Elimination, to("mbp", K::Elimination, [](const Asked& a) { return part(a, 1); }),
       "the projection has an eliminated symbol"},
      {"DisjunctTrue", K::Elimination,
       [](const Asked& a) { return a.command.text == "get-qe-disjunct" ? "true" : honest_elimination(a); },
       "the result is true where the formula is false"},
      {"SolutionOutsideOfGrammar", K::Synthesis, default_function, "a solution is not in its grammar"},
      {"CoreNotMinimal", K::Cores,
       [](const Asked& a) { return a.command.kind == CommandKind::GetUnsatCore ? names(a) : honest_core(a); },
       "it is promised to be minimal and has a needless formula"},
      {"TimeoutCoreEmpty", K::Cores, to("get-timeout-core)", K::Cores, constant("unsat\n()")),
       "what it names is satisfiable"},
      {"TimeoutCoreOfNoAssumption", K::Cores, to("get-timeout-core-assuming", K::Cores, constant("unsat\n()")),
       "what it names is satisfiable"},
      {"TimeoutCoreSatisfiable", K::Cores, to("get-timeout-core-assuming", K::Cores, constant("sat")),
       "it is called satisfiable and is not"},
      {"LemmaOfLogNegated", K::Lemmas,
       to("apply", K::Lemmas,
          [](const Asked& a) { return "(assert " + text(a, make_not(a.store, a.assertions.front())) + ")"; }),
       "the assertions do not imply a lemma"},
      {"ConsequencesOfFalse", K::Lemmas, to("get-consequences", K::Lemmas, constant("unsat")),
       "the assertions do not imply a lemma"},
      {"DifficultyOfNoAssertion", K::Lemmas, to("get-difficulty", K::Lemmas, constant("((false 1))")),
       "a difficulty is of a formula that was not asserted"},
      {"AssignmentFalse", K::Values,
       [](const Asked& a) {
         return a.command.kind == CommandKind::GetAssignment ? "((n!0 false))" : "(error \"no model\")";
       },
       "an assertion is said to be false"},
      {"ValuesZero", K::Values, all_zero, "a term has another value than the constants give it"},
  };
}

/// The case, which a played solver knows, and how many certificates it gave.
struct Played {
  core::Case subject;
  std::size_t given = 0;
};

/// Answers `sat` where it knows a witness and `unknown` otherwise, and replies to requests with the given functions.
class PlayedSolver final : public SolverPort {
 public:
  PlayedSolver(std::map<CertificateKind, Reply> replies, Played& played)
      : replies_(std::move(replies)), played_(played) {}

  SolverAnswer run(std::string_view text, const Query&, RunStyle, const std::stop_token&) override {
    SolverAnswer answer;
    answer.kind = SolverAnswer::Kind::Answered;
    TermStore store;
    const Result<Script> script = parse_script(store, text, "script");
    if (!script) return answer;
    const core::File* witness = played_.subject.file(kWitnessFile);
    const core::File* solution = played_.subject.file(kSolutionFile);
    const Result<Model> model =
        witness == nullptr ? Result<Model>(Error{"none", ""}) : parse_model(store, *script, witness->content);
    AssertionStack stack;
    std::vector<TermId> assumptions;
    for (const Command& command : script->commands) {
      if (stack.step(command)) {
        assumptions = command.terms;
        std::vector<TermId> checked = assumptions;
        for (const Command* active : stack.active()) checked.push_back(active->terms[0]);
        const bool is_sat = model && std::all_of(checked.begin(), checked.end(), [&](TermId formula) {
                              return value_at(store, *model, formula) == Value(true);
                            });
        answer.replies.push_back(is_sat ? smt::Reply::Sat : smt::Reply::Unknown);
      }
      const auto kind = requested_by(command);
      if (!kind) continue;
      std::vector<TermId> assertions;
      for (const Command* active : stack.active()) assertions.push_back(active->terms[0]);
      answer.certificates.push_back(
          replies_.at(*kind)({store, command, assertions, assumptions, *script, model ? &*model : nullptr,
                              solution == nullptr ? std::string() : solution->content}));
      const std::string& reply = answer.certificates.back();
      played_.given += reply != "fail" && !reply.starts_with("(error") ? 1U : 0U;
    }
    return answer;
  }

 private:
  std::map<CertificateKind, Reply> replies_;
  Played& played_;
};

/// The reasons of all findings about invalid certificates in the first cases of a campaign, until one is as `wanted`,
/// or `certificates` were given.
std::set<std::string> reasons(const std::map<CertificateKind, Reply>& replies, std::vector<std::string> kinds,
                              std::uint64_t cases, const std::string& wanted = {}, std::uint64_t seed = 1,
                              std::size_t certificates = ~std::size_t{0}) {
  const std::string path = ::testing::TempDir() + "assay_planted_certificates" + std::to_string(seed) + ".toml";
  std::string toml =
      "kind = \"solver\"\ninherits = \"smtlib\"\nname = \"played\"\nargv = [\"played\"]\nextensions = [\"*\"]\n"
      "equivalent_tactics = [\"simplify\"]\n";
  const std::map<std::string, std::string> choices = {
      {"interpolants", R"("goal", "pair", "horn")"},
      {"elimination", R"("get-qe", "mbp")"},
      {"cores", R"("get-unsat-core", "get-unsat-assumptions", "get-timeout-core", "get-timeout-core-assuming",
                   ":minimal-unsat-cores true")"},
      {"lemmas", R"("get-learned-literals", "get-difficulty", "declare-pool", "apply smt", "get-consequences")"},
      {"values", R"("get-value", "get-assignment")"},
  };
  for (const std::string& kind : certificate_names()) {
    const auto chosen = choices.find(kind);
    toml += "[[certificate]]\nkind = \"" + kind + "\"\n";
    if (chosen != choices.end()) toml += "choices = [" + chosen->second + "]\n";
  }
  EXPECT_TRUE(core::write_text_file(path, toml).ok());
  SynthOptions options;
  options.seed = seed;
  options.targets = {path};
  options.certificates = std::move(kinds);
  options.theories = {"core", "ints", "bit-vectors", "strings"};
  Played played;
  options.make_solver = [&](const SolverDefinition&, const core::Limits&) {
    return std::make_unique<PlayedSolver>(replies, played);
  };
  const auto module = make_synth_module(options);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text());
  std::set<std::string> found;
  if (!module) return found;
  const auto tester = std::move(*(*module)->make_tester());
  const auto is_over = [&] { return played.given >= certificates || (!wanted.empty() && found.contains(wanted)); };
  for (std::uint64_t index = 0; index < cases && !is_over(); ++index) {
    const auto subject = tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    played.subject = *of;
    const core::Trial trial = tester->run(*of, 0, core::RunMode::Campaign, {});
    if (trial.verdict.is_bug() && trial.verdict.kind == BugKind::InvalidCertificate) {
      if (wanted.empty())
        ADD_FAILURE() << trial.verdict.reason << "\n" << trial.verdict.detail << "\n" << of->files[0].content;
      found.insert(trial.verdict.reason.substr(trial.verdict.reason.find(": ") + 2));  // behind the request's name
    }
  }
  return found;
}

class WrongCertificates : public ::testing::TestWithParam<Lie> {};

TEST_P(WrongCertificates, AreFound) {
  std::map<CertificateKind, Reply> replies = honest();
  replies[GetParam().kind] = GetParam().reply;
  const std::set<std::string> found = reasons(replies, {std::string(name(GetParam().kind))}, 600, GetParam().reason);
  EXPECT_TRUE(found.contains(GetParam().reason)) << ::testing::PrintToString(found);
}

INSTANTIATE_TEST_SUITE_P(Lies, WrongCertificates, ::testing::ValuesIn(lies()),
                         [](const auto& lie) { return lie.param.name; });

class RightCertificates : public ::testing::TestWithParam<std::uint64_t> {};
TEST_P(RightCertificates, AreNeverAccused) {
  const std::size_t certificates = test_rounds(100, 1000);
  EXPECT_TRUE(reasons(honest(), certificate_names(), 10 * certificates, {}, GetParam(), certificates).empty());
}
INSTANTIATE_TEST_SUITE_P(Seeds, RightCertificates, ::testing::Range<std::uint64_t>(1, 1 + test_rounds(10, 100)));

}  // namespace
}  // namespace assay::smt
