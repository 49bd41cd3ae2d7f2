#include "assay/domain/test.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "assay/base/text.hpp"
#include "assay/domain/law.hpp"
#include "cli/run.hpp"
#include "cli/session.hpp"
#include "cli/solver_flags.hpp"
#include "cli/toml_config.hpp"

namespace assay::cli {
namespace {

struct DomainTestFlags {
  domain::TestOptions test;
  RunFlags run;
  LimitFlags limits;
  std::string out;
  std::string shard = "0/1";
};

constexpr const char* kDefaultTarget = "llvm:ConstantRange@8";

/// A campaign may be resumed from another folder.
void make_absolute(std::string& path) {
  std::error_code error;
  const std::filesystem::path full = std::filesystem::absolute(path, error);
  if (!error) path = full.lexically_normal().string();
}
std::vector<std::string> absolute(std::vector<std::string> paths) {
  for (std::string& path : paths) make_absolute(path);
  return paths;
}

void run(DomainTestFlags& flags, Session& session) {
  if (const Status status = flags.limits.apply(flags.test.limits); !status) return session.fail(status.error(), kUsage);
  if (flags.test.targets.empty() && flags.test.load.empty()) flags.test.targets = {kDefaultTarget};
  if (flags.out.empty()) flags.out = default_folder();
  flags.test.load = absolute(flags.test.load);
  if (!flags.test.known.empty()) make_absolute(flags.test.known);
  if (flags.test.targets.empty()) {
    const Result<std::vector<std::string>> names = domain::domain_names(flags.test.load);
    if (!names) return session.fail(names.error());
    flags.test.targets.assign(names->begin(), names->begin() + (names->empty() ? 0 : 1));
  }
  const Result<core::Shard> shard = parse_shard(flags.shard);
  if (!shard) return session.fail(shard.error(), kUsage);
  if (const Result<core::CampaignOptions> options = flags.run.options(); !options)
    return session.fail(options.error(), kUsage);
  const Result<std::unique_ptr<core::Module>> module = domain::make_test_module(flags.test);
  if (!module) return session.fail(module.error());
  start_campaign(**module, flags.test.seed, *shard, flags.out, flags.run, session);
}

void add_options(CLI::App& app, DomainTestFlags& flags) {
  app.add_option("-o,--out", flags.out, "the campaign's folder (default: assay-campaign-<time>)");
  app.add_option("-t,--target", flags.test.targets,
                 fmt::format("domain under test (default: {}); `assay domain targets` lists them", kDefaultTarget))
      ->group("Targets");
  app.add_option("--load", flags.test.load, "shared object with domains of your own (docs/user/domain-test.md)")
      ->group("Targets");
  app.add_option("--against", flags.test.against,
                 "a variant of the targets with exact numbers: what it keeps, theirs must keep, too")
      ->group("Targets");
  app.add_option("--known", flags.test.known,
                 "file of known causes: they are counted, and not reported (docs/user/domain-test.md)")
      ->group("Targets");
  flags.limits.add_to(app);
  app.add_option(
         "--preset", flags.test.preset,
         "how large the pool of elements is: C1 (only top and bottom), C2, C3 (1024 elements), C4 (no operations "
         "on them), C5 (64), C6 (no boundary values)")
      ->check(CLI::IsMember({"C1", "C2", "C3", "C4", "C5", "C6"}))
      ->group("Cases");
  app.add_option("--dimensions", flags.test.dimensions, "most dimensions of a case")
      ->check(CLI::Range(1U, 64U))
      ->group("Cases");
  app.add_option("--checks", flags.test.checks, "laws checked by a case")->check(CLI::Range(1U, 1000U))->group("Cases");
  app.add_option("--law", flags.test.laws, "only these laws, by number: `assay domain laws` lists them")
      ->delimiter(',')
      ->group("Cases");
  app.add_option("--without-law", flags.test.without, "not these laws")->delimiter(',')->group("Cases");
  app.add_option("--without-operation", flags.test.without_operations,
                 "programs and laws do without these: `forget,is-top`, to look past what an operation breaks")
      ->delimiter(',')
      ->group("Cases");
  app.add_option("--seed", flags.test.seed,
                 "of the random choices: the same seed and configuration make the same cases")
      ->group("Cases");
  app.add_option("--shard", flags.shard, "run slice i of n: i/n; `assay campaign merge` joins them")->group("Cases");
}

}  // namespace

void add_domain_test(CLI::App& domain, Session& session) {
  CLI::App* app =
      domain.add_subcommand("test", "Test abstract domains: lattice laws, concrete points, observations, crashes");
  const auto flags = std::make_shared<DomainTestFlags>();
  app->option_defaults()->always_capture_default();
  add_options(*app, *flags);
  flags->run.add_to(*app);
  app->footer(
      "Examples:\n"
      "  assay domain test --target llvm:KnownBits@32 --time 60s\n"
      "  assay domain test --target ppl:C_Polyhedron --target ppl:NNC_Polyhedron --time 10m -j 2\n"
      "  assay domain test --load ./libmydomain.so --time 60s\n"
      "  assay domain test --target apron:box-D --against apron:box-MPQ --known causes.toml --time 5m\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      fmt::print("{}", effective_toml(*app, "domain.test"));
    } else {
      run(*flags, session);
    }
  });
}

void add_domain_exhaustive(CLI::App& domain, Session& session) {
  struct Flags {
    std::string target;
    std::vector<std::string> load;
    LimitFlags limits;
  };
  const auto flags = std::make_shared<Flags>();
  flags->limits.timeout = "10m";
  CLI::App* app = domain.add_subcommand(
      "exhaustive", "Test every result of a finite domain: all elements, all values, all operations");
  app->option_defaults()->always_capture_default();
  app->add_option("target", flags->target, "domain with few elements: llvm:ConstantRange@4")->required();
  app->add_option("--load", flags->load, "shared object with domains of your own");
  flags->limits.add_to(*app);
  app->footer(
      "A table: results looked at, unsound ones, those that are the best there are, and those that are not though the\n"
      "domain promises it. Exit code: 0 all as promised, 1 not, 2 usage, 3 environment, or an operation that crashed.");
  app->callback([flags, &session] {
    core::Limits limits;
    if (const Status status = flags->limits.apply(limits); !status) return session.fail(status.error(), kUsage);
    const Result<domain::Exhausted> all =
        domain::test_all(flags->target, absolute(flags->load), limits, session.stop.get_token());
    if (!all) return session.fail(all.error());
    fmt::print("{}", printable(all->text));
    if (!all->right) session.exit_code = kFindings;
  });
}

void add_domain_laws(CLI::App& domain, Session& session) {
  domain.add_subcommand("laws", "List the laws: number, class (Soundness, Precision, Convergence), statement")
      ->footer(
          "v is join, ^ meet, W widening, N narrowing, T top, _ bottom, <= inclusion, x[v:=e] assignment, x?c "
          "condition. 1 to 46 are those of Figure 2.3.")
      ->callback([&session] {
        static_cast<void>(session);
        constexpr std::string_view kClasses = "SPC";
        for (const domain::Law& law : domain::laws())
          fmt::print("{:>3} [{}] {:<26} {}\n", law.number, kClasses[static_cast<std::size_t>(law.kind)], law.name,
                     law.statement);
      });
}

void add_domain_targets(CLI::App& domain, Session& session) {
  CLI::App* targets = domain.add_subcommand("targets", "List the domains on this machine");
  const auto load = std::make_shared<std::vector<std::string>>();
  targets->add_option("--load", *load, "shared object with domains of your own");
  targets->callback([load, &session] {
    const Result<std::vector<std::string>> names = domain::domain_names(absolute(*load));
    if (!names) return session.fail(names.error());
    for (const std::string& name : *names) fmt::print("{}\n", printable(name));
  });
}

}  // namespace assay::cli
