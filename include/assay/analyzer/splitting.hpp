#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay::analyzer {

/// What a run of an analyzer costs by the size of its input: fixed + slope * kloc ^ exponent.
struct CostCurve {
  double fixed = 0;
  double slope = 0;
  double exponent = 1;

  [[nodiscard]] double at(double kloc) const;
  [[nodiscard]] bool known() const { return fixed > 0 || slope > 0; }
};

/// How an analyzer is run on a part of a project: the table [split] of its definition (docs/user/analyzer-split.md).
struct Splitting {
  /// A command of one run. "{inputs}": the partition's files; "{input}": one of them, in a step for each; "{flags}":
  /// the compiler's flags for them; "{root}": the project's folder, or its copy; "{folder}": where it runs;
  /// "{database}": a compile_commands.json of the partition alone; "{results}": the file that is read.
  struct Step {
    std::vector<std::string> argv;
    bool each = false;     ///< once for each file of the partition
    bool entries = false;  ///< once for each function of C that no other function of the partition names: "{entry}"
    std::string output;    ///< the file in "{folder}" that gets what it prints; empty: none
  };
  std::vector<Step> steps;  ///< [[split.step]], in their order; the results of the last one are read
  std::string graph;        ///< a row of the dependency graphs; empty: the one for the language
  std::string strategy;     ///< a row of the strategies; empty: the default one
  bool copies = false;      ///< it gets a copy of the partition's files: it sees no others, and may write there
  std::vector<std::string> carried;  ///< names of files that every copy has: "pyproject.toml"
  /// Files that are written into "{folder}" before the first step: name and text, with the placeholders of a command.
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::pair<std::string, std::string>> flags;  ///< as Tuning::flags
  std::string reader;                                      ///< a row of the readers
  std::string pattern;                                     ///< of the reader "lines"
  std::vector<std::string> rejected;                       ///< as those of Tuning
  std::vector<std::string> failed;
  std::string finished;
  std::vector<std::pair<std::string, std::string>> environment;
  double max_size = 0;  ///< files of a partition that are known to be fine; 0: nobody has said
  unsigned reach = 2;   ///< how far dependencies are followed; 0: to the end
  CostCurve seconds;    ///< CPU seconds; a hint, until runs on the machine teach more
  CostCurve megabytes;  ///< resident memory; the same

  [[nodiscard]] bool known() const { return !steps.empty(); }
};

}  // namespace assay::analyzer
