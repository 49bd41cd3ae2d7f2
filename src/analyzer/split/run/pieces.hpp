#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/split/run/partition_runner.hpp"

namespace assay::analyzer::splitting {

/// A partition to run, or a part of one.
struct Piece {
  std::size_t partition = 0;
  std::string name;
  UnitSet units;
  UnitSet owned;
  unsigned depth = 0;  ///< how many times the partition was split further
};

/// A finished piece with its result.
struct PieceDone {
  Piece piece;
  PartitionResult result;
  bool given_up = false;
  PartitionLimits limits;  ///< of the run; not stored in a shard's folder
};

/// The piece as a file of a shard's folder.
[[nodiscard]] std::string piece_to_json(const PieceDone& done);
[[nodiscard]] Result<PieceDone> piece_from_json(std::string_view text, std::size_t units);

/// Stores the result of each analysis of a shard in one file per piece, so that an interrupted shard can resume.
class PieceFolder {
 public:
  explicit PieceFolder(std::string folder) : folder_(std::move(folder) + "/pieces") {}

  [[nodiscard]] Status begin() const;
  /// The stored result of an earlier run of this piece. Nullopt if there is none or it cannot be read.
  [[nodiscard]] std::optional<PieceDone> load(const std::string& name, std::size_t units) const;
  [[nodiscard]] Status keep(const PieceDone& done) const;
  /// Whether the piece, or a part of it, was given up.
  [[nodiscard]] bool gave_up(const std::string& name, std::size_t units) const;
  /// Removes the stored results of the piece and its parts.
  void forget(const std::string& name) const;
  /// All readable results, by their names.
  [[nodiscard]] std::vector<PieceDone> all(std::size_t units) const;

 private:
  [[nodiscard]] std::string path_of(const std::string& name) const { return folder_ + "/" + name + ".json"; }

  std::string folder_;
};

}  // namespace assay::analyzer::splitting
