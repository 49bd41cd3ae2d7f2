#include "cli/completion/command_words.hpp"

#include <CLI/CLI.hpp>
#include <string_view>

#include "base/text.hpp"

namespace assay::cli {
namespace {

/// A help text without line breaks.
std::string in_one_line(const std::string& text) { return replace_all(text, "\n", " "); }

/// The allowed values of an option, from CLI11's notation: "TEXT:{one,other}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  std::vector<std::string> choices;
  if (open == std::string::npos || close == std::string::npos) return choices;
  for (const std::string_view choice : split(std::string_view(type).substr(open + 1, close - open - 1), ','))
    choices.emplace_back(choice);
  return choices;
}

FlagWords flag_words(const CLI::Option& option) {
  FlagWords flag;
  for (const std::string& name : option.get_snames()) flag.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flag.names.push_back("--" + name);
  flag.text = in_one_line(option.get_description());
  flag.takes_value = option.get_items_expected_max() > 0;
  flag.choices = choices_of(option);
  return flag;
}

void add_command(const CLI::App& app, const std::string& path, std::vector<CommandWords>& commands) {
  CommandWords command{path, in_one_line(app.get_description()), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) command.flags.push_back(flag_words(*option));
    if (option->get_positional()) command.choices = choices_of(*option);
  }
  commands.push_back(std::move(command));
  for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; }))
    add_command(*below, path.empty() ? below->get_name() : path + " " + below->get_name(), commands);
}

}  // namespace

std::string CommandWords::name() const { return path.substr(path.rfind(' ') + 1); }

std::string CommandWords::parent() const {
  const std::size_t last = path.rfind(' ');
  return last == std::string::npos ? std::string() : path.substr(0, last);
}

std::vector<CommandWords> command_words(const CLI::App& program) {
  std::vector<CommandWords> commands;
  add_command(program, "", commands);
  return commands;
}

const std::vector<CompletionShell>& completion_shells() {
  static const std::vector<CompletionShell> shells = {
      {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
  return shells;
}

}  // namespace assay::cli
