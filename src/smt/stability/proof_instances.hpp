#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_tree.hpp"
#include "smt/stability/quantifier_sites.hpp"

namespace assay::smt {

/// An assertion that follows from an assertion of a script: a quantifier is instantiated.
struct InstanceAssertion {
  std::size_t site = 0;  ///< position in NamedQuantifiers::sites
  std::string text;      ///< `(assert ...)`, with the values in a `let`
  std::string instance;  ///< the `let` alone
};

/// The asserted term in which instances may take the place of a universal quantifier: it stands below conjunctions,
/// disjunctions and right sides of implications only. Nullopt if not.
[[nodiscard]] std::optional<std::size_t> instantiable_in(const TextTree& script, const QuantifierSite& site);

/// The instances in z3's proof of a NamedQuantifiers::script, each once, in the order of the proof. Left out: instances
/// of quantifiers below a negation, an equation or another quantifier, and values with symbols that the script lacks
/// or with more than 200 symbols. `tree`: the script without the names.
[[nodiscard]] std::vector<InstanceAssertion> instances_in_proof(const TextTree& tree,
                                                                const std::vector<QuantifierSite>& sites,
                                                                std::string_view proof);

}  // namespace assay::smt
