#pragma once

#include <crab/domains/interval.hpp>
#include <crab/numbers/bignums.hpp>
#include <crab/types/linear_constraints.hpp>
#include <crab/types/varname_factory.hpp>
#include <string>
#include <vector>

#include "assay/domain/domain.hpp"

/// CRAB requires this specialization for the text of a name.
template <>
inline std::string crab::variable_name_traits<std::string>::to_string(std::string name) {
  return name;
}

namespace assay::domain::crabs {

using Number = ikos::z_number;
using VariableFactory = crab::var_factory_impl::str_variable_factory;
using VariableName = VariableFactory::varname_t;
using Variable = crab::variable<Number, VariableName>;
using Linear = ikos::linear_expression<Number, VariableName>;
using CrabConstraint = ikos::linear_constraint<Number, VariableName>;
using CrabConstraints = ikos::linear_constraint_system<Number, VariableName>;
using Interval = ikos::interval<Number>;

/// CRAB's variables for the dimensions, and spare variables.
class Variables {
 public:
  explicit Variables(unsigned dimensions);
  [[nodiscard]] const Variable& at(unsigned dimension) const { return all_.at(dimension); }
  [[nodiscard]] const std::vector<Variable>& all() const { return all_; }
  /// A temporary variable, which the caller forgets after its use.
  [[nodiscard]] const Variable& spare(unsigned index) const { return spare_.at(index); }
  [[nodiscard]] unsigned dimension(const Variable& variable) const;

 private:
  VariableFactory factory_;
  std::vector<Variable> all_;
  std::vector<Variable> spare_;
};

/// Converts an expression. Nullopt if a number is no integer, as CRAB's numbers are integers.
[[nodiscard]] std::optional<Linear> to_crab(const LinearExpression& expression, const Variables& variables);
/// Converts a constraint, multiplied by the common denominator.
[[nodiscard]] CrabConstraint to_crab(const Constraint& constraint, const Variables& variables);
/// Converts constraints. Omits disequations, which elements of Assay's domains do not have as constraints.
[[nodiscard]] std::vector<Constraint> from_crab(const CrabConstraints& constraints, const Variables& variables);
[[nodiscard]] Bounds from_crab(const Interval& interval);

}  // namespace assay::domain::crabs
