#include "horn/horn_judge.hpp"

#include <array>

#include "core/target/ending.hpp"
#include "core/target/patterns.hpp"
#include "horn/horn.hpp"
#include "smt/judge/judge.hpp"

namespace assay::horn {
namespace {

using core::BugKind;
using core::Verdict;
using smt::SolverAnswer;
using smt::Truth;
using Kind = SolverAnswer::Kind;

constexpr core::PassRow kModel{
    "the answer is `sat`, and a model came",
    "the answer against the truth; every clause under the model: proved by Assay or refuted by the references",
    {}};
constexpr core::PassRow kModelOpen{"the answer is `sat`, and the model could not be judged",
                                   "the answer against the truth, where it is known",
                                   "the model (a reservation, with the reason)"};
constexpr core::PassRow kDerivation{
    "the answer is `unsat`, and a derivation was requested",
    "the answer against the truth; each printed fact follows from earlier facts by a clause",
    {}};
constexpr core::PassRow kDerivationOpen{"the answer is `unsat`, and the derivation could not be judged",
                                        "the answer against the truth, where it is known",
                                        "the derivation (a reservation, with the reason)"};
constexpr core::PassRow kAnswer{"the answer is `unsat`, and no derivation was requested",
                                "the answer against the truth, where it is known", "the solver's reasons"};
constexpr std::array kPasses{&kModel, &kModelOpen, &kDerivation, &kDerivationOpen, &kAnswer};

Verdict without_answer(const HornRun& run) {
  const SolverAnswer& answer = run.answer;
  // Some engines take only some systems.
  if (answer.kind == Kind::Error && !run.options.empty()) return Verdict::refusal("refused with drawn options");
  if (answer.kind == Kind::Answered) return Verdict::bug(BugKind::Crash, "garbage output", answer.unclassified);
  // Some solvers end with an uncaught exception where they say that they do not take the script.
  const core::PatternList skips(run.target.skips);
  if (answer.kind == Kind::Crash)
    if (const auto skip = skips.find({answer.message}); skip.meaning != nullptr) return Verdict::refusal(*skip.meaning);
  return smt::no_full_answer(run.subject, answer);
}

/// A pass without a judgement on the witness.
Verdict open(const core::PassRow& row, const std::string& why) {
  return Verdict::pass(row, std::string(&row == &kModelOpen ? "model" : "derivation") + " not judged: " + why);
}

Verdict judge_sat(const HornRun& run) {
  const std::string text = run.answer.model.value_or(printed_definitions(run.answer.output));
  if (text.empty()) return open(kModelOpen, run.is_muz ? "a muZ query prints none" : "none given");
  TermStore& store = *run.opened.store;
  const auto meaning = read_interpretation(store, run.opened.judged, text);
  if (!meaning) return open(kModelOpen, "it cannot be read");
  const WitnessVerdict verdict = judge_model(store, run.opened.judged, *meaning, run.references);
  if (verdict.kind == WitnessVerdict::Kind::NotJudged) return open(kModelOpen, verdict.reason);
  if (verdict.kind == WitnessVerdict::Kind::Holds) return Verdict::pass(kModel);
  return Verdict::bug(BugKind::InvalidModel, "the model " + verdict.reason, verdict.detail);
}

Verdict judge_unsat(const HornRun& run) {
  if (!run.opened.facts.asks_derivation) return Verdict::pass(kAnswer);
  const std::optional<SolverAnswer> answer = run.ask_derivation();
  if (!answer) return open(kDerivationOpen, "the target prints none");
  if (answer->kind == Kind::Crash)
    return Verdict::bug(BugKind::Crash, answer->message, "the solver failed when a derivation was requested");
  if (answer->kind == Kind::Answered && answer->replies == std::vector{smt::Reply::Unknown}) {
    if (!run.options.empty()) return open(kDerivationOpen, "unknown with drawn options");
    return Verdict::bug(BugKind::Incomplete, "unknown when a derivation is requested",
                        "unsat without, and unknown with the request for a derivation");
  }
  TermStore& store = *run.opened.store;
  const PrintedDerivation printed = read_printed_derivation(store, run.opened.judged, answer->output);
  const WitnessVerdict verdict = judge_derivation(store, run.opened.judged, printed, run.references);
  if (verdict.kind == WitnessVerdict::Kind::NotJudged) return open(kDerivationOpen, verdict.reason);
  if (verdict.kind == WitnessVerdict::Kind::Holds) return Verdict::pass(kDerivation);
  return Verdict::bug(BugKind::InvalidProof, "the derivation has " + verdict.reason, verdict.detail);
}

/// A bug if the answer contradicts the known truth.
std::optional<Verdict> contradiction(smt::Reply reply, Truth truth) {
  if (reply == smt::Reply::Sat && truth == Truth::Unsat)
    return Verdict::bug(BugKind::SolutionUnsound, "sat for an unsatisfiable system",
                        "a derivation of a query exists, and the solver answers that there is none");
  if (reply == smt::Reply::Unsat && truth == Truth::Sat)
    return Verdict::bug(BugKind::RefutationUnsound, "unsat for a satisfiable system",
                        "a model makes every clause true, and the solver answers that there is none");
  return std::nullopt;
}

}  // namespace

Verdict judge_horn(const HornRun& run) {
  const Verdict judged = [&]() -> Verdict {
    if (run.answer.confession && !run.reply)
      return Verdict::bug(run.answer.confession->kind, run.answer.confession->meaning, "the solver says so itself");
    const Truth truth = run.opened.facts.truth;
    // A wrong answer counts more than the crash after it.
    const bool crashes_later = run.answer.kind == Kind::Crash && run.answer.replies.size() == 1 && !run.is_muz;
    const auto reply = crashes_later ? std::optional(run.answer.replies[0]) : run.reply;
    if (const auto wrong = reply ? contradiction(*reply, truth) : std::nullopt) return *wrong;
    if (!run.reply) return without_answer(run);
    if (*run.reply == smt::Reply::Unknown) return Verdict::skip(std::string(core::kUnknownAnswer));
    return *run.reply == smt::Reply::Sat ? judge_sat(run) : judge_unsat(run);
  }();
  return smt::without_known_bugs(run.target, run.subject, run.answer, judged);
}

std::span<const core::PassRow* const> pass_rows() { return kPasses; }

}  // namespace assay::horn
