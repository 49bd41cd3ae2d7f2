#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/value.hpp"

namespace assay::smt {

class SortSizes;
class TermStore;
enum class SortKind : std::uint8_t;  // assay/smt/term.hpp

enum class Theory : std::uint8_t {
  Core,
  Ints,
  Reals,
  BitVectors,
  FloatingPoint,
  Arrays,
  Strings,
  RegLan,
  Sequences,
  Datatypes,
  Sets,  ///< from here on: extensions of solvers, used only for targets whose definitions list them
  Tuples,
  Bags,
  Nullables,
  FiniteFields,
  PseudoBoolean,  ///< operators on Booleans; the theory has no sorts
};
inline constexpr unsigned kTheoryCount = static_cast<unsigned>(Theory::PseudoBoolean) + 1;
/// Whether the theory is an extension of some solvers that is not in SMT-LIB.
[[nodiscard]] constexpr bool is_extension(Theory theory) { return theory >= Theory::Sets; }
[[nodiscard]] std::string_view name(Theory theory);
/// The theory of the sorts of this kind. Nullopt for uninterpreted, function, opaque and other sorts without a theory.
[[nodiscard]] std::optional<Theory> theory_of(SortKind kind);

/// The meaning of `(op a b c)` with more than two arguments (SMT-LIB 2.7, section 3.7.1).
enum class Chaining : std::uint8_t {
  None,
  Left,      ///< (op (op a b) c)
  Right,     ///< (op a (op b c))
  Chain,     ///< (and (op a b) (op b c))
  Pairwise,  ///< (and (op a b) (op a c) (op b c))
};

/// An index of `(_ op index ...)`: a numeral, or a symbol (a constructor's name in `(_ is cons)`).
struct Index {
  std::uint64_t number = 0;
  std::optional<SymbolId> symbol;
  friend bool operator==(const Index&, const Index&) = default;
};

/// The reason why a term has no value.
enum class Lack : std::uint8_t {
  None,
  Unspecified,  ///< the standard leaves the result open and the model does not fix it
  Opaque,       ///< an operator that Assay does not know
  Quantified,   ///< a quantifier over too many values
  Missing,      ///< a symbol has no interpretation in the model
  Budget,       ///< too large, too deep or too long to compute
};
[[nodiscard]] std::string_view name(Lack lack);

/// A value, or the reason why there is none.
struct Outcome {
  Value value;
  Lack lack = Lack::None;
  Outcome(Value v) : value(std::move(v)) {}  // NOLINT(google-explicit-constructor)
  Outcome(Lack why) : lack(why) {}           // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool known() const { return lack == Lack::None; }
};

/// The input of an operator's evaluator.
struct Arguments {
  const TermStore& store;
  OperatorId op;
  SortId sort;                             ///< of the result
  std::span<const SortId> sorts;           ///< of the arguments
  std::span<const Outcome* const> values;  ///< of the arguments; all known if the operator is strict
  std::span<const Index> indices;
  /// The source of results that the standard leaves open: the model, or a fixed function of the arguments. Set by the
  /// Evaluator. If it is null, such results are Lack::Unspecified, except that nothing may be divided by zero.
  class Unspecified* unspecified = nullptr;
  /// Sizes of sorts in the model. Null: no uninterpreted sort is finite.
  const SortSizes* sizes = nullptr;
  std::uint32_t max_bits = 1U << 20;    ///< maximum width of a number; beyond it the outcome is Lack::Budget
  std::uint32_t max_string = 1U << 20;  ///< maximum length of a string or sequence; beyond it: Lack::Budget

  [[nodiscard]] const Value& operator[](std::size_t i) const { return values[i]->value; }
  /// The outcome of an argument that may have no value (rows that are not strict).
  [[nodiscard]] const Outcome& outcome(std::size_t i) const { return *values[i]; }
  [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// Source of results that the standard leaves open.
class Unspecified {
 public:
  virtual ~Unspecified() = default;
  /// The result of division, remainder and modulo by zero, a selector on another constructor, or seq.nth out of range.
  /// These are functions of the arguments in every solver, so a witness may fix them.
  virtual Outcome function(const Arguments& arguments) = 0;
  /// Results for which solvers are known to differ (fp.min of zeros of both signs, conversions out of range). A witness
  /// never fixes them.
  virtual Outcome open(const Arguments& arguments) = 0;
};

/// The input of a SortRule. `ascribed` is the sort of `(as op sort)`.
struct SortQuery {
  TermStore& store;
  std::span<const SortId> arguments;
  std::span<const Index> indices;
  std::optional<SortId> ascribed;
};
/// Returns the sort of an application, or nullopt if the arguments do not fit. An argument of unknown sort (the result
/// of an opaque operator) fits everywhere.
using SortRule = std::optional<SortId> (*)(const SortQuery&);
using EvaluateRule = Outcome (*)(const Arguments&);

/// How an operator applies its first argument, a function, to the parts of its last argument (elements of a sequence or
/// set, distinct elements of a bag).
enum class Iteration : std::uint8_t {
  None,         ///< the operator takes no function
  Each,         ///< (f x) for each part
  EachIndexed,  ///< (f i x); the second argument is the first i
  Fold,         ///< (f accumulated x) from the first part to the last; starts with the second argument
  FoldIndexed,  ///< (f i accumulated x); the second argument is the first i, the third is the first accumulated value
  Reduce,       ///< (f x accumulated) in any order; has a value only if all orders give the same value
};

/// One operator: a row of a theory's table. These rows are the only list of operators.
struct OperatorRow {
  std::string_view name;                       ///< as SMT-LIB 2.7 spells it
  std::vector<std::string_view> aliases = {};  ///< older spellings and spellings of solvers
  Theory theory = Theory::Core;
  std::uint8_t index_count = 0;
  std::uint8_t min_arity = 0;  ///< that solvers accept; see fewest_arguments for the standard's minimum
  std::uint8_t max_arity = 0;  ///< kAnyArity: no limit
  std::vector<std::uint8_t> standard_arities = {};  ///< for generators; empty: max_arity, or two for chaining operators
  Chaining chaining = Chaining::None;
  SortRule sort = nullptr;
  EvaluateRule evaluate = nullptr;  ///< nullptr: the outcome is Lack::Opaque
  bool strict = true;               ///< false: `evaluate` accepts arguments without a value
  bool ascribed = false;            ///< must be written `(as name sort)`: as const, as seq.empty
  bool standard = true;             ///< false: an extension of solvers, printed only for targets that support it
  /// The argument 0 of `evaluate` is the function's results as a sequence (Each, EachIndexed), or the last accumulated
  /// value (Fold, FoldIndexed, Reduce).
  Iteration iteration = Iteration::None;
};
inline constexpr std::uint8_t kAnyArity = 255;

/// The standard's minimum number of arguments. It is two for chaining operators (SMT-LIB 2.7, section 3.7.1), although
/// some solvers accept one argument. Only the minus has a meaning for one argument.
[[nodiscard]] inline std::uint8_t fewest_arguments(const OperatorRow& row) {
  const bool wants_two = row.chaining != Chaining::None && row.min_arity == 1 && row.name != "-";
  return wants_two ? 2 : row.min_arity;
}

/// Whether the first argument is a function that the operator applies.
[[nodiscard]] inline bool applies_functions(const OperatorRow& row) {
  return row.iteration != Iteration::None || row.name == "@";
}

/// The registry: the rows of all theories in a fixed order (src/smt/theory/operator_registry.cpp).
class Operators {
 public:
  [[nodiscard]] static const Operators& get();
  [[nodiscard]] const OperatorRow& row(OperatorId id) const { return rows_[id.index]; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// The operator with this spelling (name or alias) and number of indices. At most one.
  [[nodiscard]] std::optional<OperatorId> find(std::string_view name, std::size_t index_count) const;
  /// The operator of this name with any number of indices. The name must exist (checked).
  [[nodiscard]] OperatorId at(std::string_view name) const;

 private:
  Operators();
  struct Lookup;
  std::vector<OperatorRow> rows_;
  std::vector<std::pair<std::string_view, OperatorId>> by_name_;  ///< sorted
};

}  // namespace assay::smt
