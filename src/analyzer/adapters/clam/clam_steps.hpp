#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/adapters/llvm/llvm_worker.hpp"
#include "assay/analyzer/analyzer.hpp"

/// What every use of Clam begins with: the steps of its clam.py.
namespace assay::analyzer::clam {

inline constexpr const char* kLinked = "linked.bc";      ///< the program as clang and llvm-link made it
inline constexpr const char* kPrepared = "prepared.bc";  ///< as clam-pp changed it

struct Programs {
  std::string clam, front;  ///< clam and clam-pp
  std::string clang, link;
};
[[nodiscard]] Result<Programs> find_programs(const Definition& definition);
/// The path of a program on our PATH that is no part of Clam.
[[nodiscard]] Result<std::string> find_other(const Definition& definition, const std::string& name);

/// The worker that reads and writes bitcode for us: no part of Clam.
[[nodiscard]] Result<LlvmWorker> find_worker(const Definition& definition);

[[nodiscard]] std::vector<std::string> words_of(std::string_view text);
[[nodiscard]] std::string setting(const Definition& definition, std::string_view key);
/// The words of a setting, with a value in the place of each "{name}".
[[nodiscard]] std::vector<std::string> command(const Definition& definition, std::string_view key,
                                               const std::vector<std::pair<std::string, std::string>>& names);

/// What came of a step.
struct Step {
  Trouble trouble;
  std::vector<std::string> argv;  ///< of the one that made the trouble, when it is a step of Clam's
  std::string output;             ///< of that one, shortened
  core::Usage usage;
};
/// A step that is none of Clam's: whatever happens to it is a skip.
[[nodiscard]] Trouble step(const std::vector<std::string>& argv, std::string_view otherwise, const Session& session,
                           core::Usage& usage);
/// A step of Clam's, in the session's folder.
[[nodiscard]] Step step_of_clam(const Definition& definition, const std::vector<std::string>& argv,
                                const Session& session);

struct Sources {
  std::vector<std::string> files;  ///< C; files that end with .bc or .ll are linked as they are
  std::vector<std::string> flags;  ///< of clang
  std::string folder;              ///< where clang runs; empty: the session's folder
  bool keep_all = false;           ///< functions that main does not reach stay, too
};
/// The steps that make it, as they are called in the folder of the files.
[[nodiscard]] std::vector<std::string> compile_words(const Definition& definition, const std::string& clang,
                                                     const std::vector<std::string>& flags, const std::string& file,
                                                     const std::string& output);
[[nodiscard]] std::vector<std::string> front_words(const Definition& definition, const std::string& front,
                                                   const std::string& input);
/// Makes the bitcode that Clam analyses in the session's folder: kLinked, then kPrepared.
[[nodiscard]] Step prepare(const Definition& definition, const Programs& programs, const Sources& sources,
                           const Session& session);

}  // namespace assay::analyzer::clam
