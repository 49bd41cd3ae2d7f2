#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "smt/fuzz/fragments.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// Two seeds in one store, with no function in common: the second one's are renamed.
struct SeedPair {
  std::unique_ptr<Fragments> both;
  TermSet of_first;  ///< every term of the first seed
};

/// Nothing where sorts or datatypes of the two have a name in common, or the second one defines functions with
/// parameters. New names begin with `prefix`.
[[nodiscard]] std::optional<SeedPair> pair_of(const Fragments& first, std::string_view second_text,
                                              const std::string& prefix);

/// The seed, and a copy of it.
[[nodiscard]] std::optional<SeedPair> pair_with_itself(const Fragments& seed, const std::string& prefix);

}  // namespace assay::smt
