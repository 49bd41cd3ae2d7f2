#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "assay/base/result.hpp"
#include "core/finding/finding.hpp"
#include "core/store/database.hpp"

namespace assay::core {

/// A finding that competes with another finding of the same target and signature. The smaller rank represents both.
struct Rival {
  std::string id;
  FindingStatus status = FindingStatus::Reduced;
  std::uint64_t index = 0;
  std::uint64_t bytes = 0;
  double first_seen = 0;

  /// The smallest rank represents the signature: finished reductions first, then smaller cases.
  [[nodiscard]] std::tuple<bool, std::uint64_t, std::uint64_t> rank() const {
    return {status == FindingStatus::Partial, bytes, index};
  }
};

/// The finding other than `id` that represents the signature; nullopt: none, or the signature is empty.
[[nodiscard]] Result<std::optional<Rival>> find_rival(Database& database, const std::string& target,
                                                      const std::string& signature, const std::string& id);

/// Makes the row of `loser` a duplicate of `winner`, which gets the earlier of its own time and `first_seen`, and the
/// newer triage of both.
[[nodiscard]] Status make_duplicate(Database& database, const std::string& loser, const std::string& winner,
                                    double first_seen);

}  // namespace assay::core
