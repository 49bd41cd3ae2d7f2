#include "compile_database.hpp"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "command_words.hpp"
#include "core/io/io.hpp"
#include "shell_words.hpp"

namespace assay::analyzer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDatabaseAdvice = "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";

std::string path_below(const std::string& folder, const std::string& path) {
  const fs::path whole = fs::path(path).is_absolute() ? fs::path(path) : fs::path(folder) / path;
  return whole.lexically_normal().string();
}

/// The words of a compiler's command that an analyzer needs: macros, folders of headers, the language.
std::vector<std::string> needed_words(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 7> kWanted = {"-isystem", "-include", "-iquote", "-I", "-D", "-U", "-std="};
  std::vector<std::string> needed;
  for (std::size_t i = 1; i < words.size(); ++i)
    for (const std::string_view flag : kWanted) {
      if (!words[i].starts_with(flag)) continue;
      const bool apart = words[i] == flag && !flag.ends_with('=');
      if (apart && i + 1 == words.size()) break;
      needed.push_back(words[i]);
      if (apart) needed.push_back(words[++i]);
      break;
    }
  return needed;
}

/// The words of an entry's command.
std::vector<std::string> words_of(const nlohmann::json& row) {
  const auto arguments = row.find("arguments");
  if (arguments != row.end() && arguments->is_array()) {
    std::vector<std::string> words;
    for (const nlohmann::json& word : *arguments)
      if (word.is_string()) words.push_back(word.get<std::string>());
    return words;
  }
  const auto command = row.find("command");
  return command != row.end() && command->is_string() ? shell_words(command->get<std::string>())
                                                      : std::vector<std::string>();
}

}  // namespace

Result<std::vector<CompileCommand>> compile_commands_in(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  const nlohmann::json rows = nlohmann::json::parse(*text, nullptr, false);
  if (!rows.is_array()) return Error{"'" + path + "' is no compilation database", kDatabaseAdvice};
  const std::string root = fs::absolute(path).parent_path().lexically_normal().string();
  std::vector<CompileCommand> commands;
  std::set<std::string> seen;
  for (const nlohmann::json& row : rows) {
    if (!row.is_object() || !row.contains("file") || !row["file"].is_string())
      return Error{"an entry of '" + path + "' names no file", kDatabaseAdvice};
    const auto directory = row.find("directory");
    CompileCommand command;
    command.folder =
        path_below(root, directory != row.end() && directory->is_string() ? directory->get<std::string>() : ".");
    command.file = path_below(command.folder, row["file"].get<std::string>());
    if (!seen.insert(command.file).second) continue;
    command.flags = anchored_flags(needed_words(words_of(row)), command.folder);
    commands.push_back(std::move(command));
  }
  return commands;
}

}  // namespace assay::analyzer
