#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/command/command_words.hpp"
#include "analyzer/command/compile_database.hpp"
#include "analyzer/tune/report/tune_job.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::tune {
namespace {

namespace fs = std::filesystem;

Result<std::vector<Code>> codes_in(const std::string& path) {
  Result<std::vector<CompileCommand>> commands = compile_commands_in(path);
  if (!commands) return commands.error();
  const std::string root = fs::absolute(path).parent_path().lexically_normal().string();
  std::vector<Code> codes;
  for (CompileCommand& command : *commands) {
    Code code;
    code.name = fs::path(command.file).lexically_relative(root).string();
    if (code.name.empty() || code.name.starts_with("..")) code.name = command.file;
    code.files = {std::move(command.file)};
    code.flags = std::move(command.flags);
    code.folder = std::move(command.folder);
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
  const std::vector<std::string> flags = anchored_flags(options.flags, fs::current_path().string());
  for (Code& code : codes) code.flags.insert(code.flags.end(), flags.begin(), flags.end());
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
