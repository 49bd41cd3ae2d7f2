#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// The first undefined behaviour of a C program: what a sanitizer prints in a run, or what a compiler warns of that no
/// sanitizer sees (a function may end without its value, a change that nothing orders). Nothing if none is found, or if
/// no build can be made. Each build is a compiler with -fsanitize and -fno-sanitize-recover=all; `commands` and `usage`
/// get what was run and what it used. The program's files stand in the session's scratch folder.
[[nodiscard]] std::optional<std::string> undefined_of(const std::vector<std::vector<std::string>>& builds,
                                                      const Program& program, const Session& session,
                                                      std::vector<std::vector<std::string>>& commands,
                                                      core::Usage& usage);

/// The first warning of these compilers about undefined behaviour that no sanitizer sees. The program's own files stand
/// in the session's scratch folder.
[[nodiscard]] std::optional<std::string> warned_of(const std::vector<std::string>& compilers, const Program& program,
                                                   const Session& session,
                                                   std::vector<std::vector<std::string>>& commands, core::Usage& usage);

/// The sanitizers of undefined behaviour and of addresses, by that compiler.
[[nodiscard]] std::vector<std::string> with_addresses(const std::string& compiler, const std::string& level);
/// That of uninitialised memory: clang alone has it.
[[nodiscard]] std::vector<std::string> with_memory(const std::string& clang, const std::string& level);

}  // namespace assay::analyzer
