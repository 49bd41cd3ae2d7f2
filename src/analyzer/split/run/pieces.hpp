#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/split/run/partition_runner.hpp"

namespace assay::analyzer::splitting {

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

/// As a file of a shard's folder.
[[nodiscard]] std::string piece_to_json(const PieceDone& done);
[[nodiscard]] Result<PieceDone> piece_from_json(std::string_view text, std::size_t units);

/// The files of a shard: what each run gave, by the piece's name.
class PieceFolder {
 public:
  explicit PieceFolder(std::string folder) : folder_(std::move(folder) + "/pieces") {}

  [[nodiscard]] Status begin() const;
  /// What became of the piece before; nothing: it was not run, or what is kept cannot be read.
  [[nodiscard]] std::optional<PieceDone> load(const std::string& name, std::size_t units) const;
  [[nodiscard]] Status keep(const PieceDone& done) const;
  /// Whether the piece, or a part of it, was given up.
  [[nodiscard]] bool gave_up(const std::string& name, std::size_t units) const;
  /// Takes away what is kept of the piece and its parts.
  void forget(const std::string& name) const;
  /// All that can be read, by their names.
  [[nodiscard]] std::vector<PieceDone> all(std::size_t units) const;

 private:
  [[nodiscard]] std::string path_of(const std::string& name) const { return folder_ + "/" + name + ".json"; }

  std::string folder_;
};

}  // namespace assay::analyzer::splitting
