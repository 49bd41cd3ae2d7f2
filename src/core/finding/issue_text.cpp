#include <algorithm>
#include <filesystem>

#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kInputLimit = 48 << 10;  ///< issue trackers cut texts at about 64 KiB
constexpr std::size_t kOutputLimit = 8 << 10;

/// A fenced block whose fence is longer than any in the text.
std::string fenced(const std::string& text, const std::string& language) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  std::string out = fence + language + "\n" + text;
  if (out.back() != '\n') out += '\n';
  return out + fence + "\n";
}

/// Text that stays what it is in a line of Markdown.
std::string line(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '\n' || c == '\t') {
      out += ' ';
      continue;
    }
    if (std::string_view("\\`*_[]<>#|").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string language_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  if (extension.empty()) return "";
  extension.erase(0, 1);
  const bool fine = std::all_of(extension.begin(), extension.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
  return fine ? extension : "";
}

bool is_shell_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
}

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_shell_safe)) return word;
  return "'" + replace_all(word, "'", "'\\''") + "'";
}

std::string input_section(const Finding& finding) {
  const Case& smallest = finding.smallest();
  std::string out = finding.reduced ? "## Input (reduced from " + std::to_string(finding.original_bytes()) + " to " +
                                          std::to_string(finding.smallest_bytes()) + " bytes)\n\n"
                                    : "## Input (" + std::to_string(finding.original_bytes()) + " bytes)\n\n";
  for (const File& file : smallest.files) {
    out += "`" + replace_all(printable(file.name), "`", "'") + "`:\n\n";
    out += fenced(printable(shortened(file.content, kInputLimit)), language_of(file.name)) + "\n";
  }
  return out;
}

}  // namespace

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

std::string Finding::input_name() const {
  const Case& shown = smallest();
  if (!input.empty() && shown.file(input) != nullptr) return input;
  return shown.files.empty() ? "input" : shown.files.front().name;
}

std::string issue_text(const Finding& finding) {
  const std::string& group = finding.original.group;
  std::string out = "# " + line(finding.target) + " " + std::string(description(finding.kind));
  if (!group.empty()) out += " (" + line(group) + ")";
  out += "\n\n";
  out += "- Kind: " + std::string(name(finding.kind)) + "\n";
  out += "- Target: " + line(finding.target) + ", version " + line(finding.target_version) + "\n";
  for (const History& history : finding.histories) out += "- Versions: " + line(since_text(history)) + "\n";
  if (!finding.reason.empty()) out += "- Cause as seen: " + line(finding.reason) + "\n";
  if (finding.status == FindingStatus::Unconfirmed)
    out += "- Status: unconfirmed. No fresh process showed it: not ready for an issue tracker\n";
  out += "- Reproduced: " + std::to_string(finding.confirmed) + " of " + std::to_string(finding.confirmations) +
         " runs in a fresh process\n\n";
  out += "## Command\n\n" + fenced(printable(command_line(finding.command, finding.input_name())), "sh") + "\n";
  if (!finding.reproducer.empty())
    out += "Without Assay: `sh reproduce/" + finding.reproducer.front().name + "` in the finding's folder.\n\n";
  out += input_section(finding);
  out += "## Expected and actual\n\n" + fenced(printable(finding.detail), "") + "\n";
  if (!finding.answer.empty()) out += "The answer: " + line(finding.answer) + "\n\n";
  out += "## Output\n\n" + fenced(shortened(printable(finding.output), kOutputLimit), "") + "\n";
  out += "<details><summary>How it was found</summary>\n\nFound by Assay (" + line(finding.module) + ", strategy " +
         line(finding.original.strategy) + ", case " + std::to_string(finding.original.index) + ", campaign seed " +
         std::to_string(finding.seed) + ", signature `" + replace_all(printable(finding.signature), "`", "'") +
         "`).\n\n</details>\n";
  return out;
}

}  // namespace assay::core
