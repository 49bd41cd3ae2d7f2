#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/completion/command_words.hpp"

namespace assay::cli {
namespace {

constexpr const char* kFishFunction = R"(# Completion of assay's commands and flags. Made by: assay completion fish
function __assay_at
  set -l words (commandline -opc)
  set -l command
  for word in $words[2..-1]
    switch "$command $word"
      case {}
        set command "$command $word"
    end
  end
  test "$command" = "$argv[1]"
end
)";

std::string fish_word(const std::string& text) {
  return "'" + replace_all(replace_all(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// The path in the form that __assay_at builds: each word with a space before it.
std::string fish_path(const std::string& path) { return path.empty() ? path : " " + path; }

std::string fish_condition(const std::string& path) { return fish_word("__assay_at " + fish_word(fish_path(path))); }

std::string fish_line(const std::string& condition, const FlagWords& flag) {
  std::string line = "complete -c assay -n " + condition;
  for (const std::string& name : flag.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!flag.choices.empty()) {
    line += " -x -a " + fish_word(join(flag.choices, " "));
  } else if (flag.takes_value) {
    line += " -r";
  }
  return line + " -d " + fish_word(flag.text) + "\n";
}

}  // namespace

std::string fish_completion(const std::vector<CommandWords>& commands) {
  std::vector<std::string> paths;
  std::string lines;
  for (const CommandWords& command : commands) {
    const std::string here = fish_condition(command.path);
    if (!command.path.empty()) {
      paths.push_back(fish_word(fish_path(command.path)));
      lines += fmt::format("complete -c assay -n {} -f -a {} -d {}\n", fish_condition(command.parent()),
                           fish_word(command.name()), fish_word(command.text));
    }
    if (!command.choices.empty())
      lines += fmt::format("complete -c assay -n {} -f -a {}\n", here, fish_word(join(command.choices, " ")));
    for (const FlagWords& flag : command.flags) lines += fish_line(here, flag);
  }
  return fmt::format(kFishFunction, join(paths, " ")) + lines;
}

}  // namespace assay::cli
