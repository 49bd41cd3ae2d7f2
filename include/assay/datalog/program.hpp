#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/small_vector.hpp"
#include "assay/datalog/tuples.hpp"

namespace assay::datalog {

/// A relation's position in Program::relations.
using RelationId = std::uint32_t;

enum class Type : std::uint8_t {
  Number,    ///< signed integer of the dialect's width (Capabilities::integer_bits)
  Unsigned,  ///< unsigned integer of the same width
  Float,     ///< IEEE double; never compared for equality
  Symbol,    ///< text
  Bool,      ///< in some dialects only
  Opaque,    ///< a record, an algebraic data type, or another type that only the seed's own text can handle
};
[[nodiscard]] std::string_view name(Type type);

struct Attribute {
  std::string name;
  Type type = Type::Number;
  std::string declared;  ///< name of a declared type (a subtype, a record); empty: the built-in type
};

/// The data structure for a relation that a program asks the engine for. Only Eqrel changes results: it closes the
/// relation under reflexivity (of the elements that occur), symmetry and transitivity.
enum class Representation : std::uint8_t { Default, Btree, Brie, Eqrel, BtreeDelete };
enum class Inlining : std::uint8_t { Default, Inline, NoInline };
enum class MagicSets : std::uint8_t { Default, Magic, NoMagic };

/// Soufflé's subsumption: of tuples that agree in all other columns, the relation keeps only the tuple with the
/// greatest or the least value in `column`. It applies to the relation's final content, so the relation must not be
/// recursive.
struct Dominance {
  std::uint32_t column = 0;
  bool greatest = true;  ///< false: the least value
  friend bool operator==(const Dominance&, const Dominance&) = default;
};

/// The fields of a record, or one alternative of an algebraic data type.
struct Branch {
  std::string name;  ///< empty for a record
  std::vector<Attribute> fields;
};

/// A record or an algebraic data type. Its values have Type::Opaque; attributes refer to it by Attribute::declared.
struct StructuredType {
  std::string name;
  bool is_record = false;
  std::vector<Branch> branches;
};

struct Relation {
  std::string name;
  std::vector<Attribute> attributes;
  Tuples facts;  ///< the facts in the program's text, in any order, perhaps repeated
  bool is_input = false;
  bool is_output = true;
  Representation representation = Representation::Default;
  Inlining inlining = Inlining::Default;
  MagicSets magic = MagicSets::Default;
  /// Choice domains: for each list of attributes, the relation has at most one tuple per combination of their values.
  /// The engine chooses the tuple. The reference cannot evaluate a program with choice domains.
  std::vector<std::vector<std::uint32_t>> choice_domains;
  std::optional<Dominance> dominance;
  /// True: the relation is declared, and perhaps defined, in the seed's own text, which is printed unchanged.
  bool from_seed = false;
  /// How languages with several equivalent ways write the definition (Wordings); 0: in the plainest way. Changes no
  /// result.
  std::uint64_t wordings = 0;

  [[nodiscard]] std::size_t arity() const { return attributes.size(); }
};

/// A variable of the rule, a constant, or `_`.
struct Term {
  enum class Kind : std::uint8_t { Variable, Constant, Wildcard };
  Kind kind = Kind::Wildcard;
  Type type = Type::Number;
  Value value = 0;  ///< a variable's number in the rule, or the constant (see Value)

  [[nodiscard]] bool is_variable() const { return kind == Kind::Variable; }
  [[nodiscard]] bool is_constant() const { return kind == Kind::Constant; }
  [[nodiscard]] bool is_wildcard() const { return kind == Kind::Wildcard; }
  friend bool operator==(const Term&, const Term&) = default;

  static Term variable(std::uint32_t number, Type type) { return {Kind::Variable, type, number}; }
  static Term constant(Value value, Type type) { return {Kind::Constant, type, value}; }
  static Term wildcard(Type type) { return {Kind::Wildcard, type, 0}; }
};

using Terms = SmallVector<Term, 4>;

struct Atom {
  RelationId relation = 0;
  bool negated = false;
  Terms arguments;
  friend bool operator==(const Atom&, const Atom&) = default;
};

/// Order comparisons are for numbers and floats, equality is for all types except floats.
enum class Comparator : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
[[nodiscard]] Comparator complement(Comparator comparator);

/// Both sides must be bound by other literals, except that `=` may bind a variable on one side.
struct Comparison {
  Comparator comparator = Comparator::Equal;
  Term left;
  Term right;
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

enum class Operator : std::uint8_t { Add, Subtract, Multiply, Divide, Modulo, Minimum, Maximum };

/// `result = left op right` on numbers. Binds `result`, or compares if `result` is bound. Division by zero and values
/// that do not fit the dialect's width are EvaluationProblems.
struct Computation {
  Term result;
  Operator op = Operator::Add;
  Term left;
  Term right;
  friend bool operator==(const Computation&, const Computation&) = default;
};

enum class Aggregator : std::uint8_t { Count, Sum, Minimum, Maximum };

/// `result = count : { atoms, comparisons }` or `result = sum target : { ... }`. Variables that also occur outside of
/// all aggregates of the rule are bound there and group. The other variables are local, and the aggregate is over the
/// distinct combinations of their values. Atoms have no wildcards here, because engines count them differently. Over an
/// empty set, count and sum are 0; minimum and maximum have no value, and the rule derives nothing.
struct Aggregate {
  Term result;
  Aggregator aggregator = Aggregator::Count;
  Term target;  ///< a local variable; a wildcard for Count
  std::vector<Atom> atoms;
  std::vector<Comparison> comparisons;
  friend bool operator==(const Aggregate&, const Aggregate&) = default;
};

/// The syntax of a Call, and the terms that it may bind.
enum class CallForm : std::uint8_t {
  Function,    ///< `cat(a, b)`
  Infix,       ///< `a band b`
  Prefix,      ///< `bnot a`
  Record,      ///< `[a, b]`, or `nil` without arguments: also binds its arguments from its result
  Branch,      ///< `$Name(a, b)`: also binds its arguments from its result
  Constraint,  ///< `contains(a, b)`: no result
  Order,       ///< `a < b` on symbols: no result
};

/// `result = name(arguments)`: functors on strings, bits and floats, and the construction and matching of records and
/// algebraic data types. All engines that have the functor give the same value, or stop with an error (is_partial).
/// Binds its result from its arguments. Records and branches also bind their arguments from their result; then
/// arguments may be wildcards.
struct Call {
  Term result;  ///< a wildcard if the form has no result
  CallForm form = CallForm::Function;
  std::string name;
  bool negated = false;  ///< Constraint and Order only
  Terms arguments;
  friend bool operator==(const Call&, const Call&) = default;

  [[nodiscard]] bool has_result() const { return form != CallForm::Constraint && form != CallForm::Order; }
  [[nodiscard]] bool takes_apart() const { return form == CallForm::Record || form == CallForm::Branch; }
};
/// Whether the call stops engines for some arguments: a text that is no number, a negative exponent, a wrong pattern.
[[nodiscard]] bool is_partial(const Call& call);

using Literal = std::variant<Atom, Comparison, Computation, Aggregate, Call>;

/// `heads :- body.` Each head's relation gets a tuple. The body is not empty: facts are in Relation::facts.
struct Rule {
  std::vector<Atom> heads;
  std::vector<Literal> body;
  std::vector<Type> variables;  ///< types, by variable number; numbers may be unused
  friend bool operator==(const Rule&, const Rule&) = default;
};

/// The text of a seed, which is printed unchanged in front of the program.
struct SeedText {
  std::string dialect;  ///< name of its Dialect; empty: no seed
  std::string text;
  std::string reason;  ///< the first construct that Assay cannot read, so that the text is kept
};

/// A Datalog program, as a syntax tree for all dialects. Copies are independent.
struct Program {
  std::vector<StructuredType> types;  ///< with distinct names
  std::vector<Relation> relations;
  std::vector<Rule> rules;
  std::vector<std::string> symbols;  ///< distinct; values of Type::Symbol are positions in this list
  SeedText seed;

  /// The symbol's value. Appends a symbol that is new.
  Value intern(std::string_view symbol);
};

/// Calls `visit(atom)` for every atom of the body, including atoms in aggregates.
template <typename Visit>
void for_each_body_atom(const Rule& rule, Visit visit) {
  for (const Literal& literal : rule.body) {
    if (const auto* atom = std::get_if<Atom>(&literal)) visit(*atom);
    if (const auto* aggregate = std::get_if<Aggregate>(&literal))
      for (const Atom& inner : aggregate->atoms) visit(inner);
  }
}

/// Calls `visit(term)` for every term of the rule: heads, body, aggregates. Rule may be const.
template <typename RuleType, typename Visit>
void for_each_term(RuleType& rule, Visit visit) {
  const auto in_atom = [&](auto& atom) {
    for (auto& term : atom.arguments) visit(term);
  };
  const auto in_comparison = [&](auto& comparison) {
    visit(comparison.left);
    visit(comparison.right);
  };
  for (auto& head : rule.heads) in_atom(head);
  for (auto& literal : rule.body) {
    if (auto* atom = std::get_if<Atom>(&literal)) {
      in_atom(*atom);
    } else if (auto* comparison = std::get_if<Comparison>(&literal)) {
      in_comparison(*comparison);
    } else if (auto* computation = std::get_if<Computation>(&literal)) {
      visit(computation->result);
      visit(computation->left);
      visit(computation->right);
    } else if (auto* call = std::get_if<Call>(&literal)) {
      visit(call->result);
      for (auto& term : call->arguments) visit(term);
    } else {
      auto& aggregate = std::get<Aggregate>(literal);
      visit(aggregate.result);
      visit(aggregate.target);
      for (auto& inner : aggregate.atoms) in_atom(inner);
      for (auto& inner : aggregate.comparisons) in_comparison(inner);
    }
  }
}

/// By variable: whether a literal binds it. Binding literals are positive atoms, equalities, computations and calls
/// over bound terms, and aggregates. A variable that is local to an aggregate is bound if a positive atom of it has the
/// variable.
[[nodiscard]] std::vector<bool> bound_variables(const Rule& rule);

/// Whether a rule can be evaluated bottom-up: every used variable is bound, and wildcards stand only in body atoms
/// outside of aggregates and in arguments of records and branches.
[[nodiscard]] bool is_safe(const Rule& rule);

/// Checks arity, types, safety and stratification of all parts that are not the seed's own text. An Error names the
/// relation or rule.
[[nodiscard]] Status check(const Program& program);

}  // namespace assay::datalog
