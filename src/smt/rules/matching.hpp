#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/rules/congruence.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// What the variables of a row stand for. They are few: lists beat maps.
template <typename Meaning>
class Meanings {
 public:
  /// What the variable stands for, which is this if it stood for nothing before.
  Meaning of(FunctionId variable, Meaning otherwise) {
    for (const auto& [name, meaning] : known_)
      if (name == variable) return meaning;
    known_.emplace_back(variable, otherwise);
    return otherwise;
  }
  [[nodiscard]] const std::vector<std::pair<FunctionId, Meaning>>& all() const { return known_; }
  [[nodiscard]] std::size_t size() const { return known_.size(); }
  /// Forgets the last ones.
  void keep(std::size_t count) { known_.resize(count); }

 private:
  std::vector<std::pair<FunctionId, Meaning>> known_;
};
template <typename Term>
struct Substitution {
  Meanings<Term> terms;
  Meanings<FunctionId> functions;
};

/// Matches a row's terms against others of the same store.
class Matcher {
 public:
  Matcher(const TermStore& store, const Rule& rule);

  /// Extends the substitution; one that does not match leaves it extended by a part.
  bool match(TermId pattern, TermId term, Substitution<TermId>& found);
  [[nodiscard]] bool is_variable(TermId term) const;
  /// Whether the two are alike but for their children, and what a variable for functions stands for.
  bool same_head(TermId pattern, TermId term, Meanings<FunctionId>& functions) const;

 private:
  [[nodiscard]] bool is_one(FunctionId function) const;

  const TermStore& store_;
  std::vector<FunctionId> variables_;
  std::vector<std::pair<TermId, TermId>> work_;
};

/// Whether the pieces have an instance among the facts, found by trying, up to a bound. A piece that is a variable
/// alone fits everything: such ones should come last.
[[nodiscard]] bool has_instance(Matcher& matcher, std::span<const TermId> pieces, std::span<const TermId> facts);

/// The same, where each term counts as any other one of its class (E-matching: de Moura, Bjorner: Efficient E-Matching
/// for SMT Solvers, CADE 2007, section 2, without its code trees).
[[nodiscard]] bool has_instance(const TermStore& store, const Matcher& matcher, std::span<const TermId> pieces,
                                const Congruence& classes);

}  // namespace assay::smt
