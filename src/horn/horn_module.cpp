#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "core/io/io.hpp"
#include "horn/horn_config.hpp"
#include "horn/make/vocabulary.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::horn {
namespace {

class HornModule final : public core::Module {
 public:
  explicit HornModule(std::shared_ptr<const HornConfig> config) : config_(std::move(config)) {}

  std::string name() const override { return "horn-fuzz"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }
  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      for (core::Control& control : horn_controls(config_->targets[i].definition, i)) all.push_back(std::move(control));
    return all;
  }
  std::string configuration() const override { return horn_option_table().to_toml(config_->options); }
  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("horn-fuzz 1", horn_option_table().fingerprint(config_->options));
    for (const core::File& seed : config_->corpus.seeds) hash = hash_bytes(seed.content, hash_bytes(seed.name, hash));
    if (config_->options.options_percent > 0)
      for (const smt::Target& target : config_->targets)
        hash = combine(hash, smt::options_fingerprint(target.definition));
    return hash;
  }
  std::optional<core::SlowRule> only_changes() const override {
    if (!config_->options.only_changes) return std::nullopt;
    return core::SlowRule{config_->options.slow_factor, config_->options.slow_seconds};
  }
  core::ModuleDescription description() const override {
    return {.title = "Fuzzing solvers of Horn clauses", .target = "solver", .group = "theme", .label = "trait"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return make_horn_tester(config_); }

 private:
  std::shared_ptr<const HornConfig> config_;
  const std::vector<core::TargetInfo> infos_ = smt::infos_of(config_->targets);
};

std::vector<std::string> supported_themes(const HornConfig& config) {
  std::vector<std::string> themes;
  for (const std::string& name : config.options.themes.empty() ? theme_names() : config.options.themes) {
    TermStore store;
    core::Rng rng(1);
    smt::Script script;
    script.commands = predicate_declarations({{make_predicate(store, "p", make_theme(store, name, rng).sorts)}, {}});
    const bool fits = std::any_of(config.targets.begin(), config.targets.end(), [&](const smt::Target& target) {
      return !smt::unsupported(target.definition, store, script);
    });
    if (fits) themes.push_back(name);
  }
  return themes;
}

}  // namespace

Result<HornCorpus> load_horn_seeds(const HornOptions& options) {
  HornCorpus corpus;
  if (options.seeds.empty()) return corpus;
  const auto inputs = core::find_inputs(options.seeds, ".smt2");
  if (!inputs) return inputs.error();
  for (const std::string& file : inputs->files) {
    auto text = core::read_text_file(file);
    if (!text) return text.error();
    TermStore store;
    const auto read = read_system(store, *text, file);
    if (!read) {
      corpus.refused.emplace_back(file, read.error().message);
      continue;
    }
    corpus.seeds.push_back({file.substr(file.rfind('/') + 1), std::move(*text)});
  }
  if (corpus.seeds.empty()) {
    const std::string why = corpus.refused.empty()
                                ? "there is no *.smt2 file"
                                : corpus.refused.front().first + ": " + corpus.refused.front().second;
    return Error{"no seed is a script of Horn clauses: " + why, "give scripts in SMT-LIB's logic HORN, or none"};
  }
  return corpus;
}

Result<std::unique_ptr<core::Module>> make_horn_module(const HornOptions& options, HornCorpus corpus) {
  auto targets = smt::resolve_targets(options.targets, !options.make_solver, resolve_horn_solver);
  if (!targets) return targets.error();
  auto config = std::make_shared<HornConfig>();
  config->options = options;
  config->corpus = std::move(corpus);
  config->targets = std::move(*targets);
  config->themes = supported_themes(*config);
  if (config->themes.empty()) return Error{"no target supports the chosen themes", "choose others with --theme"};
  for (const std::string& text : options.references) {
    if (const auto definition = smt::resolve_solver(text); !definition) return definition.error();
    if (auto found = smt::resolve_targets({text}, true)) config->references.push_back(std::move(found->front()));
  }
  return std::unique_ptr<core::Module>(std::make_unique<HornModule>(std::move(config)));
}

}  // namespace assay::horn
