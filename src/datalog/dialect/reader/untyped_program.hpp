#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A fact or a rule that is being read. The types of its terms are preliminary: variables are Numbers, and constants
/// have the type of their text.
struct UntypedClause {
  Atom head;
  std::vector<Literal> body;
  std::uint32_t variables = 0;
  std::unordered_map<std::string, std::uint32_t> names;
  std::vector<std::pair<std::uint32_t, std::string>> sorts;  ///< variables with a declared sort, and the sort

  Term variable(std::string_view name);
  Term fresh();
};

/// The type of integers that are only compared for equality and exceed the smallest range of any dialect (muZ's).
enum class WideNumbers : std::uint8_t {
  Numbers,
  Names,  ///< symbols: in the seed's language, integers name the elements of finite sorts
};

/// A program of a language without declarations of columns. Types are inferred: joined columns and variables have the
/// same type, and operands of arithmetic and order comparisons are numbers. Clauses with contradicting types, unsafe
/// clauses and clauses that are not stratified are omitted, and counted by reason.
class UntypedProgram {
 public:
  explicit UntypedProgram(WideNumbers wide) : wide_(wide) {}

  /// The relation of this name and arity. Adds a relation that is new.
  RelationId relation(std::string_view name, std::size_t arity);
  [[nodiscard]] static Term number(Value value) { return Term::constant(value, Type::Number); }
  Term symbol(std::string_view text) { return Term::constant(intern(text), Type::Symbol); }
  /// Declares a column's sort. All columns of a sort have the same type.
  void set_sort(RelationId relation, std::size_t column, const std::string& sort);
  /// Makes the relation an output. Without any call, all relations are outputs.
  void show(std::string_view name, std::size_t arity);

  /// Starts a statement; the next calls of add() and leave_out() belong to it. `relation`: the name of the relation
  /// that the statement defines; empty: it defines none.
  void begin(std::uint32_t line, std::string_view relation);
  void add(UntypedClause clause);
  void leave_out(std::string_view reason);

  [[nodiscard]] SeedReading finish() &&;

 private:
  enum class Kind : std::uint8_t { Unknown, Number, Symbol };
  /// A column or variable in a union-find forest whose classes have one type. Union by size without path compression,
  /// because unions are undone.
  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t size = 1;
    Kind kind = Kind::Unknown;
    bool computes = false;  ///< whether arithmetic or an order comparison uses the class
    Value min_value = 0;    ///< the least constant of the class, at most 0
    Value max_value = 0;    ///< the greatest constant of the class, at least 0
  };
  /// The line of a statement, and the name of the relation that it defines (empty: none).
  struct Origin {
    std::uint32_t line = 0;
    std::string relation;
  };
  struct Clause {
    Rule rule;
    std::uint32_t first_variable = 0;  ///< the node of variable 0
    Origin origin;
  };
  struct Fact {
    Atom atom;
    std::uint32_t line = 0;
  };

  Value intern(std::string_view text);
  std::uint32_t new_node();
  [[nodiscard]] std::uint32_t root(std::uint32_t node) const;
  Node& change(std::uint32_t node);
  bool unite(std::uint32_t left, std::uint32_t right);
  bool is(std::uint32_t node, Kind kind);
  bool is_constant(std::uint32_t node, const Term& constant);
  bool computes(const Term& term, std::uint32_t variables);
  bool agree(std::uint32_t node, const Term& term, std::uint32_t variables);
  bool typed(const Atom& atom, std::uint32_t variables);
  bool typed(const Comparison& comparison, std::uint32_t variables);
  bool typed(const Literal& literal, std::uint32_t variables);
  bool typed(const UntypedClause& clause, std::uint32_t variables);
  void undo(std::size_t nodes);
  void leave_out(std::string_view reason, std::uint32_t line);

  [[nodiscard]] Type type_of(std::uint32_t node) const;
  Value value_of(std::uint32_t node, const Term& constant);
  void resolve(Atom& atom);
  void resolve(Comparison& comparison, const Clause& clause);
  void resolve(Clause& clause);
  void place_facts();
  void drop_unstratified();

  WideNumbers wide_;
  Program program_;
  std::unordered_map<std::string, Value> symbols_;
  std::map<std::pair<std::string, std::size_t>, RelationId> index_;
  std::vector<std::vector<std::uint32_t>> columns_;  ///< nodes of the columns, by relation
  std::unordered_map<std::string, std::uint32_t> sorts_;
  std::vector<Node> nodes_;
  std::vector<std::pair<std::uint32_t, Node>> trail_;
  std::vector<Clause> rules_;
  std::vector<Fact> facts_;
  std::vector<RelationId> shown_;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> left_out_;  ///< lines, by reason
  std::set<std::string> incomplete_;
  Origin origin_;
  std::size_t statements_ = 0;
};

}  // namespace assay::datalog
