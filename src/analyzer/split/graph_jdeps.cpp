#include <map>

#include "assay/base/text.hpp"
#include "assay/core/proc.hpp"
#include "graph_builder.hpp"
#include "graph_rows.hpp"

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kClasses = {".class"};

/// "a/b/C$D.class" belongs to the unit "a/b/C".
std::string class_unit(std::string_view path) {
  path.remove_suffix(std::string_view(".class").size());
  const std::size_t slash = path.rfind('/');
  const std::size_t dollar = path.find('$', slash == std::string_view::npos ? 0 : slash + 2);
  return std::string(path.substr(0, dollar));
}

/// Units by the full name of their class, "a.b.C": a unit's path ends with that. (Where classes begin is not known.)
class ClassNames {
 public:
  explicit ClassNames(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      const std::string unit = class_unit(file);
      for (std::size_t at = 0; at != std::string::npos;) {
        by_name_.emplace(unit.substr(at), unit);
        const std::size_t slash = unit.find('/', at);
        at = slash == std::string::npos ? slash : slash + 1;
      }
    }
  }
  /// Empty: it is no class of the project.
  [[nodiscard]] std::string unit(std::string_view name) const {
    std::string path = replace_all(std::string(name.substr(0, name.find('$'))), ".", "/");
    const auto at = by_name_.find(path);
    return at == by_name_.end() ? std::string() : at->second;
  }

 private:
  std::map<std::string, std::string> by_name_;
};

/// What -verbose:class prints: "   a.b.C   -> a.b.D   classes"; a line without indentation is about the whole.
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
  for (const std::string& file : files) builder.add_unit(class_unit(file), file);
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
