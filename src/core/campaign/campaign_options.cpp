#include "core/campaign/campaign.hpp"

namespace assay::core {

const OptionTable<CampaignOptions>& campaign_option_table() {
  using Options = CampaignOptions;
  static const OptionTable<Options> table = [] {
    OptionTable<Options> rows;
    rows.group("Limits");
    rows.add_duration("time", &Options::seconds, "stop after 90s, 10m, 1h30m ... (over all resumes)").is_common();
    rows.add("tests", &Options::tests, "stop after exactly this many cases").is_common();
    rows.add("findings", &Options::findings, "stop after this many distinct findings");
    rows.add("jobs", &Options::jobs, "workers; they do not change the cases")
        .range(1, 1024)
        .short_flag('j')
        .is_common();
    rows.add_duration("prepare-time", &Options::preparation_seconds,
                      "limit for reading inputs, asking targets and controls; --time begins afterwards");
    rows.group("Findings");
    rows.add("confirmations", &Options::confirmations, "fresh runs that a failure is confirmed with").range(1, 100);
    rows.add("reduce-runs", &Options::reduce_runs, "runs of the target that one reduction may use");
    rows.add_duration("reduce-time", &Options::reduce_seconds, "CPU time that one reduction may use");
    rows.add("reduce-share", &Options::reduce_share,
             "share of the time for reductions, where a campaign first tests and then reduces (analyzers); 1: at once")
        .real_range(0.01, 1);
    rows.add_opposite("skip-controls", &Options::controls,
                      "start although a control fails (planted bug not seen, clean run not clean)");
    return rows;
  }();
  return table;
}

}  // namespace assay::core
