#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/smt/term.hpp"
#include "base/index_map.hpp"

namespace assay::smt {

/// The congruence closure of a set of facts (Downey, Sethi, Tarjan, JACM 1980; computed by rounds over all terms, since
/// there are few). Terms of one class are equal wherever the facts hold. All facts are in one class, the class of true
/// formulas. Terms are numbered; a class is identified by the number of a term in it.
class Congruence {
 public:
  /// `facts` are closed formulas.
  Congruence(const TermStore& store, std::span<const TermId> facts);

  [[nodiscard]] std::uint32_t class_of(std::uint32_t number) const;
  /// The class of argument `child` of a term.
  [[nodiscard]] std::uint32_t class_of_child(std::uint32_t number, std::size_t child) const {
    return class_of(children_[first_child_[number] + child]);
  }
  [[nodiscard]] TermId term(std::uint32_t number) const { return terms_[number]; }
  /// The next term of the same class, in a cycle through the class.
  [[nodiscard]] std::uint32_t next_in_class(std::uint32_t number) const { return next_[number]; }
  /// The number of the first fact, if there is any.
  [[nodiscard]] static std::uint32_t first_fact() { return 0; }
  [[nodiscard]] bool empty() const { return terms_.empty(); }

 private:
  void add(std::span<const TermId> facts);
  void unite_sides(TermId equation);
  /// Returns whether they were in different classes.
  bool unite(std::uint32_t a, std::uint32_t b);
  /// One round; returns whether anything changed.
  bool unite_congruent();
  [[nodiscard]] std::uint64_t shape_of(std::uint32_t number) const;
  [[nodiscard]] bool have_same_shape(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::uint32_t number_of(TermId term) const { return numbers_.find(term.index) - 1; }

  const TermStore& store_;
  std::vector<TermId> terms_;
  IndexMap numbers_;  ///< by index of the term: its number plus one
  std::vector<std::uint32_t> first_child_;
  std::vector<std::uint32_t> children_;
  std::vector<std::uint32_t> parent_;  ///< union-find forest of the classes
  std::vector<std::uint32_t> next_;
};

}  // namespace assay::smt
