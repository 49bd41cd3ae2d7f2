#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/smt/eval.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/reduce/terms.hpp"

namespace assay::bench {

struct TrialResult {
  std::uint64_t assignments = 0;
  std::vector<bool> alone;  ///< by assertion: under some assignment, all others hold
  std::string problem;      ///< an assignment under which all hold; empty: none was found
};

/// Looks for an assignment that satisfies all assertions: boundary values and random ones, and values that the
/// formula's own equations give. Quantifiers are valued over candidates: parts of the assignment's values, and boundary
/// values.
class Trial {
 public:
  Trial(smt::TermStore& store, const std::vector<smt::TermId>& assertions, std::uint64_t seed);

  [[nodiscard]] TrialResult run(std::uint64_t assignments);

 private:
  /// A quantifier taken out: a Boolean constant stands for it, other constants for its variables.
  struct Quantifier {
    smt::TermId stands_for;
    smt::TermId body;
    std::vector<smt::TermId> variables;
    std::vector<smt::FunctionId> free;  ///< declared constants in the body
    bool universal = true;
  };

  void collect(const std::vector<smt::TermId>& assertions);
  void take_out(smt::TermId binder, smt::TermMap& known);
  smt::TermId constant(const std::string& name, smt::SortId sort);
  [[nodiscard]] bool is_quantified(smt::TermId term) const;

  smt::Value draw(smt::SortId sort);
  smt::Value word();
  smt::Model assignment();
  void satisfy(smt::Model& model, smt::TermId formula, bool wanted);
  void satisfy_equation(smt::Model& model, smt::TermId equation);

  smt::Outcome value(const smt::Model& model, smt::TermId term) { return smt::Evaluator(store_, model).evaluate(term); }
  bool holds(smt::Model& model, smt::TermId assertion);
  void judge(smt::Model& model, TrialResult& result);
  bool bounded(const smt::Model& model, const Quantifier& quantifier);
  std::vector<smt::Value> candidates(smt::SortId sort, const smt::Model& model, const Quantifier& quantifier) const;
  std::vector<std::vector<smt::Value>> domains(const smt::Model& model, const Quantifier& quantifier) const;
  [[nodiscard]] std::size_t bound() const;

  smt::TermStore& store_;
  core::Rng rng_;
  std::vector<smt::TermId> assertions_;  ///< with the quantifiers taken out
  std::vector<std::size_t> order_;       ///< of valuing them: those without quantifiers first
  std::vector<Quantifier> quantifiers_;
  std::vector<smt::FunctionId> variables_;
  std::vector<std::pair<smt::SortId, smt::Value>> literals_;
  smt::RandomValues values_;
  std::size_t fresh_ = 0;
};

}  // namespace assay::bench
