#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/command/readers/reader.hpp"
#include "analyzer/split/plan/split_job.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer::splitting {

/// The name of the project's folder in SARIF's originalUriBaseIds.
inline constexpr const char* kProjectBase = "SRCROOT";

/// One result of one run.
struct SarifResult {
  std::string rule;
  std::string file;      ///< relative to the project's folder if inside, else absolute
  std::string function;  ///< empty: not known
  std::string message;   ///< with single spaces
  std::string level;     ///< SARIF's level
  unsigned line = 0;
  unsigned column = 0;
  std::string json;  ///< the result as SARIF, with places relative to the project's folder
};

/// The report of one run.
struct RunReport {
  std::string driver;                        ///< JSON of the tool's driver, without rules; empty: not known
  std::map<std::string, std::string> rules;  ///< JSON of reportingDescriptors, by id
  std::vector<SarifResult> found;
  std::vector<std::string> problems;  ///< files and entry points without results, each with the reason
  std::set<std::string> refused;      ///< files without results, relative to the project's folder
};

/// The folders in which the analyzer saw the project.
struct ProjectFolders {
  std::string project;  ///< absolute
  std::string root;     ///< the project's folder, or a copy of it
  std::string folder;   ///< working directory: base of relative paths that are not below the root
  /// The project's files. For the path "a/b/C.java" of a compiled class, the file whose path ends with it is meant. May
  /// be null.
  const std::vector<std::string>* files = nullptr;
};

/// Reads SARIF 2.1.0. An Error if it is malformed: an incomplete report is never "no findings".
[[nodiscard]] Result<RunReport> report_of_sarif(std::string_view text, const ProjectFolders& seen);
/// The same for the results of a reader.
[[nodiscard]] RunReport report_of_readings(const Readings& readings, const ProjectFolders& seen);
/// Records that the report has no results for a file. Only the first reason of a file is kept.
void add_refused(RunReport& report, const std::string& file, const std::string& why);
void append(RunReport& all, RunReport more);

}  // namespace assay::analyzer::splitting
