// CPU seconds that each strategy takes on a graph, and the sizes of its sets. Usage: split_rate [UNITS [USES [S]]]
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "split_projects.hpp"

int main(int argc, char** argv) {
  namespace splitting = assay::analyzer::splitting;
  const auto argument = [&](int i, std::size_t otherwise) {
    return i < argc ? static_cast<std::size_t>(std::strtoull(argv[i], nullptr, 10)) : otherwise;
  };
  const std::size_t units = argument(1, 10'000);
  const splitting::Graph graph = assay::planted::large_graph(1, units, argument(2, 100'000));
  const splitting::SplitTask task{&graph, static_cast<double>(argument(3, 500)), 2, 0.1};
  std::printf("%zu units, %zu uses, S = %g, k = 2\n", units, edge_count(graph), task.max_size);
  std::printf("%-14s %9s %9s %11s %11s %9s %9s\n", "strategy", "split CPU", "plan CPU", "partitions", "replicated",
              "cut", "apart");
  for (const splitting::StrategyRow& row : splitting::strategies()) {
    const std::clock_t start = std::clock();
    std::vector<splitting::UnitSet> sets = row.split(task);
    const std::clock_t split = std::clock();
    const splitting::Plan plan = plan_from(std::move(sets), task);
    const std::clock_t end = std::clock();
    const auto seconds = [](std::clock_t ticks) { return static_cast<double>(ticks) / CLOCKS_PER_SEC; };
    std::printf("%-14.*s %9.3f %9.3f %11zu %11.2f %9zu %9zu\n", static_cast<int>(row.name.size()), row.name.data(),
                seconds(split - start), seconds(end - split), plan.partitions.size(), plan.sum / plan.whole,
                plan.cut.size(), plan.lost.size());
  }
}
