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
#include "assay/core/target/known_bug.hpp"

namespace assay::analyzer {

/// A setting of an analyzer: a row [[tune.knob]] of its definition (docs/user/analyzer-tune.md).
struct Knob {
  std::string name;
  std::vector<std::string> values;  ///< as texts, cheaper and less precise ones first where that is known
  std::size_t standard = 0;         ///< the analyzer's own default, as an index of `values`
  std::vector<std::string> words;   ///< of the command, for any value; "{value}" stands for it
  /// Words for one value in place of `words`: flags that have no value (a text of `values` -> words; none are fine).
  std::vector<std::pair<std::string, std::vector<std::string>>> words_for;
  /// Words that give a value to the knob in one function alone: "{function}" stands for its name, "{value}" for the
  /// value; as `words` and `words_for`. Empty: the analyzer has none.
  std::vector<std::string> function_words;
  std::vector<std::pair<std::string, std::vector<std::string>>> function_words_for;
  /// The knob is active only while another knob has one of these values; else it has its default. Empty: always active.
  std::string when;
  std::vector<std::string> when_values;
  bool ordered = false;              ///< a later value is never less precise, and hardly ever cheaper
  std::vector<std::string> unsound;  ///< values under which proofs may be wrong: never used unless asked for
};

/// Placeholders for files that only Assay makes.
inline constexpr std::array kFilesOfAssay = {"{prepared}", "{results}", "{folder}"};

/// How an analyzer is tuned: the table [tune] of its definition.
struct Tuning {
  /// The goal. Proofs: a sound analyzer proves more checks. Findings: for a bug finder, fewer warnings do not mean more
  /// precision, so a recipe should keep the reference's findings at less cost.
  enum class Goal : std::uint8_t { Proofs, Findings };
  Goal goal = Goal::Proofs;
  std::string runner = "process";  ///< a row of the runners: how one configuration is run
  /// A command that runs once for each piece of code, before all configurations, and writes their input to
  /// "{prepared}". Empty: none.
  std::vector<std::string> prepare;
  /// A command that prints the code with all its includes: outcomes are cached under the hash of this text. Empty: the
  /// text of the code's own files.
  std::vector<std::string> fingerprint;
  /// One run. "{inputs}": the code's files; "{flags}": the compiler's flags for them (in a longer word: one text,
  /// quoted for a shell; "{comma_flags}" has a backslash before each comma, too); "{prepared}"; "{settings}": the words
  /// of the knobs; "{joined_settings}": these in one text, with nothing between them; "{entry}": `entry`, when one
  /// function is analyzed; "{results}": the file that is read; "{folder}": where it runs; "{root}": the folder of the
  /// code. A run without "{results}" is read from what it prints.
  std::vector<std::string> argv;
  /// The command by which a person runs one configuration without Assay, with the placeholders of `argv` but
  /// kFilesOfAssay. Empty: `argv` takes its place; if that has one of kFilesOfAssay, there is no such command.
  std::vector<std::string> command;
  /// Compiler flags that the analyzer accepts, with its names for them: {"-isystem", "-I"}. Others are left out. Empty:
  /// it accepts all flags unchanged.
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
  /// Environment variables, and files in the folder where the analyzer runs: names and texts. "{folder}" stands for
  /// where it runs, "{root}" for the folder of the code.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> files;
  std::string domain;  ///< name of the knob whose values are abstract domains; empty: none
  /// Pairs of its values: the first is less precise than the second. The order is their transitive closure.
  std::vector<std::pair<std::string, std::string>> less_precise;
  std::vector<Knob> knobs;
  /// How many ingredients with many settings raised at once the default search tries after the schedule: where a run is
  /// cheap and no single setting proves what several do together.
  std::uint64_t samples = 0;
  /// Ingredients in the order in which they are worth trying, learned from other code: texts as tune::Space reads them.
  std::vector<std::string> schedule;

  [[nodiscard]] bool known() const { return !argv.empty() || runner != "process"; }
};

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
    bool unique = false;   ///< of that, without the lines whose first word another line has, too
  };
  std::vector<Step> steps;  ///< [[split.step]], in their order; the results of the last one are read
  std::string graph;        ///< a row of the dependency graphs; empty: the one for the language
  std::string strategy;     ///< a row of the strategies; empty: the default one
  bool copies = false;      ///< it gets a copy of the partition's files: it sees no others, and may write there
  std::vector<std::string> carried;  ///< names of files that every copy has: "pyproject.toml"
  /// Pairs of suffixes: a file with the first one replaces the file of the same name with the second one, which is then
  /// no input: {".pyi", ".py"}.
  std::vector<std::pair<std::string, std::string>> hides;
  /// Files that are written into "{folder}" before the first step: name and text, with the placeholders of a command.
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::pair<std::string, std::string>> flags;  ///< as Tuning::flags
  std::string reader;                                      ///< a row of the readers
  std::string pattern;                                     ///< of the reader "lines"
  std::vector<std::string> rejected;                       ///< as those of Tuning
  std::vector<std::string> failed;
  std::string finished;
  /// A regular expression with a group `file` for lines that a failed run prints. The analyzer refuses that file, and
  /// with it all others: the run is repeated without it. Empty: the analyzer names no such file.
  std::string refused;
  std::vector<std::pair<std::string, std::string>> environment;
  double max_size = 0;  ///< files of a partition that are known to be fine; 0: not known
  unsigned reach = 2;   ///< how far dependencies are followed; 0: to the end
  CostCurve seconds;    ///< CPU seconds; a hint, until runs on the machine teach more
  CostCurve megabytes;  ///< resident memory; the same

  [[nodiscard]] bool known() const { return !steps.empty(); }
};

/// A static analyzer as data (data/analyzers/*.toml; docs/user/analyzers.md).
struct Definition {
  std::string name;
  std::string title;    ///< for people: "Cppcheck"
  std::string adapter;  ///< a row of the adapters: how its facts are checked; empty: it is only tuned or split
  std::vector<std::string> languages;  ///< of the programs that it takes: "c", "c++", "llvm-ir", "prolog", "python"
  std::vector<std::string> argv;       ///< of the program; "{input}" is the program's first file
  std::vector<std::string> version;    ///< prints the version
  std::string recognize;               ///< a pattern on a line of that output, by which a program is recognised
  std::string family_note;             ///< how the family of a user's program was found; empty: it was given
  std::string version_label;           ///< what the line of the version begins with; empty: the first with a digit
  std::string install;                 ///< how one gets it
  std::string home;                    ///< environment variable that names the folder of its programs; empty: the PATH
  std::vector<std::pair<std::string, std::string>> settings;  ///< of the adapter, sorted by name
  std::vector<core::OutputPattern> crashes;                   ///< messages that are a crash, whatever the exit code
  std::vector<core::OutputPattern> skips;                     ///< messages that mean "not supported"
  /// [[fact]] rows of an analyzer that prints its facts as text: see docs/user/analyzers.md.
  struct FactPattern {
    std::string pattern;  ///< a regular expression with named groups: keys of a fact's JSON
    std::string property;
    std::string source;
  };
  std::vector<FactPattern> facts;
  std::vector<std::string> assumptions;  ///< of every fact that it prints
  std::vector<core::KnownBug> known_bugs;
  Tuning tuning;        ///< [tune]; Tuning::known says whether there is one
  Splitting splitting;  ///< [split]; the same

  [[nodiscard]] bool supports(std::string_view language) const {
    return std::find(languages.begin(), languages.end(), language) != languages.end();
  }
};
[[nodiscard]] const std::vector<Definition>& builtin_analyzers();
/// A definition in TOML; `path` is for messages. It may inherit from a built-in one.
[[nodiscard]] Result<Definition> parse_analyzer(std::string_view toml, const std::string& path);
/// A definition that parse_analyzer reads, without its table [tune].
[[nodiscard]] std::string to_toml(const Definition& definition);
/// "cppcheck", "mine=/path/analyzer -flag" (as the built-in one that it is recognised as),
/// "mine:cppcheck=/path/analyzer" or a TOML file.
[[nodiscard]] Result<Definition> resolve_analyzer(std::string_view text);
/// The path of one of its programs. The setting `home`, or else the environment variable that `Definition::home` names,
/// is a folder that has it, itself or in bin or build/bin; without either it is on the PATH. An Error says where it is
/// not.
[[nodiscard]] Result<std::string> program_of(const Definition& definition, const std::string& name);
/// As it says itself, or "unknown"; an Error when it is not there.
[[nodiscard]] Result<std::string> version_of(const Definition& definition);

}  // namespace assay::analyzer
