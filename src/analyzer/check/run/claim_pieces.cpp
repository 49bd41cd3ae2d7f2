#include "analyzer/check/run/claim_pieces.hpp"

#include <utility>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// A shell function with this body and its call, because pieces may end with `return`.
std::string called(std::string_view name, const std::string& body) {
  std::string text(name);
  text += "() {\n";
  for (const std::string_view line : split(trim(body), '\n')) text += "  " + std::string(line) + "\n";
  return text + "}\n" + std::string(name);
}

}  // namespace

core::Reproduction reproduction_of_pieces(ClaimPieces pieces) {
  core::Reproduction out;
  out.files = std::move(pieces.files);
  out.prints = std::move(pieces.prints);
  out.needs = std::move(pieces.needs);
  out.commands.push_back({{}, called("claim", pieces.claim), 300});
  out.commands.push_back(
      {"The run that contradicts it", called("run", pieces.run) + " && {\n" + pieces.contradiction + "}", 300});
  out.shows =
      "[ \"$status_1\" -ne 2 ] && [ \"$status_2\" -ne 2 ] || exit 2  # a program is missing, or cannot be built\n"
      "[ \"$status_1\" -eq 0 ] && [ \"$status_2\" -eq 0 ]";
  return out;
}

std::string shell_program(const std::string& name, const std::string& path) {
  const std::string program = path.substr(path.rfind('/') + 1);
  return "[ -n \"$" + name + "\" ] || " + name + "=" + core::shell_quoted({program}) + "\ncommand -v \"$" + name +
         "\" > /dev/null || { echo \"set " + name + " to the path of " + program + "\" >&2; return 2; }\n";
}

}  // namespace assay::analyzer
