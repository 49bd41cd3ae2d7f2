#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "assay/core/io.hpp"
#include "assay/core/target/ending.hpp"
#include "cost_model.hpp"
#include "merge.hpp"
#include "partition_runner.hpp"
#include "prepare.hpp"

namespace assay::analyzer::splitting {
namespace {

/// A partition, or a part of one, that is to be run.
struct Piece {
  std::size_t partition = 0;
  std::string name;
  UnitSet units;
  UnitSet owned;
  unsigned depth = 0;  ///< how often it was split again
};

/// What became of it.
struct PieceDone {
  Piece piece;
  PartitionResult result;
  bool given_up = false;
};

class SplitRun {
 public:
  SplitRun(const Prepared& prepared, const Choice& choice, const SplitOptions& options, const PartitionRunner& runner,
           const SplitObserver& observer, std::stop_token stop)
      : prepared_(prepared),
        choice_(choice),
        options_(options),
        runner_(runner),
        observer_(observer),
        stop_(std::move(stop)),
        costs_(cost_path(prepared, options)),
        expected_(fitted(costs_.samples(), &CostSample::seconds, prepared.definition.splitting.seconds)) {}

  Result<SplitOutcome> run() {
    outcome_.plan = plan_for(prepared_, choice_, options_);
    std::vector<Piece> open;
    for (std::size_t i = 0; i < outcome_.plan.partitions.size(); ++i) {
      const Partition& partition = outcome_.plan.partitions[i];
      open.push_back({i, std::to_string(i + 1), partition.units, partition.owned, 0});
    }
    while (!open.empty() && !stop_.stop_requested()) open = run_all(open);
    if (stop_.stop_requested()) return Error{"stopped", ""};
    if (const Status kept = costs_.save(); !kept) outcome_.notes.push_back(kept.error().text());
    sum_up();
    std::vector<Merged> merged = report();
    if (!options_.compare_with.empty()) compare_with_whole(merged);
    if (const Status old = leave_out_old(merged); !old) return old.error();
    for (const Merged& one : merged) outcome_.alerts.push_back(one.alert);
    outcome_.sarif = sarif_of({prepared_, choice_, reports_, outcome_.runs, merged, outcome_});
    return std::move(outcome_);
  }

 private:
  /// Runs the pieces, several at a time; what is to be run next: halves of those that gave no result.
  std::vector<Piece> run_all(std::vector<Piece>& pieces) {
    std::vector<PieceDone> done(pieces.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < pieces.size() && !stop_.stop_requested(); i = next++) {
        done[i].piece = pieces[i];
        done[i].result = runner_.run(pieces[i].units, {options_.cpu_seconds, options_.memory_bytes}, stop_);
        done[i].given_up = failed(done[i]) && !can_split(done[i]);
        tell(done[i]);
      }
    };
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < std::min<std::size_t>(options_.jobs, pieces.size()); ++i) helpers.emplace_back(work);
      work();
    }
    std::vector<Piece> again;
    for (PieceDone& one : done) {
      if (stop_.stop_requested()) break;
      learn(one);
      if (failed(one) && !one.given_up)
        for (Piece& half : halves(one.piece)) again.push_back(std::move(half));
      done_.push_back(std::move(one));
    }
    return again;
  }

  static bool failed(const PieceDone& one) { return one.result.end.status != RunEnd::Status::Done; }

  /// A part of one unit, or one that was split often enough, is not split. A setting that the analyzer does not know is
  /// not known to parts, either.
  [[nodiscard]] bool can_split(const PieceDone& one) const {
    const bool may_help = one.result.end.status != RunEnd::Status::Rejected;
    return may_help && one.piece.units.size() > 1 && one.piece.depth < options_.again;
  }

  void tell(const PieceDone& one) {
    const std::lock_guard guard(mutex_);
    if (observer_) observer_(run_of(one));
  }

  [[nodiscard]] PartitionRun run_of(const PieceDone& one) const {
    PartitionRun run;
    run.partition = one.piece.partition;
    run.name = one.piece.name;
    run.units = one.piece.units;
    for (const UnitId unit : run.units) run.size += prepared_.graph.units[unit].size;
    run.end = one.result.end;
    run.alerts = one.result.report.found.size();
    run.given_up = one.given_up;
    return run;
  }

  void learn(const PieceDone& one) {
    const RunEnd& end = one.result.end;
    const bool limited = end.status == RunEnd::Status::Limited;
    if (end.status != RunEnd::Status::Done && !limited) return;
    const double kloc = kloc_of(prepared_.graph, one.piece.units);
    costs_.add({kloc, end.cpu_seconds, static_cast<double>(end.memory_bytes) / kMebibyte, limited});
    const double expected = expected_.at(kloc) - expected_.fixed;
    if (limited || expected <= 0) return;
    std::vector<std::string> names;
    for (const UnitId unit : one.piece.units) names.push_back(prepared_.graph.units[unit].name);
    costs_.add_factor(names, std::max(0.0, end.cpu_seconds - expected_.fixed) / expected);
  }

  /// The piece's own part of the graph, split at half of its size.
  [[nodiscard]] std::vector<Piece> halves(const Piece& piece) const {
    Graph part;
    std::map<UnitId, UnitId> now;
    double size = 0, largest = 0;
    for (const UnitId unit : piece.units) {
      now.emplace(unit, static_cast<UnitId>(part.units.size()));
      part.units.push_back(prepared_.graph.units[unit]);
      size += part.units.back().size;
      largest = std::max(largest, part.units.back().size);
    }
    for (const UnitId unit : piece.units) {
      UnitSet uses;
      for (const UnitId next : prepared_.graph.uses[unit])
        if (const auto at = now.find(next); at != now.end()) uses.push_back(at->second);
      part.uses.push_back(std::move(uses));
    }
    SplitTask task = task_for(prepared_, std::max(largest, size / 2), options_);
    task.graph = &part;
    const std::string name = choice_.strategy == "whole" ? "union-growth" : choice_.strategy;
    const Plan plan = plan_of(*find_strategy(name), task);
    std::vector<Piece> made;
    for (const Partition& partition : plan.partitions) {
      Piece half{piece.partition, piece.name + "." + std::to_string(made.size() + 1), {}, {}, piece.depth + 1};
      for (const UnitId unit : partition.units) half.units.push_back(piece.units[unit]);
      for (const UnitId unit : partition.owned)
        if (std::binary_search(piece.owned.begin(), piece.owned.end(), piece.units[unit]))
          half.owned.push_back(piece.units[unit]);
      made.push_back(std::move(half));
    }
    return made;
  }

  void sum_up() {
    std::stable_sort(done_.begin(), done_.end(),
                     [](const PieceDone& a, const PieceDone& b) { return a.piece.partition < b.piece.partition; });
    for (PieceDone& one : done_) {
      outcome_.runs.push_back(run_of(one));
      const RunEnd& end = one.result.end;
      outcome_.longest_seconds = std::max(outcome_.longest_seconds, end.wall_seconds);
      outcome_.total_seconds += end.cpu_seconds;
      outcome_.peak_bytes = std::max(outcome_.peak_bytes, end.memory_bytes);
      reports_.push_back(std::move(one.result.report));
    }
  }

  /// Who owns each file, and which files nobody has analyzed.
  std::vector<Merged> report() {
    std::map<std::string, std::size_t> owner;
    std::set<std::string> analyzed, wanted;
    for (std::size_t run = 0; run < done_.size(); ++run) {
      const bool done = outcome_.runs[run].end.status == RunEnd::Status::Done;
      for (const UnitId unit : done_[run].piece.owned)
        for (const std::string& file : prepared_.graph.units[unit].files) {
          wanted.insert(file);
          if (done) owner[file] = run;
        }
      if (!done) continue;
      for (const UnitId unit : done_[run].piece.units)
        analyzed.insert(prepared_.graph.units[unit].files.begin(), prepared_.graph.units[unit].files.end());
    }
    std::set_difference(wanted.begin(), wanted.end(), analyzed.begin(), analyzed.end(),
                        std::back_inserter(outcome_.unanalyzed));
    SourceLines lines(prepared_.project.root);
    return merge(reports_, owner, lines);
  }

  void compare_with_whole(const std::vector<Merged>& merged) {
    UnitSet all(prepared_.graph.units.size());
    for (UnitId unit = 0; unit < all.size(); ++unit) all[unit] = unit;
    PartitionResult whole = runner_.run(all, {options_.whole_seconds, options_.whole_memory_bytes}, stop_);
    if (whole.end.status != RunEnd::Status::Done) {
      outcome_.whole_problem = "the run on everything gives no result: " + whole.end.reason;
      return;
    }
    SourceLines lines(prepared_.project.root);
    Comparison comparison = compare(merge({whole.report}, {}, lines), merged);
    comparison.whole = whole.end;
    outcome_.whole = std::move(comparison);
  }

  Status leave_out_old(std::vector<Merged>& merged) {
    if (options_.against.empty()) return {};
    const Result<std::string> text = core::read_text_file(options_.against);
    if (!text) return text.error();
    const std::string& root = prepared_.project.root;
    Result<OldAlerts> old = old_alerts(*text, {root, root, root});
    if (!old) return Error{"'" + options_.against + "' cannot be compared with: " + old.error().text(), ""};
    outcome_.old = take_out_old(merged, std::move(*old));
    return {};
  }

  const Prepared& prepared_;
  const Choice& choice_;
  const SplitOptions& options_;
  const PartitionRunner& runner_;
  const SplitObserver& observer_;
  std::stop_token stop_;
  CostStore costs_;
  CostCurve expected_;  ///< CPU seconds, before these runs
  std::mutex mutex_;
  std::vector<PieceDone> done_;
  std::vector<RunReport> reports_;
  SplitOutcome outcome_;
};

}  // namespace

Result<SplitOutcome> run_split(const Prepared& prepared, const Choice& choice, const SplitOptions& options,
                               const SplitObserver& observer, const std::stop_token& stop) {
  Result<std::unique_ptr<PartitionRunner>> runner = PartitionRunner::open(prepared, options);
  if (!runner) return runner.error();
  return SplitRun(prepared, choice, options, **runner, observer, stop).run();
}

}  // namespace assay::analyzer::splitting
