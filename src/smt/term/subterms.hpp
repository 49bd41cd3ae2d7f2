#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// A walk over terms and their sub-terms, each once, parents first and from left to right:
/// `for (Subterms below(store, roots); const auto term = below.next();)`.
class Subterms {
 public:
  Subterms(const TermStore& store, std::span<const TermId> roots)
      : store_(store), pending_(roots.rbegin(), roots.rend()) {}
  Subterms(const TermStore& store, TermId root) : store_(store), pending_({root}) {}

  /// The next term. Nullopt at the end.
  [[nodiscard]] std::optional<TermId> next() {
    if (open_) {
      const auto children = store_.children(*open_);
      pending_.insert(pending_.end(), children.rbegin(), children.rend());
      open_.reset();
    }
    while (!pending_.empty()) {
      const TermId term = pending_.back();
      pending_.pop_back();
      if (!seen_.insert(term)) continue;
      return open_ = term;
    }
    return std::nullopt;
  }
  /// Does not go below the term that next() returned.
  void skip_below() { open_.reset(); }
  /// Adds a term, which is visited after what is below the current one.
  void add(TermId term) { pending_.push_back(term); }

 private:
  const TermStore& store_;
  std::vector<TermId> pending_;
  TermSet seen_;
  std::optional<TermId> open_;  ///< whose children are not pending yet
};

/// The number of the terms and their sub-terms; `most` if there are more.
[[nodiscard]] inline std::size_t count_subterms(const TermStore& store, std::span<const TermId> roots,
                                                std::size_t most) {
  std::size_t count = 0;
  for (Subterms below(store, roots); count < most && below.next();) ++count;
  return count;
}

}  // namespace assay::smt
