#include <utility>

#include "analyzer/split/plan/split_job.hpp"
#include "core/options/module_options.hpp"

namespace assay::analyzer::splitting {
namespace {

std::vector<std::string> graph_row_names() {
  std::vector<std::string> names = {"auto"};
  for (const GraphRow& row : graphs()) names.emplace_back(row.name);
  return names;
}

void add_dependencies(core::OptionTable<SplitOptions>& table) {
  table.group("Dependencies");
  table.add("graph", &SplitOptions::graph, "reader of the dependencies").one_of(graph_row_names()).is_common();
  table
      .add("edges", &SplitOptions::edges,
           "a file with dependencies: lines \"a.x -> b.x\", JSON, or what dependency-cruiser wrote")
      .files(core::Names::Paths);
  table
      .add("database", &SplitOptions::database,
           "compile_commands.json (default: the project's own, or that in its folder build)")
      .files(core::Names::Paths)
      .is_common();
  table.add("unit", &SplitOptions::unit, "smallest part that a partition contains whole").one_of({"file", "folder"});
  table.add("exclude", &SplitOptions::excluded, "paths from the project's folder that are left out")
      .with_commas()
      .is_common();
}

void add_sizes(core::OptionTable<SplitOptions>& table) {
  table.group("Partitions");
  table.add("max-size", &SplitOptions::max_size, "S: maximum size of a partition (0: Assay chooses)")
      .real_range(0, 1e12)
      .is_common();
  table.add("size-by", &SplitOptions::size_by, "measure of sizes").one_of({"files", "lines", "cost"});
  table
      .add("reach", &SplitOptions::reach, "k: how far dependencies are followed (0: as the analyzer's definition says)")
      .range(0, 1000);
  table.add("share", &SplitOptions::share, "p of split-merge: share of S that all parts of a too large closure repeat")
      .real_range(0, 0.9);
}

void add_runs(core::OptionTable<SplitOptions>& table) {
  table.group("Runs of partitions");
  table.add("again", &SplitOptions::again, "how often a partition that gives no result is split in two and run again")
      .range(0, 10);
  table
      .add("compare-with", &SplitOptions::compare_with,
           "\"whole\": also run on the whole project, and compare the results")
      .one_of({"", "whole"})
      .is_common();
  table.add_duration("whole-budget", &SplitOptions::whole_seconds, "CPU time of that run").real_range(0.01, 864e5);
  table
      .add_megabytes(
          "whole-memory", [](SplitOptions& options) -> std::uint64_t& { return options.whole_memory_bytes; },
          "memory of that run, in MiB, or as 8G")
      .range(16, 1U << 20);
  table.add("against", &SplitOptions::against, "an earlier SARIF file: report only new alerts")
      .files(core::Names::Paths)
      .is_common();
  table.add("cache", &SplitOptions::cache, "folder for what is learned (default: assay in $XDG_CACHE_HOME or ~/.cache)")
      .files(core::Names::Paths);
  table
      .add("learned", &SplitOptions::learned,
           "file of what auto learns about the project (default: one in the folder of --cache)")
      .files(core::Names::Paths);
  table.add_opposite(
      "no-cache", [](SplitOptions& options) -> bool& { return options.use_cache; },
      "neither use nor store results of earlier runs");
}

void add_shared(core::OptionTable<SplitOptions>& table) {
  table.group("Analyzer");
  table
      .add("target", &SplitOptions::target,
           "analyzer: a name that `assay analyzer targets` lists, or a TOML file with a table [split]")
      .files(core::Names::Targets)
      .short_flag('t')
      .is_common();
  table.add("flag", &SplitOptions::flags, "compiler flag for all files: --flag=-DX=1").is_common();
  table.add_duration("budget", &SplitOptions::cpu_seconds, "CPU limit of the run of a partition")
      .real_range(0.01, 864e5)
      .is_common();
  table
      .add_megabytes(
          "memory", [](SplitOptions& options) -> std::uint64_t& { return options.memory_bytes; },
          "memory of one partition, in MiB, or as 2G")
      .range(16, 1U << 20)
      .is_common();
  table.add("jobs", &SplitOptions::jobs, "partitions at a time").range(1, 1024).short_flag('j').is_common();
}

}  // namespace

const core::OptionTable<SplitOptions>& split_option_table() {
  static const core::OptionTable<SplitOptions> table = [] {
    core::OptionTable<SplitOptions> rows;
    add_shared(rows);
    add_dependencies(rows);
    add_sizes(rows);
    add_runs(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::analyzer::splitting
