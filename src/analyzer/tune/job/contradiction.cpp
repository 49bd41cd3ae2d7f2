#include "analyzer/tune/job/contradiction.hpp"

#include "analyzer/test/test.hpp"
#include "base/version.hpp"
#include "core/campaign/campaign.hpp"
#include "core/io/io.hpp"
#include "core/store/store.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr double kReduceSeconds = 30;

class SilentObserver final : public core::Observer {
 public:
  void on_event(const core::Event&) override {}
};

/// The options of a campaign with one case, the program itself.
core::CampaignOptions one_case() {
  core::CampaignOptions options;
  options.tests = 1;
  options.controls = false;  // the guard has already seen the failure
  options.reduce_seconds = kReduceSeconds;
  return options;
}

}  // namespace

Result<Contradiction> keep_contradiction(const Definition& definition, const Code& code, const std::string& folder,
                                         const std::stop_token& stop) {
  const std::string target = folder + "/target.toml";
  if (const Status made = core::Disk::real().make_directory(folder); !made) return made.error();
  if (const Status kept = core::write_text_file(target, to_toml(definition)); !kept) return kept.error();
  Result<Program> program = load_program(code.files, code.flags);
  if (!program) return program.error();
  TestOptions options;
  options.targets = {target};
  options.programs = code.files;
  options.flags = code.flags;
  UserPrograms programs;
  programs.programs.push_back({code.files.front(), std::move(*program)});
  const Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
  if (!module) return module.error();
  const std::string assay_version = std::string(version()) + " (" + std::string(commit()) + ")";
  const Result<std::unique_ptr<core::Store>> store =
      core::Store::create(folder + "/campaign", core::identity_of(**module, options.seed, {}, assay_version));
  if (!store) return store.error();
  if (const Status begun = (*store)->begin_session(); !begun) return begun.error();
  SilentObserver nobody;
  const Result<core::Summary> summary = core::run_campaign(**module, one_case(), **store, nobody, stop);
  if (!summary) return summary.error();
  const Result<core::CampaignRecord> record = (*store)->record();
  if (!record) return record.error();
  if (record->findings.empty()) return Error{"it did not show again", ""};
  return Contradiction{folder, record->findings.front().folder};
}

}  // namespace assay::analyzer::tune
