#include "core/report/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/text.hpp"
#include "core/report/page.hpp"
#include "core/report/report.hpp"
#include "core/target/stability.hpp"

namespace assay::core {
namespace {

using Holds = PageTable::Holds;

std::size_t rank_of(const MeasuredRun& run) {
  const std::vector<Stability>& all = all_stabilities();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](Stability one) { return name(one) == run.measured.change; });
  return static_cast<std::size_t>(found - all.begin());
}

/// The number of a target's inputs in each class, by rank.
std::vector<std::size_t> class_counts(const CampaignRecord& record, std::size_t target) {
  std::vector<std::size_t> counts(all_stabilities().size());
  for (const MeasuredRun& run : record.measured)
    if (const std::size_t rank = rank_of(run); run.target == target && rank < counts.size()) ++counts[rank];
  return counts;
}

/// The gravest class first, then in the order of the inputs and targets.
std::vector<const MeasuredRun*> sorted_runs(const CampaignRecord& record) {
  std::map<std::uint64_t, std::size_t> worst;  // rank, by case
  std::vector<const MeasuredRun*> runs;
  for (const MeasuredRun& run : record.measured) {
    if (run.target >= record.identity.targets.size()) continue;
    runs.push_back(&run);
    const auto [at, is_new] = worst.try_emplace(run.case_index, rank_of(run));
    if (!is_new) at->second = std::min(at->second, rank_of(run));
  }
  const auto key = [&](const MeasuredRun* run) {
    return std::tuple(worst[run->case_index], run->case_index, run->target);
  };
  std::sort(runs.begin(), runs.end(), [&](const auto* a, const auto* b) { return key(a) < key(b); });
  return runs;
}

/// Runs of the solver, the original's included, and their CPU time.
struct Cost {
  std::uint64_t runs = 0;
  double cpu_seconds = 0;
};
Cost cost_of(const CampaignRecord& record, std::size_t target) {
  Cost cost;
  for (const MeasuredRun& run : record.measured) {
    if (run.target != target || !run.measured.sampling) continue;
    cost.runs += 1 + run.measured.sampling->runs + run.measured.sampling->left_out;
    cost.cpu_seconds += run.measured.cpu_seconds;
  }
  return cost;
}

}  // namespace

bool is_sampled(const CampaignRecord& record) {
  return !record.measured.empty() && record.measured.front().measured.sampling.has_value();
}

std::string sampling_text(const MeasuredRun& run) {
  if (!run.measured.sampling || run.measured.sampling->runs == 0) return run.answer;
  const Sampling& sampling = *run.measured.sampling;
  const std::string median =
      sampling.answered > 0 ? fmt::format(", median {:.2f} s", sampling.median_seconds) : std::string();
  return fmt::format("{}: {} of {}{}", run.answer, sampling.answered, sampling.runs, median);
}

std::string stability_text(const CampaignRecord& record, std::size_t max_rows) {
  if (!is_sampled(record)) return "";
  std::string out;
  for (std::size_t target = 0; target < record.identity.targets.size(); ++target) {
    const std::vector<std::size_t> counts = class_counts(record, target);
    std::vector<std::string> words;
    for (std::size_t rank = 0; rank < counts.size(); ++rank)
      if (counts[rank] > 0) words.push_back(fmt::format("{} {}", name(all_stabilities()[rank]), counts[rank]));
    const Cost cost = cost_of(record, target);
    out += fmt::format("{}: {} ({} runs, {} of CPU time)\n", record.identity.targets[target].name,
                       words.empty() ? "nothing classified" : join(words, ", "), grouped(cost.runs),
                       readable_seconds(cost.cpu_seconds));
  }
  std::size_t shown = 0;
  for (const MeasuredRun* run : sorted_runs(record)) {
    if (shown++ == max_rows) return out + "  ... the report has all inputs\n";
    out += fmt::format("  {:<12} {}\n               {:<16} {}{}\n", run->measured.change, printable(run->measured.name),
                       record.identity.targets[run->target].name, sampling_text(*run),
                       run->measured.note.empty() ? "" : "; " + printable(run->measured.note));
  }
  return out;
}

std::string stability_section(const CampaignRecord& record) {
  if (!is_sampled(record)) return "";
  PageTable classes{"Inputs by class", {{with_capital(record.identity.description.target)}}, {}};
  for (const Stability one : all_stabilities())
    classes.columns.push_back({with_capital(std::string(name(one))), Holds::Number});
  classes.columns.push_back({"Runs", Holds::Number});
  classes.columns.push_back({"CPU time", Holds::Number});
  for (std::size_t target = 0; target < record.identity.targets.size(); ++target) {
    std::vector<PageTable::Cell>& row = classes.rows.emplace_back();
    row.push_back({record.identity.targets[target].name});
    const std::vector<std::size_t> counts = class_counts(record, target);
    for (std::size_t rank = 0; rank < counts.size(); ++rank)
      row.push_back({grouped(counts[rank]), counts[rank] > 0 && all_stabilities()[rank] == Stability::Unstable});
    const Cost cost = cost_of(record, target);
    row.push_back({grouped(cost.runs)});
    row.push_back({readable_seconds(cost.cpu_seconds)});
  }
  PageTable inputs{"Inputs",
                   {{"Input", Holds::Path},
                    {with_capital(record.identity.description.target), Holds::Word},
                    {"Class", Holds::Word},
                    {"Answers", Holds::Word},
                    {"CPU seconds", Holds::Number},
                    {"Work", Holds::Number},
                    {"Note", Holds::Text}},
                   {}};
  for (const MeasuredRun* run : sorted_runs(record)) {
    const std::uint64_t work = run->measured.sampling ? run->measured.sampling->median_work : 0;
    inputs.rows.push_back({{run->measured.name},
                           {record.identity.targets[run->target].name},
                           {run->measured.change, run->measured.change == name(Stability::Unstable)},
                           {sampling_text(*run)},
                           {fmt::format("{:.2f}", run->measured.cpu_seconds), false, "",
                            fmt::format("{:012.3f}", run->measured.cpu_seconds)},
                           {work == 0 ? "" : grouped(work), false, "", fmt::format("{:020}", work)},
                           {run->measured.note}});
  }
  return "<h2>Stability</h2>\n" + folding_table(classes) + searchable_table(inputs, "inputs", "Class");
}

}  // namespace assay::core
