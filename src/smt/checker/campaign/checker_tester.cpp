#include "smt/checker/campaign/checker_tester.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/reduce/minimize.hpp"
#include "smt/checker/campaign/mutated_proof.hpp"

namespace assay::smt {
namespace {

using core::Verdict;

constexpr core::PassRow kBogusRefused{"a checker refuses a proof that refutes a satisfiable script",
                                      "the checker's answer to this proof", "right proofs that it may refuse"};
constexpr core::PassRow kBogusHole{"a checker accepts such a proof, and says that it has steps without proof",
                                   "that the checker marks these steps", "the other steps"};
constexpr std::array kCheckerPasses{&kBogusRefused, &kBogusHole};
constexpr unsigned kRemakes = 60;  // probes that a reduction tries instead of the found one

std::string why_of(const core::Case& subject) {
  const auto read = nlohmann::json::parse(subject.metadata, nullptr, false);
  return read.is_object() ? read.value("why", std::string()) : std::string();
}

ProbeSubject subject_of(const core::Case& subject) {
  return ProbeSubject::from_json(subject.metadata).value_or(ProbeSubject());
}

const std::string& content_of(const core::Case& subject, std::string_view file) {
  static const std::string none;
  const core::File* found = subject.file(file);
  return found == nullptr ? none : found->content;
}

std::size_t size_of(const core::Case& subject) {
  std::size_t bytes = 0;
  for (const core::File& file : subject.files) bytes += file.content.size();
  return bytes;
}

/// Drops lines of a file while `fails` holds.
core::Case without_lines(core::Case subject, std::size_t file, const std::function<bool(const core::Case&)>& fails) {
  const std::string text = subject.files[file].content;
  std::vector<std::string_view> lines = split(text, '\n');
  const auto with = [&](const std::vector<bool>& kept) {
    core::Case smaller = subject;
    smaller.files[file].content.clear();
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (kept[i] && !lines[i].empty()) smaller.files[file].content += std::string(lines[i]) + "\n";
    return smaller;
  };
  const std::vector<bool> kept =
      core::minimize_kept(lines.size(), [&](const std::vector<bool>& trial) { return fails(with(trial)); });
  return with(kept);
}

}  // namespace

std::span<const core::PassRow* const> checker_pass_rows() { return kCheckerPasses; }

core::Case case_of_proof(ProofFormat format, const BogusRefutation& refutation, std::string metadata) {
  core::Case out;
  out.group = std::string(name(format));
  out.files = {{proof_file(format), refutation.proof}, {std::string(kProofScript), refutation.script}};
  out.metadata = std::move(metadata);
  return out;
}

CheckerTester::CheckerTester(std::shared_ptr<const CheckerConfig> config)
    : config_(std::move(config)), maker_(config_->sources) {
  const CheckerFactory make = config_->options.make_checker ? config_->options.make_checker : make_checker_port;
  for (const CheckerDefinition& target : config_->targets) ports_.push_back(make(target, config_->options.limits));
}

core::Case CheckerTester::case_of(const CheckerProbe& probe, std::uint64_t index) const {
  core::Case out = case_of_proof(config_->sources.format, probe.refutation, probe.subject.json(probe.why));
  out.index = index;
  out.strategy = std::string(name(probe.subject.kind));
  out.labels = {probe.subject.text()};
  return out;
}

std::variant<core::Case, core::Skip> CheckerTester::generate(std::uint64_t index, const std::stop_token&) {
  const std::optional<CheckerProbe> probe =
      maker_.make(index, core::Rng(config_->options.seed).split("probe").split(index));
  if (!probe) return core::Skip{"no wrong step was found for the rule"};
  return case_of(*probe, index);
}

Verdict CheckerTester::verdict_on(const core::Case& subject, const CheckerAnswer& answer) const {
  using Kind = CheckerAnswer::Kind;
  const std::string about = subject_of(subject).text();
  switch (answer.kind) {
    case Kind::Accepted:
      return Verdict::bug(core::BugKind::RefutationUnsound, "accepts a refutation of a satisfiable script: " + about,
                          why_of(subject));
    case Kind::Crashed: return Verdict::bug(core::BugKind::Crash, answer.message, "on a proof with a step of " + about);
    case Kind::Holes: return Verdict::pass(kBogusHole);
    case Kind::Refused: return Verdict::pass(kBogusRefused);
    case Kind::MissingRule: return Verdict::refusal("the checker does not know the rule");
    case Kind::Unreadable: return Verdict::refusal("the checker cannot read the proof");
    case Kind::Limited: return Verdict::skip(answer.message);
    case Kind::NotStarted: return Verdict::skip("cannot start");
    case Kind::Other: return Verdict::skip("no answer that the definition knows");
  }
  return Verdict::skip("no answer that the definition knows");
}

core::Trial CheckerTester::run(const core::Case& subject, std::size_t target, core::RunMode,
                               const std::stop_token& stop) {
  const CheckerDefinition& definition = config_->targets[target];
  const CheckerAnswer answer = ports_[target]->check(content_of(subject, kProofScript),
                                                     content_of(subject, proof_file(definition.format)), stop);
  core::Trial trial;
  trial.verdict = stop.stop_requested() ? Verdict::skip("cancelled") : verdict_on(subject, answer);
  trial.answer = std::string(name(answer.kind));
  trial.output = answer.output;
  trial.command = checker_command(definition, definition.signatures);
  trial.cpu_seconds = answer.usage.cpu_seconds();
  trial.wall_seconds = answer.usage.wall_seconds;
  return trial;
}

core::Case CheckerTester::reduce(const core::Case& failing, std::size_t target, const Verdict& wanted,
                                 const core::ReduceBudget& budget) {
  core::ReductionClock clock(budget);
  const auto fails = [&](const core::Case& candidate) {
    if (!clock.take()) return false;
    if (!assumes_only_assertions(content_of(candidate, kProofScript), candidate.files.front().content,
                                 config_->sources.format))
      return false;
    return budget.accepts(candidate, [&] {
      const core::Trial trial = run(candidate, target, core::RunMode::Fresh, budget.stop);
      reduction_cpu_seconds_ += trial.cpu_seconds;
      return trial.verdict.is_bug() && trial.verdict.kind == wanted.kind && trial.verdict.reason == wanted.reason;
    });
  };
  core::Case best = failing;
  const ProbeSubject about = subject_of(failing);
  if (about.kind == ProbeKind::Mutate) {
    // Without an assertion, a satisfiable script stays satisfiable.
    best = without_lines(std::move(best), 0, fails);
    return without_lines(std::move(best), 1, fails);
  }
  for (unsigned i = 0; i < kRemakes && !clock.is_over(); ++i) {
    const std::optional<CheckerProbe> probe =
        maker_.make(about, core::Rng(config_->options.seed).split("smaller").split(i));
    if (!probe) continue;
    core::Case candidate = case_of(*probe, failing.index);
    if (size_of(candidate) < size_of(best) && fails(candidate)) best = std::move(candidate);
  }
  return best;
}

std::string CheckerTester::signature(const core::Case& reduced, std::size_t, const Verdict& verdict) {
  return std::string(core::name(verdict.kind)) + " " + subject_of(reduced).text();
}

std::vector<std::string> CheckerTester::causes(const core::Case& reduced, std::size_t, const Verdict&) {
  return {subject_of(reduced).text()};
}

core::Reproduction CheckerTester::reproduction(const core::Finding& finding, std::size_t target,
                                               const std::stop_token&) {
  const CheckerDefinition& definition = config_->targets[target];
  const core::Case& smallest = finding.smallest();
  core::Reproduction out;
  out.files = smallest.files;
  std::vector<std::string> command = checker_command(definition, "SIGNATURES");
  command[0] = core::portable_command({command[0]}).front();
  out.needs = {command[0]};
  std::string shell = core::shell_quoted(command);
  if (!definition.signatures.empty()) shell = replace_all(shell, "SIGNATURES", "\"$SIGNATURES\"");
  const std::string where = definition.signatures.empty()
                                ? std::string()
                                : ": \"${SIGNATURES:?set it to the path of " + definition.signatures_help + "}\"\n";
  out.commands = {{"", where + shell, static_cast<unsigned>(config_->options.limits.wall_seconds) + 1}};
  const bool crashes = finding.kind == core::BugKind::Crash;
  out.prints = crashes ? finding.reason : "accepted";
  out.expected = crashes ? "an answer: the proof is wrong, so it must be refused. " + why_of(smallest)
                         : "that the proof is refused. " + why_of(smallest);
  out.shows = crashes ? core::failed() + " && ! grep -q -E " + core::shell_quoted({definition.accepted}) + " output_1"
                      : "grep -q -E " + core::shell_quoted({definition.accepted}) + " output_1";
  return out;
}

}  // namespace assay::smt
