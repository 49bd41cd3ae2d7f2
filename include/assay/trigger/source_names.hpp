#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::trigger {

/// The names by which people know the symbols of a verifier's SMT-LIB encoding: `s` for Boogie's `s#0@1`, `x` for
/// Silicon's `x@3@01`, `seq::Seq::len` for Verus's `seq.Seq.len.?`. Two functions never get the same name: each keeps
/// as much of its symbol as tells it apart.
class SourceNames {
 public:
  /// No verifier: only what preprocessing added to names of variables is taken away.
  SourceNames() = default;
  /// `own`: the functions that Assay added (constants in terms, Skolem functions).
  SourceNames(const smt::TermStore& store, const smt::Script& script, std::span<const smt::FunctionId> own = {});

  /// The verifier that made the script, by symbols of its encoding, or empty.
  [[nodiscard]] std::string_view verifier() const { return verifier_; }
  [[nodiscard]] std::string function(std::string_view symbol) const;
  [[nodiscard]] std::string variable(std::string_view symbol) const;

 private:
  void collect_variables(const smt::TermStore& store, const smt::Script& script);

  std::string_view verifier_;
  std::unordered_map<std::string, std::string> functions_;  ///< only those whose name is not the symbol
  std::unordered_set<std::string> variables_;               ///< bound variables of the script with a '!' in their name
};

}  // namespace assay::trigger
