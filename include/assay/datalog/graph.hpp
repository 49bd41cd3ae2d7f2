#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// How data flows from one relation to another: along no path, along paths with an even number of negative edges only,
/// with an odd number only, or along both kinds (queryFuzz and DLSmith, thesis definition 7: ancestry). Aggregated
/// atoms count as both: more tuples may mean another value.
enum class Ancestry : std::uint8_t { None, Positive, Negative, Unknown };
[[nodiscard]] char sign(Ancestry ancestry);  ///< '0' for None, '+', '-', '?'

/// A body atom of a rule, as an edge to each of its heads' relations. Edges to a relation with a Dominance count as
/// aggregated.
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
  [[nodiscard]] std::size_t component_count() const { return component_begin_.size() - 1; }
  /// In ascending order.
  [[nodiscard]] std::span<const RelationId> component(std::size_t i) const {
    return {members_.data() + component_begin_[i], members_.data() + component_begin_[i + 1]};
  }
  [[nodiscard]] std::uint32_t component_of(RelationId relation) const { return nodes_[relation].component; }
  [[nodiscard]] bool recursive(RelationId relation) const;  ///< it reaches itself along at least one edge

 private:
  struct Node {
    std::uint32_t out_begin = 0;  ///< in out_
    std::uint32_t component = 0;
    bool self_loop = false;
  };

  void list_edges();
  void find_components();
  void find_reachable();
  [[nodiscard]] std::span<const std::uint32_t> out(RelationId from) const {
    return {out_.data() + nodes_[from].out_begin, out_.data() + nodes_[from + 1].out_begin};
  }
  /// The relations that it reaches along paths with an even (0) or odd (1) number of negative edges: a bit set.
  [[nodiscard]] std::size_t reached_at(std::size_t parity, RelationId from) const {
    return (parity * size_ + from) * words_;
  }

  std::size_t size_ = 0;
  std::vector<Edge> edges_;
  std::vector<Node> nodes_;                     ///< by RelationId, and one more, where the last one's edges end
  std::vector<std::uint32_t> out_;              ///< numbers of edges, by `from`
  std::vector<RelationId> members_;             ///< of the components, one after the other
  std::vector<std::uint32_t> component_begin_;  ///< in members_, and the end of the last one
  bool stratified_ = true;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> reached_;
};

/// The graph for Graphviz: relations with stratum and ancestry with respect to `output`, edges with rule number, sign
/// and variables, and fact nodes (dotted), at most `most_facts` of each relation.
[[nodiscard]] std::string to_dot(const Program& program, const PrecedenceGraph& graph, RelationId output,
                                 std::size_t most_facts);

}  // namespace assay::datalog
