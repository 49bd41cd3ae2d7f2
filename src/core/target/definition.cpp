#include "core/target/definition.hpp"

#include <filesystem>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {

namespace fs = std::filesystem;

Status read_toml(std::string_view text, const std::string& path, const TomlKind& kind,
                 const std::function<void(TomlRow& root)>& read) {
  Result<TomlFile> file = TomlFile::parse(text, path, kind.manual);
  if (!file) return file.error();
  TomlRow root = file->root();
  read_kind(root, kind.word);
  read(root);
  root.finish(kind.manual);
  return file->status();
}

void refuse_parent(TomlRow& root, std::string_view kind, const std::string& parent,
                   const std::vector<std::string>& names) {
  root.refuse_at("inherits", "there is no built-in " + std::string(kind) + " '" + parent + "' to inherit from",
                 did_you_mean(parent, names) + "built in: " + join(names, ", "));
}

Error unknown_target(std::string_view kind, const std::string& name, const std::vector<std::string>& names) {
  std::string advice = did_you_mean(name, names);
  if (advice.empty()) advice = "built in: " + join(names, ", ") + "; ";
  return Error{"unknown target '" + name + "'",
               advice + "or name=/path/to/" + std::string(kind) + " -flags, or a TOML file"};
}

Error missing_argv(const std::string& path, const std::string& name) {
  return Error{path + ": target '" + name + "' has no 'argv'", "the program and its flags, as an array"};
}

Result<std::string> definition_text(const std::string& path, const TomlKind& kind) {
  Result<std::string> text = read_text_file(path);
  if (text) return text;
  return Error{text.error().message, "give a target's TOML file as " + std::string(kind.manual) + " shows"};
}

void anchor_command(std::vector<std::string>& command, const std::string& definition_path) {
  if (command.empty()) return;
  std::string& program = command[0];
  const fs::path beside = fs::path(definition_path).parent_path() / program;
  std::error_code error;
  const bool relative = program.find('/') != std::string::npos && program[0] != '/';
  if (relative && fs::exists(beside, error)) program = beside.string();
  for (std::string& word : command) word = anchored(word);
}

}  // namespace assay::core
