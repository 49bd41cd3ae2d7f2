#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/command/readers/reader.hpp"
#include "assay/analyzer/split_job.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer::splitting {

/// One result of one run.
struct Found {
  std::string rule;
  std::string file;      ///< from the project's folder, when it is in it; else absolute
  std::string function;  ///< empty: nobody knows
  std::string message;   ///< with single spaces
  std::string level;     ///< of SARIF
  unsigned line = 0;
  unsigned column = 0;
  std::string json;  ///< the result as SARIF, its places named from the project's folder
};

/// What one run reports.
struct RunReport {
  std::string driver;                        ///< JSON of the tool's driver, without rules; empty: nobody knows
  std::map<std::string, std::string> rules;  ///< JSON of reportingDescriptors, by id
  std::vector<Found> found;
  std::vector<std::string> problems;  ///< files and entry points without results, each with the reason
  std::set<std::string> refused;      ///< files without results, named from the project's folder
};

/// Where the analyzer saw the project.
struct Seen {
  std::string project;  ///< absolute
  std::string root;     ///< the same, or a copy of it
  std::string folder;   ///< where it ran: relative paths start there, when they are not below the root
  /// The project's files: "a/b/C.java" of a compiled class is the one whose path ends with it. May be null.
  const std::vector<std::string>* files = nullptr;
};

/// Reads SARIF 2.1.0. An Error when it is broken: what is cut off is never "no findings".
[[nodiscard]] Result<RunReport> report_of_sarif(std::string_view text, const Seen& seen);
/// The same of what readers give.
[[nodiscard]] RunReport report_of_readings(const Readings& readings, const Seen& seen);
/// Records that the report has no results for a file. Only the first reason of a file is kept.
void add_refused(RunReport& report, const std::string& file, const std::string& why);
void append(RunReport& all, RunReport more);

/// Functions and lines of the project's files, for fingerprints.
class SourceLines {
 public:
  explicit SourceLines(std::string root) : root_(std::move(root)) {}

  /// The line with single spaces; empty when there is none.
  [[nodiscard]] std::string text(const std::string& file, unsigned line);
  /// The function (C, C++) or definition (Python) that the line is in; empty: none, or it is not known.
  [[nodiscard]] std::string function(const std::string& file, unsigned line);

 private:
  struct Source {
    std::vector<std::string> lines;
    std::vector<std::string> functions;  ///< of each line
  };
  [[nodiscard]] const Source& source(const std::string& file);

  std::string root_;
  std::map<std::string, Source> sources_;
};

}  // namespace assay::analyzer::splitting
