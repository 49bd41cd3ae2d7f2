#include <map>
#include <utility>

#include "assay/base/hash.hpp"
#include "core/io/io.hpp"
#include "smt/compare/compare_config.hpp"
#include "smt/compare/compare_tester.hpp"
#include "smt/reduce/kept_change.hpp"

namespace assay::smt {
namespace {

/// The file name of each path, or the whole path if another one has the same file name.
std::vector<std::string> names_of(const std::vector<std::string>& paths) {
  const auto file_name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  std::map<std::string, std::size_t> counts;
  for (const std::string& path : paths) ++counts[file_name(path)];
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(counts[file_name(path)] == 1 ? file_name(path) : path);
  return names;
}

class CompareModule final : public core::Module {
 public:
  explicit CompareModule(std::shared_ptr<const CompareConfig> config) : config_(std::move(config)) {
    for (const Target& target : config_->targets)
      infos_.push_back({target.definition.name, target.version, target.definition.argv, target.definition.family_note});
  }

  std::string name() const override { return "smt-compare"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }

  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    core::Case clean;
    clean.strategy = "script";
    clean.files = {{"input.smt2", "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n"}};
    clean.metadata = SmtFacts{}.json();
    for (std::size_t i = 0; i < infos_.size(); ++i)
      all.push_back({infos_[i].name + " answers a small script", i, clean, core::Verdict{}});
    return all;
  }

  std::string configuration() const override { return compare_option_table().to_toml(config_->options); }

  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-compare 1", compare_option_table().fingerprint(config_->options));
    for (const std::string& script : config_->scripts) hash = hash_bytes(script, hash);
    return hash;
  }

  core::ModuleDescription description() const override {
    return {.title = "Comparing versions of SMT solvers", .target = "version", .group = "logic"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override {
    return std::unique_ptr<core::Tester>(std::make_unique<CompareTester>(config_));
  }
  std::optional<std::uint64_t> case_count() const override { return config_->scripts.size(); }

 private:
  std::shared_ptr<const CompareConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

}  // namespace

Result<std::vector<std::string>> find_scripts(const CompareOptions& options) {
  Result<core::InputFiles> found = core::find_inputs(options.scripts, ".smt2");
  if (!found) return found.error();
  if (found->files.empty()) return Error{"there is no script to compare", "name SMT-LIB files, or folders with *.smt2"};
  return std::move(found->files);
}

Result<std::unique_ptr<core::Module>> make_compare_module(const CompareOptions& options,
                                                          std::vector<std::string> scripts) {
  auto config = std::make_shared<CompareConfig>();
  config->options = options;
  // The options stay as they are, because a resume reads them again.
  config->limits = limited_by_cpu(options.limits);
  config->scripts = std::move(scripts);
  config->names = names_of(config->scripts);
  Result<std::vector<Target>> targets = resolve_targets(options.targets, !options.make_solver);
  if (!targets) return targets.error();
  // A replay first opens the other version alone.
  if (targets->size() < 2 && !config->scripts.empty())
    return Error{"a comparison needs two versions",
                 "give --target twice, such as --target z3@4.8.12 --target z3@4.13.4"};
  config->targets = std::move(*targets);
  for (const std::string& text : options.references) {
    Result<SolverDefinition> reference = resolve_solver(text);
    if (!reference) return reference.error();
    config->references.push_back(std::move(*reference));
  }
  return std::unique_ptr<core::Module>(std::make_unique<CompareModule>(std::move(config)));
}

}  // namespace assay::smt
