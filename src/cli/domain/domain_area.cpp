#include <array>

#include "cli/area.hpp"
#include "cli/area_module.hpp"
#include "cli/domain/domain_commands.hpp"
#include "domain/campaign/campaign.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_domain_test(const std::string& configuration, const std::string&, Purpose,
                                                       const ReplayTarget* replay_target) {
  const Result<domain::TestOptions> options = stored_options(domain::test_option_table(), configuration, replay_target);
  if (!options) return options.error();
  return domain::make_test_module(*options);
}

/// The names of all domains; empty if there is no worker program.
std::vector<std::string> domain_target_names() {
  const Result<std::vector<std::string>> names = domain::domain_names({});
  return names ? *names : std::vector<std::string>();
}

Result<std::pair<std::string, std::string>> domain_target_version(const std::string& target) {
  const Result<std::string> version = domain::domain_version(target);
  if (!version) return version.error();
  return std::pair{target, *version};
}

Result<Recognition> recognize_domain(const std::string& text) {
  const Result<std::string> version = domain::domain_version(text);
  return version ? Result<Recognition>(Recognition{}) : Result<Recognition>(version.error());
}

constexpr std::array kDomainCommands = {Subcommand{"test", add_domain_test},
                                        Subcommand{"exhaustive", add_domain_exhaustive},
                                        Subcommand{"reduce", add_domain_reduce}, Subcommand{"laws", add_domain_laws},
                                        Subcommand{"targets", add_domain_targets}};
constexpr std::array kDomainModules = {ModuleRow{"domain-test", open_domain_test}};
constexpr std::array kDomainTargets = {TargetKind{"abstract domains",
                                                  {},
                                                  domain_target_names,
                                                  domain_target_version,
                                                  controls_of<domain::TestOptions, domain::make_test_module>,
                                                  recognize_domain}};
constexpr std::array kDomainExamples = {
    Example{"domain test --target llvm:KnownBits@8", "one against an abstract domain"}};

}  // namespace

const Area& domain_area() {
  static constexpr Area kArea{"domain",       "Test abstract domains", kDomainCommands,   kDomainModules,
                              kDomainTargets, kDomainExamples,         domain::pass_rows, {}};
  return kArea;
}

}  // namespace assay::cli
