#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/command/command.hpp"
#include "assay/base/result.hpp"
#include "core/source/source_tokens.hpp"

namespace assay::analyzer {

/// The output of a run.
struct RunOutput {
  std::string_view results;  ///< the file "{results}"; for a run without that file, its standard output
  bool has_file = false;     ///< whether `results` is a file
  std::string_view out;
  std::string_view err;
  std::string_view pattern;  ///< Tuning::pattern
  std::string_view folder;   ///< absolute: files below it are named relative to it
};

/// A run's results about checks, in any order and with repetitions.
struct Readings {
  std::vector<CheckKey> alarms;
  std::vector<CheckKey> proved;
  std::vector<CheckKey> dead;
  std::vector<std::string> dead_functions;
  /// Source files that the analyzer did not analyze, named like files of checks, each with the analyzer's message. All
  /// other files were analyzed.
  std::vector<std::pair<std::string, std::string>> refused;
};

/// A reader of an analyzer's results: a row of the registry (readers.cpp).
struct Reader {
  std::string_view name;
  std::string_view summary;
  /// An Error says why the results cannot be read. Incomplete results are an Error, never "no alarms".
  Result<Readings> (*read)(const RunOutput& printed);
};
[[nodiscard]] const std::vector<Reader>& readers();
/// Null: unknown name.
[[nodiscard]] const Reader* find_reader(std::string_view name);

// Each is in a file of its own.
[[nodiscard]] Result<Readings> read_cppcheck_xml(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_eva_csv(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_gcc_json(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_pysa_json(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_lines(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_pysa_json(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_sarif(const RunOutput& printed);
[[nodiscard]] Result<Readings> read_tai_e(const RunOutput& printed);

// Helpers of several readers.

using core::with_single_spaces;
/// A path as checks name it: relative to `folder` if the file is below it, otherwise unchanged.
[[nodiscard]] std::string path_from(std::string_view folder, std::string_view path);

}  // namespace assay::analyzer
