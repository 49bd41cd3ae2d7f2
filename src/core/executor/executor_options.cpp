#include "assay/core/executor.hpp"

namespace assay::core {

const OptionTable<ExecutorOptions>& executor_option_table() {
  using Options = ExecutorOptions;
  static const OptionTable<Options> table = [] {
    std::vector<std::string> names;
    std::string help = "who runs the shards: ";
    for (const Executor& executor : executors()) {
      if (!names.empty()) help += "; ";
      help += std::string(executor.name) + ", " + std::string(executor.description);
      names.emplace_back(executor.name);
    }
    OptionTable<Options> rows;
    rows.group("Shards");
    rows.add("executor", &Options::executor, help).one_of(names);
    rows.add("shards", &Options::shards, "run as so many shards, and join what they find").range(1, 100000);
    rows.add("partition", &Options::partition, "of Slurm");
    rows.add("account", &Options::account, "of Slurm");
    rows.add("cpus", &Options::cpus, "of a shard, for Slurm; 0: as many as it has workers").range(0, 1024);
    rows.add_megabytes("shard-memory", &Options::shard_memory_bytes,
                       "MiB that a shard may use with all its processes; 0: any")
        .range(0, 1 << 30);
    rows.add_duration("shard-time", &Options::shard_seconds,
                      "time limit that Slurm is told (default: --time and ten minutes)");
    rows.add("at-once", &Options::at_once, "most shards at a time; 0: locally one, elsewhere all").range(0, 100000);
    rows.add("scratch", &Options::scratch, "folder on each machine where shards work (default: TMPDIR)");
    rows.add_duration("keep-every", &Options::keep_seconds,
                      "how often a shard's campaign is copied to the shared folder")
        .real_range(0.1, 86400);
    rows.add("hosts", &Options::hosts, "machines for parallel, as ssh knows them; ':' is this one").with_commas();
    return rows;
  }();
  return table;
}

}  // namespace assay::core
