#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "analyzer/check/c_tree.hpp"
#include "assay/analyzer/tune_job.hpp"
#include "assay/base/text.hpp"
#include "assay/core/io.hpp"
#include "shell_words.hpp"

namespace assay::analyzer::tune {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDatabaseAdvice = "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";

std::string below(const std::string& folder, const std::string& path) {
  const fs::path whole = fs::path(path).is_absolute() ? fs::path(path) : fs::path(folder) / path;
  return whole.lexically_normal().string();
}

/// What an analyzer needs of a compiler's command: macros, where headers are, the language. Paths become absolute.
std::vector<std::string> flags_of(const std::vector<std::string>& words, const std::string& folder) {
  struct Wanted {
    std::string_view flag;
    bool path = false;
  };
  constexpr Wanted kWanted[] = {{"-isystem", true}, {"-include", true}, {"-iquote", true}, {"-I", true},
                                {"-D", false},      {"-U", false},      {"-std=", false}};
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < words.size(); ++i)
    for (const Wanted& wanted : kWanted) {
      if (!words[i].starts_with(wanted.flag)) continue;
      std::string value = words[i].substr(wanted.flag.size());
      const bool apart = value.empty() && wanted.flag != "-std=";
      if (apart && i + 1 < words.size()) value = words[++i];
      if (value.empty()) break;
      const std::string text = wanted.path ? below(folder, value) : value;
      const bool word = wanted.flag == "-isystem" || wanted.flag == "-include" || wanted.flag == "-iquote";
      if (word) flags.emplace_back(wanted.flag);
      flags.push_back(word ? text : std::string(wanted.flag) + text);
      break;
    }
  return flags;
}

Result<std::vector<Code>> codes_in(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  const nlohmann::json rows = nlohmann::json::parse(*text, nullptr, false);
  if (!rows.is_array()) return Error{"'" + path + "' is no compilation database", kDatabaseAdvice};
  const std::string root = fs::absolute(path).parent_path().lexically_normal().string();
  std::vector<Code> codes;
  std::set<std::string> seen;
  for (const nlohmann::json& row : rows) {
    if (!row.is_object() || !row.contains("file") || !row["file"].is_string())
      return Error{"an entry of '" + path + "' names no file", kDatabaseAdvice};
    const std::string folder = below(root, row.value("directory", std::string(".")));
    std::vector<std::string> words;
    if (row.contains("arguments") && row["arguments"].is_array()) {
      for (const nlohmann::json& word : row["arguments"])
        if (word.is_string()) words.push_back(word.get<std::string>());
    } else {
      words = shell_words(row.value("command", std::string()));
    }
    Code code;
    code.files = {below(folder, row["file"].get<std::string>())};
    if (!seen.insert(code.files.front()).second) continue;
    code.flags = flags_of(words, folder);
    code.folder = folder;
    code.name = fs::path(code.files.front()).lexically_relative(root).string();
    if (code.name.empty() || code.name.starts_with("..")) code.name = code.files.front();
    codes.push_back(std::move(code));
  }
  return codes;
}

/// Names of the functions that a source defines, in their order.
Result<std::vector<std::string>> functions_in(const Code& code) {
  const std::string& file = code.files.front();
  core::Command command;
  command.argv = {"clang", "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"};
  command.argv.insert(command.argv.end(), code.flags.begin(), code.flags.end());
  command.argv.push_back(file);
  core::Limits limits;
  limits.wall_seconds = 60;
  limits.output_bytes = std::uint64_t{1} << 30;
  const core::ProcessResult result = core::run_process(command, "", limits);
  if (result.ending == core::Ending::FailedToStart)
    return Error{"clang is needed to list functions: " + result.message, "name them with --function"};
  const Result<std::string> source = core::read_text_file(file);
  if (!source) return source.error();
  const Result<CTree> tree = CTree::parse(result.out, file, *source);
  if (!tree || result.exit_code != 0) return Error{"'" + file + "' does not compile", "say with --flag what it needs"};
  std::vector<std::string> names;
  for (const CNode& node : tree->nodes()) {
    if (node.kind != "FunctionDecl") continue;
    const bool defined = std::any_of(node.children.begin(), node.children.end(),
                                     [&](std::size_t child) { return tree->node(child).kind == "CompoundStmt"; });
    if (defined) names.push_back(node.name);
  }
  return names;
}

Result<std::vector<Code>> by_function(const std::vector<Code>& files, const std::vector<std::string>& wanted) {
  std::vector<Code> codes;
  for (const Code& file : files) {
    std::vector<std::string> names = wanted;
    if (names.empty()) {
      Result<std::vector<std::string>> found = functions_in(file);
      if (!found) return found.error();
      names = std::move(*found);
    }
    for (const std::string& name : names) {
      Code code = file;
      code.function = name;
      code.name += ":" + name;
      codes.push_back(std::move(code));
    }
  }
  return codes;
}

Code whole(const std::vector<Code>& files) {
  Code code;
  code.name = "project";
  std::set<std::string> seen;
  for (const Code& file : files) {
    code.files.insert(code.files.end(), file.files.begin(), file.files.end());
    std::string joined;
    for (const std::string& flag : file.flags) joined += flag + '\0';
    if (seen.insert(joined).second) code.flags.insert(code.flags.end(), file.flags.begin(), file.flags.end());
  }
  return code;
}

Result<std::vector<Code>> by_file(const TuneOptions& options) {
  if (!options.project.empty() && !options.files.empty())
    return Error{"both files and --project are given", "give one of them"};
  std::vector<Code> codes;
  if (!options.project.empty()) {
    Result<std::vector<Code>> found = codes_in(options.project);
    if (!found) return found;
    codes = std::move(*found);
  }
  for (const std::string& path : options.files) {
    if (!fs::is_regular_file(path)) return Error{"there is no file '" + path + "'", "name sources, or --project"};
    Code code;
    code.name = fs::path(path).lexically_proximate(fs::current_path()).string();
    if (code.name.starts_with("..")) code.name = path;
    code.files = {fs::absolute(path).lexically_normal().string()};
    codes.push_back(std::move(code));
  }
  for (Code& code : codes) code.flags.insert(code.flags.end(), options.flags.begin(), options.flags.end());
  if (codes.empty()) return Error{"no code is given to tune for", "name sources, or --project compile_commands.json"};
  return codes;
}

}  // namespace

Result<std::vector<Code>> codes_of(const TuneOptions& options, const Tuning& tuning) {
  Result<std::vector<Code>> files = by_file(options);
  if (!files) return files;
  if (options.per == "function") {
    const auto runner =
        std::find_if(runners().begin(), runners().end(), [&](const Runner& row) { return row.name == tuning.runner; });
    if (tuning.entry.empty() && (runner == runners().end() || !runner->functions))
      return Error{"this analyzer cannot be asked about one function", "use --per file or --per project"};
    return by_function(*files, options.functions);
  }
  if (options.per == "file") return files;
  if (!tuning.whole_project && files->size() > 1)
    return Error{"this analyzer takes one file at a time", "use --per file"};
  return std::vector<Code>{whole(*files)};
}

}  // namespace assay::analyzer::tune
