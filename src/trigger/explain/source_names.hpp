#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::trigger {

/// Maps the symbols of a verifier's SMT-LIB encoding to the names in the source: `s` for Boogie's `s#0@1`, `x` for
/// Silicon's `x@3@01`, `seq::Seq::len` for Verus's `seq.Seq.len.?`. Two functions never get the same name: a function
/// keeps the parts of its symbol that distinguish it.
class SourceNames {
 public:
  /// Without a verifier: removes only the numbers that preprocessing appended to names of variables.
  SourceNames() = default;
  /// `own`: the functions that Assay added (constants in terms, Skolem functions).
  SourceNames(const smt::TermStore& store, const smt::Script& script, std::span<const smt::FunctionId> own = {});

  /// The verifier that made the script, recognized by symbols of its encoding, or empty.
  [[nodiscard]] std::string_view verifier() const { return verifier_; }
  [[nodiscard]] std::string function(std::string_view symbol) const;
  [[nodiscard]] std::string variable(std::string_view symbol) const;

 private:
  void collect_variables(const smt::TermStore& store, const smt::Script& script);

  std::string_view verifier_;
  std::unordered_map<std::string, std::string> functions_;  ///< functions whose name differs from the symbol
  std::unordered_set<std::string> variables_;               ///< the script's bound variables with a '!' in their name
};

}  // namespace assay::trigger
