#include <algorithm>
#include <map>
#include <set>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "analyzer/split/source/python_imports.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kPython = {".py", ".pyi"};
constexpr std::string_view kPackage = "/__init__.py";

/// The unit of a file: a stub and the source beside it are one unit.
std::string unit_of(const std::string& file, const std::set<std::string>& files) {
  if (!file.ends_with(".pyi")) return file;
  std::string source = file.substr(0, file.size() - 1);
  return files.contains(source) ? source : file;
}

/// "a/b/c.py" -> "a.b.c", "a/b/__init__.py" -> "a.b"
std::string dotted_name(std::string_view path) {
  path.remove_suffix(path.ends_with(".pyi") ? 4 : 3);
  if (path.ends_with("/__init__")) path.remove_suffix(std::string_view("/__init__").size());
  return replace_all(std::string(path), "/", ".");
}

/// Finds the files of modules.
class Modules {
 public:
  explicit Modules(const std::vector<std::string>& files) : files_(files.begin(), files.end()) {
    for (const std::string& file : files) {
      by_name_[dotted_name(file)].push_back(file);
      const std::string from = package_root(file);
      if (!from.empty()) by_name_[dotted_name(std::string_view(file).substr(from.size() + 1))].push_back(file);
    }
  }

  [[nodiscard]] const std::set<std::string>& files() const { return files_; }

  /// The module or package at a path without suffix; empty: there is none.
  [[nodiscard]] std::string at(const std::string& path) const {
    for (const std::string_view suffix : {std::string_view(".py"), kPackage, std::string_view(".pyi")})
      if (std::string file = path + std::string(suffix); files_.contains(file)) return file;
    return {};
  }

  /// The file that Python finds for a module name in the file `user`: beside it, or from a folder in which packages
  /// start. Of several candidates, the nearest.
  [[nodiscard]] std::string named(const std::string& name, const std::string& user) const {
    const std::string path = replace_all(name, ".", "/");
    const std::string folder = folder_of(user);
    const bool in_package = files_.contains(folder + std::string(kPackage));
    if (!in_package)
      if (std::string beside = at(folder.empty() ? path : folder + "/" + path); !beside.empty()) return beside;
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return {};
    return *std::max_element(found->second.begin(), found->second.end(), [&](const auto& a, const auto& b) {
      return common_folders(a, user) < common_folders(b, user);
    });
  }

 private:
  /// The folder that contains the file's outermost package.
  [[nodiscard]] std::string package_root(const std::string& file) const {
    std::string folder = folder_of(file);
    while (!folder.empty() && files_.contains(folder + std::string(kPackage))) folder = folder_of(folder);
    return folder;
  }

  std::set<std::string> files_;
  std::map<std::string, std::vector<std::string>, std::less<>> by_name_;
};

class Uses {
 public:
  Uses(const Modules& modules, GraphBuilder& builder) : modules_(modules), builder_(builder) {}

  void add(const std::string& file, const PythonImport& import) {
    if (!import.from) return use(file, longest(import.module, file));
    for (const std::string& name : import.names)
      if (const std::string member = name == "*" ? std::string() : member_of(file, import, name); !member.empty()) {
        use(file, member);
      } else {
        use(file, base_of(file, import));
      }
  }

 private:
  void use(const std::string& file, const std::string& other) {
    if (!other.empty()) builder_.add_use(unit_of(file, modules_.files()), unit_of(other, modules_.files()));
  }

  /// In "import a.b.C", C may be a member of the module a.b instead of a module.
  [[nodiscard]] std::string longest(std::string name, const std::string& file) const {
    while (!name.empty()) {
      if (std::string found = modules_.named(name, file); !found.empty()) return found;
      const std::size_t dot = name.rfind('.');
      name.erase(dot == std::string::npos ? 0 : dot);
    }
    return {};
  }

  /// The folder that an import's dots mean, with the module's path below it.
  static std::string relative(const std::string& file, const PythonImport& import) {
    std::string folder = folder_of(file);
    for (unsigned level = 1; level < import.level; ++level) folder = folder_of(folder);
    const std::string path = replace_all(import.module, ".", "/");
    if (folder.empty() || path.empty()) return folder + path;
    return folder + "/" + path;
  }

  [[nodiscard]] std::string member_of(const std::string& file, const PythonImport& import,
                                      const std::string& name) const {
    if (import.level == 0) return modules_.named(import.module + "." + name, file);
    const std::string folder = relative(file, import);
    return modules_.at(folder.empty() ? name : folder + "/" + name);
  }

  [[nodiscard]] std::string base_of(const std::string& file, const PythonImport& import) const {
    if (import.level == 0) return longest(import.module, file);
    const std::string path = relative(file, import);
    return path.empty() ? std::string() : modules_.at(path);
  }

  const Modules& modules_;
  GraphBuilder& builder_;
};

}  // namespace

bool ready_for_python(const GraphTask& task, std::string& why) {
  why = "there is no Python source";
  return !files_with(task.project, kPython).empty();
}

Result<Graph> read_python(const GraphTask& task) {
  const std::vector<std::string> files = files_with(task.project, kPython);
  const Modules modules(files);
  GraphBuilder builder;
  for (const std::string& file : files) builder.add_unit(unit_of(file, modules.files()), file);
  Uses uses(modules, builder);
  std::vector<std::string> unread;
  for (const std::string& file : files) {
    const Result<std::string> text = core::read_text_file(task.project.root + "/" + file);
    if (!text) {
      unread.push_back(file);
      continue;
    }
    for (const PythonImport& import : python_imports(*text)) uses.add(file, import);
  }
  Graph graph = builder.finish();
  for (const std::string& file : unread) graph.notes.push_back("'" + printable(file) + "' cannot be read");
  return graph;
}

}  // namespace assay::analyzer::splitting
