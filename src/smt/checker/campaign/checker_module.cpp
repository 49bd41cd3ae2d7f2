#include <utility>

#include "assay/base/hash.hpp"
#include "smt/checker/campaign/campaign.hpp"
#include "smt/checker/campaign/checker_tester.hpp"

namespace assay::smt {
namespace {

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
    hash = hash_bytes(smt::name(config_->sources.format), hash);
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
    if (!config->targets.empty() && definition->format != config->sources.format)
      return Error{"the targets read different formats of proofs", "run a campaign for each"};
    config->sources.format = definition->format;
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
  const std::string extension = "." + std::string(name(config->sources.format));
  std::erase_if(proofs, [&](const ProofSeed& one) { return !one.name.ends_with(extension); });
  const CheckerDefinition& first = config->targets.front();
  proofs.insert(proofs.begin(), {"control", first.control_script, first.control_right});
  config->sources.proofs = std::make_shared<const std::vector<ProofSeed>>(std::move(proofs));
  config->sources.trust_rules = first.trust_rules;
  config->sources.theories = first.theories;
  config->sources.claims = first.claims;
  return std::unique_ptr<core::Module>(std::make_unique<CheckerModule>(std::move(config)));
}

}  // namespace assay::smt
