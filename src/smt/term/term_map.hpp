#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>

#include "assay/smt/value.hpp"
#include "base/index_map.hpp"

namespace assay::smt {

/// A map from terms to terms of one store. It cannot be iterated over.
class TermMap {
 public:
  TermMap() = default;
  TermMap(std::initializer_list<std::pair<TermId, TermId>> pairs) {
    for (const auto& [from, to] : pairs) emplace(from, to);
  }

  [[nodiscard]] bool contains(TermId term) const { return found_.contains(term.index); }
  [[nodiscard]] std::optional<TermId> find(TermId term) const {
    const std::uint32_t found = found_.find(term.index);
    return found == 0 ? std::nullopt : std::optional(TermId{found - 1});
  }
  /// The term must be in the map.
  [[nodiscard]] TermId at(TermId term) const { return TermId{found_.find(term.index) - 1}; }
  [[nodiscard]] std::size_t size() const { return found_.size(); }

  /// Adds an entry, unless the term has one.
  void emplace(TermId term, TermId meaning) {
    if (!contains(term)) set(term, meaning);
  }
  void set(TermId term, TermId meaning) { found_.set(term.index, meaning.index + 1); }

 private:
  IndexMap found_;  ///< from ids to ids plus one
};

/// A set of terms of one store. It cannot be iterated over.
class TermSet {
 public:
  [[nodiscard]] bool contains(TermId term) const { return found_.contains(term.index); }
  /// Adds a term. True if it was not in the set.
  bool insert(TermId term) { return found_.set(term.index, 1); }

 private:
  IndexMap found_;
};

}  // namespace assay::smt
