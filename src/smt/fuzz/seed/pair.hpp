#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smt/fuzz/seed/fragments.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// Two seeds in one store, with no function in common: the second one's are renamed.
struct SeedPair {
  std::shared_ptr<Fragments> both;
  TermSet of_first;  ///< every term of the first seed
};

/// One of a pair: what it declares and asserts, free of any store.
struct PairSide {
  std::string text;
  std::size_t assertions = 0;
  std::vector<std::string> names;    ///< that it declares, in order of the alphabet
  std::vector<std::string> sorts;    ///< of its declared constants
  std::vector<std::string> in_body;  ///< of those among them that only bodies of definitions use
};
[[nodiscard]] PairSide first_side(const Fragments& seed);
/// A seed with its functions renamed, so that their names begin with `prefix`. Nothing where it defines functions with
/// parameters.
[[nodiscard]] std::optional<PairSide> second_side(std::string_view text, const std::string& prefix);

/// Whether sorts, datatypes or functions of the two have a name in common, or the second one's with a rule's.
[[nodiscard]] bool collide(const PairSide& first, const PairSide& second);
/// Whether some constant of the one has the sort of one of the other.
[[nodiscard]] bool share_sort(const PairSide& first, const PairSide& second);
/// Both in one store. They do not collide.
[[nodiscard]] std::optional<SeedPair> joined(const PairSide& first, const PairSide& second);

}  // namespace assay::smt
