#include "modules.hpp"

#include <array>

#include "assay/datalog/fuzz.hpp"
#include "assay/domain/test.hpp"
#include "assay/smt/fuzz.hpp"
#include "assay/smt/synth.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_smt_fuzz(const std::string& configuration, const std::string& folder,
                                                    Purpose purpose, const std::string* target) {
  Result<smt::FuzzOptions> options = smt::fuzz_options_from_toml(configuration);
  if (!options) return options.error();
  options->folder = folder;
  if (target != nullptr) options->targets = {*target};
  smt::SeedCorpus corpus;
  if (purpose == Purpose::Generate) {
    Result<smt::SeedCorpus> loaded = smt::load_seeds(*options);
    if (!loaded) return loaded.error();
    corpus = std::move(*loaded);
  }
  return smt::make_fuzz_module(*options, std::move(corpus));
}

// A case that is stored needs no rule files to be replayed.
Result<std::unique_ptr<core::Module>> open_smt_synth(const std::string& configuration, const std::string& folder,
                                                     Purpose purpose, const std::string* target) {
  (void)folder;
  Result<smt::SynthOptions> options = smt::synth_options_from_toml(configuration);
  if (!options) return options.error();
  if (target != nullptr) options->targets = {*target};
  return smt::make_synth_module(*options, purpose == Purpose::Replay);
}

Result<std::unique_ptr<core::Module>> open_datalog_fuzz(const std::string& configuration, const std::string& folder,
                                                        Purpose purpose, const std::string* target) {
  (void)folder;
  Result<datalog::FuzzOptions> options = datalog::fuzz_options_from_toml(configuration);
  if (!options) return options.error();
  if (target != nullptr) options->targets = {*target};
  datalog::SeedCorpus corpus;
  if (purpose == Purpose::Generate) {
    Result<datalog::SeedCorpus> loaded = datalog::load_seeds(*options);
    if (!loaded) return loaded.error();
    corpus = std::move(*loaded);
  }
  return datalog::make_fuzz_module(*options, std::move(corpus));
}

Result<std::unique_ptr<core::Module>> open_domain_test(const std::string& configuration, const std::string& folder,
                                                       Purpose purpose, const std::string* target) {
  (void)folder;
  (void)purpose;
  Result<domain::TestOptions> options = domain::test_options_from_toml(configuration);
  if (!options) return options.error();
  if (target != nullptr) options->targets = {*target};
  return domain::make_test_module(*options);
}

/// The registry of modules that have campaigns: one row each.
struct Row {
  std::string_view name;
  Result<std::unique_ptr<core::Module>> (*open)(const std::string& configuration, const std::string& folder,
                                                Purpose purpose, const std::string* target);
};
constexpr std::array kModules = {Row{"smt-fuzz", open_smt_fuzz}, Row{"smt-synth", open_smt_synth},
                                 Row{"datalog-fuzz", open_datalog_fuzz}, Row{"domain-test", open_domain_test}};

Result<std::unique_ptr<core::Module>> open_row(std::string_view name, const std::string& configuration,
                                               const std::string& folder, Purpose purpose, const std::string* target) {
  for (const Row& row : kModules) {
    if (row.name == name) return row.open(configuration, folder, purpose, target);
  }
  return Error{"this assay has no module named '" + std::string(name) + "'",
               "the campaign was made by another version: use that one"};
}

}  // namespace

Result<std::unique_ptr<core::Module>> open_module(std::string_view name, const std::string& configuration,
                                                  const std::string& folder, Purpose purpose) {
  return open_row(name, configuration, folder, purpose, nullptr);
}

Result<std::unique_ptr<core::Module>> open_module_on(std::string_view name, const std::string& configuration,
                                                     const std::string& target) {
  return open_row(name, configuration, {}, Purpose::Replay, &target);
}

}  // namespace assay::cli
