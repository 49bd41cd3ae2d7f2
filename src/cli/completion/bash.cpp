#include <fmt/format.h>

#include <map>

#include "base/text.hpp"
#include "cli/completion/command_words.hpp"

namespace assay::cli {
namespace {

constexpr const char* kBashScript = R"(# Completion of assay's commands and flags. Made by: assay completion bash
_assay() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command="" word words=""
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "${{command:+$command }}$word" in
    {commands}) command="${{command:+$command }}$word" ;;
    esac
  done
  case $command in
{words}  esac
  case "$command $previous" in
{values}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}}
complete -o filenames -F _assay assay
)";

}  // namespace

std::string bash_completion(const std::vector<CommandWords>& commands) {
  std::vector<std::string> paths;
  std::map<std::string, std::vector<std::string>> words;
  std::string cases;
  std::string values;
  for (const CommandWords& command : commands) {
    std::vector<std::string>& here = words[command.path];
    if (!command.path.empty()) {
      paths.push_back("\"" + command.path + "\"");
      words[command.parent()].push_back(command.name());
    }
    here.insert(here.end(), command.choices.begin(), command.choices.end());
    for (const FlagWords& flag : command.flags) {
      here.insert(here.end(), flag.names.begin(), flag.names.end());
      for (const std::string& name : flag.names)
        if (!flag.choices.empty())
          values += fmt::format("  \"{} {}\") words=\"{}\" ;;\n", command.path, name, join(flag.choices, " "));
    }
  }
  for (const CommandWords& command : commands)
    cases += fmt::format("  \"{}\") words=\"{}\" ;;\n", command.path, join(words[command.path], " "));
  return fmt::format(kBashScript, fmt::arg("commands", join(paths, "|")), fmt::arg("words", cases),
                     fmt::arg("values", values));
}

}  // namespace assay::cli
