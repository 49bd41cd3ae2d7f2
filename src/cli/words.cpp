#include "words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "area.hpp"
#include "base/similar.hpp"
#include "base/text.hpp"

namespace assay::cli {
namespace {

/// The names of the app's subcommands.
std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

const CLI::App* command_of(const CLI::App& app, const std::string& name) {
  const auto found = app.get_subcommands([&](const CLI::App* one) { return one->check_name(name); });
  return found.empty() ? nullptr : found.front();
}

/// The number of words (0 or 1) behind a flag that are its value.
std::size_t words_of_flag(const CLI::App& app, const std::string& word) {
  if (word.find('=') != std::string::npos) return 0;
  const CLI::Option* const option = app.get_option_no_throw(word);
  return option != nullptr && option->get_expected_min() > 0 ? 1 : 0;
}

}  // namespace

void move_config_to_front(std::vector<std::string>& words) {
  const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word == "--config" || word.starts_with("--config=");
  });
  if (found == words.end()) return;
  const bool apart = *found == "--config" && found + 1 != words.end();
  std::rotate(words.begin(), found, found + (apart ? 2 : 1));
}

Status misspelt_command(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string path = "assay";
  for (std::size_t i = 0; i < words.size() && command->get_require_subcommand_min() > 0; ++i) {
    const std::string& word = words[i];
    if (word.starts_with("-")) {
      i += words_of_flag(*command, word);
      continue;
    }
    const CLI::App* const next = command_of(*command, word);
    if (next == nullptr) {
      const std::vector<std::string>& left_out = left_out_areas();
      if (command == &app && std::find(left_out.begin(), left_out.end(), word) != left_out.end())
        return Error{"this assay was built without the area '" + word + "'",
                     "build it again with the CMake option -DASSAY_AREAS=all"};
      const std::vector<std::string> names = command_names(*command);
      return Error{"'" + path + "' has no command '" + printable(word) + "'",
                   did_you_mean(word, names) + "there are: " + join(names, ", ")};
    }
    command = next;
    path += " " + word;
  }
  return {};
}

std::string left_out_note() {
  if (left_out_areas().empty()) return "";
  return "This assay was built without: " + join(left_out_areas(), ", ") + " (CMake option ASSAY_AREAS).\n";
}

std::string advice_for_flags(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  std::vector<std::string> flags;
  for (const CLI::Option* option : command->get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  for (const std::string& word : app.remaining(true))
    if (word.starts_with("--"))
      if (const auto flag = most_similar(word.substr(0, word.find('=')), flags)) return "did you mean " + *flag + "?";
  return {};
}

}  // namespace assay::cli
