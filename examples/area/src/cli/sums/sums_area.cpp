#include <array>

#include "cli/area.hpp"
#include "cli/area_module.hpp"
#include "cli/sums/sums_commands.hpp"
#include "core/proc/proc.hpp"
#include "sums/sums.hpp"
#include "sums/sums_tester.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_sums_test(const std::string& configuration, const std::string&, Purpose,
                                                     const ReplayTarget* target) {
  const Result<sums::TestOptions> options = stored_options(sums::test_option_table(), configuration, target);
  if (!options) return options.error();
  return sums::make_test_module(*options);
}

std::vector<std::string> adder_names() { return {"expr"}; }

Result<std::pair<std::string, std::string>> adder_version(const std::string& target) {
  const Result<std::unique_ptr<core::Module>> module = sums::make_test_module({.targets = {target}});
  if (!module) return module.error();
  return std::pair{target, (*module)->targets().front().version};
}

Result<Recognition> recognize_adder(const std::string& text) {
  if (text == "expr") return Recognition{};
  return Error{"'" + text + "' is no program that adds", "name expr"};
}

constexpr std::array kSumsCommands = {Subcommand{"test", add_sums_test}};
constexpr std::array kSumsModules = {ModuleRow{"sums-test", open_sums_test}};
constexpr std::array kSumsTargets = {TargetKind{"programs that add", "", adder_names, adder_version,
                                                controls_of<sums::TestOptions, sums::make_test_module>,
                                                recognize_adder}};
constexpr std::array kSumsExamples = {
    Example{"sums test --target expr --tests 1000", "one against a program that adds"}};
constexpr std::array kRunPasses = {&sums::kSumIsRight};

std::span<const core::PassRow* const> run_passes() { return kRunPasses; }

}  // namespace

const Area& sums_area() {
  static constexpr Area kArea{
      "sums", "Test programs that add", kSumsCommands, kSumsModules, kSumsTargets, kSumsExamples, run_passes, {}};
  return kArea;
}

}  // namespace assay::cli
