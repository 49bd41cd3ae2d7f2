#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/domain/law.hpp"
#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "domain/campaign/campaign.hpp"

namespace assay::cli {
namespace {

struct DomainTestFlags {
  domain::TestOptions test;
  RunFlags run;
  StartFlags start;
};

/// The domain that is tested if no --target is given. A build without LLVM's domains tests its first domain instead.
constexpr const char* kDefaultDomain = "llvm:ConstantRange@8";

std::vector<std::string> absolute(std::vector<std::string> paths) {
  for (std::string& path : paths) path = core::absolute_path(path);
  return paths;
}

void run(DomainTestFlags& flags, Session& session) {
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    if (flags.test.targets.empty()) {
      const Result<std::vector<std::string>> names = domain::domain_names(flags.test.load);
      if (!names) return names.error();
      auto chosen = names->begin();
      if (flags.test.load.empty()) {
        const auto wanted = std::find(names->begin(), names->end(), kDefaultDomain);
        if (wanted != names->end()) chosen = wanted;
      }
      if (chosen != names->end()) flags.test.targets = {*chosen};
    }
    return domain::make_test_module(flags.test);
  };
  start_campaign(make, flags.test.seed, flags.start, flags.run, session);
}

}  // namespace

void add_domain_test(CLI::App& domain, Session& session) {
  CLI::App* app =
      domain.add_subcommand("test", "Test abstract domains: lattice laws, concrete points, observations, crashes");
  const auto flags = std::make_shared<DomainTestFlags>();
  add_options(*app, domain::test_option_table().bind(flags->test));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay domain test --target llvm:KnownBits@32 --time 60s\n"
      "  assay domain test --target ppl:C_Polyhedron --time 10m -j 2\n"
      "  assay domain test --load ./libmydomain.so --time 60s\n"
      "  assay domain test --target apron:box-D --against apron:box-MPQ --time 5m\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

void add_domain_exhaustive(CLI::App& domain, Session& session) {
  struct Flags {
    std::string target;
    std::vector<std::string> load;
    core::Limits limits{.wall_seconds = 600};
  };
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = domain.add_subcommand(
      "exhaustive", "Test every result of a finite domain: all elements, all values, all operations");
  app->option_defaults()->always_capture_default();
  app->add_option("target", flags->target, "domain with few elements: llvm:ConstantRange@4")->required();
  app->add_option("--load", flags->load, "shared object with domains of your own");
  add_options(*app, core::limit_table().bind(flags->limits));
  app->footer(
      "Prints a table with the numbers of checked results, of unsound results, of best results, and of results that "
      "are not the best although the domain promises it.\nExit code: 0 the domain keeps all promises, 1 it does not, "
      "2 usage, 3 environment, or an operation that crashed.");
  app->callback([flags, &session] {
    const Result<domain::Exhausted> all =
        domain::test_all(flags->target, absolute(flags->load), flags->limits, Listening(session).stop());
    if (!all) return session.fail(all.error());
    print_out("{}", printable(all->text));
    if (!all->right) session.exit_code = kFindings;
  });
}

void add_domain_laws(CLI::App& domain, Session& session) {
  CLI::App* laws =
      domain.add_subcommand("laws", "List the laws: number, class (Soundness, Precision, Convergence), statement");
  const auto json = std::make_shared<bool>(false);
  laws->add_flag("--json", *json, "one JSON array");
  laws->footer(
      "v is join, ^ meet, W widening, N narrowing, T top, _ bottom, <= inclusion, x[v:=e] assignment, x?c "
      "condition. The laws 1 to 46 are those of Figure 2.3.");
  laws->callback([json, &session] {
    static_cast<void>(session);
    constexpr std::string_view kClasses = "SPC";
    auto rows = nlohmann::ordered_json::array();
    for (const domain::Law& law : domain::laws()) {
      const std::string kind(1, kClasses[static_cast<std::size_t>(law.kind)]);
      rows.push_back({{"number", law.number}, {"class", kind}, {"name", law.name}, {"statement", law.statement}});
      if (!*json) print_out("{:>3} [{}] {:<26} {}\n", law.number, kind, law.name, law.statement);
    }
    if (*json) print_out("{}\n", rows.dump());
  });
}

void add_domain_targets(CLI::App& domain, Session& session) {
  CLI::App* targets = domain.add_subcommand("targets", "List the domains on this machine");
  const auto load = std::make_shared<std::vector<std::string>>();
  const auto json = std::make_shared<bool>(false);
  targets->add_option("--load", *load, "shared object with domains of your own");
  targets->add_flag("--json", *json, "one JSON array");
  targets->callback([load, json, &session] {
    const Result<std::vector<std::string>> names = domain::domain_names(absolute(*load));
    if (!names) return session.fail(names.error());
    auto rows = nlohmann::ordered_json::array();
    for (const std::string& name : *names) {
      rows.push_back(printable(name));
      if (!*json) print_out("{}\n", printable(name));
    }
    if (*json) print_out("{}\n", rows.dump());
  });
}

}  // namespace assay::cli
