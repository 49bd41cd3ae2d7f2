#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/case/tester.hpp"
#include "smt/compare/better_point.hpp"
#include "smt/compare/compare_config.hpp"

namespace assay::smt {

/// Tells which of two versions that contradict each other is wrong. A model that the evaluator confirms decides, or
/// else the references; without either, the later version is reported, because its answer is the news.
class ContradictionJudge {
 public:
  explicit ContradictionJudge(std::shared_ptr<const CompareConfig> config);

  /// The verdict on a target that contradicts another one: a wrong answer, a wrong optimum, or a disagreement. Nullopt
  /// if it contradicts none, or if the others are wrong. `answers`: of all targets, in order.
  [[nodiscard]] std::optional<core::Verdict> judge(const std::string& script, const std::vector<SolverAnswer>& answers,
                                                   std::size_t target, const std::stop_token& stop);

 private:
  /// The right answer to a script with one check, and why it is right.
  struct Right {
    Reply reply = Reply::Unknown;
    bool by_model = false;
  };
  [[nodiscard]] SolverAnswer ask(const SolverDefinition& definition, const std::string& script, const Query& query,
                                 const std::stop_token& stop) const;
  /// Asked once for a script.
  [[nodiscard]] Right right_answer(const std::string& script, const std::vector<SolverAnswer>& answers,
                                   const std::stop_token& stop);
  [[nodiscard]] bool has_confirmed_model(const std::string& script, const std::vector<SolverAnswer>& answers,
                                         const std::stop_token& stop) const;
  /// The answer that all references with an answer give.
  [[nodiscard]] Reply reference_answer(const std::string& script, const std::stop_token& stop) const;
  [[nodiscard]] bool references_refute(const std::string& script, const std::stop_token& stop) const;
  /// A target's answer to a script with objectives.
  struct Optimum {
    TermStore& store;
    const std::string& input;
    const std::string& text;  ///< of the get-objectives answer
    ReportedOptimum reported;
  };
  /// A message if a model of this solver is better than the claim for the objective `index`: the model of the script
  /// itself, or of the script with the constraint that a point is better.
  [[nodiscard]] std::optional<std::string> beaten_by(const Optimum& claim, std::size_t index,
                                                     const SolverDefinition& helper, const std::stop_token& stop) const;
  /// The same with the target `other`, and then with the references.
  [[nodiscard]] std::optional<std::string> beaten(const Optimum& claim, std::size_t index, std::size_t other,
                                                  const std::stop_token& stop) const;
  /// The worse of two claims is wrong if a model is better. The better one is wrong if the references say that no point
  /// reaches it.
  [[nodiscard]] std::optional<core::Verdict> judge_optimum(const std::string& script,
                                                           const std::vector<SolverAnswer>& answers, std::size_t target,
                                                           const std::stop_token& stop) const;

  std::shared_ptr<const CompareConfig> config_;
  std::string known_script_;
  Right known_;
};

}  // namespace assay::smt
