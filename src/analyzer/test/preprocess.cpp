#include <array>

#include "analyzer/target/trouble.hpp"
#include "analyzer/test/test.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"

namespace assay::analyzer {
namespace {

/// Whether the flag is for the preprocessor, and must not be given again for a preprocessed program.
bool is_for_preprocessor(std::string_view flag) {
  constexpr std::array<std::string_view, 4> kHeads = {"-D", "-U", "-I", "-isystem"};
  for (const std::string_view head : kHeads)
    if (flag.starts_with(head)) return true;
  return false;
}

constexpr std::string_view kCommentHead = "/* ";
constexpr std::string_view kCommentTail = " */";

/// A line `# 12 "a.h" 1` as a comment, "a.h:12"; empty: another line.
std::string comment_for(std::string_view line) {
  if (!line.starts_with("# ")) return {};
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (open == std::string_view::npos || close <= open) return {};
  const std::string_view number = trim(line.substr(2, open - 2));
  if (!parse_unsigned(number)) return {};
  return std::string(kCommentHead) + std::string(line.substr(open + 1, close - open - 1)) + ":" + std::string(number) +
         std::string(kCommentTail);
}

}  // namespace

Result<Program> preprocessed(Program program, const std::vector<std::string>& paths) {
  if (program.language != "c") return Error{"only programs in C are preprocessed", "leave out --preprocess"};
  std::string clang;
  for (const char* name : {"clang-14", "clang"})
    if (clang.empty()) clang = core::find_program(name);
  if (clang.empty()) return Error{"--preprocess needs clang", "apt install clang-14"};
  for (std::size_t i = 0; i < program.files.size() && i < paths.size(); ++i) {
    std::vector<std::string> argv = {clang, "-E", "-std=gnu11"};
    argv.insert(argv.end(), program.flags.begin(), program.flags.end());
    argv.push_back(paths[i]);
    const core::ProcessResult result = core::run_process({std::move(argv), {}, ""}, "", {.wall_seconds = 60});
    if (result.ending != core::Ending::Exited || result.exit_code != 0)
      return Error{"'" + paths[i] + "' cannot be preprocessed: " + printable(tail(result.err, 400)),
                   "say with --flag=-I... where its headers are"};
    std::string text;
    for (const std::string_view line : split(result.out, '\n')) {
      const std::string comment = comment_for(line);
      text += comment.empty() ? std::string(line) : comment;
      text += '\n';
    }
    program.files[i].content = std::move(text);
  }
  std::erase_if(program.flags, is_for_preprocessor);
  return program;
}

std::string written_at(const Program& program, const Place& place) {
  for (const core::File& file : program.files) {
    if (file.name != place.file) continue;
    std::string found;
    std::uint64_t written = 0;
    unsigned line = 0;
    for (const std::string_view text : split(file.content, '\n')) {
      if (++line == place.line) break;
      ++written;
      if (!text.starts_with(kCommentHead) || !text.ends_with(kCommentTail)) continue;
      const std::string_view inside =
          text.substr(kCommentHead.size(), text.size() - kCommentHead.size() - kCommentTail.size());
      const std::size_t colon = inside.rfind(':');
      if (colon == std::string_view::npos) continue;
      const std::optional<std::uint64_t> number = parse_unsigned(inside.substr(colon + 1));
      if (!number) continue;
      found = inside.substr(0, colon);
      written = *number;
    }
    return found.empty() ? found : found + ":" + std::to_string(written);
  }
  return {};
}

}  // namespace assay::analyzer
