#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "assay/smt/script.hpp"

namespace assay::trigger {

/// Names that no declaration of a script, and no earlier call, has.
class Names {
 public:
  Names(smt::TermStore& store, const smt::Script& script);
  /// `base` itself where it is free, else with a number.
  smt::SymbolId fresh(std::string_view base);
  /// No later call gives this name.
  void reserve(std::string_view name) { taken_.emplace(name); }

 private:
  /// Names of bound variables that look like ours: a renamed variable must not fall into their scope.
  void take_bound(smt::TermId term, std::unordered_set<std::uint32_t>& seen);

  smt::TermStore& store_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace assay::trigger
