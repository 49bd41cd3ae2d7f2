#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "analyzer/split/plan/cost_model.hpp"
#include "analyzer/split/run/pieces.hpp"

namespace assay::analyzer::splitting {

[[nodiscard]] PartitionRun run_of(const Graph& graph, const PieceDone& done);

/// Runs partitions. A partition without a result runs again in parts.
class SplitRun {
 public:
  /// `folder`: holds the results. Pieces with a result there do not run again; null: results are not stored.
  SplitRun(const PlannedSplit& planned, const SplitOptions& options, const PartitionRunner& runner,
           const SplitObserver& observer, const PieceFolder* folder, std::stop_token stop)
      : planned_(planned),
        options_(options),
        runner_(runner),
        observer_(observer),
        folder_(folder),
        stop_(std::move(stop)) {}

  /// The finished runs of these partitions, in their order. After a stop, runs are missing. An Error: a result cannot
  /// be written to the folder.
  [[nodiscard]] Result<std::vector<PieceDone>> run(const std::vector<std::size_t>& partitions);

 private:
  [[nodiscard]] std::vector<Piece> run_all(std::vector<Piece>& pieces);
  [[nodiscard]] PieceDone one(const Piece& piece);
  [[nodiscard]] PartitionLimits limits_of(const Piece& piece) const;
  [[nodiscard]] bool can_split(const PieceDone& one) const;
  void tell(const PieceDone& one);
  [[nodiscard]] std::vector<Piece> halves(const Piece& piece) const;

  const PlannedSplit& planned_;
  const SplitOptions& options_;
  const PartitionRunner& runner_;
  const SplitObserver& observer_;
  const PieceFolder* folder_;
  std::stop_token stop_;
  std::mutex mutex_;
  Status kept_;  ///< an Error: a result could not be stored
  std::vector<PieceDone> done_;
};

}  // namespace assay::analyzer::splitting
