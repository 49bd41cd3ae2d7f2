#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/split.hpp"

namespace assay::analyzer::splitting {

/// Units and uses by names, in any order, into a graph whose units are sorted.
class GraphBuilder {
 public:
  /// A unit of one file that has its name, or one more file of a unit that is there.
  void add_unit(const std::string& name, const std::string& file);
  /// Both must be units, or the use is left out. Nobody uses itself.
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

/// Whether the path ends with one of the suffixes (".c").
[[nodiscard]] bool has_suffix(std::string_view path, const std::vector<std::string_view>& suffixes);
[[nodiscard]] std::vector<std::string> files_with(const Project& project,
                                                  const std::vector<std::string_view>& suffixes);
/// "a/b" of "a/b/c.py", "" of "c.py".
[[nodiscard]] std::string folder_of(std::string_view path);
/// How many folders two paths have in common at their beginning.
[[nodiscard]] std::size_t common_folders(std::string_view a, std::string_view b);
/// A path from the root, when it is inside of the project; else empty.
[[nodiscard]] std::string inside(const Project& project, const std::string& absolute);

}  // namespace assay::analyzer::splitting
