#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/operator.hpp"
#include "assay/smt/value.hpp"

namespace assay::smt {

enum class SortKind : std::uint8_t {
  Bool,
  Int,
  Real,
  RoundingMode,
  String,
  RegLan,
  BitVector,      ///< indices: width
  Float,          ///< indices: exponent bits, significand bits
  Array,          ///< arguments: index sorts.., element sort (one index in the standard)
  Sequence,       ///< arguments: element sort
  Set,            ///< arguments: element sort; finite sets (cvc5)
  Bag,            ///< arguments: element sort; finite multisets (cvc5)
  Tuple,          ///< arguments: sorts of the components; none: (cvc5's) UnitTuple
  Nullable,       ///< arguments: the sort of what may be there (cvc5)
  FiniteField,    ///< indices: the prime that is its order (cvc5)
  Datatype,       ///< name, arguments of a parametric one, datatype
  Uninterpreted,  ///< name (declare-sort), arguments
  Parameter,      ///< name: a variable of `par` or define-sort
  Function,       ///< arguments.., result: of lambdas, as-array and higher-order scripts
  Opaque,         ///< name, indices, arguments: a sort that Assay does not know
  Unknown,        ///< the sort of an opaque operator's result when nothing tells it
};

struct SortNode {
  SortKind kind = SortKind::Unknown;
  SymbolId name;
  std::vector<std::uint64_t> indices;
  std::vector<SortId> arguments;
  std::optional<DatatypeId> datatype;
};

enum class TermKind : std::uint8_t {
  Constant,   ///< a literal: a value of sort Int, Real, BitVector or String
  Apply,      ///< an operator of the registry on children
  Call,       ///< a declared or defined function, a constructor, a selector, or an opaque operator on children
  Variable,   ///< bound by an enclosing binder
  Binder,     ///< forall, exists, lambda: child 0 is the body, then the terms of the patterns; of a comprehension
              ///< child 0 is the predicate and child 1 the member that it gives
  Match,      ///< child 0 is the subject, the others are MatchCase binders
  Annotated,  ///< child 0 with attributes (! t :named n), then the terms inside of the attributes
};

enum class BinderKind : std::uint8_t { Forall, Exists, Lambda, Choice, Comprehension, Opaque, MatchCase };

/// A bound variable: its spelling and sort. Within a term no binder binds the name of an enclosing binder's variable or
/// of a declared symbol again (the parser renames, and the printer takes that back), so a variable is known by its
/// spelling and substitution needs no renaming.
struct BoundVariable {
  SymbolId name;
  SortId sort;
  friend bool operator==(const BoundVariable&, const BoundVariable&) = default;
};

/// An attribute of a binder's body or an annotated term: `:pattern (t ...)` has terms, `:weight 3` has text only.
struct Attribute {
  std::string keyword;           ///< with its colon
  std::string text;              ///< the value as it is printed, when it holds no term
  std::uint32_t term_count = 0;  ///< how many of the node's children after the first belong to it
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

struct BinderInfo {
  BinderKind kind = BinderKind::Forall;
  std::string keyword;  ///< as written; tells opaque binders apart ("set.comprehension")
  std::vector<BoundVariable> variables;
  std::vector<Attribute> attributes;  ///< patterns and others; their terms are the children from 1 on
  FunctionId constructor;             ///< MatchCase: the constructor of the pattern; meaningless when is_default
  bool is_default = false;            ///< MatchCase: the pattern is a lone variable (or `_`)
};

/// Facts about a term's whole DAG, for O(1) questions.
enum TermFlag : std::uint8_t {
  kHasVariable = 1,    ///< a bound variable occurs free in it
  kHasQuantifier = 2,  ///< forall, exists or choice inside
  kHasOpaque = 4,      ///< an operator or sort inside that Assay does not know
  kHasLambda = 8,
  kHasRecursion = 16,  ///< calls a define-fun-rec
  kHasBinder = 32,     ///< binds a variable somewhere inside
};

/// One node of the DAG, 32 bytes. What `data` means depends on the kind: an index into one of the store's tables.
struct TermNode {
  TermKind kind = TermKind::Constant;
  std::uint8_t flags = 0;
  SortId sort;
  std::uint32_t data =
      0;  ///< Constant: value; Apply: operator; Call: function; Variable: symbol; Binder, Annotated: info
  std::uint32_t extra = 0;  ///< Apply: list of indices (0: none)
  std::uint32_t first = 0;  ///< children, in the store's child array
  std::uint32_t count = 0;
  std::uint32_t depth = 1;  ///< 1 for a leaf; saturates
};

enum class FunctionKind : std::uint8_t { Declared, Defined, Recursive, Constructor, Selector, Tester, Updater, Opaque };

/// A function symbol. Identical declarations get one id, whatever script they come from.
struct Function {
  SymbolId name;
  FunctionKind kind = FunctionKind::Declared;
  std::vector<SortId> parameters;  ///< of a parametric datatype's constructor: with Parameter sorts
  SortId result;
  std::vector<BoundVariable> variables;  ///< Defined, Recursive: the formal parameters
  std::optional<TermId> body;            ///< Defined, Recursive (set once the body is read)
  DatatypeId datatype;                   ///< Constructor, Selector, Tester, Updater
  std::uint32_t constructor = 0;         ///< position in the datatype
  std::uint32_t field = 0;               ///< Selector, Updater: position in the constructor
  std::vector<Index> indices;            ///< Opaque: of (_ name indices)
  bool ascribed = false;                 ///< Opaque, or a nullary parametric constructor: written (as name sort)
  std::uint32_t variant = 0;             ///< Recursive: tells functions of one signature but different bodies apart
};

struct Field {
  FunctionId selector;
  SortId sort;
};
struct Constructor {
  FunctionId function;
  std::vector<Field> fields;
};
struct Datatype {
  SymbolId name;
  std::vector<SymbolId> parameters;
  std::vector<Constructor> constructors;
  bool codatatype = false;
  /// A text that says all of a recursive declaration (names, fields, sorts) but no id of its own group: datatypes with
  /// the same name and structure are the same. Empty: this one is like no other.
  std::string structure;
};

/// Numbers of values by sort, as far as they are known; 0: infinitely many, or too many for 64 bits.
using SortCounts = std::unordered_map<SortId, std::optional<std::uint64_t>, IdHash>;

/// Owns sorts, symbols, functions, values and hash-consed terms: equal terms have equal ids. Not thread-safe; a worker
/// has its own. Ids stay valid for the store's life. Checked constructors give std::nullopt when sorts do not fit.
class TermStore {
 public:
  TermStore();
  ~TermStore();
  TermStore(const TermStore&) = delete;
  TermStore& operator=(const TermStore&) = delete;

  // Symbols.
  SymbolId symbol(std::string_view spelling);
  [[nodiscard]] std::string_view spelling(SymbolId id) const;
  /// Notes that a variable, which has the name `name` here, has the name `written` in the script.
  void note_written_name(SymbolId name, SymbolId written);
  /// The noted name; the name itself where none is noted.
  [[nodiscard]] SymbolId written_name(SymbolId name) const;
  [[nodiscard]] bool has_written_names() const;

  // Sorts.
  SortId sort(SortNode node);
  [[nodiscard]] const SortNode& node(SortId id) const;
  [[nodiscard]] SortKind kind(SortId id) const { return node(id).kind; }
  SortId bool_sort() const { return bool_; }
  SortId int_sort() const { return int_; }
  SortId real_sort() const { return real_; }
  SortId string_sort() const { return string_; }
  SortId reglan_sort() const { return reglan_; }
  SortId rounding_mode_sort() const { return rounding_mode_; }
  SortId unknown_sort() const { return unknown_; }
  SortId bit_vector_sort(std::uint32_t width);
  SortId float_sort(std::uint32_t exponent, std::uint32_t significand);
  SortId array_sort(SortId index, SortId element);
  SortId sequence_sort(SortId element);
  /// A sort that its kind and arguments tell: Set, Bag, Nullable of one sort, Tuple of any number.
  SortId compound_sort(SortKind kind, std::span<const SortId> arguments);
  SortId function_sort(std::span<const SortId> parameters, SortId result);
  /// Number of values of a sort when it is finite and fits in 64 bits; 0 otherwise. Uninterpreted sorts: 0.
  [[nodiscard]] std::uint64_t cardinality(SortId id) const;
  /// The same where `known` says how many values some sorts (uninterpreted ones, in a model) have. Is extended.
  [[nodiscard]] std::uint64_t cardinality(SortId id, SortCounts& known) const;
  /// `sort` with datatype or definition parameters replaced.
  SortId substitute(SortId sort, std::span<const SymbolId> parameters, std::span<const SortId> arguments);

  // Functions and datatypes.
  FunctionId function(Function declaration);
  [[nodiscard]] const Function& node(FunctionId id) const;
  /// The datatypes that are declared in one command with this one, in their order: consecutive, of one structure.
  [[nodiscard]] std::vector<DatatypeId> group_of(DatatypeId id) const;
  /// Whether another datatype has a constructor of this name and with these arguments: only `as` tells them apart.
  [[nodiscard]] bool is_overloaded(FunctionId constructor) const;
  /// Gives a recursive function, once, the body that could not be read before it was declared.
  void define(FunctionId recursive, TermId body);
  DatatypeId datatype(Datatype declaration);
  /// Fills in the constructors of a datatype that was made empty because they refer to it.
  void define(DatatypeId recursive, std::vector<Constructor> constructors);
  [[nodiscard]] const Datatype& node(DatatypeId id) const;

  // Terms.
  TermId constant(const Value& value,
                  SortId sort);  ///< Int, Real, BitVector, String only: see make_term for the others
  TermId bool_constant(bool value);
  std::optional<TermId> apply(OperatorId op, std::span<const TermId> children, std::span<const Index> indices = {},
                              std::optional<SortId> ascribed = {});
  /// For callers that know the sort (copies of checked terms).
  TermId apply_as(OperatorId op, std::span<const TermId> children, std::span<const Index> indices, SortId sort);
  std::optional<TermId> call(FunctionId function, std::span<const TermId> children,
                             std::optional<SortId> ascribed = {});
  TermId call_as(FunctionId function, std::span<const TermId> children, SortId sort);
  TermId variable(BoundVariable variable);
  TermId binder(const BinderInfo& info, std::span<const TermId> children);
  TermId match(std::span<const TermId> children, SortId sort);
  TermId annotated(std::span<const Attribute> attributes, std::span<const TermId> children);

  // What these give stays where it is while terms are added.
  [[nodiscard]] const TermNode& node(TermId id) const { return terms_[id.index >> kTermBits][id.index & kTermMask]; }
  [[nodiscard]] SortId sort_of(TermId id) const { return node(id).sort; }
  [[nodiscard]] std::span<const TermId> children(TermId id) const {
    const TermNode& n = node(id);
    return {children_[n.first >> kChildBits] + (n.first & kChildMask), n.count};
  }
  [[nodiscard]] bool has(TermId id, TermFlag flag) const { return (node(id).flags & flag) != 0; }
  /// The names of the variables that occur free, in order of their ids.
  [[nodiscard]] std::vector<SymbolId> free_variables(TermId id) const;
  [[nodiscard]] bool occurs_free(SymbolId variable, TermId id) const;
  [[nodiscard]] const Value& value(TermId constant) const;
  [[nodiscard]] OperatorId op(TermId apply) const { return OperatorId{node(apply).data}; }
  [[nodiscard]] bool is(TermId id, OperatorId op) const {
    return node(id).kind == TermKind::Apply && node(id).data == op.index;
  }
  [[nodiscard]] FunctionId function_of(TermId call) const { return FunctionId{node(call).data}; }
  [[nodiscard]] std::span<const Index> indices(TermId apply) const;
  [[nodiscard]] SymbolId variable_name(TermId variable) const { return SymbolId{node(variable).data}; }
  [[nodiscard]] const BinderInfo& binder_info(TermId binder) const;
  [[nodiscard]] std::span<const Attribute> attributes(TermId annotated) const;
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The same node over other children (same number): how traversals rebuild. Sorts are recomputed; std::nullopt if
  /// they do not fit.
  std::optional<TermId> rebuild(TermId original, std::span<const TermId> children);

 private:
  struct Tables;
  static constexpr std::uint32_t kTermBits = 9;  // small stores are made for each case
  static constexpr std::uint32_t kTermMask = (1U << kTermBits) - 1;
  static constexpr std::uint32_t kChildBits = 12;
  static constexpr std::uint32_t kChildMask = (1U << kChildBits) - 1;
  void note_constructor(std::uint32_t id);
  TermId intern(TermNode node, std::span<const TermId> children);
  std::uint32_t append_children(std::span<const TermId> children);
  /// Whether the sorts fit the function's parameters; the sort of the result.
  std::optional<SortId> call_sort(const Function& function, std::span<const TermId> children,
                                  std::optional<SortId> ascribed);

  std::vector<std::unique_ptr<TermNode[]>> terms_;  ///< blocks of 2^kTermBits
  std::vector<TermId*> children_;                   ///< blocks of 2^kChildBits; a list never crosses into foreign ones
  std::size_t size_ = 0;
  std::unique_ptr<Tables> tables_;
  SortId bool_, int_, real_, string_, reglan_, rounding_mode_, unknown_;
};

}  // namespace assay::smt
