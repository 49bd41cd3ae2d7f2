#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay::analyzer {

/// A setting of an analyzer: a row [[tune.knob]] of its definition (docs/user/analyzer-tune.md).
struct Knob {
  std::string name;
  std::vector<std::string> values;  ///< as texts, cheaper and less precise ones first where that is known
  std::size_t standard = 0;         ///< the analyzer's own default, as an index of `values`
  std::vector<std::string> words;   ///< of the command, for any value; "{value}" stands for it
  /// Words for one value in place of `words`: flags that have no value (a text of `values` -> words; none are fine).
  std::vector<std::pair<std::string, std::vector<std::string>>> words_for;
  /// It counts only while another knob has one of these values; else it is at its default. Empty: always.
  std::string when;
  std::vector<std::string> when_values;
  bool ordered = false;              ///< a later value is never less precise, and hardly ever cheaper
  std::vector<std::string> unsound;  ///< values under which proofs may be wrong: never used unless asked for
};

/// How an analyzer is tuned: the table [tune] of its definition.
struct Tuning {
  /// What is better. Proofs: more checks are proved by a sound analyzer. Findings: of a bug finder, fewer warnings are
  /// not more precision: the reference's findings are to be kept at less cost.
  enum class Goal : std::uint8_t { Proofs, Findings };
  Goal goal = Goal::Proofs;
  std::string runner = "process";  ///< a row of the runners: how one configuration is run
  /// Run once for each code, before all configurations: what it writes to "{prepared}" is their input. Empty: nothing.
  std::vector<std::string> prepare;
  /// Prints the text that stands for the code, includes and all: outcomes are kept under its hash. Empty: what the
  /// code's own files say.
  std::vector<std::string> fingerprint;
  /// One run. "{inputs}": the code's files; "{flags}": the compiler's flags for them (in a longer word: one text,
  /// quoted for a shell; "{comma_flags}" has a backslash before each comma, too); "{prepared}"; "{settings}": the words
  /// of the knobs; "{entry}": `entry`, when one function is analyzed; "{results}": the file that is read; "{folder}":
  /// where it runs; "{root}": the folder of the code. A run without "{results}" is read from what it prints.
  std::vector<std::string> argv;
  /// Flags of a compiler that it takes, and how it calls them: {"-isystem", "-I"}. Others are left out. Empty: it takes
  /// all of them as they are.
  std::vector<std::pair<std::string, std::string>> flags;
  std::vector<std::string> entry;     ///< "{function}" stands for its name; empty: it cannot analyze one function
  bool whole_project = false;         ///< it takes all files of a project in one run
  std::string reader;                 ///< a row of the readers: "eva-csv", "sarif", "lines", ...
  std::string pattern;                ///< of the reader "lines": a regular expression with named groups
  std::vector<std::string> counted;   ///< regular expressions: kinds of checks that count; empty: all
  std::vector<std::string> ignored;   ///< regular expressions: kinds of checks that do not count, even so
  std::vector<std::string> rejected;  ///< regular expressions of what it prints when it does not know a setting
  std::vector<std::string> failed;    ///< the same, when its results do not count: "syntax error", "out of memory"
  /// The same, of a line that it prints when it has got to its end. Without that line, its results are cut off. Empty:
  /// the reader can tell by itself.
  std::string finished;
  /// Of its environment, and files that it finds where it runs: names and texts. "{folder}" stands for where it runs,
  /// "{root}" for the folder of the code.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> files;
  std::string domain;  ///< name of the knob whose values are abstract domains; empty: none
  /// Pairs of its values: the first is less precise than the second. The order is their transitive closure.
  std::vector<std::pair<std::string, std::string>> less_precise;
  std::vector<Knob> knobs;
  /// Ingredients in the order in which they are worth trying, learned from other code: texts as tune::Space reads them.
  std::vector<std::string> schedule;

  [[nodiscard]] bool known() const { return !argv.empty() || runner != "process"; }
};

}  // namespace assay::analyzer
