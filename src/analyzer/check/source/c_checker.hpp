#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/run/precompiled_heads.hpp"
#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Checks facts about C source. Puts checks into the source, builds it with a compiler that is not under test and with
/// handlers of undefined behaviour, and runs it. A fact counts as broken only if the other available builds agree: by
/// another compiler without optimisation, under the sanitizers of addresses and of uninitialised memory.
class CChecker {
 public:
  /// An Error names the compiler that is missing.
  [[nodiscard]] static Result<std::unique_ptr<CChecker>> open();

  [[nodiscard]] Checks check(const Program& program, const std::vector<Fact>& facts, const Session& session);
  /// The syntax tree of a file of the program. An Error is a compiler's message. The trees of the last program are
  /// cached, because claims, checks and edits of one reduction step use the same tree.
  [[nodiscard]] Result<std::shared_ptr<const CTree>> tree(const Program& program, const core::File& file,
                                                          const Session& session);
  /// The reason of a skip without a tree.
  [[nodiscard]] static std::string why_no_tree(const Program& program, const Session& session);
  /// Smaller programs to try: without declarations and statements; with loops and branches replaced by their parts, and
  /// expressions by their operands and constants.
  [[nodiscard]] std::vector<Analyzer::Edit> edits(const Program& program, const Session& session);

  /// `cause_in_source` for the fact's file; empty if clang cannot read the file.
  [[nodiscard]] std::string cause(const Program& program, const Fact& fact, const Session& session);

  /// Whether clang can read the first file. A file that it cannot read has no edits.
  [[nodiscard]] bool reads(const Program& program, const Session& session);

  /// The first file with notes of the current iteration of its drivers' loops.
  [[nodiscard]] std::optional<Analyzer::Traced> traced(const Program& program, const Session& session);

 private:
  CChecker() = default;
  std::string clang_;
  std::string gcc_;
  std::unique_ptr<CheckRuntime> runtime_;
  PrecompiledHeads heads_;
  std::string trees_of_;                                       ///< the program with its flags to which trees_ belong
  std::map<std::string, std::shared_ptr<const CTree>> trees_;  ///< by file name
};

}  // namespace assay::analyzer
