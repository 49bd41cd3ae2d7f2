#include "shell_program.hpp"

#include "assay/core/finding.hpp"

namespace assay::analyzer {

std::string shell_program(const std::string& name, const std::string& path) {
  return "[ -n \"$" + name + "\" ] || " + name + "=" + core::shell_quoted({path}) + "\ncommand -v \"$" + name +
         "\" > /dev/null || { echo \"set " + name + " to the path of " + path.substr(path.rfind('/') + 1) +
         "\" >&2; exit 2; }\n";
}

}  // namespace assay::analyzer
