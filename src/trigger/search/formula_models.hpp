#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/prover/model_session.hpp"
#include "trigger/search/search_space.hpp"

namespace assay::trigger {

/// The result of solving the formulas G of a cluster.
enum class ClusterResult : std::uint8_t {
  Solved,   ///< a new formula was solved, and not all formulas were refuted
  Refuted,  ///< no formula has a model, so no formula of a larger cluster has a model either
  Known,    ///< no new formula was solved: each was solved before, or the allowance is used up
};

/// Solves the formulas G of clusters (step 3, Algorithm 4.1, lines 5 to 15), and derives candidates from their models.
class FormulaModels {
 public:
  /// `with_facts`: the models also satisfy the ground conjuncts.
  FormulaModels(const Workplace& work, SearchSpace& space, bool with_facts);

  /// Solves at most `allowance` new formulas, with up to `models` models each, and passes the candidates to `take`,
  /// which returns true to end. `allowance` is decremented for each new formula.
  ClusterResult solve(Cluster cluster, std::size_t& allowance, std::size_t models,
                      const std::function<bool(Terms)>& take);
  /// Number of questions for a model, and of models that were found.
  [[nodiscard]] std::size_t solved() const { return solved_; }
  [[nodiscard]] std::size_t made() const { return made_; }
  [[nodiscard]] Work work() const { return session_.work(); }

 private:
  using Literals = std::vector<smt::TermId>;
  /// The state of one call of solve().
  struct Task {
    const Cluster& cluster;
    Replacements rewritten;
    std::vector<std::vector<smt::TermId>> disjuncts;  ///< rewritten disjuncts of the members after the first
    std::size_t models = 1;
    std::size_t& allowance;
    const std::function<bool(Terms)>& take;
    bool alive = false;  ///< a formula was not refuted
    bool cut = false;    ///< the allowance or the time is used up, or `take` returned true
    bool fresh = false;  ///< a formula was new
  };

  [[nodiscard]] smt::TermId equal(smt::TermId left, smt::TermId right);
  /// Adds a literal; false if it is trivially false or its negation is among the literals.
  [[nodiscard]] bool assume(Literals& literals, smt::TermId literal);
  void choose(Task& task, std::size_t member, const Literals& literals);
  void solve_formula(Task& task, const Literals& literals);
  [[nodiscard]] bool contradicts(const Literals& literals);
  /// The terms whose values in a model are needed.
  struct Questions {
    std::vector<smt::TermId> unknowns;
    std::vector<smt::TermId> all;  ///< unknowns, constants of the script, applications of the cluster
  };
  [[nodiscard]] Questions questions_of(const Task& task) const;
  /// Finds up to `models` different models, and passes their candidates on. Returns the number of models.
  std::size_t take_models(Task& task, Literals literals, const Questions& questions, std::size_t models);
  /// The formula with the type-based constraints of Section 4.4.3: each unknown equals a term of its sort, if that is
  /// satisfiable; the solver chooses the term. Nullopt if there is no such constraint.
  [[nodiscard]] std::optional<Literals> closed(const Literals& literals, const Questions& questions);
  [[nodiscard]] std::vector<smt::TermId> options_of(smt::SortId sort, smt::TermId unknown, const Questions& questions);
  [[nodiscard]] std::vector<smt::TermId> reads_of(const Literals& literals, smt::TermId array);
  [[nodiscard]] bool close(Literals& literals, smt::TermId term, const std::vector<smt::TermId>& options);
  [[nodiscard]] bool diversify(Literals& literals, const std::vector<smt::TermId>& unknowns,
                               const std::vector<smt::TermId>& values);
  [[nodiscard]] Terms terms_of(const Task& task, const Replacements& model);
  /// The constant for the n-th element of an uninterpreted sort in a model.
  [[nodiscard]] smt::TermId element(smt::SortId sort, std::size_t n);

  friend class Naming;
  const Workplace& work_;
  smt::TermStore& store_;
  Connectives ops_;
  SearchSpace& space_;
  std::vector<smt::TermId> constants_;  ///< constants of the script in Questions::all
  ModelSession session_;
  std::map<Literals, std::size_t> known_;  ///< solved formulas, with Task::models at that time
  std::set<Literals> refuted_;
  std::map<smt::SortId, std::vector<smt::TermId>> elements_;
  std::size_t solved_ = 0;
  std::size_t made_ = 0;
};

}  // namespace assay::trigger
