#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/truth/linear.hpp"

namespace assay::smt {

/// Numeric terms as sums: of unknowns that are terms, by their ids.
class Sums {
 public:
  explicit Sums(TermStore& store) : store_(store) {}

  /// The sum of an Int or Real term.
  [[nodiscard]] const LinearSum& of(TermId term);
  [[nodiscard]] bool is_number(TermId term) const;

  /// The numbers that divide in `div`, `mod`: not 0.
  [[nodiscard]] std::optional<mpq_class> literal(TermId term);

 private:
  /// The children of an operator that is linear in them.
  [[nodiscard]] bool is_linear(TermId term);
  [[nodiscard]] LinearSum made(TermId term);
  [[nodiscard]] LinearSum product(TermId term);

  TermStore& store_;
  std::unordered_map<TermId, LinearSum, IdHash> known_;
  const OperatorId plus_ = Operators::get().at("+"), minus_ = Operators::get().at("-"),
                   times_ = Operators::get().at("*"), over_ = Operators::get().at("/"),
                   to_real_ = Operators::get().at("to_real"), div_ = Operators::get().at("div"),
                   mod_ = Operators::get().at("mod");
};

}  // namespace assay::smt
