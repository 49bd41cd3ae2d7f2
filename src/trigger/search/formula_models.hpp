#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "trigger/problem/normal_form.hpp"
#include "trigger/prover/model_session.hpp"
#include "trigger/search/search_space.hpp"

namespace assay::trigger {

/// What became of the formulas G of a cluster.
enum class Fate : std::uint8_t {
  Solved,   ///< one has a model, or none was refuted
  Refuted,  ///< none has a model: neither has one of a larger cluster
  Known,    ///< all were solved before
};

/// Solves the formulas G of clusters (step 3, Algorithm 4.1, lines 5 to 15), and makes candidates of their models.
class FormulaModels {
 public:
  /// `with_facts`: the models are models of the ground conjuncts, too.
  FormulaModels(const Workplace& work, SearchSpace& space, bool with_facts);

  /// Solves at most `allowance` new formulas, which it counts down, with `models` models each.
  Fate solve(Cluster cluster, std::size_t& allowance, std::size_t models, const std::function<bool(Terms)>& take);
  [[nodiscard]] std::size_t solved() const { return solved_; }
  [[nodiscard]] std::size_t made() const { return made_; }
  [[nodiscard]] Work work() const { return session_.work(); }

 private:
  using Literals = std::vector<smt::TermId>;
  /// A cluster whose formulas are being solved.
  struct Task {
    const Cluster& cluster;
    Replacements rewritten;
    std::vector<std::vector<smt::TermId>> disjuncts;  ///< of the members after the first, rewritten
    std::size_t models = 1;
    std::size_t& allowance;
    const std::function<bool(Terms)>& take;
    bool alive = false;  ///< a formula was not refuted
    bool cut = false;    ///< the allowance ended, or the taker wants no more
    bool fresh = false;  ///< a formula was new
  };

  [[nodiscard]] smt::TermId equal(smt::TermId left, smt::TermId right);
  /// Adds a literal; false when its negation is there: a trivial conflict.
  [[nodiscard]] bool assume(Literals& literals, smt::TermId literal);
  void choose(Task& task, std::size_t member, const Literals& literals);
  void solve_formula(Task& task, const Literals& literals);
  [[nodiscard]] bool contradicts(const Literals& literals);
  /// What the model is asked for: unknowns, constants of the script, applications of the cluster.
  struct Questions {
    std::vector<smt::TermId> unknowns;
    std::vector<smt::TermId> all;
  };
  [[nodiscard]] Questions questions_of(const Task& task) const;
  /// Models one after the other, until there is none or they are enough. How many there were.
  std::size_t take_models(Task& task, Literals literals, const Questions& questions, std::size_t models);
  /// The formula where each unknown also is one of the terms of its sort, if that is possible: the type-based
  /// constraints of Section 4.4.3, with the choice left to the solver. Nothing where there is no such term.
  [[nodiscard]] std::optional<Literals> closed(const Literals& literals, const Questions& questions);
  [[nodiscard]] std::vector<smt::TermId> options_of(smt::SortId sort, smt::TermId unknown, const Questions& questions);
  [[nodiscard]] std::vector<smt::TermId> reads_of(const Literals& literals, smt::TermId array);
  [[nodiscard]] bool close(Literals& literals, smt::TermId term, const std::vector<smt::TermId>& options);
  [[nodiscard]] bool diversify(Literals& literals, const std::vector<smt::TermId>& unknowns,
                               const std::vector<smt::TermId>& values);
  [[nodiscard]] Terms terms_of(const Task& task, const Replacements& model);
  /// The constant for the n-th element of a sort that a model has.
  [[nodiscard]] smt::TermId element(smt::SortId sort, std::size_t n);

  friend class Naming;
  const Workplace& work_;
  smt::TermStore& store_;
  Connectives ops_;
  SearchSpace& space_;
  std::vector<smt::TermId> constants_;  ///< whose values are asked for
  ModelSession session_;
  std::map<Literals, std::size_t> known_;  ///< formulas that were solved, with the number of models
  std::set<Literals> refuted_;
  std::map<smt::SortId, std::vector<smt::TermId>> elements_;
  std::size_t solved_ = 0;
  std::size_t made_ = 0;
};

}  // namespace assay::trigger
