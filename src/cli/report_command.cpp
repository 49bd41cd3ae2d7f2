#include <CLI/CLI.hpp>
#include <memory>

#include "cli_session.hpp"
#include "core/store/store.hpp"
#include "output.hpp"
#include "run.hpp"

namespace assay::cli {

void add_report(CLI::App& app, Session& session) {
  struct Flags {
    std::string directory;
    std::string out;
    std::string baseline;
  };
  CLI::App* report = app.add_subcommand("report", "Write a campaign as one HTML page that needs no network");
  const auto flags = std::make_shared<Flags>();
  report->add_option("directory", flags->directory, "the campaign's folder")->required();
  report->add_option("-o,--out", flags->out, "file (default: report.html in the folder)");
  report->add_option("--baseline", flags->baseline, "findings listed there are marked as known");
  report->callback([flags, &session] {
    Result<core::Baseline> baseline = core::Baseline();
    if (!flags->baseline.empty()) baseline = core::Baseline::load(flags->baseline);
    if (!baseline) return session.fail(baseline.error(), kUsage);
    const core::Baseline* const given = flags->baseline.empty() ? nullptr : &*baseline;
    const Result<std::string> written = write_report_of(flags->directory, flags->out, given);
    if (!written) return session.fail(written.error());
    print_out("{}\n", *written);
  });
}

}  // namespace assay::cli
