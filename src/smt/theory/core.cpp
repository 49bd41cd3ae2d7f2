#include <memory>
#include <optional>
#include <utility>

#include "smt/theory/row/numbers.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"
#include "smt/theory/text/regex_derivatives.hpp"

namespace assay::smt {
namespace core_theory {
namespace {

std::optional<SortId> booleans(const SortQuery& query) {
  return all_fit(query, SortKind::Bool) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> equality(const SortQuery& query) {
  return common_sort(query.store, query.arguments) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> choice(const SortQuery& query) {
  if (!fits(query.store, query.arguments[0], SortKind::Bool)) {
    return std::nullopt;
  }
  return common_sort(query.store, query.arguments[1], query.arguments[2]);
}

Outcome truth(bool value) { return Value(value); }

Outcome evaluate_true(const Arguments&) { return truth(true); }
Outcome evaluate_false(const Arguments&) { return truth(false); }
Outcome evaluate_not(const Arguments& arguments) { return truth(!arguments[0].as_bool()); }

/// `and` (`dominant` false) or `or` (true) in Kleene's strong logic: an argument with the dominant value decides alone.
Outcome dominated(const Arguments& arguments, bool dominant) {
  Lack lack = Lack::None;
  for (const Outcome* outcome : arguments.values) {
    if (!outcome->known()) {
      lack = lack == Lack::None ? outcome->lack : lack;
    } else if (outcome->value.as_bool() == dominant) {
      return truth(dominant);
    }
  }
  return lack == Lack::None ? truth(!dominant) : Outcome(lack);
}

Outcome evaluate_and(const Arguments& arguments) { return dominated(arguments, false); }
Outcome evaluate_or(const Arguments& arguments) { return dominated(arguments, true); }

/// (=> a b c) is (=> a (=> b c)): true if the last argument is true or another argument is false.
Outcome evaluate_implies(const Arguments& arguments) {
  Lack lack = Lack::None;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Outcome& outcome = arguments.outcome(i);
    const bool last = i + 1 == arguments.size();
    if (!outcome.known()) {
      lack = lack == Lack::None ? outcome.lack : lack;
    } else if (outcome.value.as_bool() == last) {
      return truth(true);
    }
  }
  return lack == Lack::None ? truth(false) : Outcome(lack);
}

Outcome evaluate_xor(const Arguments& arguments) {
  bool result = false;
  for (const Outcome* outcome : arguments.values) {
    result = result != outcome->value.as_bool();
  }
  return truth(result);
}

/// Whether the arguments have different sorts (Int and Real), so that equality of values cannot be used.
bool mixed(const Arguments& arguments) {
  for (const SortId sort : arguments.sorts) {
    if (sort != arguments.sorts[0]) {
      return true;
    }
  }
  return false;
}

/// Whether two values are equal. Nullopt if comparing two regular expressions takes too long. (RegLan is the only sort
/// whose structurally different values may be equal.)
std::optional<bool> same(const Value& a, const Value& b, bool is_mixed) {
  if (a.is<std::shared_ptr<const RegexValue>>() && b.is<std::shared_ptr<const RegexValue>>()) {
    return same_language(a.as_regex(), b.as_regex());
  }
  return is_mixed ? same_number(a, b) : a == b;
}

Outcome evaluate_equal(const Arguments& arguments) {
  const bool is_mixed = mixed(arguments);
  Lack lack = Lack::None;
  const Outcome* known = nullptr;
  for (const Outcome* outcome : arguments.values) {
    if (!outcome->known()) {
      lack = lack == Lack::None ? outcome->lack : lack;
    } else if (known == nullptr) {
      known = outcome;
    } else if (const auto equal = same(known->value, outcome->value, is_mixed); !equal) {
      lack = Lack::Budget;
    } else if (!*equal) {
      return truth(false);
    }
  }
  return lack == Lack::None ? truth(true) : Outcome(lack);
}

Outcome evaluate_distinct(const Arguments& arguments) {
  const bool is_mixed = mixed(arguments);
  Lack lack = Lack::None;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Outcome& a = arguments.outcome(i);
    if (!a.known()) {
      lack = lack == Lack::None ? a.lack : lack;
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) {
      const Outcome& b = arguments.outcome(j);
      if (!b.known()) {
        continue;
      }
      const auto equal = same(a.value, b.value, is_mixed);
      if (!equal) {
        lack = Lack::Budget;
      } else if (*equal) {
        return truth(false);
      }
    }
  }
  return lack == Lack::None ? truth(true) : Outcome(lack);
}

Outcome evaluate_ite(const Arguments& arguments) {
  const Outcome& condition = arguments.outcome(0);
  const Outcome& yes = arguments.outcome(1);
  const Outcome& no = arguments.outcome(2);
  if (condition.known()) {
    return coerced(arguments.store, condition.value.as_bool() ? yes : no, arguments.sort);
  }
  if (yes.known() && no.known()) {
    const Outcome a = coerced(arguments.store, yes, arguments.sort);
    const Outcome b = coerced(arguments.store, no, arguments.sort);
    if (a.value == b.value) {
      return a;
    }
  }
  return condition.lack;
}

OperatorRow row(std::string_view name, std::uint8_t min, std::uint8_t max, Chaining chaining, SortRule sort,
                EvaluateRule evaluate, bool strict) {
  OperatorRow result = operator_row(Theory::Core, name, min, max, sort, evaluate);
  result.chaining = chaining;
  result.strict = strict;
  return result;
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {
      row("true", 0, 0, Chaining::None, booleans, evaluate_true, true),
      row("false", 0, 0, Chaining::None, booleans, evaluate_false, true),
      row("not", 1, 1, Chaining::None, booleans, evaluate_not, true),
      row("=>", 2, kAnyArity, Chaining::Right, booleans, evaluate_implies, false),
      row("and", 1, kAnyArity, Chaining::Left, booleans, evaluate_and, false),
      row("or", 1, kAnyArity, Chaining::Left, booleans, evaluate_or, false),
      row("xor", 2, kAnyArity, Chaining::Left, booleans, evaluate_xor, true),
      row("=", 2, kAnyArity, Chaining::Chain, equality, evaluate_equal, false),
      row("distinct", 1, kAnyArity, Chaining::Pairwise, equality, evaluate_distinct, false),
      row("ite", 3, 3, Chaining::None, choice, evaluate_ite, false),
  };
  rows[3].aliases = {"implies"};
  rows[7].aliases = {"iff"};
  return rows;
}

}  // namespace
}  // namespace core_theory

std::vector<OperatorRow> core_rows() { return core_theory::make_rows(); }

}  // namespace assay::smt
