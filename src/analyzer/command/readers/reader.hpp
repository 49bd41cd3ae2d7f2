#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/analyzer/command.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer {

/// What a run left behind.
struct Printed {
  std::string_view results;  ///< the file "{results}"; of a run without one: its standard output
  bool has_file = false;     ///< which of these it is
  std::string_view out;
  std::string_view err;
  std::string_view pattern;  ///< Tuning::pattern
  std::string_view folder;   ///< absolute: files below it are named from there
};

/// What a run says about checks; in any order, with repetitions.
struct Readings {
  std::vector<CheckKey> alarms;
  std::vector<CheckKey> proved;
  std::vector<CheckKey> dead;
  std::vector<std::string> dead_functions;
  /// Source files that the analyzer did not analyze, named like files of checks, and its message about each. The other
  /// files were analyzed.
  std::vector<std::pair<std::string, std::string>> refused;
};

/// How the results of an analyzer are read: a row of the registry (readers.cpp).
struct Reader {
  std::string_view name;
  std::string_view summary;
  /// An Error says why they cannot be read: what is cut off is never "no alarms".
  Result<Readings> (*read)(const Printed& printed);
};
[[nodiscard]] const std::vector<Reader>& readers();
/// Null: there is none of this name.
[[nodiscard]] const Reader* find_reader(std::string_view name);

// One file each.
[[nodiscard]] Result<Readings> read_cppcheck_xml(const Printed& printed);
[[nodiscard]] Result<Readings> read_eva_csv(const Printed& printed);
[[nodiscard]] Result<Readings> read_gcc_json(const Printed& printed);
[[nodiscard]] Result<Readings> read_pysa_json(const Printed& printed);
[[nodiscard]] Result<Readings> read_lines(const Printed& printed);
[[nodiscard]] Result<Readings> read_pysa_json(const Printed& printed);
[[nodiscard]] Result<Readings> read_sarif(const Printed& printed);
[[nodiscard]] Result<Readings> read_tai_e(const Printed& printed);

// What they share.

/// White space of any length becomes one space; none at the ends.
[[nodiscard]] std::string one_spaced(std::string_view text);
/// A path as checks name it: from `folder`, when the file is below it; else as it is.
[[nodiscard]] std::string named_from(std::string_view folder, std::string_view path);

}  // namespace assay::analyzer
