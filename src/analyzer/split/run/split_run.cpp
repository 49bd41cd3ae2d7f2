#include "analyzer/split/run/split_run.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace assay::analyzer::splitting {
namespace {

bool failed(const PieceDone& one) { return one.result.end.status != RunEnd::Status::Done; }

}  // namespace

PartitionRun run_of(const Graph& graph, const PieceDone& done) {
  PartitionRun run;
  run.partition = done.piece.partition;
  run.name = done.piece.name;
  run.units = done.piece.units;
  for (const UnitId unit : run.units) run.size += graph.units[unit].size;
  run.end = done.result.end;
  run.alerts = done.result.report.found.size();
  run.given_up = done.given_up;
  run.problems = done.result.report.problems;
  return run;
}

Result<std::vector<PieceDone>> SplitRun::run(const std::vector<std::size_t>& partitions) {
  std::vector<Piece> open;
  for (const std::size_t i : partitions) {
    const Partition& partition = planned_.plan.partitions[i];
    open.push_back({i, std::to_string(i + 1), partition.units, partition.owned, 0});
  }
  if (!planned_.expected.empty())
    std::stable_sort(open.begin(), open.end(), [&](const Piece& a, const Piece& b) {
      return planned_.expected[a.partition] > planned_.expected[b.partition];
    });
  while (!open.empty() && !stop_.stop_requested() && kept_) open = run_all(open);
  if (!kept_) return kept_.error();
  std::stable_sort(done_.begin(), done_.end(),
                   [](const PieceDone& a, const PieceDone& b) { return a.piece.partition < b.piece.partition; });
  return std::move(done_);
}

/// Runs the pieces, several at a time. Returns the pieces of the next round: the halves of pieces without a result. A
/// piece that a stop interrupts is left out.
std::vector<Piece> SplitRun::run_all(std::vector<Piece>& pieces) {
  std::vector<std::optional<PieceDone>> done(pieces.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < pieces.size() && !stop_.stop_requested(); i = next++) {
      done[i] = one(pieces[i]);
      if (done[i]->result.end.status == RunEnd::Status::Stopped) {
        done[i].reset();
      } else {
        tell(*done[i]);
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min<std::size_t>(options_.jobs, pieces.size()); ++i) helpers.emplace_back(work);
    work();
  }
  std::vector<Piece> again;
  for (std::optional<PieceDone>& one : done) {
    if (!one) continue;
    if (failed(*one) && !one->given_up)
      for (Piece& half : halves(one->piece)) again.push_back(std::move(half));
    done_.push_back(std::move(*one));
  }
  return again;
}

/// Runs one piece. A stored piece without a result, also in its parts, runs again as a whole: another machine may have
/// more room.
PieceDone SplitRun::one(const Piece& piece) {
  const std::size_t units = planned_.prepared.graph.units.size();
  if (folder_ != nullptr) {
    std::optional<PieceDone> before = folder_->load(piece.name, units);
    if (before && before->piece.units == piece.units && !folder_->gave_up(piece.name, units)) return std::move(*before);
    folder_->forget(piece.name);
  }
  PieceDone done;
  done.piece = piece;
  done.limits = limits_of(piece);
  done.result = runner_.run(piece.units, done.limits, stop_);
  done.given_up = failed(done) && !can_split(done);
  if (folder_ == nullptr || stop_.stop_requested()) return done;
  if (const Status kept = folder_->keep(done); !kept) {
    const std::lock_guard guard(mutex_);
    kept_ = kept;
  }
  return done;
}

/// A learned limit counts for whole partitions only: their parts have all of the time.
PartitionLimits SplitRun::limits_of(const Piece& piece) const {
  PartitionLimits limits{options_.cpu_seconds, options_.memory_bytes};
  const double learned = planned_.limits.empty() ? 0 : planned_.limits[piece.partition];
  const bool can_repeat = piece.depth == 0 && options_.again > 0 && piece.units.size() > 1;
  if (learned > 0 && can_repeat) limits.cpu_seconds = std::min(limits.cpu_seconds, learned);
  return limits;
}

/// A piece of one unit, or a piece that was split often enough, is not split further. Splitting does not help with an
/// unknown setting, either.
bool SplitRun::can_split(const PieceDone& one) const {
  const bool may_help = one.result.end.status != RunEnd::Status::Rejected;
  return may_help && one.piece.units.size() > 1 && one.piece.depth < options_.again;
}

void SplitRun::tell(const PieceDone& one) {
  const std::lock_guard guard(mutex_);
  if (observer_) observer_(run_of(planned_.prepared.graph, one));
}

/// Splits the piece's part of the graph at half of its size.
std::vector<Piece> SplitRun::halves(const Piece& piece) const {
  const SplitTask task{&planned_.prepared.graph, 0, planned_.reach, planned_.share};
  std::vector<Piece> made;
  for (Partition& partition : halves_of(piece.units, *find_strategy(planned_.choice.strategy), task)) {
    Piece half{piece.partition, piece.name + "." + std::to_string(made.size() + 1), {}, {}, piece.depth + 1};
    half.units = std::move(partition.units);
    for (const UnitId unit : partition.owned)
      if (std::binary_search(piece.owned.begin(), piece.owned.end(), unit)) half.owned.push_back(unit);
    made.push_back(std::move(half));
  }
  return made;
}

}  // namespace assay::analyzer::splitting
