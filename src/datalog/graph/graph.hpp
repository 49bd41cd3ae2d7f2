#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// How data flows from one relation to another (queryFuzz and DLSmith, thesis definition 7: ancestry). Aggregated edges
/// count as both positive and negative, because additional tuples may change the aggregate's value.
enum class Ancestry : std::uint8_t {
  None,      ///< no path
  Positive,  ///< all paths have an even number of negative edges
  Negative,  ///< all paths have an odd number of negative edges
  Unknown,   ///< paths of both kinds
};
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

/// The annotated precedence graph of a program (thesis definitions 6 and 7). Queries are cheap after the construction.
/// Relations of a seed's own text have no incoming edges: the rules in the text are not known, and generated rules
/// never define these relations.
class PrecedenceGraph {
 public:
  explicit PrecedenceGraph(const Program& program);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }

  /// How `from` flows to `to`. The empty path counts, so that every relation reaches itself.
  [[nodiscard]] Ancestry ancestry(RelationId from, RelationId to) const;
  [[nodiscard]] bool reaches(RelationId from, RelationId to) const { return ancestry(from, to) != Ancestry::None; }

  /// The stratum of definition 7: the largest number of negative or aggregated edges on a path from the relation to
  /// `output`; 0 without a path. The program must be stratified.
  [[nodiscard]] std::uint32_t stratum(RelationId relation, RelationId output) const;

  /// Whether no cycle has a negative or aggregated edge.
  [[nodiscard]] bool stratified() const { return stratified_; }
  /// Number of strongly connected components. They are ordered so that a component follows all that it depends on.
  [[nodiscard]] std::size_t component_count() const { return component_begin_.size() - 1; }
  /// The relations of a component, in ascending order.
  [[nodiscard]] std::span<const RelationId> component(std::size_t i) const {
    return {members_.data() + component_begin_[i], members_.data() + component_begin_[i + 1]};
  }
  [[nodiscard]] std::uint32_t component_of(RelationId relation) const { return nodes_[relation].component; }
  [[nodiscard]] bool recursive(RelationId relation) const;  ///< it reaches itself along at least one edge

 private:
  struct Node {
    std::uint32_t out_begin = 0;  ///< position in out_ of its first outgoing edge
    std::uint32_t component = 0;
    bool self_loop = false;
  };

  void list_edges();
  void find_components();
  void find_reachable();
  [[nodiscard]] std::span<const std::uint32_t> out(RelationId from) const {
    return {out_.data() + nodes_[from].out_begin, out_.data() + nodes_[from + 1].out_begin};
  }
  /// Position in reached_ of a bit set: the relations that `from` reaches along paths with an even (parity 0) or odd
  /// (parity 1) number of negative edges.
  [[nodiscard]] std::size_t reached_at(std::size_t parity, RelationId from) const {
    return (parity * size_ + from) * words_;
  }

  std::size_t size_ = 0;
  std::vector<Edge> edges_;
  std::vector<Node> nodes_;                     ///< by RelationId, and a last node for the end of out_
  std::vector<std::uint32_t> out_;              ///< positions in edges_, sorted by `from`
  std::vector<RelationId> members_;             ///< the relations of all components, component by component
  std::vector<std::uint32_t> component_begin_;  ///< positions in members_, by component, and the end of members_
  bool stratified_ = true;
  std::size_t words_ = 0;  ///< words of one bit set in reached_
  std::vector<std::uint64_t> reached_;
};

/// The graph for Graphviz: relations with stratum and ancestry with respect to `output`, edges with rule number, sign
/// and variables, and fact nodes (dotted), at most `max_facts` of each relation.
[[nodiscard]] std::string to_dot(const Program& program, const PrecedenceGraph& graph, RelationId output,
                                 std::size_t max_facts);

}  // namespace assay::datalog
