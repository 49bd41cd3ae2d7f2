#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/split/plan/cost_model.hpp"
#include "analyzer/split/plan/learned.hpp"
#include "analyzer/split/plan/prepare.hpp"
#include "analyzer/split/report/sarif_merge.hpp"
#include "analyzer/split/run/split_run.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

constexpr const char* kPlanFile = "/plan.json";

void learn(const PlannedSplit& planned, const PieceDone& one, const CostCurve& curve, CostStore& costs) {
  const Graph& graph = planned.prepared.graph;
  const RunEnd& end = one.result.end;
  const bool limited = end.status == RunEnd::Status::Limited;
  if (end.status != RunEnd::Status::Done && !limited) return;
  const double kloc = kloc_of(graph, one.piece.units);
  costs.add({kloc, end.cpu_seconds, static_cast<double>(end.memory_bytes) / kMebibyte, limited});
  const double expected = curve.at(kloc) - curve.fixed;
  if (limited || expected <= 0) return;
  std::vector<std::string> names;
  for (const UnitId unit : one.piece.units) names.push_back(graph.units[unit].name);
  costs.add_factor(names, std::max(0.0, end.cpu_seconds - curve.fixed) / expected);
}

/// Stores the costs of runs for later splits. The result has a note if that fails.
std::vector<std::string> learn_all(const PlannedSplit& planned, const std::vector<PieceDone>& done,
                                   const SplitOptions& options) {
  CostStore costs(cost_path(planned.prepared, options));
  const CostCurve expected =
      fitted(costs.samples(), &CostSample::seconds, planned.prepared.definition.splitting.seconds);
  for (const PieceDone& one : done) learn(planned, one, expected, costs);
  const Status kept = costs.save();
  return kept ? std::vector<std::string>() : std::vector<std::string>{kept.error().text()};
}

/// The costs of the runs, for the learned table. Alerts are added later.
LearnedAnalysis analysis_of(const PlannedSplit& planned, const SplitOptions& options,
                            const std::vector<PieceDone>& done) {
  LearnedAnalysis analysis;
  analysis.state = state_of(planned.prepared);
  analysis.strategy = planned.choice.strategy;
  analysis.max_size = planned.choice.max_size;
  analysis.size_by = options.size_by;
  analysis.reach = planned.reach;
  analysis.partitions = planned.plan.partitions.size();
  analysis.cut = cut_units(planned.prepared, planned.plan, options);
  for (const PieceDone& one : done) {
    const RunEnd& end = one.result.end;
    const bool limited = end.status == RunEnd::Status::Limited;
    LearnedRun run{one.piece.units,
                   kloc_of(planned.prepared.graph, one.piece.units),
                   end.cpu_seconds,
                   static_cast<double>(end.memory_bytes) / kMebibyte,
                   0,
                   0};
    if (limited) {
      run.limit_seconds = one.limits.cpu_seconds;
      run.limit_megabytes = static_cast<double>(one.limits.memory_bytes) / kMebibyte;
    }
    if (limited || end.status == RunEnd::Status::Done) analysis.runs.push_back(std::move(run));
  }
  return analysis;
}

Status keep_learned(const PreparedProject& prepared, const SplitOptions& options, const LearnedAnalysis& analysis) {
  const std::string path = learned_path(prepared, options);
  if (path.empty() || analysis.runs.empty()) return {};
  std::string problem;
  Result<LearnedTable> table = read_learned(prepared, options, problem);
  if (!table) return table.error();
  add_analysis(*table, prepared, analysis);
  return write_learned(*table, path);
}

/// Sums up the runs of a split.
class SplitSum {
 public:
  SplitSum(const PlannedSplit& planned, const SplitOptions& options)
      : planned_(planned), prepared_(planned.prepared), options_(options) {
    outcome_.plan = planned.plan;
  }

  /// `runner`: for the run on the whole project; null: not wanted.
  Result<SplitOutcome> of(std::vector<PieceDone> done, const PartitionRunner* runner, const std::stop_token& stop) {
    done_ = std::move(done);
    outcome_.stopped = stop.stop_requested();
    sum_up();
    std::vector<MergedAlert> merged = report();
    learn(merged);
    if (runner != nullptr && !options_.compare_with.empty()) compare_with_whole(merged, *runner, stop);
    if (const Status old = leave_out_old(merged); !old) return old.error();
    for (const MergedAlert& one : merged) outcome_.alerts.push_back(one.alert);
    outcome_.sarif = sarif_of({prepared_, planned_.choice, reports_, outcome_.runs, merged, outcome_});
    return std::move(outcome_);
  }

  /// Costs and alerts of the analysis. Complete after of().
  [[nodiscard]] const LearnedAnalysis& learned() const { return learned_; }

 private:
  /// Records the analysis. A result in a file could be in the report of each run that has the file.
  void learn(const std::vector<MergedAlert>& merged) {
    learned_ = analysis_of(planned_, options_, done_);
    learned_.missing = outcome_.unanalyzed.size();
    std::map<std::string, std::uint64_t> runs_of;
    for (const PieceDone& one : done_)
      if (one.result.end.status == RunEnd::Status::Done)
        for (const UnitId unit : one.piece.units)
          for (const std::string& file : prepared_.graph.units[unit].files) ++runs_of[file];
    for (const MergedAlert& one : merged) {
      learned_.alerts.push_back(alert_hash(one.alert.fingerprint));
      const auto at = runs_of.find(one.alert.file);
      if (at == runs_of.end() || at->second < one.alert.runs.size()) continue;
      learned_.repeated += at->second - 1;
      learned_.disagreed += at->second - one.alert.runs.size();
    }
    std::sort(learned_.alerts.begin(), learned_.alerts.end());
  }

  void sum_up() {
    for (PieceDone& one : done_) {
      outcome_.runs.push_back(run_of(prepared_.graph, one));
      const RunEnd& end = one.result.end;
      outcome_.longest_seconds = std::max(outcome_.longest_seconds, end.wall_seconds);
      outcome_.total_seconds += end.cpu_seconds;
      outcome_.peak_bytes = std::max(outcome_.peak_bytes, end.memory_bytes);
      reports_.push_back(std::move(one.result.report));
    }
  }

  /// Merges the reports, by the owner of each file, and lists the files that no run analyzed.
  std::vector<MergedAlert> report() {
    std::map<std::string, std::size_t> owner;
    std::set<std::string> analyzed, wanted;
    for (const Unit& unit : prepared_.graph.units) wanted.insert(unit.files.begin(), unit.files.end());
    for (std::size_t run = 0; run < done_.size(); ++run) {
      const bool done = outcome_.runs[run].end.status == RunEnd::Status::Done;
      for (const UnitId unit : done_[run].piece.owned)
        for (const std::string& file : prepared_.graph.units[unit].files)
          if (done) owner[file] = run;
      if (!done) continue;
      for (const UnitId unit : done_[run].piece.units)
        for (const std::string& file : prepared_.graph.units[unit].files)
          if (!reports_[run].refused.contains(file)) analyzed.insert(file);
    }
    std::set_difference(wanted.begin(), wanted.end(), analyzed.begin(), analyzed.end(),
                        std::back_inserter(outcome_.unanalyzed));
    core::SourceLines lines(prepared_.project.root);
    return merge_runs(reports_, owner, lines);
  }

  /// A partition's run on all units serves as the run on the whole project, unless larger limits could change its end.
  PartitionResult run_on_everything(const PartitionRunner& runner, const std::stop_token& stop) {
    UnitSet all(prepared_.graph.units.size());
    for (UnitId unit = 0; unit < all.size(); ++unit) all[unit] = unit;
    const bool larger =
        options_.whole_seconds > options_.cpu_seconds || options_.whole_memory_bytes > options_.memory_bytes;
    for (std::size_t run = 0; run < done_.size(); ++run) {
      const RunEnd& end = outcome_.runs[run].end;
      if (done_[run].piece.units == all && (end.status == RunEnd::Status::Done || !larger)) return {end, reports_[run]};
    }
    return runner.run(all, {options_.whole_seconds, options_.whole_memory_bytes}, stop);
  }

  void compare_with_whole(const std::vector<MergedAlert>& merged, const PartitionRunner& runner,
                          const std::stop_token& stop) {
    const PartitionResult whole = run_on_everything(runner, stop);
    if (whole.end.status != RunEnd::Status::Done) {
      outcome_.whole_problem = "the run on everything gives no result: " + whole.end.reason;
      return;
    }
    core::SourceLines lines(prepared_.project.root);
    Comparison comparison = compare(merge_runs({whole.report}, {}, lines), merged);
    comparison.whole = whole.end;
    outcome_.whole = std::move(comparison);
  }

  Status leave_out_old(std::vector<MergedAlert>& merged) {
    if (options_.against.empty()) return {};
    const Result<std::string> text = core::read_text_file(options_.against);
    if (!text) return text.error();
    const std::string& root = prepared_.project.root;
    const Result<std::vector<core::SarifAlert>> old = old_alerts(*text, {root, root, root});
    if (!old) return Error{"'" + options_.against + "' cannot be compared with: " + old.error().text(), ""};
    outcome_.old = remove_known_alerts(merged, *old);
    return {};
  }

  const PlannedSplit& planned_;
  const PreparedProject& prepared_;
  const SplitOptions& options_;
  std::vector<PieceDone> done_;
  std::vector<RunReport> reports_;
  LearnedAnalysis learned_;
  SplitOutcome outcome_;
};

}  // namespace

Result<SplitOutcome> run_split(const PlannedSplit& planned, const SplitOptions& options, const SplitObserver& observer,
                               const std::stop_token& stop) {
  const Result<std::unique_ptr<PartitionRunner>> runner = PartitionRunner::open(planned.prepared, options);
  if (!runner) return runner.error();
  std::vector<std::size_t> all(planned.plan.partitions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Result<std::vector<PieceDone>> done = SplitRun(planned, options, **runner, observer, nullptr, stop).run(all);
  if (!done) return done.error();
  std::vector<std::string> notes = learn_all(planned, *done, options);
  SplitSum sum(planned, options);
  Result<SplitOutcome> outcome = sum.of(std::move(*done), runner->get(), stop);
  if (!outcome) return outcome;
  if (!outcome->stopped)
    if (const Status kept = keep_learned(planned.prepared, options, sum.learned()); !kept)
      notes.push_back(kept.error().text());
  outcome->notes = std::move(notes);
  return outcome;
}

Status run_split_shard(const PlannedSplit& planned, const SplitOptions& options, core::Shard shard,
                       const std::string& folder, const SplitObserver& observer, const std::stop_token& stop) {
  const Result<std::unique_ptr<PartitionRunner>> runner = PartitionRunner::open(planned.prepared, options);
  if (!runner) return runner.error();
  const PieceFolder pieces(folder);
  if (const Status made = pieces.begin(); !made) return made;
  if (const Status kept = core::write_text_file(folder + kPlanFile, planned_to_json(planned)); !kept) return kept;
  std::vector<std::size_t> own;
  for (std::size_t i = shard.index; i < planned.plan.partitions.size(); i += shard.count) own.push_back(i);
  const Result<std::vector<PieceDone>> done = SplitRun(planned, options, **runner, observer, &pieces, stop).run(own);
  if (!done) return done.error();
  static_cast<void>(learn_all(planned, *done, options));
  if (stop.stop_requested())
    return Error{"stopped: the results of finished runs are in '" + folder + "'", "the same command makes the others"};
  return {};
}

namespace {

/// Keeps, of two runs of one piece, the run with a result.
void add_piece(std::map<std::string, PieceDone>& pieces, PieceDone one) {
  const auto [at, fresh] = pieces.emplace(one.piece.name, one);
  if (!fresh && at->second.result.end.status != RunEnd::Status::Done) at->second = std::move(one);
}

}  // namespace

Result<JoinedSplit> join_splits(const std::vector<std::string>& folders, const SplitOptions& options) {
  JoinedSplit joined;
  std::string plan;
  std::map<std::string, PieceDone> pieces;
  for (const std::string& folder : folders) {
    const Result<std::string> text = core::read_text_file(folder + kPlanFile);
    if (!text)
      return Error{"'" + folder + "' holds no runs of partitions",
                   "give folders that `assay analyzer run --partition --shard` has made"};
    if (plan.empty()) {
      Result<PlannedSplit> planned = planned_from_json(*text);
      if (!planned) return Error{"'" + folder + kPlanFile + "' cannot be read: " + planned.error().text(), ""};
      joined.planned = std::move(*planned);
      plan = *text;
    } else if (*text != plan) {
      return Error{"'" + folder + "' is of another plan than '" + folders.front() + "'",
                   "join what was started with one --plan, or by one --executor"};
    }
    for (PieceDone& one : PieceFolder(folder).all(joined.planned.prepared.graph.units.size()))
      add_piece(pieces, std::move(one));
  }
  std::vector<PieceDone> done;
  for (auto& [name, one] : pieces) done.push_back(std::move(one));
  std::stable_sort(done.begin(), done.end(),
                   [](const PieceDone& a, const PieceDone& b) { return a.piece.partition < b.piece.partition; });
  Result<SplitOutcome> outcome = SplitSum(joined.planned, options).of(std::move(done), nullptr, {});
  if (!outcome) return outcome.error();
  joined.outcome = std::move(*outcome);
  return joined;
}

}  // namespace assay::analyzer::splitting
