#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "trigger/problem/clause.hpp"
#include "trigger/problem/similarity.hpp"
#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// One configuration of the search (section 4.5.1). A table row without code.
struct Configuration {
  std::string_view name;
  double similarity;  ///< minimum Jaccard index of two clauses of a cluster
  std::size_t batch;  ///< number of candidates that are validated together
  bool types;         ///< whether type-based constraints are used
  bool parts;         ///< whether nested applications are unified, too
};

/// A cluster and its rewritings (steps 1 and 2). The formulas G contain the negation of the first member.
struct Cluster {
  std::vector<const Member*> members;
  std::vector<std::pair<smt::TermId, smt::TermId>> rewritings;  ///< an unknown, at most once, and its replacement
  std::vector<std::pair<smt::TermId, smt::TermId>> equations;
  std::size_t cost = 0;  ///< clusters of a lower cost are solved first

  [[nodiscard]] Cluster with(const Unifier& unifier) const;
  /// Equal for clusters with the same members, rewritings and equations, in any order.
  [[nodiscard]] std::vector<std::uint32_t> key() const;
};

/// The conjuncts of a problem, and operations that make clusters of them.
class SearchSpace {
 public:
  explicit SearchSpace(const Workplace& work);

  [[nodiscard]] const std::vector<Clause>& clauses() const { return clauses_; }
  /// The ground conjuncts.
  [[nodiscard]] const std::vector<smt::TermId>& facts() const { return facts_; }
  /// All constants of the conjuncts.
  [[nodiscard]] const std::vector<smt::TermId>& constants() const { return constants_; }

  [[nodiscard]] Cluster root(std::size_t clause) { return {{&instance(clause, 0)}, {}, {}, 0}; }
  /// The clusters with one more unifier: with a ground term, between two members, with a new member (if there are fewer
  /// than `max_members`), or a type-based constraint.
  [[nodiscard]] std::vector<Cluster> extended(const Cluster& cluster, const Configuration& configuration,
                                              double similarity, std::size_t max_members);
  /// The cluster's rewritings as one substitution. A circular rewriting becomes an equation of the cluster.
  [[nodiscard]] Replacements substitution_of(Cluster& cluster);

 private:
  [[nodiscard]] const Member& instance(std::size_t clause, std::size_t copy);
  [[nodiscard]] const std::vector<std::pair<double, std::size_t>>& similar(std::size_t clause);
  [[nodiscard]] const std::vector<smt::TermId>& applications(const Member& member,
                                                             const Configuration& configuration) const;
  /// The smallest unifiers of two members' applications. Incomplete once the deadline has passed.
  [[nodiscard]] std::vector<Unifier> unifiers_of_two(const Member& left, const Member& right,
                                                     const Configuration& configuration) const;
  void link_to_ground(const Cluster& cluster, const Configuration& configuration, std::vector<Cluster>& result);
  void link_members(const Cluster& cluster, const Configuration& configuration, std::vector<Cluster>& result);
  void add_members(const Cluster& cluster, const Configuration& configuration, double similarity,
                   std::vector<Cluster>& result);
  void constrain_types(const Cluster& cluster, std::vector<Cluster>& result);

  const Workplace& work_;
  smt::TermStore& store_;
  std::vector<Clause> clauses_;
  std::vector<smt::TermId> facts_;
  std::vector<smt::TermId> constants_;
  std::map<smt::FunctionId, std::vector<smt::TermId>> ground_;  ///< the applications in facts_, by function
  SimilarityIndex index_;
  Unknowns unknowns_;
  std::map<std::size_t, std::vector<std::pair<double, std::size_t>>> similar_;
  std::map<std::pair<std::size_t, std::size_t>, Member> instances_;
};

}  // namespace assay::trigger
