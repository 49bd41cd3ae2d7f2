#include <map>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kClasses = {".class"};
const std::vector<std::string_view> kSources = {".java"};

/// The unit of a class file: "a/b/C" for "a/b/C$D.class".
std::string class_unit(std::string_view path) {
  path.remove_suffix(std::string_view(".class").size());
  const std::size_t slash = path.rfind('/');
  const std::size_t dollar = path.find('$', slash == std::string_view::npos ? 0 : slash + 2);
  return std::string(path.substr(0, dollar));
}

/// Calls `take` with the path and its ends: "a/b/C", "b/C", "C".
template <typename Take>
void for_each_end(std::string_view path, Take take) {
  for (std::size_t at = 0; at != std::string_view::npos;) {
    take(path.substr(at));
    const std::size_t slash = path.find('/', at);
    at = slash == std::string_view::npos ? slash : slash + 1;
  }
}

/// Units by the full name of their class, "a.b.C", which is the end of the unit's path. (The folder in which packages
/// start is not known.)
class ClassNames {
 public:
  explicit ClassNames(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      const std::string unit = class_unit(file);
      for_each_end(unit, [&](std::string_view end) { by_name_.emplace(end, unit); });
    }
  }
  /// The unit of a class; empty: the class is not in the project.
  [[nodiscard]] std::string unit(std::string_view name) const {
    std::string path = replace_all(std::string(name.substr(0, name.find('$'))), ".", "/");
    const auto at = by_name_.find(path);
    return at == by_name_.end() ? std::string() : at->second;
  }

 private:
  std::map<std::string, std::string> by_name_;
};

/// Sources by the ends of their paths, without ".java": "src/a/b/C" is also found as "a/b/C". (The folder in which
/// packages start is not known.)
class SourceFiles {
 public:
  explicit SourceFiles(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      std::string_view rest = file;
      rest.remove_suffix(std::string_view(".java").size());
      for_each_end(rest, [&](std::string_view end) { by_end_.emplace(end, file); });
    }
  }
  /// The source that shares the longest end with the unit's path; empty: there is none.
  [[nodiscard]] std::string of(const std::string& unit) const {
    std::string found;
    for_each_end(unit, [&](std::string_view end) {
      const auto at = by_end_.find(std::string(end));
      if (found.empty() && at != by_end_.end()) found = at->second;
    });
    return found;
  }

 private:
  std::map<std::string, std::string> by_end_;
};

/// Reads the output of -verbose:class: "   a.b.C   -> a.b.D   classes". A line without indentation is about the whole
/// archive.
void read_classes(std::string_view printed, const ClassNames& names, GraphBuilder& builder) {
  for (const std::string_view line : split(printed, '\n')) {
    const std::size_t arrow = line.find("-> ");
    if (!line.starts_with("   ") || arrow == std::string_view::npos) continue;
    const std::string from = names.unit(trim(line.substr(0, arrow)));
    const std::string_view rest = trim(line.substr(arrow + 3));
    builder.add_use(from, names.unit(rest.substr(0, rest.find(' '))));
  }
}

}  // namespace

bool ready_for_jdeps(const GraphTask& task, std::string& why) {
  if (core::find_program("jdeps").empty()) {
    why = "jdeps is not installed (it comes with a JDK)";
  } else if (files_with(task.project, kClasses).empty()) {
    why = "there is no class file: build the project first";
  } else {
    return true;
  }
  return false;
}

Result<Graph> read_jdeps(const GraphTask& task) {
  const std::vector<std::string> files = files_with(task.project, kClasses);
  GraphBuilder builder;
  const SourceFiles sources(files_with(task.project, kSources));
  for (const std::string& file : files) {
    const std::string unit = class_unit(file);
    builder.add_unit(unit, file);
    if (const std::string source = sources.of(unit); !source.empty()) builder.add_unit(unit, source);
  }
  core::Command command;
  command.argv = {"jdeps", "-verbose:class", "-filter:none", "--ignore-missing-deps", task.project.root};
  core::Limits limits;
  limits.wall_seconds = 600;
  limits.output_bytes = std::uint64_t{1} << 30;
  const core::ProcessResult result = core::run_process(command, "", limits, task.stop);
  if (result.ending != core::Ending::Exited || result.exit_code != 0 || result.truncated)
    return Error{"jdeps gives no answer: " + shortened(printable(trim(result.err + result.out)), 300),
                 "take --graph java-sources, or --edges"};
  read_classes(result.out, ClassNames(files), builder);
  return builder.finish();
}

}  // namespace assay::analyzer::splitting
