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
  Tuple,          ///< arguments: sorts of the components, without any it is UnitTuple (cvc5)
  Nullable,       ///< arguments: the sort of the optional value (cvc5)
  FiniteField,    ///< indices: the order, a prime (cvc5)
  Datatype,       ///< name, arguments (of a parametric datatype), datatype
  Uninterpreted,  ///< name (declare-sort), arguments
  Parameter,      ///< name: a variable of `par` or define-sort
  Function,       ///< arguments.., result; for lambdas, as-array and higher-order scripts
  Opaque,         ///< name, indices, arguments: a sort that Assay does not know
  Unknown,        ///< the sort of an opaque operator's result if it cannot be determined
};

struct SortNode {
  SortKind kind = SortKind::Unknown;
  SymbolId name;
  std::vector<std::uint64_t> indices;
  std::vector<SortId> arguments;
  std::optional<DatatypeId> datatype;
};

enum class TermKind : std::uint8_t {
  Constant,  ///< a literal: a value of sort Int, Real, BitVector or String
  Apply,     ///< an operator of the registry on children
  Call,      ///< a declared or defined function, a constructor, a selector, or an opaque operator on children
  Variable,  ///< bound by an enclosing binder
  Binder,    ///< forall, exists, lambda: child 0 is the body, then come the terms of the patterns. Comprehension: child
             ///< 0 is the predicate and child 1 the member
  Match,     ///< child 0 is the subject, the other children are MatchCase binders
  Annotated,  ///< child 0 with attributes (! t :named n), then the terms in the attributes
};

enum class BinderKind : std::uint8_t { Forall, Exists, Lambda, Choice, Comprehension, Opaque, MatchCase };

/// A bound variable: its spelling and sort. In a term no binder binds a name that an enclosing binder or a declaration
/// uses (the parser renames, and the printer reverses that). So a name identifies a variable, and substitution needs no
/// renaming.
struct BoundVariable {
  SymbolId name;
  SortId sort;
  friend bool operator==(const BoundVariable&, const BoundVariable&) = default;
};

/// An attribute of a binder's body or an annotated term. `:pattern (t ...)` has terms, `:weight 3` only text.
struct Attribute {
  std::string keyword;           ///< with its colon
  std::string text;              ///< the value as printed, if it contains no terms
  std::uint32_t term_count = 0;  ///< number of the node's children (after the first) that belong to the attribute
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

struct BinderInfo {
  BinderKind kind = BinderKind::Forall;
  std::string keyword;  ///< as written; distinguishes opaque binders ("set.comprehension")
  std::vector<BoundVariable> variables;
  std::vector<Attribute> attributes;  ///< patterns and other attributes; their terms are the children from 1 on
  FunctionId constructor;             ///< MatchCase: the constructor of the pattern; unused if is_default
  bool is_default = false;            ///< MatchCase: the pattern is a lone variable (or `_`)
};

/// Properties of a term's whole DAG, stored for O(1) tests.
enum TermFlag : std::uint8_t {
  kHasVariable = 1,    ///< has a free variable
  kHasQuantifier = 2,  ///< contains forall, exists, choice or a comprehension
  kHasOpaque = 4,      ///< contains an operator or sort that Assay does not know
  kHasLambda = 8,
  kHasRecursion = 16,  ///< calls a define-fun-rec
  kHasBinder = 32,     ///< contains a binder
};

/// One node of the DAG, 32 bytes. `data` is an index into a table of the store; the kind decides which table.
struct TermNode {
  TermKind kind = TermKind::Constant;
  std::uint8_t flags = 0;
  SortId sort;
  std::uint32_t data =
      0;  ///< Constant: value; Apply: operator; Call: function; Variable: symbol; Binder, Annotated: info
  std::uint32_t extra = 0;  ///< Apply: number of the list of indices (0: no indices)
  std::uint32_t first = 0;  ///< position of the first child in the store's child array
  std::uint32_t count = 0;
  std::uint32_t depth = 1;  ///< 1 for a leaf; saturates
};

enum class FunctionKind : std::uint8_t { Declared, Defined, Recursive, Constructor, Selector, Tester, Updater, Opaque };

/// A function symbol. Identical declarations have the same id, even if they come from different scripts.
struct Function {
  SymbolId name;
  FunctionKind kind = FunctionKind::Declared;
  std::vector<SortId> parameters;  ///< with Parameter sorts for constructors of parametric datatypes
  SortId result;
  std::vector<BoundVariable> variables;  ///< Defined, Recursive: the formal parameters
  std::optional<TermId> body;            ///< Defined, Recursive (set once the body is read)
  DatatypeId datatype;                   ///< Constructor, Selector, Tester, Updater
  std::uint32_t constructor = 0;         ///< position in the datatype
  std::uint32_t field = 0;               ///< Selector, Updater: position in the constructor
  std::vector<Index> indices;            ///< Opaque: the indices of (_ name indices)
  bool ascribed = false;                 ///< Opaque, or a nullary parametric constructor: printed (as name sort)
  std::uint32_t variant = 0;             ///< Recursive: distinguishes functions of equal signatures and unequal bodies
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
  /// A text that identifies the declaration (names, fields, sorts) without ids of its own group. Datatypes with the
  /// same name and structure are equal. Empty: equal to no other datatype.
  std::string structure;
};

/// Numbers of values by sort; nullopt: not computed yet; 0: infinite, or too many for 64 bits.
using SortCounts = std::unordered_map<SortId, std::optional<std::uint64_t>, IdHash>;

/// Owns sorts, symbols, functions, values and hash-consed terms: equal terms have equal ids. Not thread-safe; each
/// worker has its own store. Ids are valid for the store's life. Checked constructors return nullopt if the sorts do
/// not fit.
class TermStore {
 public:
  TermStore();
  ~TermStore();
  TermStore(const TermStore&) = delete;
  TermStore& operator=(const TermStore&) = delete;

  // Symbols.
  SymbolId symbol(std::string_view spelling);
  [[nodiscard]] std::string_view spelling(SymbolId id) const;
  /// Notes that the script's name of the variable `name` is `written`.
  void note_written_name(SymbolId name, SymbolId written);
  /// The noted name, or `name` if none is noted.
  [[nodiscard]] SymbolId written_name(SymbolId name) const;
  [[nodiscard]] bool has_written_names() const;
  /// Notes that the script spells the operator in this way: "bv2nat" for ubv_to_int. The first note counts.
  void note_written_operator(OperatorId op, SymbolId written);
  /// The noted spelling. Nullopt if none is noted.
  [[nodiscard]] std::optional<SymbolId> written_operator(OperatorId op) const;

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
  /// Makes a sort of its kind and arguments: Set, Bag or Nullable of one sort, Tuple of any number of sorts.
  SortId compound_sort(SortKind kind, std::span<const SortId> arguments);
  SortId function_sort(std::span<const SortId> parameters, SortId result);
  /// The number of values of a sort if it is finite and fits in 64 bits; 0 otherwise. 0 for uninterpreted sorts.
  [[nodiscard]] std::uint64_t cardinality(SortId id) const;
  /// The same, given the numbers of values of some sorts in `known` (of uninterpreted sorts in a model). Computed
  /// numbers are added to `known`.
  [[nodiscard]] std::uint64_t cardinality(SortId id, SortCounts& known) const;
  /// `sort` with datatype or definition parameters replaced.
  SortId substitute(SortId sort, std::span<const SymbolId> parameters, std::span<const SortId> arguments);

  // Functions and datatypes.
  FunctionId function(Function declaration);
  [[nodiscard]] const Function& node(FunctionId id) const;
  /// The datatypes that are declared in the same command as this datatype, in order. Their ids are consecutive.
  [[nodiscard]] std::vector<DatatypeId> group_of(DatatypeId id) const;
  /// Whether another datatype has a constructor of this name and these arguments, so that `as` is needed.
  [[nodiscard]] bool is_overloaded(FunctionId constructor) const;
  /// Sets the body of a recursive function, once. (The body is read after the function is declared.)
  void define(FunctionId recursive, TermId body);
  DatatypeId datatype(Datatype declaration);
  /// Sets the constructors of a datatype, once. (They may refer to the datatype, so it is made without them.)
  void define(DatatypeId recursive, std::vector<Constructor> constructors);
  [[nodiscard]] const Datatype& node(DatatypeId id) const;

  // Terms.
  TermId constant(const Value& value,
                  SortId sort);  ///< Int, Real, BitVector and String only; see make_term for other sorts
  TermId bool_constant(bool value);
  std::optional<TermId> apply(OperatorId op, std::span<const TermId> children, std::span<const Index> indices = {},
                              std::optional<SortId> ascribed = {});
  /// Unchecked, for callers that know the sort (copies of checked terms).
  TermId apply_as(OperatorId op, std::span<const TermId> children, std::span<const Index> indices, SortId sort);
  std::optional<TermId> call(FunctionId function, std::span<const TermId> children,
                             std::optional<SortId> ascribed = {});
  TermId call_as(FunctionId function, std::span<const TermId> children, SortId sort);
  TermId variable(BoundVariable variable);
  TermId binder(const BinderInfo& info, std::span<const TermId> children);
  TermId match(std::span<const TermId> children, SortId sort);
  TermId annotated(std::span<const Attribute> attributes, std::span<const TermId> children);

  // References and spans that these functions return stay valid while terms are added.
  [[nodiscard]] const TermNode& node(TermId id) const { return terms_[id.index >> kTermBits][id.index & kTermMask]; }
  [[nodiscard]] SortId sort_of(TermId id) const { return node(id).sort; }
  [[nodiscard]] std::span<const TermId> children(TermId id) const {
    const TermNode& n = node(id);
    return {children_[n.first >> kChildBits] + (n.first & kChildMask), n.count};
  }
  [[nodiscard]] bool has(TermId id, TermFlag flag) const { return (node(id).flags & flag) != 0; }
  /// The names of the free variables, in order of their ids.
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

  /// A copy of the node with other children (the same number). Sorts are recomputed. Nullopt if they do not fit.
  std::optional<TermId> rebuild(TermId original, std::span<const TermId> children);

 private:
  struct Tables;
  static constexpr std::uint32_t kTermBits = 9;  // small, because each case makes small stores
  static constexpr std::uint32_t kTermMask = (1U << kTermBits) - 1;
  static constexpr std::uint32_t kChildBits = 12;
  static constexpr std::uint32_t kChildMask = (1U << kChildBits) - 1;
  void note_constructor(std::uint32_t id);
  TermId intern(TermNode node, std::span<const TermId> children);
  std::uint32_t append_children(std::span<const TermId> children);
  /// The sort of the result. Nullopt if the sorts of the children do not fit the function's parameters.
  std::optional<SortId> call_sort(const Function& function, std::span<const TermId> children,
                                  std::optional<SortId> ascribed);

  std::vector<std::unique_ptr<TermNode[]>> terms_;  ///< blocks of 2^kTermBits
  std::vector<TermId*> children_;                   ///< blocks of 2^kChildBits; each list of children is contiguous
  std::size_t size_ = 0;
  std::unique_ptr<Tables> tables_;
  SortId bool_, int_, real_, string_, reglan_, rounding_mode_, unknown_;
};

}  // namespace assay::smt
