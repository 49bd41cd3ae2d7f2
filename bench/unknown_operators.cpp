// The operators, sorts, binders and commands of real scripts that Assay cannot evaluate: a table of the number of
// scripts with each, and the share of scripts with any (`assay smt fuzz` skips these as "unknown to Assay"). With
// --list, one line a script. `alone` counts the scripts with no other unknown name.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"

namespace {

using namespace assay::smt;

/// The names that a script's terms depend on, each once.
class Unknown {
 public:
  Unknown(const TermStore& store, const Script& script) : store_(store) {
    for (const Command& command : script.commands) {
      if (command.kind == CommandKind::Opaque) {
        const std::size_t begin = command.text.find_first_not_of("( \t\n");
        add("command ", command.text.substr(begin, command.text.find_first_of(" \t\n()", begin) - begin));
      }
      pending_.insert(pending_.end(), command.terms.begin(), command.terms.end());
      for (const FunctionId id : command.functions) {
        visit(id);
      }
      while (!pending_.empty()) {
        const TermId next = pending_.back();
        pending_.pop_back();
        if (terms_.insert(next.index).second) {
          visit(next);
        }
      }
    }
  }

  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  void add(const std::string& kind, std::string_view name) {
    names_.insert(kind + std::string(name.starts_with("#f") ? "#f...m..." : name));
  }

  void visit(SortId id) {
    if (!sorts_.insert(id.index).second) {
      return;
    }
    const SortNode& sort = store_.node(id);
    if (sort.kind == SortKind::Opaque) {
      add("sort ", store_.spelling(sort.name));
    }
    for (const SortId part : sort.arguments) {
      visit(part);
    }
    if (!sort.datatype) {
      return;
    }
    for (const Constructor& constructor : store_.node(*sort.datatype).constructors) {
      for (const Field& field : constructor.fields) {
        visit(field.sort);
      }
    }
  }

  void visit(FunctionId id) {
    if (!functions_.insert(id.index).second) {
      return;
    }
    const Function& function = store_.node(id);
    if (function.kind == FunctionKind::Opaque) {
      add("", store_.spelling(function.name));
    }
    for (const SortId parameter : function.parameters) {
      visit(parameter);
    }
    visit(function.result);
    if (function.body) {
      pending_.push_back(*function.body);
    }
  }

  void visit(TermId id) {
    const TermNode& node = store_.node(id);
    visit(node.sort);
    if (node.kind == TermKind::Apply) {
      const OperatorRow& row = Operators::get().row(store_.op(id));
      if (row.evaluate == nullptr) {
        add("", row.name);
      }
    } else if (node.kind == TermKind::Call) {
      visit(store_.function_of(id));
    } else if (node.kind == TermKind::Binder) {
      const BinderInfo& info = store_.binder_info(id);
      if (info.kind == BinderKind::Opaque) {
        add("binder ", info.keyword);
      }
      for (const BoundVariable& variable : info.variables) {
        visit(variable.sort);
      }
    }
    const std::span<const TermId> children = store_.children(id);
    pending_.insert(pending_.end(), children.begin(), children.end());
  }

  const TermStore& store_;
  std::set<std::string> names_;
  std::set<std::uint32_t> terms_, sorts_, functions_;
  std::vector<TermId> pending_;
};

struct Count {
  std::size_t scripts = 0;
  std::size_t alone = 0;
};

void print_table(const std::map<std::string, Count>& counts, std::size_t unknown, std::size_t read) {
  std::vector<std::pair<std::string, Count>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.scripts > b.second.scripts; });
  for (const auto& [name, count] : rows) {
    std::printf("%6zu %6zu  %s\n", count.scripts, count.alone, name.c_str());
  }
  std::printf("%zu of %zu scripts (%.2f %%) use something unknown\n", unknown, read,
              100.0 * static_cast<double>(unknown) / static_cast<double>(std::max<std::size_t>(read, 1)));
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder;
  bool list = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    (argument == "--list" ? void(list = true) : void(folder = argument));
  }
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".smt2") {
      paths.push_back(entry.path());
    }
  }
  if (error || paths.empty()) {
    std::cerr << "usage: bench_unknown DIR [--list]\n";
    return 2;
  }
  std::sort(paths.begin(), paths.end());
  std::map<std::string, Count> counts;
  std::size_t unknown = 0;
  std::size_t read = 0;
  for (const std::filesystem::path& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    TermStore store;
    const auto script = parse_script(store, text.str(), path.string());
    if (!script) {
      continue;
    }
    ++read;
    const std::set<std::string> names = Unknown(store, *script).names();
    unknown += names.empty() ? 0U : 1U;
    for (const std::string& name : names) {
      ++counts[name].scripts;
      counts[name].alone += names.size() == 1 ? 1U : 0U;
    }
    if (list && !names.empty()) {
      std::printf("%s", path.filename().c_str());
      for (const std::string& name : names) {
        std::printf("\t%s", name.c_str());
      }
      std::printf("\n");
    }
  }
  print_table(counts, unknown, read);
  return 0;
}
