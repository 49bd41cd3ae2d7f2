#include "cli/area.hpp"

#include <array>

#include "assay/core/proc.hpp"
#include "assay/sums/test.hpp"
#include "cli/sums/commands.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_sums_test(const std::string& configuration, const std::string&, Purpose,
                                                     const Aim* aim) {
  Result<sums::TestOptions> options = sums::test_option_table().from_toml(configuration);
  if (!options) return options.error();
  if (aim != nullptr) aim->apply(options->targets);
  return sums::make_test_module(*options);
}

std::vector<std::string> adder_names() { return {"expr"}; }

Result<std::pair<std::string, std::string>> adder_version(const std::string& target) {
  const Result<std::unique_ptr<core::Module>> module = sums::make_test_module({.targets = {target}});
  if (!module) return module.error();
  return std::pair{target, (*module)->targets().front().version};
}

Result<std::vector<ControlLine>> adder_controls(const std::string& target, const std::stop_token& stop) {
  return module_controls(sums::make_test_module({.targets = {target}}), stop);
}

bool is_adder(const std::string& text) { return text == "expr"; }

constexpr std::array kSumsCommands = {Subcommand{"test", add_sums_test}};
constexpr std::array kSumsModules = {ModuleRow{"sums-test", open_sums_test}};
constexpr std::array kSumsTargets = {
    TargetKind{"programs that add", adder_names, adder_version, adder_controls, is_adder}};
constexpr std::array kSumsExamples = {
    Example{"sums test --target expr --tests 1000", "one against a program that adds"}};

}  // namespace

const Area& sums_area() {
  static constexpr Area kArea{"sums",       "Test programs that add", kSumsCommands, kSumsModules, kSumsTargets,
                              kSumsExamples};
  return kArea;
}

}  // namespace assay::cli
