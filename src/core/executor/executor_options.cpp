#include "core/executor/executor.hpp"

namespace assay::core {

const OptionTable<ExecutorOptions>& executor_option_table() {
  using Options = ExecutorOptions;
  static const OptionTable<Options> table = [] {
    std::vector<std::string> names;
    std::string help = "executor of the shards: ";
    for (const Executor& executor : executors()) {
      if (!names.empty()) help += "; ";
      help += std::string(executor.name) + ", " + std::string(executor.description);
      names.emplace_back(executor.name);
    }
    OptionTable<Options> rows;
    rows.group("Shards");
    rows.add("executor", &Options::executor, help).one_of(names);
    rows.add("shards", &Options::shards, "number of shards; their findings are merged at the end").range(1, 100000);
    rows.add("partition", &Options::partition, "partition of Slurm");
    rows.add("account", &Options::account, "account of Slurm");
    rows.add("cpus", &Options::cpus, "CPUs per shard on Slurm (0: the number of workers)").range(0, 1024);
    rows.add_megabytes("shard-memory", &Options::shard_memory_bytes,
                       "memory limit of a shard with all its processes, in MiB (0: none)")
        .range(0, 1 << 30);
    rows.add_duration("shard-time", &Options::shard_seconds, "time limit for Slurm (default: --time plus ten minutes)");
    rows.add("at-once", &Options::at_once,
             "maximum number of shards running at once, per host with parallel (0: one; on Slurm all)")
        .range(0, 100000);
    rows.add("scratch", &Options::scratch, "folder on each machine where shards work (default: TMPDIR)");
    rows.add_duration("keep-every", &Options::keep_seconds,
                      "interval of copies of a shard's campaign to the shared folder")
        .real_range(0.1, 86400);
    rows.add("hosts", &Options::hosts, "machines for parallel, by their ssh names; ':' is this machine").with_commas();
    return rows;
  }();
  return table;
}

}  // namespace assay::core
