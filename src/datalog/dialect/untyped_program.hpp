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

/// A fact or a rule that is being read. Its terms have no types yet: variables are Numbers, constants what they look
/// like.
struct UntypedClause {
  Atom head;
  std::vector<Literal> body;
  std::uint32_t variables = 0;
  std::unordered_map<std::string, std::uint32_t> names;
  std::vector<std::pair<std::uint32_t, std::string>> sorts;  ///< of variables that have a declared one

  Term variable(std::string_view name);
  Term fresh();
};

/// What integers are that are only compared for equality and leave the smallest range of any dialect (muZ's).
enum class WideNumbers : std::uint8_t {
  Numbers,
  Names,  ///< symbols: the language's integers are names of the elements of finite sorts
};

/// A program of a language that declares no columns. Types are inferred: columns and variables that meet have one type,
/// what computes or orders is a number. A clause that has no type, is unsafe or not stratified is left out, and the
/// reason counted.
class UntypedProgram {
 public:
  explicit UntypedProgram(WideNumbers wide) : wide_(wide) {}

  /// The relation of this name and arity; a new one when there is none.
  RelationId relation(std::string_view name, std::size_t arity);
  [[nodiscard]] static Term number(Value value) { return Term::constant(value, Type::Number); }
  Term symbol(std::string_view text) { return Term::constant(intern(text), Type::Symbol); }
  /// All columns of a sort have one type.
  void set_sort(RelationId relation, std::size_t column, const std::string& sort);
  /// Once anything is shown, the relations that are not are no outputs.
  void show(std::string_view name, std::size_t arity);

  /// Starts the statement that the next calls of add() and leave_out() are about. `relation`: the name of the relation
  /// that it defines; empty: it defines none.
  void begin(std::uint32_t line, std::string_view relation);
  void add(UntypedClause clause);
  void leave_out(std::string_view reason);

  [[nodiscard]] SeedReading finish() &&;

 private:
  enum class Kind : std::uint8_t { Unknown, Number, Symbol };
  /// A class of columns and variables that must have one type (union by size, without compression: it is undone).
  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t size = 1;
    Kind kind = Kind::Unknown;
    bool computes = false;
    Value least = 0;
    Value greatest = 0;
  };
  /// The line of a statement, and the name of the relation that it defines; empty: none.
  struct Origin {
    std::uint32_t line = 0;
    std::string relation;
  };
  struct Clause {
    Rule rule;
    std::uint32_t first_variable = 0;  ///< node of variable 0
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
  std::vector<std::vector<std::uint32_t>> columns_;  ///< nodes, by relation
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
