#include "core/target/version.hpp"

#include <utility>

#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {
namespace {

std::string first_line_with_number(std::string_view text, std::string_view label) {
  constexpr std::size_t kMaxBytes = 120;
  for (std::string_view line : split(text, '\n')) {
    if (!line.starts_with(label)) continue;
    line.remove_prefix(label.size());
    if (line.find_first_of("0123456789") != std::string_view::npos) return shortened(printable(trim(line)), kMaxBytes);
  }
  return {};
}

}  // namespace

ProcessResult ask_target(std::vector<std::string> argv) {
  Limits limits;
  limits.wall_seconds = 10;
  limits.counts_waiting = false;
  ScratchFolder scratch;
  return run_in(scratch, {std::move(argv), {}, {}}, "", limits);
}

Result<std::string> version_of(const VersionQuestion& question) {
  const std::string program(question.program);
  const std::string target = "target '" + std::string(question.target) + "'";
  if (program.empty()) return Error{target + " has no program", question.install};
  if (find_program(program).empty()) return Error{target + ": there is no program '" + program + "'", question.install};
  if (question.argv.empty()) return std::string("unknown");
  const ProcessResult result = ask_target(question.argv);
  if (const TargetEnd end = classify(result); end.kind == TargetEnd::Kind::Missing)
    return Error{target + ": " + end.message, question.install};
  std::string line = first_line_with_number(result.out, question.label);
  if (line.empty()) line = first_line_with_number(result.err, question.label);
  return line.empty() ? std::string("unknown") : line;
}

}  // namespace assay::core
