#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The first undefined behaviour of a C program: the message of a sanitizer in a run, or a compiler's warning about
/// behaviour that no sanitizer detects (a function may end without its value, an unsequenced change). Nullopt if none
/// is found, or if no build succeeds. Each build is a compiler with -fsanitize and -fno-sanitize-recover=all. Appends
/// the commands to `commands` and their cost to `usage`. The program's files are in the session's scratch folder.
[[nodiscard]] std::optional<std::string> undefined_of(const std::vector<std::vector<std::string>>& builds,
                                                      const Program& program, const Session& session,
                                                      std::vector<std::vector<std::string>>& commands,
                                                      core::Usage& usage);

/// The first warning of these compilers about undefined behaviour that no sanitizer detects. The program's own files
/// are in the session's scratch folder.
[[nodiscard]] std::optional<std::string> warned_of(const std::vector<std::string>& compilers, const Program& program,
                                                   const Session& session,
                                                   std::vector<std::vector<std::string>>& commands, core::Usage& usage);

/// The compiler's command with the sanitizers of undefined behaviour and of addresses.
[[nodiscard]] std::vector<std::string> with_addresses(const std::string& compiler, const std::string& level);
/// The command with the sanitizer of uninitialised memory, which only clang has.
[[nodiscard]] std::vector<std::string> with_memory(const std::string& clang, const std::string& level);

}  // namespace assay::analyzer
