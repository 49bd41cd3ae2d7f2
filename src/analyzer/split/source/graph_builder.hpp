#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// Builds a graph with sorted units from units and uses that come by name, in any order.
class GraphBuilder {
 public:
  /// Adds a unit with a file of the same name, or one more file to an existing unit.
  void add_unit(const std::string& name, const std::string& file);
  /// Adds a use. It is ignored if either is not a unit, or both are the same.
  void add_use(const std::string& from, const std::string& to);
  [[nodiscard]] bool has(const std::string& name) const { return units_.contains(name); }
  [[nodiscard]] Graph finish();

 private:
  struct Row {
    std::vector<std::string> files;
    std::vector<std::string> uses;
  };
  std::map<std::string, Row> units_;
};

/// Whether the path ends with a suffix of the list (".c").
[[nodiscard]] bool has_suffix(std::string_view path, const std::vector<std::string_view>& suffixes);
[[nodiscard]] std::vector<std::string> files_with(const Project& project,
                                                  const std::vector<std::string_view>& suffixes);
/// "a/b" for "a/b/c.py", "" for "c.py".
[[nodiscard]] std::string folder_of(std::string_view path);
/// Number of equal folders at the beginning of two paths.
[[nodiscard]] std::size_t common_folders(std::string_view a, std::string_view b);
/// A path relative to the project's root; empty if it is outside of the project.
[[nodiscard]] std::string inside(const Project& project, const std::string& absolute);

}  // namespace assay::analyzer::splitting
