#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/adapters/llvm/llvm_worker.hpp"
#include "analyzer/target/analyzer.hpp"

/// The first steps of every use of Clam, as in its clam.py.
namespace assay::analyzer::clam {

inline constexpr const char* kLinked = "linked.bc";      ///< the program after clang and llvm-link
inline constexpr const char* kPrepared = "prepared.bc";  ///< the program after clam-pp

struct Programs {
  std::string clam, front;  ///< paths of clam and clam-pp
  std::string clang, link;
};
[[nodiscard]] Result<Programs> find_programs(const Definition& definition);
/// The path of a program on the PATH that is not part of Clam.
[[nodiscard]] Result<std::string> find_other(const Definition& definition, const std::string& name);

/// Assay's worker, which reads and writes bitcode. It is not part of Clam.
[[nodiscard]] Result<LlvmWorker> find_worker(const Definition& definition);

[[nodiscard]] std::vector<std::string> words_of(std::string_view text);
[[nodiscard]] std::string setting(const Definition& definition, std::string_view key);
/// The words of a setting, with each "{name}" replaced by its value.
[[nodiscard]] std::vector<std::string> command(const Definition& definition, std::string_view key,
                                               const std::vector<std::pair<std::string, std::string>>& names);

/// The result of a step.
struct Step {
  Trouble trouble;
  std::vector<std::string> argv;  ///< the failed command, if it is a step of Clam
  std::string output;             ///< output of the failed command, shortened
  core::Usage usage;
};
/// A step that is not Clam's: its failure is always a skip.
[[nodiscard]] Trouble step(const std::vector<std::string>& argv, std::string_view otherwise, const Session& session,
                           core::Usage& usage);
/// A step of Clam, in the session's folder.
[[nodiscard]] Step step_of_clam(const Definition& definition, const std::vector<std::string>& argv,
                                const Session& session);

struct Sources {
  std::vector<std::string> files;  ///< C sources; files that end with .bc or .ll are linked unchanged
  std::vector<std::string> flags;  ///< clang's flags
  std::string folder;              ///< clang's working directory; empty: the session's folder
  bool keep_all = false;           ///< also keep functions that main does not reach
};
/// The command that compiles a file, in the folder of the files.
[[nodiscard]] std::vector<std::string> compile_words(const Definition& definition, const std::string& clang,
                                                     const std::vector<std::string>& flags, const std::string& file,
                                                     const std::string& output);
[[nodiscard]] std::vector<std::string> front_words(const Definition& definition, const std::string& front,
                                                   const std::string& input);
/// Makes the bitcode that Clam analyses, in the session's folder: kLinked, then kPrepared.
[[nodiscard]] Step prepare(const Definition& definition, const Programs& programs, const Sources& sources,
                           const Session& session);

}  // namespace assay::analyzer::clam
