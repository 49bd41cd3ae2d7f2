#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace assay::cli {

/// A flag of a command, as shells complete it.
struct FlagWords {
  std::vector<std::string> names;  ///< with their dashes: "-o", "--out"
  std::string text;                ///< one line
  bool takes_value = false;
  std::vector<std::string> choices;  ///< the only values that it takes; empty: any
};

/// A command, as shells complete it.
struct CommandWords {
  std::string path;  ///< without the program's name: "smt fuzz"; empty for the program
  std::string text;  ///< one line
  std::vector<FlagWords> flags;
  std::vector<std::string> choices;  ///< the only values of its positional arguments; empty: any

  [[nodiscard]] std::string name() const;    ///< last word of the path
  [[nodiscard]] std::string parent() const;  ///< the path without its last word
};

/// The program and all commands below it, parents first, in the order of the help texts.
[[nodiscard]] std::vector<CommandWords> command_words(const CLI::App& program);

/// A shell for which Assay has completions.
struct CompletionShell {
  const char* name;
  std::string (*script)(const std::vector<CommandWords>& commands);
};
[[nodiscard]] const std::vector<CompletionShell>& completion_shells();

// One file each.
[[nodiscard]] std::string bash_completion(const std::vector<CommandWords>& commands);
[[nodiscard]] std::string zsh_completion(const std::vector<CommandWords>& commands);
[[nodiscard]] std::string fish_completion(const std::vector<CommandWords>& commands);

}  // namespace assay::cli
