#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/reduce/minimize.hpp"
#include "smt/checker/campaign/campaign.hpp"

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

/// A case with this script and this proof. `metadata`: see ProbeSubject::json.
core::Case case_of_proof(ProofFormat format, const BogusRefutation& refutation, std::string metadata) {
  core::Case out;
  out.group = std::string(name(format));
  out.files = {{proof_file(format), refutation.proof}, {std::string(kProofScript), refutation.script}};
  out.metadata = std::move(metadata);
  return out;
}

/// A campaign that is ready to run.
struct CheckerConfig {
  CheckerOptions options;
  std::vector<CheckerDefinition> targets;  ///< with their signatures
  std::vector<std::string> versions;
  ProbeSources sources;
};

/// Gives satisfiable scripts with proofs that refute them to checkers.
class CheckerTester final : public core::Tester {
 public:
  explicit CheckerTester(std::shared_ptr<const CheckerConfig> config)
      : config_(std::move(config)), maker_(config_->sources) {
    const CheckerFactory make = config_->options.make_checker ? config_->options.make_checker : make_checker_port;
    for (const CheckerDefinition& target : config_->targets) ports_.push_back(make(target, config_->options.limits));
  }

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    const std::optional<CheckerProbe> probe =
        maker_.make(index, core::Rng(config_->options.seed).split("probe").split(index));
    if (!probe) return core::Skip{"no wrong step was found for the rule"};
    return case_of(*probe, index);
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode, const std::stop_token& stop) override {
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

  core::Case reduce(const core::Case& failing, std::size_t target, const Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    core::ReductionClock clock(budget);
    const auto fails = [&](const core::Case& candidate) {
      if (!clock.take()) return false;
      if (!assumes_only_assertions(content_of(candidate, kProofScript), candidate.files.front().content,
                                   config_->sources.checker.format))
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

  std::string signature(const core::Case& reduced, std::size_t, const Verdict& verdict) override {
    return std::string(core::name(verdict.kind)) + " " + subject_of(reduced).text();
  }

  std::vector<std::string> causes(const core::Case& reduced, std::size_t, const Verdict&) override {
    return {subject_of(reduced).text()};
  }

  core::Reproduction reproduction(const core::Finding& finding, std::size_t target, const std::stop_token&) override {
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

  [[nodiscard]] double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  core::Case case_of(const CheckerProbe& probe, std::uint64_t index) const {
    core::Case out = case_of_proof(config_->sources.checker.format, probe.refutation, probe.subject.json(probe.why));
    out.index = index;
    out.strategy = std::string(name(probe.subject.kind));
    out.labels = {probe.subject.text()};
    return out;
  }

  static Verdict verdict_on(const core::Case& subject, const CheckerAnswer& answer) {
    using Kind = CheckerAnswer::Kind;
    const std::string about = subject_of(subject).text();
    switch (answer.kind) {
      case Kind::Accepted:
        return Verdict::bug(core::BugKind::RefutationUnsound, "accepts a refutation of a satisfiable script: " + about,
                            why_of(subject));
      case Kind::Crashed:
        return Verdict::bug(core::BugKind::Crash, answer.message, "on a proof with a step of " + about);
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

  std::shared_ptr<const CheckerConfig> config_;
  ProbeMaker maker_;
  std::vector<std::unique_ptr<CheckerPort>> ports_;
  double reduction_cpu_seconds_ = 0;
};

core::Control control_of(const CheckerDefinition& definition, std::size_t target, const std::string& control,
                         const std::string& proof, core::Verdict expected) {
  ProbeSubject subject;
  subject.rule = "control";
  core::Control out;
  out.name = control;
  out.target = target;
  out.subject = case_of_proof(definition.format, {definition.control_script, proof}, subject.json("a control"));
  out.subject.strategy = "control";
  out.expected = std::move(expected);
  return out;
}

class CheckerModule final : public core::Module {
 public:
  explicit CheckerModule(std::shared_ptr<const CheckerConfig> config) : config_(std::move(config)) {
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      infos_.push_back({config_->targets[i].name, config_->versions[i],
                        checker_command(config_->targets[i], config_->targets[i].signatures)});
  }

  std::string name() const override { return "smt-checker"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }
  std::string configuration() const override { return checker_option_table().to_toml(config_->options); }

  /// A right proof claims to be a bogus one: the campaign must report that the checker accepts it.
  std::vector<core::Control> controls() const override {
    std::vector<core::Control> out;
    for (std::size_t i = 0; i < config_->targets.size(); ++i) {
      const CheckerDefinition& target = config_->targets[i];
      out.push_back(control_of(target, i, "accepts a right proof", target.control_right,
                               core::Verdict::bug(core::BugKind::RefutationUnsound, {}, {})));
      out.push_back(control_of(target, i, "refuses a bogus proof", target.control_bogus, core::Verdict()));
    }
    return out;
  }

  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-checker 1", checker_option_table().fingerprint(config_->options));
    hash = hash_bytes(smt::name(config_->sources.checker.format), hash);
    if (config_->sources.signature != nullptr)
      for (const SignatureRule& rule : config_->sources.signature->rules()) hash = hash_bytes(rule.name, hash);
    for (const ProofSeed& proof : *config_->sources.proofs) hash = hash_bytes(proof.script + proof.proof, hash);
    return hash;
  }

  core::ModuleDescription description() const override {
    return {.title = "Testing checkers of proofs", .target = "checker", .group = "format", .label = "rule"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override {
    return std::unique_ptr<core::Tester>(std::make_unique<CheckerTester>(config_));
  }

 private:
  std::shared_ptr<const CheckerConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

}  // namespace

std::span<const core::PassRow* const> checker_pass_rows() { return kCheckerPasses; }

Result<std::unique_ptr<core::Module>> make_checker_module(const CheckerOptions& options,
                                                          std::vector<ProofSeed> proofs) {
  if (options.targets.empty()) return Error{"no target is given", "add --target ethos, for example"};
  auto config = std::make_shared<CheckerConfig>();
  config->options = options;
  for (const std::string& text : options.targets) {
    Result<CheckerDefinition> named = resolve_checker(text);
    if (!named) return named.error();
    const Result<std::string> version = options.make_checker ? std::string("unknown") : checker_version(*named);
    if (!version) return version.error();
    Result<CheckerDefinition> definition = with_signatures(std::move(*named), options.signatures);
    if (!definition) return definition.error();
    if (definition->format == ProofFormat::Lfsc)
      return Error{"Assay makes no proofs for " + definition->name, "--target ethos or carcara"};
    if (!config->targets.empty() && definition->format != config->targets.front().format)
      return Error{"the targets read different formats of proofs", "run a campaign for each"};
    if (!definition->signatures.empty() && config->sources.signature == nullptr) {
      Result<Signature> signature = Signature::read(definition->signatures);
      if (!signature) return signature.error();
      config->sources.signature = std::make_shared<const Signature>(std::move(*signature));
    }
    config->targets.push_back(std::move(*definition));
    config->versions.push_back(*version);
  }
  for (const std::string& strategy : options.strategies) {
    const std::optional<ProbeKind> kind = probe_kind(strategy);
    if (!kind)
      return Error{"'" + strategy + "' is no strategy", "--strategy takes evaluate, equation, rule, mutate, trust"};
    const bool needs_signature =
        *kind == ProbeKind::Rule || (*kind == ProbeKind::Equation && config->targets.front().claims.empty());
    if (needs_signature && config->sources.signature == nullptr)
      return Error{"the strategy " + strategy + " needs rules", "give --signatures"};
    config->sources.kinds.push_back(*kind);
  }
  const CheckerDefinition& first = config->targets.front();
  const std::string extension = "." + std::string(name(first.format));
  std::erase_if(proofs, [&](const ProofSeed& one) { return !one.name.ends_with(extension); });
  proofs.insert(proofs.begin(), {"control", first.control_script, first.control_right});
  config->sources.proofs = std::make_shared<const std::vector<ProofSeed>>(std::move(proofs));
  config->sources.checker = first;
  return std::unique_ptr<core::Module>(std::make_unique<CheckerModule>(std::move(config)));
}

}  // namespace assay::smt
