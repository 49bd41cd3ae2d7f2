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
  Sets,  ///< this one and those below: beyond the standard, only for targets that name them
  Tuples,
  Bags,
  Nullables,
  FiniteFields,
  PseudoBoolean,  ///< of Booleans: no sorts of its own
};
inline constexpr unsigned kTheoryCount = static_cast<unsigned>(Theory::PseudoBoolean) + 1;
/// Whether only some solvers have the theory, and SMT-LIB has none of its sorts.
[[nodiscard]] constexpr bool is_extension(Theory theory) { return theory >= Theory::Sets; }
[[nodiscard]] std::string_view name(Theory theory);
/// The theory whose sorts are of this kind; nothing for sorts of no theory (uninterpreted, functions, opaque ...).
[[nodiscard]] std::optional<Theory> theory_of(SortKind kind);

/// How more than two arguments are read (SMT-LIB 2.7, section 3.7.1): `(op a b c)`.
enum class Chaining : std::uint8_t {
  None,
  Left,      ///< (op (op a b) c)
  Right,     ///< (op a (op b c))
  Chain,     ///< (and (op a b) (op b c))
  Pairwise,  ///< every two of them
};

/// An index of `(_ op index ...)`: a numeral, or a symbol (a constructor's name in `(_ is cons)`).
struct Index {
  std::uint64_t number = 0;
  std::optional<SymbolId> symbol;
  friend bool operator==(const Index&, const Index&) = default;
};

/// Why a term has no value.
enum class Lack : std::uint8_t {
  None,
  Unspecified,  ///< the standard leaves the result open and the model does not fix it
  Opaque,       ///< an operator that Assay does not know
  Quantified,   ///< a quantifier over too many values
  Missing,      ///< the model says nothing about a symbol
  Budget,       ///< too large, too deep or too long to compute
};
[[nodiscard]] std::string_view name(Lack lack);

/// A value, or why there is none.
struct Outcome {
  Value value;
  Lack lack = Lack::None;
  Outcome(Value v) : value(std::move(v)) {}  // NOLINT(google-explicit-constructor)
  Outcome(Lack why) : lack(why) {}           // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool known() const { return lack == Lack::None; }
};

/// What an operator's evaluator sees. `store` gives sorts, datatypes and operators; `sort` is the sort of the result.
struct Arguments {
  const TermStore& store;
  OperatorId op;
  SortId sort;
  std::span<const SortId> sorts;           ///< of the arguments
  std::span<const Outcome* const> values;  ///< all known when the operator is strict; pointers: no value is copied
  std::span<const Index> indices;
  /// Results that the standard leaves open: what the model (or, for a witness that fixes an interpretation, a fixed
  /// function of the arguments) says, or Lack::Unspecified. Set by the evaluator that drives the traversal.
  class Unspecified* unspecified = nullptr;
  /// Of the model that values are taken from; nullptr: no uninterpreted sort is finite.
  const SortSizes* sizes = nullptr;
  std::uint32_t max_bits = 1U << 20;    ///< a result that needs a wider number is Lack::Budget
  std::uint32_t max_string = 1U << 20;  ///< a result that needs a longer string or sequence is Lack::Budget

  [[nodiscard]] const Value& operator[](std::size_t i) const { return values[i]->value; }
  /// For rows that are not strict.
  [[nodiscard]] const Outcome& outcome(std::size_t i) const { return *values[i]; }
  [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// Source of the results that the standard leaves open (DESIGN section 4).
class Unspecified {
 public:
  virtual ~Unspecified() = default;
  /// Division, remainder and modulo by zero, selectors on another constructor, seq.nth out of range: uninterpreted
  /// functions of their arguments in every solver, so that a witness may fix them.
  virtual Outcome function(const Arguments& arguments) = 0;
  /// Results on which implementations are known to differ in kind (fp.min of zeros of both signs, conversions out of
  /// range): never fixed by a witness.
  virtual Outcome open(const Arguments& arguments) = 0;
};

/// The sort of an application, or std::nullopt when the arguments do not fit. `ascribed` is the sort of `(as op sort)`.
/// An argument whose sort is unknown (an opaque operator's) fits everywhere.
struct SortQuery {
  TermStore& store;
  std::span<const SortId> arguments;
  std::span<const Index> indices;
  std::optional<SortId> ascribed;
};
using SortRule = std::optional<SortId> (*)(const SortQuery&);
using EvaluateRule = Outcome (*)(const Arguments&);

/// How an operator applies the function that is its first argument to the parts of its last one (elements of a sequence
/// or set, different elements of a bag).
enum class Iteration : std::uint8_t {
  None,         ///< the operator takes no function
  Each,         ///< (f x) for each part
  EachIndexed,  ///< (f i x), i from the second argument on
  Fold,         ///< (f accumulated x) from the first part to the last, from the second argument on
  FoldIndexed,  ///< (f i accumulated x); the second argument is the first i, the third one is the first accumulated
  Reduce,       ///< (f x accumulated) in any order; has a value only if all orders come to the same
};

/// One operator: a row of a theory's table. Everything that knows operators reads these rows; there is no other list.
struct OperatorRow {
  std::string_view name;                       ///< as SMT-LIB 2.7 spells it
  std::vector<std::string_view> aliases = {};  ///< older or solvers' own spellings that mean the same
  Theory theory = Theory::Core;
  std::uint8_t index_count = 0;
  std::uint8_t min_arity = 0;  ///< that solvers read; a generator gives a chaining operator two or more
  std::uint8_t max_arity = 0;  ///< kAnyArity: no limit
  std::vector<std::uint8_t> standard_arities = {};  ///< where they are neither the most nor, chaining, two
  Chaining chaining = Chaining::None;
  SortRule sort = nullptr;
  EvaluateRule evaluate = nullptr;  ///< nullptr: no value (Lack::Opaque)
  bool strict = true;               ///< false: the evaluator sees arguments without a value, too
  bool ascribed = false;            ///< must be written `(as name sort)`: as const, as seq.empty
  bool standard = true;             ///< false: a solvers' extension; printed only for targets that know it
  /// Each, EachIndexed: `evaluate` finds the sequence of the function's results in the function's place. Fold,
  /// FoldIndexed, Reduce: the evaluator does all, and `evaluate` is nullptr.
  Iteration iteration = Iteration::None;
};
inline constexpr std::uint8_t kAnyArity = 255;

/// The fewest arguments that the standard has: two of an operator that chains (SMT-LIB 2.7, section 3.7.1), of which
/// some solvers read one. Only the minus has a reading of its own for one argument.
[[nodiscard]] inline std::uint8_t fewest_arguments(const OperatorRow& row) {
  const bool wants_two = row.chaining != Chaining::None && row.min_arity == 1 && row.name != "-";
  return wants_two ? 2 : row.min_arity;
}

/// Whether the first argument is a function that the operator applies.
[[nodiscard]] inline bool applies_functions(const OperatorRow& row) {
  return row.iteration != Iteration::None || row.name == "@";
}

/// The registry: all theories' rows in a fixed order (src/smt/theory/operator_registry.cpp).
class Operators {
 public:
  [[nodiscard]] static const Operators& get();
  [[nodiscard]] const OperatorRow& row(OperatorId id) const { return rows_[id.index]; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// The operator with this spelling (name or alias) and number of indices. At most one.
  [[nodiscard]] std::optional<OperatorId> find(std::string_view name, std::size_t index_count) const;
  /// As find(name, index count of the row), for names that are known to be there; fails a check otherwise.
  [[nodiscard]] OperatorId at(std::string_view name) const;

 private:
  Operators();
  struct Lookup;
  std::vector<OperatorRow> rows_;
  std::vector<std::pair<std::string_view, OperatorId>> by_name_;  ///< sorted
};

}  // namespace assay::smt
