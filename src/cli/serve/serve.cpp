#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <utility>

#include "cli/cli_session.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/serve/campaigns.hpp"
#include "cli/serve/server.hpp"

namespace assay::cli {

void add_serve(CLI::App& app, Session& session) {
  struct Flags {
    ServeOptions options;
    std::string baseline;
  };
  CLI::App* serve_app =
      app.add_subcommand("serve", "Show campaigns in a browser, running or not; the page renews itself");
  const auto flags = std::make_shared<Flags>();
  serve_app->add_option("directories", flags->options.folders, "campaigns' folders, or folders that hold some")
      ->required();
  serve_app->add_option("--port", flags->options.port, "port to listen on; 0: any free port")
      ->check(CLI::Range(0U, 65535U))
      ->capture_default_str();
  serve_app
      ->add_option("--host", flags->options.host,
                   "address to listen on; with a non-loopback address, other machines can read the pages")
      ->capture_default_str();
  serve_app->add_option("--name", flags->options.names,
                        "another name by which browsers reach this machine, besides its addresses and its own name");
  serve_app->add_option("--baseline", flags->baseline, "findings listed there are marked as known");
  serve_app->footer(
      "A finding's page has a form for its state, link and note. There are no passwords: with a --host that other\n"
      "machines reach, the pages are read-only. Ctrl-C ends it.");
  serve_app->callback([flags, &session] {
    if (const Status there = ServedCampaigns::check(flags->options.folders); !there)
      return session.fail(there.error(), kUsage);
    if (!flags->baseline.empty()) {
      Result<core::Baseline> baseline = core::Baseline::load(flags->baseline);
      if (!baseline) return session.fail(baseline.error(), kUsage);
      flags->options.baseline = std::move(*baseline);
    }
    const Listening listening(session);
    const auto ready = [](const std::string& address) {
      print_out("{}\n", address);
      flush_stream(stdout);
    };
    if (const Status served = serve(flags->options, ready, listening.stop()); !served) session.fail(served.error());
  });
}

}  // namespace assay::cli
