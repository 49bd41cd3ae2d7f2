#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/run/precompiled_heads.hpp"
#include "analyzer/check/tree/c_tree.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Checks facts about C source: puts them into the source, builds it with a compiler that is not under test, under a
/// shadow of undefined behaviour, and runs it. A fact counts as broken only when other builds say so, too: of another
/// compiler without optimisation, under the sanitizers of addresses and of uninitialised memory, where those are there.
class CChecker {
 public:
  /// An Error names the compiler that is missing.
  [[nodiscard]] static Result<std::unique_ptr<CChecker>> open();

  [[nodiscard]] Checks check(const Program& program, const std::vector<Fact>& facts, const Session& session);
  /// The syntax tree of one of the program's files; an Error is a compiler's message. Trees of the program that was
  /// asked about last are kept: claims, checks and edits of a step of a reduction look at the same one.
  [[nodiscard]] Result<std::shared_ptr<const CTree>> tree(const Program& program, const core::File& file,
                                                          const Session& session);
  /// The reason of a skip where there is no tree.
  [[nodiscard]] static std::string why_no_tree(const Program& program, const Session& session);
  /// Smaller programs to try: declarations and statements left out, loops and branches replaced by their parts,
  /// expressions by their operands and constants.
  [[nodiscard]] std::vector<Analyzer::Edit> edits(const Program& program, const Session& session);

  /// `cause_in_source` of the file that the fact is about; empty where clang does not read the file.
  [[nodiscard]] std::string cause(const Program& program, const Fact& fact, const Session& session);

  /// Whether clang reads the first file: what it does not read has no edits.
  [[nodiscard]] bool reads(const Program& program, const Session& session);

  /// The first file with notes of where the loops of its drivers stand.
  [[nodiscard]] std::optional<Analyzer::Traced> traced(const Program& program, const Session& session);

 private:
  CChecker() = default;
  std::string clang_;
  std::string gcc_;
  std::unique_ptr<CheckRuntime> runtime_;
  PrecompiledHeads heads_;
  std::string trees_of_;                                       ///< the program, with its flags
  std::map<std::string, std::shared_ptr<const CTree>> trees_;  ///< by the file's name
};

}  // namespace assay::analyzer
