#include <algorithm>
#include <string_view>

#include "assay/datalog/dialect.hpp"
#include "datalog/graph/recursion.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

/// Finds the first feature that a program uses and the capabilities lack. Each function returns the feature's phrase,
/// or an empty text.
class CapabilityCheck {
 public:
  CapabilityCheck(const Capabilities& has, const Program& program)
      : has_(has), program_(program), has_sql_meaning_(has_sql_meaning(program)) {}

  std::string_view first_missing() {
    if (has_sql_meaning_ && !has_.wordings) return "NULL and bags";
    if (!has_.search_order && std::any_of(program_.relations.begin(), program_.relations.end(), numbers_rows))
      return "orders of search";
    if (!has_.changing_tables && !table_states(program_).empty()) return "tables that change";
    for (const Relation& relation : program_.relations) {
      if (const std::string_view missing = of(relation); !missing.empty()) return missing;
    }
    for (const Rule& rule : program_.rules) {
      if (const std::string_view missing = of(rule); !missing.empty()) return missing;
    }
    return of_recursion();
  }

 private:
  [[nodiscard]] std::string_view of_recursion() const {
    if (has_.mutual_recursion && has_.non_linear_recursion) return {};
    const RecursionUse use = recursion_of(program_);
    if (use.mutual && !has_.mutual_recursion) return "mutual recursion";
    return use.non_linear && !has_.non_linear_recursion ? "non-linear recursion" : "";
  }

  [[nodiscard]] std::string_view of(Type type) const {
    switch (type) {
      case Type::Number: return has_.numbers ? "" : "numbers";
      case Type::Unsigned: return has_.unsigned_numbers ? "" : "unsigned numbers";
      case Type::Float: return has_.floats ? "" : "floats";
      case Type::Symbol: return has_.symbols ? "" : "symbols";
      // Generated rules may pass values of such types between the relations of a seed's own text.
      case Type::Bool: return program_.seed.text.empty() ? "Booleans" : "";
      case Type::Opaque: return program_.seed.text.empty() && !has_.calls ? "records and algebraic data types" : "";
    }
    return "opaque types";
  }

  [[nodiscard]] std::string_view of_constant(Value value, Type type) const {
    const unsigned bits = has_.integer_bits;
    if (type == Type::Bool) return "Booleans";
    if (type == Type::Opaque) return "opaque types";
    if (has_sql_meaning_ && value == kNull) return {};
    if (type == Type::Number) {
      if (value < 0 && !has_.negative_numbers) return "negative numbers";
      const Value top = bits >= 64 ? 0 : value >> (bits - 1);
      if (top != 0 && top != -1) return "numbers of this size";
    }
    if (type == Type::Unsigned && (value < 0 || (bits < 63 && value >> bits != 0))) return "numbers of this size";
    return {};
  }

  [[nodiscard]] std::string_view of(const Relation& relation) const {
    if (relation.arity() == 0 && !has_.nullary) return "nullary relations";
    if (relation.from_seed) return {};
    for (const Attribute& attribute : relation.attributes) {
      if (const std::string_view missing = of(attribute.type); !missing.empty()) return missing;
    }
    for (const QualifierRow& row : qualifier_rows())
      if (!has_.qualifiers.has(row.qualifier) && row.used(relation)) return row.name;
    for (std::size_t i = 0; i < relation.facts.values.size(); ++i) {
      const Type type = relation.attributes[i % relation.arity()].type;
      if (const std::string_view missing = of_constant(relation.facts.values[i], type); !missing.empty()) {
        return missing;
      }
    }
    return {};
  }

  [[nodiscard]] std::string_view of(const Atom& atom) const {
    if (!atom.negated) return {};
    if (!has_.negation) return "negation";
    const bool wild =
        std::any_of(atom.arguments.begin(), atom.arguments.end(), [](const Term& term) { return term.is_wildcard(); });
    return wild && (!has_.wildcards || !has_.negated_wildcards) ? "wildcards in negated atoms" : "";
  }

  [[nodiscard]] std::string_view of(const Comparison& comparison) const {
    if (!has_.comparisons) return "comparisons";
    const bool equality = comparison.comparator == Comparator::Equal || comparison.comparator == Comparator::NotEqual;
    return equality || has_.order ? "" : "order";
  }

  [[nodiscard]] std::string_view of(const Computation& computation) const {
    if (!has_.arithmetic) return "arithmetic";
    const bool divides = computation.op == Operator::Divide || computation.op == Operator::Modulo;
    return divides && !has_.division ? "division" : "";
  }

  [[nodiscard]] std::string_view of(const Call& call) const {
    if (has_.calls) return {};
    return call.takes_apart() ? "records and algebraic data types" : "functors";
  }

  [[nodiscard]] std::string_view of(const Aggregate& aggregate) const {
    if (!has_.aggregates) return "aggregates";
    for (const Atom& atom : aggregate.atoms) {
      if (const std::string_view missing = of(atom); !missing.empty()) return missing;
    }
    for (const Comparison& comparison : aggregate.comparisons) {
      if (const std::string_view missing = of(comparison); !missing.empty()) return missing;
    }
    return {};
  }

  [[nodiscard]] std::string_view of(const Rule& rule) const {
    if (rule.heads.size() > 1 && !has_.multiple_heads) return "several heads";
    for (const Literal& literal : rule.body) {
      const std::string_view missing = std::visit([this](const auto& it) { return of(it); }, literal);
      if (!missing.empty()) return missing;
    }
    std::string_view missing;
    for_each_term(rule, [&](const Term& term) {
      if (!missing.empty() || term.is_wildcard()) return;
      missing = of(term.type);
      if (missing.empty() && term.is_constant()) missing = of_constant(term.value, term.type);
    });
    return missing;
  }

  const Capabilities& has_;
  const Program& program_;
  bool has_sql_meaning_;
};

}  // namespace

std::string_view lacks(const Capabilities& capabilities, const Program& program) {
  return CapabilityCheck(capabilities, program).first_missing();
}

}  // namespace assay::datalog
