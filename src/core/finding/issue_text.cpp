#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kInputLimit = 48 << 10;  ///< bytes; issue trackers cut texts at about 64 KiB
constexpr std::size_t kOutputLimit = 8 << 10;

std::string language_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  if (extension.empty()) return "";
  extension.erase(0, 1);
  const bool fine = std::all_of(extension.begin(), extension.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
  return fine ? extension : "";
}

/// A file that the commands read. If a tracker would cut the text, or if it is not printable, it must be attached.
std::string file_block(const File& file, const std::string& introduction) {
  const std::string name = "`" + replace_all(printable(file.name), "`", "'") + "`";
  if (file.content.size() > kInputLimit)
    return introduction + name + " (" + std::to_string(file.content.size()) +
           " bytes: too long for this text; attach `reproduce/" + printable(file.name) + "`)\n\n";
  if (printable(file.content) != file.content)
    return introduction + name + " (not a plain text: attach `reproduce/" + printable(file.name) + "`)\n\n";
  return introduction + name + ":\n\n" + markdown_block(file.content, language_of(file.name)) + "\n";
}

std::string input_section(const Finding& finding, const Reproduction& reproduction) {
  if (reproduction.files.empty()) return {};
  // The size of the pasted file: the case itself may be written in another syntax.
  const std::string size = std::to_string(reproduction.files.front().content.size()) + " bytes";
  const std::string out = std::string("## Input (") + (finding.reduced ? "reduced to " : "") + size + ")";
  return out + "\n\n" + file_block(reproduction.files.front(), "Save it as ");
}

std::string command_section(const Finding& finding, const Reproduction& reproduction) {
  std::string out;
  for (std::size_t i = 0; i < reproduction.commands.size(); ++i) {
    const ReproductionCommand& command = reproduction.commands[i];
    out += "## " + (i == 0 ? std::string("Command") : markdown_line(command.title)) + "\n\n";
    out += markdown_block(printable(trim(command.shell)), "sh") + "\n";
  }
  if (finding.confirmed < finding.confirmations)
    out += "Repeat the command: the bug showed in " + std::to_string(finding.confirmed) + " of " +
           std::to_string(finding.confirmations) + " runs.\n\n";
  for (std::size_t i = 1; i < reproduction.files.size(); ++i)
    out += file_block(reproduction.files[i], "It also needs ");
  return out;
}

/// The verdict's detail, unless the expectation shows it, and the whole output. For a partially reduced case, the
/// finding has the detail and the output of the original case, so the section has neither.
std::string details_section(const Finding& finding, const Reproduction& reproduction) {
  std::string out = "<details><summary>All of the output, and how it was found</summary>\n\n";
  const std::string_view detail = trim(finding.detail);
  const bool is_current = finding.status != FindingStatus::Partial;
  if (is_current && reproduction.expected.find(detail) == std::string::npos && trim(reproduction.evidence) != detail)
    out += markdown_block(printable(finding.detail), "") + "\n";
  if (is_current && !trim(finding.output).empty() && trim(finding.output) != trim(reproduction.prints))
    out += markdown_block(shortened(printable(finding.output), kOutputLimit), "") + "\n";
  return out + "Found by Assay (" + markdown_line(finding.module) + ", strategy " +
         markdown_line(finding.original.strategy) + ", case " + std::to_string(finding.original.index) +
         ", campaign seed " + std::to_string(finding.seed) + ", signature `" +
         replace_all(printable(finding.signature), "`", "'") + "`). In the finding's folder, `sh reproduce/" +
         kReproductionScript +
         "` tries it again: it ends with 1 when the bug shows, 0 when it does not, and 2 when it cannot be tried.\n\n"
         "</details>\n";
}

}  // namespace

std::string markdown_block(const std::string& text, const std::string& language) {
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

std::string markdown_line(std::string_view text) {
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

namespace {

/// markdown_line(), except that texts between two backticks stay code.
std::string markdown_sentence(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '`');
  if (parts.size() % 2 == 0) return markdown_line(text);
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += i % 2 == 0 ? markdown_line(parts[i]) : "`" + printable(parts[i]) + "`";
  return out;
}

}  // namespace

std::string issue_text(const Finding& finding) {
  const std::string& group = finding.original.group;
  const Reproduction reproduction = reproduction_of(finding);
  std::string out = "# " + markdown_line(finding.target) + " " + std::string(description(finding.kind));
  if (!group.empty()) out += " (" + markdown_line(group) + ")";
  out += "\n\n";
  out += "- Target: " + markdown_line(finding.target) + ", version " + markdown_line(finding.target_version) + "\n";
  for (const History& history : finding.histories) out += "- Versions: " + markdown_line(since_text(history)) + "\n";
  out += "- Kind: " + std::string(name(finding.kind));
  if (!finding.reason.empty()) out += " (" + markdown_line(finding.reason) + ")";
  out += "\n";
  if (finding.status == FindingStatus::Unconfirmed)
    out += "- Status: unconfirmed. No fresh process showed it: not ready for an issue tracker\n";
  out += "- Reproduced: " + std::to_string(finding.confirmed) + " of " + std::to_string(finding.confirmations) +
         " runs in a fresh process\n\n";
  out += input_section(finding, reproduction) + command_section(finding, reproduction);
  if (!trim(reproduction.prints).empty())
    out += "## Prints\n\n" + markdown_block(printable(reproduction.prints), "") + "\n";
  out += "## Should print\n\n";
  for (const std::string_view sentence : split(trim(reproduction.expected), '\n'))
    out += markdown_sentence(sentence) + "  \n";
  if (!trim(reproduction.evidence).empty()) out += "\n" + markdown_block(printable(reproduction.evidence), "");
  return out + "\n" + details_section(finding, reproduction);
}

}  // namespace assay::core
