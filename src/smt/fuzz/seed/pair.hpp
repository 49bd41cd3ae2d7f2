#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smt/fuzz/seed/fragments.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// Two seeds in one term store. The functions of the second seed are renamed, so that the seeds share none.
struct SeedPair {
  std::shared_ptr<Fragments> both;
  TermSet of_first;  ///< all terms of the first seed
};

/// The declarations and assertions of one seed of a pair, independent of any store.
struct PairSide {
  std::string text;
  std::size_t assertions = 0;
  std::vector<std::string> names;       ///< declared names, sorted
  std::vector<std::string> sorts;       ///< sorts of the declared constants that terms of assertions use
  std::vector<std::string> body_sorts;  ///< sorts of the declared constants that only bodies of definitions use
};
[[nodiscard]] PairSide first_side(const Fragments& seed);
/// The seed with its functions renamed, so that their names begin with `prefix`. Nullopt if it cannot be parsed or its
/// assertions use defined functions.
[[nodiscard]] std::optional<PairSide> second_side(std::string_view text, const std::string& prefix);

/// True if the second seed declares a name that the first seed or the prelude of the built-in rules declares.
[[nodiscard]] bool collide(const PairSide& first, const PairSide& second);
/// True if a constant of the first seed has the sort of a constant of the second.
[[nodiscard]] bool share_sort(const PairSide& first, const PairSide& second);
/// Joins two seeds that do not collide. Nullopt if the joined text cannot be parsed.
[[nodiscard]] std::optional<SeedPair> joined(const PairSide& first, const PairSide& second);

}  // namespace assay::smt
