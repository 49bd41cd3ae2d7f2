#include "core/case/reproduction.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"

namespace assay::core {
namespace {

bool is_shell_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
}

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_shell_safe)) return word;
  return "'" + replace_all(word, "'", "'\\''") + "'";
}

std::string output_of(unsigned command) { return "output_" + std::to_string(command); }
std::string status_of(unsigned command) { return "\"$status_" + std::to_string(command) + "\""; }

}  // namespace

std::string needs_built(std::string_view file) {
  return "[ -e " + shell_quoted({std::string(file)}) + " ] || exit 2  # it was not built\n";
}

std::string output_has_line(std::string_view line, unsigned command) {
  return "grep -q -x -F -e " + shell_word(std::string(line)) + " " + output_of(command);
}

std::string output_contains(std::string_view text, unsigned command) {
  return "grep -q -F -e " + shell_word(std::string(text)) + " " + output_of(command);
}

std::string answer_is(std::string_view word, const std::vector<std::string>& words, std::size_t number,
                      unsigned command) {
  std::string patterns;
  for (const std::string& one : words) patterns += " -e " + shell_word(one);
  return "[ \"$(grep -x -F" + patterns + " " + output_of(command) + " | sed -n " + std::to_string(number) +
         "p)\" = " + shell_word(std::string(word)) + " ]";
}

std::string ended_by_signal(unsigned command) { return "[ " + status_of(command) + " -gt 128 ]"; }

std::string failed(unsigned command) {
  return "[ " + status_of(command) + " -ne 0 ] && [ " + status_of(command) + " -ne 124 ]";
}

std::string shell_quoted(const std::vector<std::string>& command) {
  std::string out;
  for (const std::string& word : command) out += (out.empty() ? "" : " ") + shell_word(word);
  return out;
}

std::string command_line(const std::vector<std::string>& command, const std::string& input) {
  std::string out;
  bool named = false;
  for (const std::string& word : command) {
    named = named || word.find("{input}") != std::string::npos;
    if (!out.empty()) out += ' ';
    out += shell_word(replace_all(word, "{input}", input));
  }
  if (!named) out += " < " + shell_word(input);
  return out;
}

std::vector<std::string> portable_command(std::vector<std::string> command) {
  for (std::string& word : command)
    if (word.starts_with('/')) word = std::filesystem::path(word).filename().string();
  return command;
}

}  // namespace assay::core
