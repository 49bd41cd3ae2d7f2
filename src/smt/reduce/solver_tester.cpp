#include "smt/reduce/solver_tester.hpp"

#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/model_counts.hpp"

namespace assay::smt {
namespace {

/// All of an answer that judges look at.
std::string outcome_text(const SolverAnswer& answer) {
  std::string text = summary(answer) + "\n" + answer.message + "\n" + answer.unclassified;
  for (const std::optional<std::string>& part : {answer.model, answer.objectives}) text += "\n" + part.value_or("none");
  if (answer.proof) text += "\nproof " + *answer.proof;
  if (answer.core) text += "\ncore " + join(*answer.core, " ");
  for (const std::string& reply : answer.certificates) text += "\ncertificate " + reply;
  if (answer.confession) text += "\n" + answer.confession->meaning;
  return text;
}

}  // namespace

SolverTester::SolverTester(Setup setup) : setup_(std::move(setup)), asker_(setup_.asker), served_(asker_.size()) {
  std::vector<const SolverDefinition*> targets;
  for (std::size_t i = 0; i < asker_.size(); ++i) targets.push_back(&definition(i));
  requests_ = plan_requests(targets, setup_.certificates, setup_.seed);
  if (setup_.proofs.wanted) proof_judge_ = std::make_unique<ProofJudge>(setup_.proofs, setup_.asker.limits);
}

// The other half keeps the queries for cores, and the solver's usual way: proofs disable simplifications.
Query SolverTester::queries_of(const core::Case& subject, const OpenedCase& opened) const {
  Query asked = query(subject, opened);
  asked.certificates = opened.features.requests;
  const std::vector<Truth>& truths = opened.facts.truths;
  const bool may_be_unsat = !truths.empty() && truths.back() != Truth::Sat;
  if (proof_judge_ != nullptr && may_be_unsat && !asked.any() && !asked.certificates && subject.index % 2 == 1)
    asked.proof = std::string(proof_judge_->format());
  return asked;
}

core::Trial SolverTester::run(const core::Case& subject, std::size_t target, core::RunMode mode,
                              const std::stop_token& stop) {
  core::PendingTrial pending = ask(subject, target, mode, stop);
  if (pending.judge) pending.judge(pending.trial);
  return std::move(pending.trial);
}

core::PendingTrial SolverTester::ask(const core::Case& subject, std::size_t target, core::RunMode mode,
                                     const std::stop_token& stop) {
  core::PendingTrial pending;
  core::Trial& trial = pending.trial;
  const SolverDefinition& tested = definition(target);
  trial.command = tested.argv;
  const OpenedCase& opened = open(subject, mode);
  if (!opened.problem.empty()) {
    trial.verdict = core::Verdict::skip(opened.problem);
    return pending;
  }
  if (const auto unsupported = asker_.capabilities(target).unsupported(opened.features)) {
    trial.verdict = core::Verdict::skip(unsupported->reason);
    trial.answer = "unsupported";
    return pending;
  }
  const bool in_campaign = mode == core::RunMode::Campaign;
  if (const auto skip = in_campaign ? skip_in_campaign(subject, target) : std::nullopt) {
    trial.verdict = core::Verdict::skip(skip->reason);
    return pending;
  }
  Asker::RunInput input = asker_.make_input(subject, opened, target);
  const RunStyle style = in_campaign ? asker_.campaign_style(input) : RunStyle::Process;
  const Query asked = queries_of(subject, opened);
  trial.command = asker_.command(input, asked, target);
  SolverAnswer answer = in_campaign ? asker_.ask_briefly(input, asked, style, target, stop)
                                    : asker_.ask(input, asked, style, target, stop);
  if (style != RunStyle::Process) served_.remember(target, opened.text, opened.facts.truths.size());
  trial.answer = summary(answer);
  trial.output = answer.output;
  trial.cpu_seconds = answer.usage.cpu_seconds();
  trial.wall_seconds = answer.usage.wall_seconds;
  if (answer.model_asked && !answer.replies.empty() && answer.replies.back() == Reply::Sat)
    trial.measures.push_back(model_measure(tested.name, input.text.size(), answer.model.has_value()));
  if (in_campaign && input.options.empty()) record_answer(subject, target, opened.facts, answer);
  if (setup_.only_changes) {
    if (objectives_.first != opened.text) objectives_ = {opened.text, std::vector<std::string>(asker_.size())};
    objectives_.second[target] = answer.objectives.value_or("");
  }
  pending.outcome = outcome_text(answer);
  pending.judge = [this, &opened, target, mode, stop, asked, input = std::move(input),
                   answer = std::move(answer)](core::Trial& judged) {
    Judgement judgement = judge_answer(input, asked, opened, target, mode, answer, judged, stop);
    if (mode == core::RunMode::Campaign && judgement.verdict.is_bug() && judgement.satisfied)
      satisfied_ = {opened.text, *std::move(judgement.satisfied)};
    judged.verdict = std::move(judgement.verdict);
    if (opened.facts.truths == std::vector{Truth::Open}) count_vote(opened, target, answer);
  };
  return pending;
}

// The CPU time of further runs for judges counts as the target's.
Judgement SolverTester::judge_answer(const Asker::RunInput& input, const Query& asked, const OpenedCase& opened,
                                     std::size_t target, core::RunMode mode, const SolverAnswer& answer,
                                     core::Trial& trial, const std::stop_token& stop) {
  const core::File* judged = input.written.file(kJudgedFile);
  ScriptTerms terms = judged == nullptr ? ScriptTerms(*opened.store, *opened.script) : ScriptTerms(judged->content);
  SolverRun run{input.written, terms, opened.facts, definition(target), answer};
  run.asked = asked;
  run.in_campaign = mode == core::RunMode::Campaign;
  run.options = input.options;
  run.ask = [&](const std::string& script, const Query& query) {
    SolverAnswer alone = asker_.ask_afresh(target, script, query, stop);
    trial.cpu_seconds += alone.usage.cpu_seconds();
    return alone;
  };
  run.rejected_sources = [&] { return rejections(target, sources(opened.facts), stop); };
  if (proof_judge_ != nullptr)
    run.check_proof = [&](const std::string& proof) {
      ProofVerdict checked = proof_judge_->judge(input.text, proof, stop);
      for (auto& measure :
           proof_measures(definition(target).name, proof.size(), answer.usage.cpu_seconds(), checked.cpu_seconds))
        trial.measures.push_back(std::move(measure));
      return std::move(checked.verdict);
    };
  return judge(run);
}

std::vector<std::string> SolverTester::rejections(std::size_t target, const std::vector<std::string_view>& scripts,
                                                  const std::stop_token& stop) {
  std::vector<std::string> messages;
  for (const std::string_view script : scripts) {
    const auto [entry, is_new] = rejections_.try_emplace({target, std::string(script)});
    if (is_new)
      if (SolverAnswer answer = asker_.ask_afresh(target, entry->first.second, {}, stop);
          answer.kind == SolverAnswer::Kind::Error)
        entry->second = std::move(answer.message);
    if (!entry->second.empty()) messages.push_back(entry->second);
  }
  return messages;
}

core::Case SolverTester::as_read_by(const core::Case& subject, std::size_t target) const {
  core::Case respelled_case = asker_.options().written_for(subject, target);
  for (core::File& file : respelled_case.files) {
    if (file.name != kScriptFile) continue;
    std::string text = respelled(definition(target), file.content);
    TermStore store;
    const auto before = parse_script(store, file.content, file.name);
    const auto after = parse_script(store, text, file.name);
    if (before && after && print_script(store, *before) == print_script(store, *after)) file.content = std::move(text);
  }
  return respelled_case;
}

std::vector<core::Case> SolverTester::as_in_kept_process(const core::Case& subject, std::size_t target) {
  const auto facts = SmtFacts::from_json(subject.metadata);
  const bool kept =
      setup_.asker.style != RunStyle::Process && facts && asker_.options().options_of(*facts, target).empty();
  return kept ? served_.as_in_kept_process(subject, *facts, target) : std::vector<core::Case>();
}

bool SolverTester::fails_alike(const core::Case& subject, std::size_t target, const core::Verdict& wanted,
                               const std::stop_token& stop) {
  if (wanted.kind != core::BugKind::Slow && wanted.kind != core::BugKind::Disagreement) {
    const core::Trial trial = run(subject, target, core::RunMode::Fresh, stop);
    reduction_cpu_seconds_ += trial.cpu_seconds;
    return same_failure(trial.verdict, wanted);
  }
  std::vector<core::Trial> trials;
  for (std::size_t i = 0; i < asker_.size(); ++i) {
    trials.push_back(run(subject, i, core::RunMode::Fresh, stop));
    reduction_cpu_seconds_ += trials.back().cpu_seconds;
  }
  if (same_failure(trials[target].verdict, wanted)) return true;
  const auto verdicts = compare(subject, trials);
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [&](const auto& found) { return found.first == target && same_failure(found.second, wanted); });
}

core::Case SolverTester::with_fixed_queries(const core::Case& found) {
  const OpenedCase& opened = open(found, core::RunMode::Fresh);
  if (!opened.problem.empty() || query(found, opened).any()) return found;
  SmtFacts facts = opened.facts;
  facts.asks_nothing = true;
  core::Case asked = found;
  asked.metadata = facts.json();
  return asked;
}

core::Case SolverTester::reduce_options(core::Case failing, std::size_t target,
                                        const std::function<bool(const core::Case&)>& still_fails,
                                        const std::stop_token& stop) {
  const auto facts = SmtFacts::from_json(failing.metadata);
  if (!facts || facts->written_for.empty() || failing.files.empty()) return failing;
  std::vector<std::string> set = options_still_set(definition(target), failing, *facts);
  core::Case best = with_fewer_options(failing, set, false);
  if (set.empty()) return best;
  core::Case by_default = with_fewer_options(best, {}, false);
  if (still_fails(by_default)) return by_default;
  const bool needed =
      run(by_default, target, core::RunMode::Fresh, stop).verdict.outcome == core::Verdict::Outcome::Pass;
  for (std::size_t i = 0; i < set.size() && set.size() > 1;) {
    std::vector<std::string> fewer = set;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    core::Case candidate = with_fewer_options(best, fewer, false);
    if (!still_fails(candidate)) {
      ++i;
      continue;
    }
    best = std::move(candidate);
    set = std::move(fewer);
  }
  return with_fewer_options(best, set, needed);
}

void SolverTester::open_generated(core::Case& subject, TermStore& store, const Script& script, SmtFacts facts) {
  auto requested = with_requests(requests_, subject.index, store, script, facts);
  if (requested) {
    facts = std::move(requested->facts);
    subject.files[0].content = print_script(store, requested->script);
    subject.metadata = facts.json();
    if (!requested->solution.empty())
      subject.files.push_back({std::string(kSolutionFile), std::move(requested->solution)});
  }
  asker_.options().draw(subject, facts, setup_.options_percent, setup_.seed, setup_.only_changes);
  opened_.emplace();
  opened_->text = subject.files[0].content;
  opened_->metadata = subject.metadata;
  opened_->store = &store;
  if (requested) requested_script_ = std::move(requested->script);
  opened_->script = requested ? &requested_script_ : &script;
  opened_->facts = std::move(facts);
  opened_->features = scanner_.scan(store, *opened_->script);
}

// A fresh run parses the case's text, as the target does. Runs in the campaign may use the generator's terms.
const OpenedCase& SolverTester::open(const core::Case& subject, core::RunMode mode) {
  const bool known = opened_ && !subject.files.empty() && opened_->text == subject.files[0].content &&
                     opened_->metadata == subject.metadata;
  if (known && (mode == core::RunMode::Campaign || opened_->own_store)) return *opened_;
  opened_.reset();
  opened_ = read_case(subject, [this](const core::Case& read, OpenedCase& into) { adjust_read_case(read, into); });
  return *opened_;
}

}  // namespace assay::smt
