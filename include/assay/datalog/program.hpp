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
  Number,    ///< signed integer; its width is the dialect's
  Unsigned,  ///< of the same width
  Float,     ///< IEEE double; never compared for equality
  Symbol,    ///< text
  Bool,      ///< only some dialects have it
  Opaque,    ///< a record, an algebraic data type, whatever only the seed's own text handles
};
[[nodiscard]] std::string_view name(Type type);

struct Attribute {
  std::string name;
  Type type = Type::Number;
  std::string declared;  ///< the type's name where it is not the built-in one: a subtype, a record
};

/// How an engine is asked to hold a relation. No choice may change a result but Eqrel: the relation is then closed
/// under reflexivity (of the elements that occur), symmetry and transitivity.
enum class Representation : std::uint8_t { Default, Btree, Brie, Eqrel, BtreeDelete };
enum class Inlining : std::uint8_t { Default, Inline, NoInline };
enum class MagicSets : std::uint8_t { Default, Magic, NoMagic };

/// Of tuples that agree in all other columns, only the one with the greatest (or least) value in this one stays
/// (Soufflé's subsumption). It speaks of the relation's final content, so that it must not depend on itself.
struct Dominance {
  std::uint32_t column = 0;
  bool greatest = true;
  friend bool operator==(const Dominance&, const Dominance&) = default;
};

/// One alternative of a structured type: a record's only one (without a name), or a branch of an algebraic data type.
struct Branch {
  std::string name;
  std::vector<Attribute> fields;
};

/// A record or an algebraic data type. Values of it have Type::Opaque, and what has them names it (`declared`).
struct StructuredType {
  std::string name;
  bool is_record = false;
  std::vector<Branch> branches;
};

struct Relation {
  std::string name;
  std::vector<Attribute> attributes;
  Tuples facts;  ///< in the program's text; in any order, perhaps repeated
  bool is_input = false;
  bool is_output = true;
  Representation representation = Representation::Default;
  Inlining inlining = Inlining::Default;
  MagicSets magic = MagicSets::Default;
  /// Choice domains: for each set of attributes, at most one tuple per value of them (which one is the engine's
  /// choice). A program with any is never judged by the reference.
  std::vector<std::vector<std::uint32_t>> choice_domains;
  std::optional<Dominance> dominance;
  /// It is declared, and perhaps defined, in the seed's own text, which is printed as it is.
  bool from_seed = false;

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

/// Order on numbers only; equality on everything but floats.
enum class Comparator : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
[[nodiscard]] Comparator complement(Comparator comparator);

/// Both sides are bound elsewhere, but for `=`, which may bind a variable on one side.
struct Comparison {
  Comparator comparator = Comparator::Equal;
  Term left;
  Term right;
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

enum class Operator : std::uint8_t { Add, Subtract, Multiply, Divide, Modulo, Minimum, Maximum };

/// `result = left op right` on numbers. Binds `result`; with a bound one, it is a test. A division by zero or a value
/// that does not fit the dialect's width is an EvaluationProblem, never a value.
struct Computation {
  Term result;
  Operator op = Operator::Add;
  Term left;
  Term right;
  friend bool operator==(const Computation&, const Computation&) = default;
};

enum class Aggregator : std::uint8_t { Count, Sum, Minimum, Maximum };

/// `result = count : { atoms, comparisons }` or `result = sum target : { ... }`. Variables of the body that also occur
/// outside of any aggregate of the rule are bound there (they group); the others are local to it, and the aggregate is
/// over the distinct values of all local ones. Atoms have no wildcards here, so that engines cannot differ about what
/// is counted. Nothing to aggregate: count and sum are 0, minimum and maximum have no value and the rule derives
/// nothing.
struct Aggregate {
  Term result;
  Aggregator aggregator = Aggregator::Count;
  Term target;  ///< a local variable; a wildcard for Count
  std::vector<Atom> atoms;
  std::vector<Comparison> comparisons;
  friend bool operator==(const Aggregate&, const Aggregate&) = default;
};

/// How a Call is written, and what it may bind.
enum class CallForm : std::uint8_t {
  Function,    ///< `cat(a, b)`
  Infix,       ///< `a band b`
  Prefix,      ///< `bnot a`
  Record,      ///< `[a, b]`, or `nil` without arguments: also binds its arguments from its result
  Branch,      ///< `$Name(a, b)`, likewise
  Constraint,  ///< `contains(a, b)`: no result
  Order,       ///< `a < b` on symbols: no result
};

/// `result = name(arguments)`, for what engines compute beside integer arithmetic: on strings, bits and floats, and
/// what builds and takes apart records and algebraic data types. Every engine that has it agrees about the value, or
/// refuses it (is_partial). Binds its result from its arguments; records and branches also bind their arguments, which
/// may be wildcards then, from their result.
struct Call {
  Term result;  ///< a wildcard: none
  CallForm form = CallForm::Function;
  std::string name;
  bool negated = false;  ///< Constraint and Order only
  Terms arguments;
  friend bool operator==(const Call&, const Call&) = default;

  [[nodiscard]] bool has_result() const { return form != CallForm::Constraint && form != CallForm::Order; }
  [[nodiscard]] bool takes_apart() const { return form == CallForm::Record || form == CallForm::Branch; }
};
/// Whether it stops some engine for some arguments: a text that is no number, a negative exponent, a wrong pattern.
[[nodiscard]] bool is_partial(const Call& call);

using Literal = std::variant<Atom, Comparison, Computation, Aggregate, Call>;

/// `heads :- body.`; every head gets its tuple. Without a body it is not a rule but a fact (Relation::facts).
struct Rule {
  std::vector<Atom> heads;
  std::vector<Literal> body;
  std::vector<Type> variables;  ///< of each variable; all numbers below the size are used somewhere or harmless gaps
  friend bool operator==(const Rule&, const Rule&) = default;
};

/// Text of a seed that is printed in front of everything, unchanged.
struct SeedText {
  std::string dialect;  ///< name of its Dialect; empty: no seed
  std::string text;
  std::string reason;  ///< why it is not read completely: the first construct that is not
};

/// A Datalog program: one tree for all dialects. A value: copies are independent.
struct Program {
  std::vector<StructuredType> types;  ///< distinct names
  std::vector<Relation> relations;
  std::vector<Rule> rules;
  std::vector<std::string> symbols;  ///< what values of Type::Symbol index; distinct
  SeedText seed;

  /// The symbol's value; a new one is added at the end.
  Value intern(std::string_view symbol);
};

/// Calls `visit(atom)` for every atom of the body, those in aggregates too.
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

/// Which variables of the rule are bound by what engines accept as binding: a positive atom, an equality or a
/// computation over bound terms, an aggregate's result. Variables that are local to aggregates count as bound when a
/// positive atom of their aggregate has them.
[[nodiscard]] std::vector<bool> bound_variables(const Rule& rule);

/// Whether a rule can be evaluated bottom-up: every variable that is used is bound, heads have no wildcards, and
/// wildcards stand in atoms outside of aggregates, and in what is taken apart, only.
[[nodiscard]] bool is_safe(const Rule& rule);

/// Arity, types, safety and stratification of everything that is not the seed's own. The Error names relation and rule.
[[nodiscard]] Status check(const Program& program);

}  // namespace assay::datalog
