#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/fuzz/case/case_text.hpp"
#include "datalog/fuzz/case/datalog_config.hpp"
#include "datalog/fuzz/judge/datalog_reproduction.hpp"

namespace assay::datalog {

/// The beginning of a skip's reason: a known bug of the engine explains the failure, and its cause follows.
inline constexpr std::string_view kKnownBug = "known bug: ";

/// Runs a campaign's engines on cases, and judges what the engines print. One object per tester; `config` must outlive
/// it.
class CaseJudge {
 public:
  explicit CaseJudge(const FuzzConfig& config);

  struct Mode {
    std::size_t target = 0;
    bool alone = false;      ///< true: each program runs in a process of its own
    bool forgetful = false;  ///< true: the stored answer to the previous case's original program is not used
    const std::stop_token& stop;
  };
  /// Writes command, input, output, answer and CPU time into `trial`. `observed` gets every run of the engine; null:
  /// the runs are not kept.
  [[nodiscard]] core::Verdict judge(const OpenCase& open, const Mode& mode, core::Trial& trial,
                                    std::vector<ObservedRun>* observed = nullptr);
  /// Runs the case's original program, which a judge() that is not forgetful then need not do. Returns what a judgement
  /// of that program alone depends on, or an empty text if the target does not take it; fills in `trial` as judge().
  [[nodiscard]] std::string printed(const OpenCase& open, const Mode& mode, core::Trial& trial);
  /// The engine of a target, started at its first use.
  [[nodiscard]] EnginePort& engine(std::size_t target);
  /// The limits of the reference evaluation for a target's integers.
  [[nodiscard]] EvaluationLimits limits_of(std::size_t target) const;

 private:
  struct Judgement;
  /// A target's answer to the original program, which all cases of a block share.
  struct StoredAnswer {
    std::string text;
    std::vector<std::string> symbols;  ///< the answer's symbol values are positions in this list
    EngineAnswer answer;
    unsigned uses = 0;  ///< number of reuses, counted only for an answer that reached a limit
  };

  const FuzzConfig& config_;
  std::vector<std::unique_ptr<EnginePort>> engines_;           ///< by target; null until first used
  std::vector<std::optional<StoredAnswer>> original_answers_;  ///< by target
};

}  // namespace assay::datalog
