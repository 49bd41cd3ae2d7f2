#pragma once

#include <string>

namespace assay::analyzer {

/// Lines of a reproducer's script that give a program a name which a user may set, because it stands elsewhere on
/// another machine: `NAME=${NAME:-path}`, used as "$NAME". They end the script where there is no such program.
[[nodiscard]] std::string shell_program(const std::string& name, const std::string& path);

}  // namespace assay::analyzer
