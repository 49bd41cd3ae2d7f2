#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "assay/base/result.hpp"
#include "assay/core/finding.hpp"
#include "core/store/database.hpp"

namespace assay::core {

/// One of the findings with the same target and signature, of which one stands for all.
struct Rival {
  std::string id;
  FindingStatus status = FindingStatus::Reduced;
  std::uint64_t index = 0;
  std::uint64_t bytes = 0;
  double first_seen = 0;

  /// The smallest is before the others; one whose reduction has ended is before one that may still change.
  [[nodiscard]] std::tuple<bool, std::uint64_t, std::uint64_t> rank() const {
    return {status == FindingStatus::Partial, bytes, index};
  }
};

/// The finding that stands for the signature so far, when there is one besides `id`. No signature has no rival.
[[nodiscard]] Result<std::optional<Rival>> find_rival(Database& database, const std::string& target,
                                                      const std::string& signature, const std::string& id);

/// The row of `loser` becomes a duplicate of `winner`, which was first seen then at the latest,
/// and takes over what a person has said about it.
[[nodiscard]] Status make_duplicate(Database& database, const std::string& loser, const std::string& winner,
                                    double first_seen);

}  // namespace assay::core
