#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// What sanitizers say of a C program as it is, and the compiler of a function that may end without a value, in words
/// for people; nothing: they are silent, or cannot be had. Each build is a compiler with -fsanitize and
/// -fno-sanitize-recover=all; commands and what they use are noted. The program's files stand in the session's scratch
/// folder.
[[nodiscard]] std::optional<std::string> undefined_of(const std::vector<std::vector<std::string>>& builds,
                                                      const Program& program, const Session& session,
                                                      std::vector<std::vector<std::string>>& commands,
                                                      core::Usage& usage);

/// The sanitizers of undefined behaviour and of addresses, by that compiler.
[[nodiscard]] std::vector<std::string> with_addresses(const std::string& compiler, const std::string& level);
/// That of uninitialised memory: clang alone has it.
[[nodiscard]] std::vector<std::string> with_memory(const std::string& clang, const std::string& level);

}  // namespace assay::analyzer
