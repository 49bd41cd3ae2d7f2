#include <fmt/format.h>

#include <map>

#include "base/text.hpp"
#include "cli/completion/command_words.hpp"

namespace assay::cli {
namespace {

constexpr const char* kZshScript = R"(#compdef assay
# Completion of assay's commands and flags. Made by: assay completion zsh
_assay() {{
  local command="" word
  local -a words_here
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "${{command:+$command }}$word" in
    ({commands}) command="${{command:+$command }}$word" ;;
    esac
  done
  case $command in
{words}  esac
  case "$command $words[CURRENT-1]" in
{values}  esac
  _describe -t commands 'assay' words_here
  _files
}}
# As a file of $fpath, this is the function itself; read by `source`, it only defines the function.
if [[ $funcstack[1] == _assay ]]; then
  _assay "$@"
else
  compdef _assay assay
fi
)";

std::string zsh_word(const std::string& text) { return "'" + replace_all(text, "'", R"('\'')") + "'"; }

/// A word and its description, in the format of _describe.
std::string zsh_described(const std::string& word, const std::string& text) {
  return zsh_word(replace_all(word, ":", "\\:") + ":" + text);
}

}  // namespace

std::string zsh_completion(const std::vector<CommandWords>& commands) {
  std::vector<std::string> paths;
  std::map<std::string, std::vector<std::string>> words;
  std::string cases;
  std::string values;
  for (const CommandWords& command : commands) {
    std::vector<std::string>& here = words[command.path];
    if (!command.path.empty()) {
      paths.push_back(zsh_word(command.path));
      words[command.parent()].push_back(zsh_described(command.name(), command.text));
    }
    for (const std::string& choice : command.choices) here.push_back(zsh_word(choice));
    for (const FlagWords& flag : command.flags) {
      for (const std::string& name : flag.names) {
        here.push_back(zsh_described(name, flag.text));
        if (!flag.choices.empty())
          values +=
              fmt::format("  ({}) words_here=({}) ;;\n", zsh_word(command.path + " " + name), join(flag.choices, " "));
      }
    }
  }
  for (const CommandWords& command : commands)
    cases += fmt::format("  ({}) words_here=({}) ;;\n", zsh_word(command.path), join(words[command.path], " "));
  return fmt::format(kZshScript, fmt::arg("commands", join(paths, "|")), fmt::arg("words", cases),
                     fmt::arg("values", values));
}

}  // namespace assay::cli
