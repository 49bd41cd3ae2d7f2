#include "smt/compare/contradiction_judge.hpp"

#include <algorithm>

#include "smt/judge/compared_answer.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {

using core::BugKind;
using core::Verdict;

namespace {

constexpr const char* kContradicts = "contradicts another version";
constexpr const char* kWrongOptimum = "wrong optimum";

/// The first check to which two targets give opposite answers.
std::optional<std::size_t> opposed_check(const std::vector<Reply>& own, const std::vector<Reply>& other) {
  for (std::size_t at = 0; at < std::min(own.size(), other.size()); ++at)
    if (own[at] != other[at] && own[at] != Reply::Unknown && other[at] != Reply::Unknown) return at;
  return std::nullopt;
}

}  // namespace

ContradictionJudge::ContradictionJudge(std::shared_ptr<const CompareConfig> config) : config_(std::move(config)) {}

SolverAnswer ContradictionJudge::ask(const SolverDefinition& definition, const std::string& script, const Query& query,
                                     const std::stop_token& stop) const {
  return config_->make_solver(definition, config_->limits)->run(script, query, RunStyle::Process, stop);
}

bool ContradictionJudge::has_confirmed_model(const std::string& script, const std::vector<SolverAnswer>& answers,
                                             const std::stop_token& stop) const {
  TermStore store;
  const Result<Script> parsed = parse_script(store, script, "input.smt2");
  if (!parsed) return false;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].replies.empty() || answers[i].replies.back() != Reply::Sat) continue;
    const SolverAnswer again = ask(config_->targets[i].definition, script, {.model = true}, stop);
    if (again.model && judge_printed_model(store, *parsed, *again.model).kind == ModelVerdict::Kind::Holds) return true;
  }
  return false;
}

Reply ContradictionJudge::reference_answer(const std::string& script, const std::stop_token& stop) const {
  std::optional<Reply> agreed;
  for (const SolverDefinition& reference : config_->references) {
    const SolverAnswer answer = ask(reference, script, {}, stop);
    if (answer.kind != SolverAnswer::Kind::Answered || answer.replies.size() != 1) continue;
    if (!answer.rejected.empty()) continue;
    if (answer.replies.front() == Reply::Unknown) continue;
    agreed = agreed && *agreed != answer.replies.front() ? Reply::Unknown : answer.replies.front();
  }
  return agreed.value_or(Reply::Unknown);
}

ContradictionJudge::Right ContradictionJudge::right_answer(const std::string& script,
                                                           const std::vector<SolverAnswer>& answers,
                                                           const std::stop_token& stop) {
  if (known_script_ == script) return known_;
  const bool is_sat = has_confirmed_model(script, answers, stop);
  known_script_ = script;
  known_ = {is_sat ? Reply::Sat : reference_answer(script, stop), is_sat};
  return known_;
}

std::optional<Verdict> ContradictionJudge::judge(const std::string& script, const std::vector<SolverAnswer>& answers,
                                                 std::size_t target, const std::stop_token& stop) {
  const std::vector<Reply>& own = answers[target].replies;
  std::string others;
  std::optional<std::size_t> check;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    // Solvers that reject different commands answer different scripts.
    if (answers[i].rejected != answers[target].rejected) continue;
    const auto opposed = opposed_check(own, answers[i].replies);
    if (!opposed) continue;
    if (!check) check = opposed;
    others += (others.empty() ? "" : ", ") + config_->targets[i].definition.name;
  }
  // A model, a reference or an optimum is about the whole script, and these are answers to another one.
  const bool is_whole = answers[target].rejected.empty();
  if (!check) return is_whole ? judge_optimum(script, answers, target, stop) : std::nullopt;
  const Reply said = own[*check];
  const std::string detail = config_->targets[target].definition.name + " answers " + std::string(name(said)) +
                             " to check " + std::to_string(*check + 1) + "; " + others + " answers the opposite";
  const Right right = own.size() == 1 && is_whole ? right_answer(script, answers, stop) : Right{};
  if (right.reply == Reply::Unknown) {
    const bool is_alike = answers.front().rejected == answers[target].rejected;
    if (!is_alike || !opposed_check(own, answers.front().replies)) return std::nullopt;
    return Verdict::bug(BugKind::Disagreement, kContradicts, detail);
  }
  if (said == right.reply) return std::nullopt;
  const BugKind kind = said == Reply::Unsat ? BugKind::RefutationUnsound : BugKind::SolutionUnsound;
  return Verdict::bug(kind, kContradicts,
                      detail + (right.by_model ? ". A model that Assay evaluates satisfies the script."
                                               : ". The references answer " + std::string(name(right.reply)) + "."));
}

bool ContradictionJudge::references_refute(const std::string& script, const std::stop_token& stop) const {
  return reference_answer(script, stop) == Reply::Unsat;
}

std::optional<std::string> ContradictionJudge::beaten_by(const Optimum& claim, std::size_t index,
                                                         const SolverDefinition& helper,
                                                         const std::stop_token& stop) const {
  TermStore& store = claim.store;
  const auto refute = [&](const std::string& script, const Query& query) -> std::optional<std::string> {
    const SolverAnswer answer = ask(helper, script, query, stop);
    return answer.model ? beaten_optimum(store, *claim.reported.script, *answer.model, 0, claim.text) : std::nullopt;
  };
  if (auto beaten = refute(claim.input, {.model = true, .objectives = true})) return beaten;
  if (!has_plain_objectives(store, *claim.reported.script)) return std::nullopt;
  const auto better = script_of_better_point(store, claim.reported, index);
  return better ? refute(*better, {.model = true}) : std::nullopt;
}

std::optional<std::string> ContradictionJudge::beaten(const Optimum& claim, std::size_t index, std::size_t other,
                                                      const std::stop_token& stop) const {
  if (auto why = beaten_by(claim, index, config_->targets[other].definition, stop)) return why;
  for (const SolverDefinition& reference : config_->references)
    if (auto why = beaten_by(claim, index, reference, stop)) return why;
  return std::nullopt;
}

std::optional<Verdict> ContradictionJudge::judge_optimum(const std::string& script,
                                                         const std::vector<SolverAnswer>& answers, std::size_t target,
                                                         const std::stop_token& stop) const {
  const std::vector<std::string> values = optimum_of(answers[target]);
  TermStore store;
  const Result<Script> parsed = parse_script(store, script, "input.smt2");
  bool has_open = false;
  std::string detail;
  for (std::size_t other = 0; other < answers.size() && !values.empty(); ++other) {
    const std::vector<std::string> theirs = optimum_of(answers[other]);
    if (theirs.empty() || theirs == values || !answers[other].rejected.empty()) continue;
    detail += "; " + config_->targets[other].definition.name + ": " + answer_text(answers[other]);
    has_open = true;
    if (!parsed || theirs.size() != values.size()) continue;
    const auto claim_of = [&](std::size_t who) {
      const std::string& text = *answers[who].objectives;
      return Optimum{store, script, text, {&*parsed, *reported_objectives(text)}};
    };
    const Optimum own = claim_of(target), opposed = claim_of(other);
    const auto index =
        static_cast<std::size_t>(std::mismatch(values.begin(), values.end(), theirs.begin()).first - values.begin());
    const int order = compare_optima(*parsed, index, own.reported.values[index], opposed.reported.values[index]);
    // The worse claim is wrong if a point is better; the better claim, if there is no such point.
    if (order < 0)
      if (const auto why = beaten(own, index, other, stop))
        return Verdict::bug(BugKind::WrongResult, kWrongOptimum, *why);
    if (order > 0 && beaten(opposed, index, target, stop)) has_open = false;
    if (!has_plain_objectives(store, *parsed)) continue;
    const Optimum& better = order < 0 ? opposed : own;
    const Optimum& worse = order < 0 ? own : opposed;
    const auto reached = script_of_reached_point(store, better.reported, index, worse.reported.values[index]);
    if (!reached || !references_refute(*reached, stop)) continue;
    if (order > 0)
      return Verdict::bug(BugKind::WrongResult, kWrongOptimum,
                          "objective " + std::to_string(index + 1) + ": the references find no point that reaches " +
                              own.reported.values[index].text());
    has_open = false;
  }
  const std::vector<std::string> before = optimum_of(answers.front());
  const bool is_news = !before.empty() && before != values && answers.front().rejected.empty();
  if (!is_news || !has_open) return std::nullopt;
  return Verdict::bug(BugKind::Disagreement, kContradicts,
                      config_->targets[target].definition.name + ": " + answer_text(answers[target]) + detail);
}

}  // namespace assay::smt
