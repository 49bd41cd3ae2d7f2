#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "assay/base/result.hpp"
#include "core/case/budget.hpp"
#include "core/case/case.hpp"
#include "core/reduce/kept_property.hpp"
#include "core/reduce/text_reduction.hpp"
#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/fuzz/judge/case_judge.hpp"

namespace assay::datalog {

/// One engine and the reference evaluation, for commands about a user's program.
class ProgramJudge {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ProgramJudge>> open(const std::string& target, const core::Limits& limits,
                                                                  const EvaluationLimits& reference);

  [[nodiscard]] const EngineTarget& target() const { return config_->targets.front(); }
  /// The program as the engine gets it: it prints all relations if the file names no output, and in another language
  /// than the file's the relations have names that every language accepts.
  [[nodiscard]] Program fitted(const UserProgram& user) const;
  /// Compares the engine's result with the reference evaluation. A skip says why that cannot be judged.
  [[nodiscard]] core::Verdict judge(const Program& program, const std::stop_token& stop);
  /// The same for the unreduced program. If a known bug explains the failure, it is judged, and known bugs are reported
  /// from then on.
  [[nodiscard]] core::Verdict judge_first(const Program& program, const std::stop_token& stop);

 private:
  explicit ProgramJudge(std::shared_ptr<FuzzConfig> config);

  std::shared_ptr<FuzzConfig> config_;
  CaseJudge judge_;
};

/// Reduces a user's program as long as the engine fails in the same way as `wanted`. The result is in the engine's
/// language.
[[nodiscard]] std::string reduce_failing(const UserProgram& user, ProgramJudge& judge, const core::Verdict& wanted,
                                         const core::ReduceBudget& budget);

/// Reduces a user's file while `keeps` is true of its text; the program's meaning may change. A program that Assay
/// reads completely is reduced by its rules and printed in the language `printed_as`; each file is then reduced as
/// plain text. Fails if `keeps` is false from the start (`refusal`), or if no text of that language can be made.
[[nodiscard]] Result<std::string> reduce_keeping(const UserProgram& user, const Dialect& printed_as,
                                                 const core::KeepsText& keeps, const core::ReduceBudget& budget,
                                                 const Error& refusal);

/// The values of `--keep`. "wrong" needs a ProgramJudge; the others are properties of any run.
[[nodiscard]] std::span<const std::string_view> kept_forms();

/// The engine's command for a core::FileRunner, and the files that it needs beside the program.
struct EngineCommand {
  std::vector<std::string> argv;
  std::vector<core::File> beside;
};
[[nodiscard]] EngineCommand command_of(const EngineDefinition& definition);

}  // namespace assay::datalog
