#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace assay::cli {

/// A flag of a command, for completion.
struct FlagWords {
  std::vector<std::string> names;  ///< with dashes: "-o", "--out"
  std::string text;                ///< description, one line
  bool takes_value = false;
  std::vector<std::string> choices;  ///< the allowed values; empty: any value
};

/// A command, for completion.
struct CommandWords {
  std::string path;  ///< the command without the program's name: "smt fuzz"; empty for the program
  std::string text;  ///< description, one line
  std::vector<FlagWords> flags;
  std::vector<std::string> choices;  ///< the allowed values of positional arguments; empty: any value

  [[nodiscard]] std::string name() const;    ///< last word of the path
  [[nodiscard]] std::string parent() const;  ///< the path without its last word
};

/// The program and all commands below it, parents first, in the order of the help texts.
[[nodiscard]] std::vector<CommandWords> command_words(const CLI::App& program);

/// A shell, and the function that makes its completion script.
struct CompletionShell {
  const char* name;
  std::string (*script)(const std::vector<CommandWords>& commands);
};
[[nodiscard]] const std::vector<CompletionShell>& completion_shells();

// The scripts of the shells. Each has a file of its own.
[[nodiscard]] std::string bash_completion(const std::vector<CommandWords>& commands);
[[nodiscard]] std::string zsh_completion(const std::vector<CommandWords>& commands);
[[nodiscard]] std::string fish_completion(const std::vector<CommandWords>& commands);

}  // namespace assay::cli
