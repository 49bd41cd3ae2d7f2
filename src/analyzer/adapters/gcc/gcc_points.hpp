#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Where GCC is asked: after a pass, at a level of optimisation.
struct GccPoint {
  std::string level;      ///< "-O2"
  std::string pass;       ///< "vrp"; "late": the last one before expansion
  unsigned instance = 1;  ///< of several passes of one name, from 1

  /// "-O2 after vrp2": what the source of its facts ends with.
  [[nodiscard]] std::string name() const;
};
/// Reads "-O2:vrp2 -O1:late"; an Error names the word that is none.
[[nodiscard]] Result<std::vector<GccPoint>> gcc_points(std::string_view text);

/// What the plugin wrote about one file (plugins/gcc/json.cpp).
struct GccAnswer {
  std::vector<Fact> facts;
  std::vector<std::pair<std::string, std::uint64_t>> unread;
};
/// An Error when it is not complete. The sources of the facts get the point's name.
[[nodiscard]] Result<GccAnswer> read_gcc_answer(std::string_view text, const GccPoint& point);

/// For each number that the checks have: which claim it is, or the number of claims where it is none. A claim that was
/// made before and is not made again has no number.
[[nodiscard]] std::vector<std::size_t> match_claims(const std::vector<Fact>& numbered, const std::vector<Fact>& claims);

}  // namespace assay::analyzer
