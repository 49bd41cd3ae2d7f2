#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/target/known_bug.hpp"

namespace assay::analyzer {

/// A setting of an analyzer: a row [[tune.knob]] of its definition (docs/user/analyzer-tune.md).
struct Knob {
  std::string name;
  std::vector<std::string> values;  ///< cheaper and less precise values first, as far as that is known
  std::size_t standard = 0;         ///< the analyzer's own default, as an index of `values`
  std::vector<std::string> words;   ///< command-line words of any value; "{value}" stands for the value
  /// Words of single values, in place of `words`, for flags that have no value: a text of `values` -> words. The words
  /// may be empty.
  std::vector<std::pair<std::string, std::vector<std::string>>> words_for;
  /// Words that set the knob in one function alone: "{function}" stands for its name, "{value}" for the value. The same
  /// form as `words` and `words_for`. Empty: the analyzer has no such words.
  std::vector<std::string> function_words;
  std::vector<std::pair<std::string, std::vector<std::string>>> function_words_for;
  /// The knob is active only while the knob `when` has a value of `when_values`; otherwise it has its default. Empty:
  /// always active.
  std::string when;
  std::vector<std::string> when_values;
  bool ordered = false;              ///< a later value is never less precise, and hardly ever cheaper
  std::vector<std::string> unsound;  ///< values under which proofs may be wrong: used only on request
};

/// Placeholders for files that only Assay makes.
inline constexpr std::array kFilesOfAssay = {"{prepared}", "{results}", "{folder}"};

/// How an analyzer is tuned: the table [tune] of its definition.
struct Tuning {
  /// The goal. Proofs: a sound analyzer proves more checks. Findings: for a bug finder, fewer warnings do not mean more
  /// precision, so a recipe should keep the findings of the reference at less cost.
  enum class Goal : std::uint8_t { Proofs, Findings };
  Goal goal = Goal::Proofs;
  std::string runner = "process";  ///< a row of runners(): how to run one configuration
  /// A command that runs once for each piece of code, before all configurations, and writes their input to
  /// "{prepared}". Empty: no such command.
  std::vector<std::string> prepare;
  /// A command that prints the code with all its includes: outcomes are cached under the hash of this text. Empty: the
  /// text of the code's own files.
  std::vector<std::string> fingerprint;
  /// The command line of one run. "{inputs}": the code's files. "{flags}": the compiler's flags for them (within a
  /// longer word: one text, quoted for a shell; "{comma_flags}" also has a backslash before each comma). "{prepared}":
  /// the file of `prepare`. "{settings}": the words of the knobs; "{joined_settings}": these words as one text without
  /// separators. "{entry}": `entry`, when one function is analyzed. "{results}": the file with the results. "{folder}":
  /// the working directory. "{root}": the folder of the code. Without "{results}", standard output has the results.
  std::vector<std::string> argv;
  /// The command by which a person runs one configuration without Assay. It may use the placeholders of `argv` except
  /// kFilesOfAssay. Empty: `argv`, unless `argv` uses a placeholder of kFilesOfAssay; then there is no such command.
  std::vector<std::string> command;
  /// Compiler flags that the analyzer accepts, with its names for them: {"-isystem", "-I"}. Other flags are dropped.
  /// Empty: the analyzer accepts all flags unchanged.
  std::vector<std::pair<std::string, std::string>> flags;
  /// "{function}" stands for the function's name; empty: the analyzer cannot analyze one function
  std::vector<std::string> entry;
  bool whole_project = false;        ///< the analyzer takes all files of a project in one run
  std::string reader;                ///< a row of readers(): "eva-csv", "sarif", "lines", ...
  std::string pattern;               ///< for the reader "lines": a regular expression with named groups
  std::vector<std::string> counted;  ///< regular expressions: kinds of checks that count; empty: all kinds
  /// Regular expressions: kinds of checks that do not count, even if `counted` matches them.
  std::vector<std::string> ignored;
  std::vector<std::string> rejected;  ///< regular expressions: output lines that report an unknown setting
  /// Regular expressions: output lines after which the results do not count: "syntax error", "out of memory".
  std::vector<std::string> failed;
  /// A regular expression for the output line at the end of a complete run. Without that line, the results are cut off.
  /// Empty: the reader recognises the end.
  std::string finished;
  /// Environment variables, and files in the analyzer's working directory: names and texts. "{folder}" stands for the
  /// working directory, "{root}" for the folder of the code.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> files;
  std::string domain;  ///< the name of the knob whose values are abstract domains; empty: no such knob
  /// Pairs of domains: the first is less precise than the second. The order is the transitive closure of the pairs.
  std::vector<std::pair<std::string, std::string>> less_precise;
  std::vector<Knob> knobs;
  /// How many ingredients with many raised settings the default search tries after the schedule. This helps where a run
  /// is cheap, and several settings together prove more than any single one.
  std::uint64_t samples = 0;
  /// Ingredients to try, the most promising first, learned from other code. Tune::Space reads the texts.
  std::vector<std::string> schedule;

  [[nodiscard]] bool known() const { return !argv.empty() || runner != "process"; }
};

/// Cost of one run of an analyzer by the size of its input: fixed + slope * kloc ^ exponent.
struct CostCurve {
  double fixed = 0;
  double slope = 0;
  double exponent = 1;

  [[nodiscard]] double at(double kloc) const;
  [[nodiscard]] bool known() const { return fixed > 0 || slope > 0; }
};

/// How to run an analyzer on a part of a project: the table [split] of its definition (docs/user/analyzer-split.md).
struct Splitting {
  /// One command of a run. "{inputs}": the partition's files; "{input}": one file, in a step with `each`; "{flags}":
  /// the compiler's flags for them; "{root}": the project's folder, or its copy; "{folder}": the working directory;
  /// "{database}": a compile_commands.json of the partition alone; "{results}": the file with the results.
  struct Step {
    std::vector<std::string> argv;
    bool each = false;     ///< run once for each file of the partition
    bool entries = false;  ///< run once for each C function that no other function of the partition names: "{entry}"
    std::string output;    ///< the file in "{folder}" that gets the command's output; empty: none
    /// In `output`, keep only lines whose first word differs from the first word of all other lines.
    bool unique = false;
  };
  std::vector<Step> steps;  ///< [[split.step]], in their order; the last step writes the results
  std::string graph;        ///< a row of the dependency graphs; empty: the one for the language
  std::string strategy;     ///< a row of the strategies; empty: the default strategy
  /// The analyzer gets a copy of the partition's files: it sees no other files, and may write there.
  bool copies = false;
  std::vector<std::string> carried;  ///< names of files that every copy has: "pyproject.toml"
  /// Pairs of suffixes, such as {".pyi", ".py"}: a file with the first suffix replaces the file of the same name with
  /// the second suffix as an input.
  std::vector<std::pair<std::string, std::string>> hides;
  /// Files that Assay writes into "{folder}" before the first step: name and text, with the placeholders of a command.
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::pair<std::string, std::string>> flags;  ///< as Tuning::flags
  std::string reader;                                      ///< a row of the readers
  std::string pattern;                                     ///< for the reader "lines"
  std::vector<std::string> rejected;                       ///< this and the next two: as in Tuning
  std::vector<std::string> failed;
  std::string finished;
  /// A regular expression with a group `file` for output lines of a failed run. The analyzer refuses that file, and
  /// therefore all files: Assay repeats the run without it. Empty: the analyzer names no such file.
  std::string refused;
  std::vector<std::pair<std::string, std::string>> environment;
  double max_size = 0;  ///< the largest size of a partition that is known to work, in files; 0: not known
  unsigned reach = 2;   ///< maximum number of dependency steps to follow; 0: no maximum
  CostCurve seconds;    ///< CPU seconds; a first estimate, until runs on this machine give better values
  CostCurve megabytes;  ///< resident memory; a first estimate, too

  [[nodiscard]] bool known() const { return !steps.empty(); }
};

/// A static analyzer as data (data/analyzers/*.toml; docs/user/analyzers.md).
/// Promises and alarms of an analyzer about definite bugs: the table [recall] of its definition
/// (docs/user/analyzer-recall.md).
struct Recall {
  std::vector<std::string> promises;  ///< kinds of definite bugs for which it always prints an alarm
  std::vector<std::string> words;     ///< further words of the command line, before "{settings}" of [tune]
  /// Kind of a bug -> regular expression for "KIND: MESSAGE" of an alarm about it. A kind that is not in the list: any
  /// alarm counts.
  std::vector<std::pair<std::string, std::string>> alarms;
};

struct Definition {
  std::string name;
  std::string title;  ///< for people: "Cppcheck"
  /// A row of the adapters: how to check its facts; empty: the analyzer can only be tuned or split.
  std::string adapter;
  /// Languages of programs that it accepts: "c", "c++", "llvm-ir", "prolog", "python".
  std::vector<std::string> languages;
  std::vector<std::string> argv;     ///< the command line; "{input}" stands for the program's first file
  std::vector<std::string> version;  ///< the command that prints the version
  std::string recognize;             ///< a pattern on a line of that output, by which Assay recognises a program
  std::string family_note;    ///< how Assay found the family of a user's program; empty: the user named the family
  std::string version_label;  ///< the beginning of the line that has the version; empty: the first line with a digit
  std::string install;        ///< how to install it
  /// How many programs of a campaign it may analyze as one, at most; 0: as many as the campaign's `--batch` says.
  std::uint64_t batch = 0;
  bool special_floats = false;  ///< it promises what IEEE 754 says of infinities and NaN
  /// Names of program generators that take it too much time: a campaign uses them only if its options name them.
  std::vector<std::string> slow_strategies;
  std::string home;  ///< environment variable with the folder of its programs; empty: they are on the PATH
  std::vector<std::pair<std::string, std::string>> settings;  ///< settings of the adapter, sorted by name
  std::vector<core::OutputPattern> crashes;                   ///< messages that mean a crash, for any exit code
  std::vector<core::OutputPattern> skips;                     ///< messages that mean "not supported"
  /// [[fact]] rows for an analyzer that prints its facts as text: see docs/user/analyzers.md.
  struct FactPattern {
    std::string pattern;  ///< a regular expression with named groups: the keys of a fact's JSON
    std::string property;
    std::string source;
  };
  std::vector<FactPattern> facts;
  std::vector<std::string> assumptions;  ///< assumptions of every printed fact
  std::vector<core::KnownBug> known_bugs;
  Tuning tuning;        ///< [tune]; Tuning::known says whether there is one
  Splitting splitting;  ///< [split]; Splitting::known says whether there is one
  Recall recall;        ///< [recall]

  [[nodiscard]] bool supports(std::string_view language) const {
    return std::find(languages.begin(), languages.end(), language) != languages.end();
  }
};
[[nodiscard]] const std::vector<Definition>& builtin_analyzers();
/// Reads a definition in TOML, which may inherit from a built-in definition. `path` is for messages.
[[nodiscard]] Result<Definition> parse_analyzer(std::string_view toml, const std::string& path);
/// The definition as TOML for parse_analyzer, without the table [tune].
[[nodiscard]] std::string to_toml(const Definition& definition);
/// `text` is a built-in name ("cppcheck"), a program ("mine=/path/analyzer -flag", which becomes the built-in analyzer
/// that Assay recognises it as), a program with its analyzer ("mine:cppcheck=/path/analyzer"), or a TOML file.
[[nodiscard]] Result<Definition> resolve_analyzer(std::string_view text);
/// The path of a program of the analyzer. The setting `home`, or else the environment variable `Definition::home`,
/// names a folder; the program is in it, or in its bin or build/bin. Without either, the program is on the PATH. An
/// Error names the places that lack it.
[[nodiscard]] Result<std::string> program_of(const Definition& definition, const std::string& name);
/// The version that the analyzer prints, or "unknown". An Error if the program does not exist.
[[nodiscard]] Result<std::string> version_of(const Definition& definition);

}  // namespace assay::analyzer
