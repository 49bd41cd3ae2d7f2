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

/// One way to search (section 4.5.1): data only.
struct Configuration {
  std::string_view name;
  double similarity;  ///< least Jaccard index of two clauses of a cluster
  std::size_t batch;  ///< candidates that are validated together
  bool types;         ///< type-based constraints
  bool parts;         ///< unification of applications inside of others, too
};

/// A cluster and its rewritings (steps 1 and 2). The first member is the one whose negation is solved.
struct Cluster {
  std::vector<const Member*> members;
  std::vector<std::pair<smt::TermId, smt::TermId>> rewritings;  ///< an unknown, at most once, and what it becomes
  std::vector<std::pair<smt::TermId, smt::TermId>> equations;
  std::size_t cost = 0;  ///< clusters are looked at in this order

  [[nodiscard]] Cluster with(const Unifier& unifier) const;
  /// The same for the same members and equalities, in whatever order they came.
  [[nodiscard]] std::vector<std::uint32_t> key() const;
};

/// The conjuncts of a problem and the clusters that can be made of them.
class SearchSpace {
 public:
  explicit SearchSpace(const Workplace& work);

  [[nodiscard]] const std::vector<Clause>& clauses() const { return clauses_; }
  /// The ground conjuncts.
  [[nodiscard]] const std::vector<smt::TermId>& facts() const { return facts_; }
  /// All constants of the conjuncts.
  [[nodiscard]] const std::vector<smt::TermId>& constants() const { return constants_; }

  [[nodiscard]] Cluster root(std::size_t clause) { return {{&instance(clause, 0)}, {}, {}, 0}; }
  /// The cluster with one more unifier: with a ground term, between members, with a new member, or of types.
  [[nodiscard]] std::vector<Cluster> extended(const Cluster& cluster, const Configuration& configuration,
                                              double similarity, std::size_t most_members);
  /// The rewritings as one substitution. One that would be circular becomes an equation.
  [[nodiscard]] Replacements substitution_of(Cluster& cluster);

 private:
  [[nodiscard]] const Member& instance(std::size_t clause, std::size_t copy);
  [[nodiscard]] const std::vector<std::pair<double, std::size_t>>& similar(std::size_t clause);
  [[nodiscard]] const std::vector<smt::TermId>& applications(const Member& member,
                                                             const Configuration& configuration) const;
  /// The smallest unifiers of two members' applications. A passed deadline cuts the list.
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
  std::map<smt::FunctionId, std::vector<smt::TermId>> ground_;  ///< applications in facts, by function
  SimilarityIndex index_;
  Unknowns unknowns_;
  std::map<std::size_t, std::vector<std::pair<double, std::size_t>>> similar_;
  std::map<std::pair<std::size_t, std::size_t>, Member> instances_;
};

}  // namespace assay::trigger
