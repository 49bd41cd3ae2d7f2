#include <algorithm>
#include <array>
#include <utility>

#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

constexpr std::array kMakers = {
    RequestMakerRow{CertificateKind::Interpolants, 30, 10, make_interpolant_request},
    RequestMakerRow{CertificateKind::Abducts, 30, 10, make_abduct_request},
    RequestMakerRow{CertificateKind::Elimination, 60, 10, make_elimination_request},
    RequestMakerRow{CertificateKind::Simplification, 400, 0, make_simplification_request},
    RequestMakerRow{CertificateKind::Tactics, 100, 5, make_tactic_request},
    RequestMakerRow{CertificateKind::Synthesis, 60, 0, make_synthesis_request},
    RequestMakerRow{CertificateKind::Cores, 400, 20, make_core_request},
    RequestMakerRow{CertificateKind::Lemmas, 200, 0, make_lemma_request},
    RequestMakerRow{CertificateKind::Values, 400, 20, make_value_request},
};

constexpr unsigned kSmallShare = 5;   ///< percent of the cases when no kind is asked for
constexpr unsigned kLargeShare = 60;  ///< percent of the cases when kinds are asked for

/// The assertions of a script that has, behind its declarations, only assertions and then one check.
std::optional<std::vector<TermId>> flat_assertions(const TermStore& store, const Script& script) {
  std::vector<TermId> assertions;
  std::size_t checks = 0;
  for (const Command& command : script.commands) {
    const bool is_check = command.kind == CommandKind::CheckSat, is_assertion = command.kind == CommandKind::Assert;
    checks += is_check ? 1 : 0;
    if (!is_check && (checks > 0 || (!is_assertion && !makes_known(command.kind)))) return std::nullopt;
    if (is_assertion) assertions.push_back(without_names(store, command.terms[0]));
  }
  if (checks != 1 || assertions.empty()) return std::nullopt;
  return assertions;
}

std::vector<FunctionId> constants_in(const TermStore& store, const std::vector<TermId>& assertions) {
  std::vector<FunctionId> constants = declared_in(store, assertions);
  std::erase_if(constants, [&](FunctionId one) { return !store.node(one).parameters.empty(); });
  return constants;
}

/// A check of another formula comes first, and is popped: what a solver keeps of it would show in the certificate.
void add_earlier_check(RequestSource& source, RequestScript& made) {
  const TermId formula = source.rng.coin() ? some_formula(source) : make_not(source.store, some_formula(source));
  const std::vector<Command> commands = {make_command(CommandKind::Push, {}, 1),
                                         make_command(CommandKind::Assert, {formula}),
                                         make_command(CommandKind::CheckSat), make_command(CommandKind::Pop, {}, 1)};
  made.checks.insert(made.checks.begin(), commands.begin(), commands.end());
}

Script assembled(TermStore& store, const Script& from, const RequestScript& made) {
  std::vector<TermId> terms = made.assertions;
  for (const auto* commands : {&made.before, &made.checks, &made.requests})
    for (const Command& command : *commands) terms.insert(terms.end(), command.terms.begin(), command.terms.end());
  Script script;
  script.logic = made.logic;
  if (script.logic.empty()) script.logic = logic_covers(store, from.logic, terms) ? from.logic : logic_of(store, terms);
  script.commands = made.options;
  script.commands.push_back(make_command(CommandKind::SetLogic));
  script.commands.back().text = script.logic;
  for (Command& declaration : declarations_for(store, terms)) script.commands.push_back(std::move(declaration));
  script.commands.insert(script.commands.end(), made.before.begin(), made.before.end());
  for (const TermId term : made.assertions) script.commands.push_back(make_command(CommandKind::Assert, {term}));
  script.commands.insert(script.commands.end(), made.checks.begin(), made.checks.end());
  script.commands.insert(script.commands.end(), made.requests.begin(), made.requests.end());
  return script;
}

}  // namespace

const RequestMakerRow* request_maker(CertificateKind kind) { return &kMakers[static_cast<std::size_t>(kind)]; }

RequestPlan plan_requests(const std::vector<const SolverDefinition*>& targets, const std::vector<std::string>& wanted,
                          std::uint64_t seed) {
  RequestPlan plan;
  plan.seed = seed;
  plan.choices.resize(kCertificateKinds);
  for (std::size_t i = 0; i < kCertificateKinds; ++i) {
    const auto kind = static_cast<CertificateKind>(i);
    bool given = false;
    for (const SolverDefinition* target : targets) {
      for (const GivenCertificate& one : target->certificates) {
        if (one.kind != kind) continue;
        given = true;
        std::vector<std::string>& all = plan.choices[i];
        all.insert(all.end(), one.choices.begin(), one.choices.end());
        if (kind != CertificateKind::Tactics) continue;
        for (const auto* tactics : {&target->equivalent_tactics, &target->implied_tactics})
          all.insert(all.end(), tactics->begin(), tactics->end());
      }
    }
    const bool is_wanted = wanted.empty() || std::find(wanted.begin(), wanted.end(), name(kind)) != wanted.end();
    if (given && is_wanted) plan.kinds.push_back(kind);
  }
  plan.percent = plan.kinds.empty() ? 0 : wanted.empty() ? kSmallShare : kLargeShare;
  return plan;
}

std::optional<RequestedCase> with_requests(const RequestPlan& plan, std::uint64_t index, TermStore& store,
                                           const Script& script, const SmtFacts& facts) {
  core::Rng rng = core::Rng(plan.seed).split("certificates").split(index);
  if (plan.percent == 0 || !rng.percent(plan.percent)) return std::nullopt;
  if (facts.by_matching || !facts.optimum.empty() || facts.truths.size() != 1) return std::nullopt;
  const CertificateKind kind = rng.pick(plan.kinds);
  const RequestMakerRow& row = *request_maker(kind);
  auto assertions = flat_assertions(store, script);
  if (!assertions || count_subterms(store, *assertions, row.max_nodes + 1) > row.max_nodes) return std::nullopt;
  std::vector<FunctionId> constants = constants_in(store, *assertions);
  RequestSource source{store,
                       *std::move(assertions),
                       std::move(constants),
                       facts.truths.front(),
                       &plan.choices[static_cast<std::size_t>(kind)],
                       rng};
  std::optional<RequestScript> made = row.make(source);
  if (!made) return std::nullopt;
  const bool has_earlier = made->logic.empty() && rng.percent(row.earlier_percent);
  if (has_earlier) add_earlier_check(source, *made);
  RequestedCase requested{assembled(store, script, *made), facts, std::move(made->solution)};
  requested.facts.core.clear();
  requested.facts.decidable = false;
  if (!made->keeps_truth) requested.facts.truths.clear();
  if (has_earlier) requested.facts.truths.insert(requested.facts.truths.begin(), Truth::Open);
  requested.facts.note += (facts.note.empty() ? "" : "; ") + std::string("asked for ") + std::string(name(kind));
  return requested;
}

}  // namespace assay::smt
