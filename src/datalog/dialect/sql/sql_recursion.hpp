#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "datalog/dialect/sql/sql_select.hpp"
#include "datalog/graph/graph.hpp"

namespace assay::datalog::sql {

/// The columns of the query that computes a recursive component. A component of several relations has a column `tag`
/// with the number of the relation in the component; every other column serves all relations with an attribute of its
/// type.
struct Layout {
  bool tagged = false;
  std::vector<std::string> names;  ///< with `tag`, if there is one
  std::vector<Type> types;         ///< of `names` without `tag`
  /// By relation of the component, then by attribute: the position in `types`.
  std::vector<std::vector<std::size_t>> places;
};

/// One member of a WITH list.
struct Member {
  std::string name;
  std::vector<std::string> columns;
  std::string body;
  bool recursive = false;
  unsigned hint = kNoHint;
  bool using_key = false;    ///< NonLinear::UsingKey
  std::string clauses = {};  ///< behind the body: SEARCH, CYCLE
};
/// `WITH RECURSIVE a(c0) AS (...), b(c0) AS (...) `.
[[nodiscard]] std::string with_list(const std::vector<Member>& members, bool always_recursive);
/// `c0`, `c1`, ...
[[nodiscard]] std::vector<std::string> numbered_columns(std::size_t count);

/// A component of the precedence graph that depends on itself.
class RecursiveComponent {
 public:
  RecursiveComponent(const Script& script, const PrecedenceGraph& graph, std::span<const RelationId> relations);

  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// The columns of a relation's attributes in the query.
  [[nodiscard]] Source source(RelationId relation, const std::string& table) const;
  /// The body of the recursive query that has the name `self`: `anchor UNION recursive arms`.
  [[nodiscard]] std::string body(const std::string& self) const { return body(self, std::nullopt); }
  /// The same for the rows that have kOuterValue in a column that all recursive rules keep.
  [[nodiscard]] std::string body(const std::string& self, std::optional<std::size_t> restricted) const;
  /// A column of a component of one relation that all recursive rules keep.
  [[nodiscard]] std::optional<std::size_t> kept_column() const;
  /// The relations as members that name each other.
  [[nodiscard]] std::vector<Member> mutual_members() const;
  /// Two relations as a recursive member with the other's recursion inside of it, and the other over its rows. Empty:
  /// the rules have another form.
  [[nodiscard]] std::vector<Member> nested_members() const;
  /// The same by all ways from the anchor's rows. A way ends at a row that it has twice (with CYCLE).
  [[nodiscard]] std::string walk(const std::string& self) const;
  /// Whether the query walks paths and ends at cycles (UNION ALL with CYCLE).
  [[nodiscard]] bool walks_paths() const;
  /// Whether the query of a set may have a row several times.
  [[nodiscard]] bool needs_distinct() const {
    return walks_paths() || (script_.engine().recursion_keeps_duplicates && !is_bag());
  }
  /// Whether a rule has several atoms of the component.
  [[nodiscard]] bool is_non_linear() const;
  /// The statements that define the component's relations as tables which triggers fill.
  [[nodiscard]] std::string trigger_statements() const;

 private:
  /// A rule with one atom of the component.
  struct Arm {
    const Rule* rule = nullptr;
    const Literal* recursive = nullptr;
  };

  [[nodiscard]] std::size_t member(RelationId relation) const;
  /// `SELECT ...` of a rule for its relation's own columns, where `own` is the table of the rule's recursive atom.
  [[nodiscard]] std::string plain_arm(const Rule& rule, const Literal* recursive, const std::string& own) const;
  /// The queries of a relation's facts and of its rules without an atom of the component.
  [[nodiscard]] std::vector<std::string> plain_anchors(RelationId relation) const;
  [[nodiscard]] std::vector<Member> nested_members(RelationId outer, RelationId inner) const;
  [[nodiscard]] std::vector<std::string> head_values(const Atom& head, const RuleSelect* body) const;
  [[nodiscard]] std::vector<std::string> anchors() const;
  [[nodiscard]] std::string facts(RelationId relation) const;
  [[nodiscard]] std::string arm(const Arm& arm, const std::string& self, const std::string& alias, bool in_from) const;
  [[nodiscard]] std::string all_arms(const std::string& self, const std::string& alias, bool in_from,
                                     std::string_view between) const;
  [[nodiscard]] std::string one_reference(const std::string& self) const;
  [[nodiscard]] bool distinct_arms() const;
  [[nodiscard]] bool is_bag() const;
  [[nodiscard]] std::vector<const Literal*> own_atoms(const Rule& rule) const;
  [[nodiscard]] std::string non_linear_arms(const std::string& self) const;

  const Script& script_;
  std::vector<RelationId> relations_;
  Layout layout_;
  std::vector<const Rule*> base_;
  std::vector<Arm> arms_;
};

/// The query without repeated rows, by a window function.
[[nodiscard]] std::string first_of_each(const std::string& query, const std::vector<std::string>& columns);

/// `f_r1`, the table of a relation's facts.
[[nodiscard]] std::string facts_table(const Script& script, RelationId relation);

}  // namespace assay::datalog::sql
