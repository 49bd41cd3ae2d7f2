#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// A point at which GCC is asked for its facts: after a pass, at a level of optimisation.
struct GccPoint {
  std::string level;      ///< "-O2"
  std::string pass;       ///< "vrp"; "late": the last pass before expansion
  unsigned instance = 1;  ///< which of several passes of one name, from 1

  /// "-O2 after vrp2": the last words of `Fact::source`.
  [[nodiscard]] std::string name() const;
};
/// Reads "-O2:vrp2 -O1:late"; an Error names the word that cannot be read.
[[nodiscard]] Result<std::vector<GccPoint>> gcc_points(std::string_view text);

/// The plugin's output about one file (plugins/gcc/json.cpp).
struct GccAnswer {
  std::vector<Fact> facts;
  std::vector<std::pair<std::string, std::uint64_t>> unread;
};
/// An Error if the output is incomplete. Appends the point's name to the sources of the facts.
[[nodiscard]] Result<GccAnswer> read_gcc_answer(std::string_view text, const GccPoint& point);

/// The index in `claims` for each numbered fact; claims.size() for a fact that is no claim. A claim that is not in
/// `numbered` has no number.
[[nodiscard]] std::vector<std::size_t> match_claims(const std::vector<Fact>& numbered, const std::vector<Fact>& claims);

}  // namespace assay::analyzer
