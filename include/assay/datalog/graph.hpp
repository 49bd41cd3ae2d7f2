#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// How data flows from one relation to another: along no path, along paths with an even number of negative edges only,
/// with an odd number only, or along both kinds (queryFuzz and DLSmith, thesis definition 7: ancestry). Aggregated
/// atoms count as both: more tuples may mean another value.
enum class Ancestry : std::uint8_t { None, Positive, Negative, Unknown };
[[nodiscard]] char sign(Ancestry ancestry);  ///< '0' for None, '+', '-', '?'

/// A body atom of a rule, as an edge to each of its heads' relations.
struct Edge {
  RelationId from = 0;
  RelationId to = 0;
  bool negative = false;
  bool aggregated = false;
  std::uint32_t rule = 0;     ///< in Program::rules
  std::uint32_t literal = 0;  ///< in Rule::body
};

/// The annotated precedence graph of a program (thesis definitions 6 and 7). Made once for a program, asked often.
/// Relations of a seed have no incoming edges here: what their own text says is not known, but the generated rules
/// never feed them.
class PrecedenceGraph {
 public:
  explicit PrecedenceGraph(const Program& program);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }

  /// How `from` flows to `to`. A relation flows to itself positively (the empty path), whatever cycles there are.
  [[nodiscard]] Ancestry ancestry(RelationId from, RelationId to) const;
  [[nodiscard]] bool reaches(RelationId from, RelationId to) const { return ancestry(from, to) != Ancestry::None; }

  /// The largest number of negative (or aggregated) edges on a path from the relation to `output`: definition 7's
  /// stratum; 0 where there is no path. Only of stratified programs.
  [[nodiscard]] std::uint32_t stratum(RelationId relation, RelationId output) const;

  /// No cycle has a negative or aggregated edge.
  [[nodiscard]] bool stratified() const { return stratified_; }
  /// Strongly connected components in an order in which each comes after those that it depends on.
  [[nodiscard]] const std::vector<std::vector<RelationId>>& components() const { return components_; }
  [[nodiscard]] std::uint32_t component_of(RelationId relation) const { return component_of_[relation]; }
  [[nodiscard]] bool recursive(RelationId relation) const;  ///< it reaches itself along at least one edge

 private:
  void find_components();
  void find_reachable();

  std::size_t size_ = 0;
  std::vector<Edge> edges_;
  std::vector<std::vector<std::uint32_t>> out_;  ///< edges by `from`
  std::vector<std::vector<RelationId>> components_;
  std::vector<std::uint32_t> component_of_;
  std::vector<bool> self_loop_;
  bool stratified_ = true;
  /// Bit sets: reached_[parity][from] has bit `to` when a path with that parity of negative edges leads there.
  std::size_t words_ = 0;
  std::vector<std::uint64_t> reached_[2];
};

/// The graph for Graphviz: relations with stratum and ancestry with respect to `output`, edges with rule number, sign
/// and variables, and fact nodes (dotted), at most `most_facts` of each relation.
[[nodiscard]] std::string to_dot(const Program& program, const PrecedenceGraph& graph, RelationId output,
                                 std::size_t most_facts);

}  // namespace assay::datalog
