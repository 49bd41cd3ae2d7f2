#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "assay/smt/script.hpp"

namespace assay::trigger {

/// Generates names that no declaration of a script uses.
class Names {
 public:
  Names(smt::TermStore& store, const smt::Script& script);
  /// `base` if this name is unused, else `base!1`, `base!2`, ... No two calls return the same name.
  smt::SymbolId fresh(std::string_view base);
  /// Marks a name as used, so that fresh() does not return it.
  void reserve(std::string_view name) { taken_.emplace(name); }

 private:
  /// Reserves names of bound variables that contain '!', so that no generated name is captured by their binder.
  void take_bound(smt::TermId term, std::unordered_set<std::uint32_t>& seen);

  smt::TermStore& store_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace assay::trigger
