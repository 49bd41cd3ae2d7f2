#include "datalog/fuzz/judge/datalog_reproduction.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "datalog/dialect/sql/sql_layout.hpp"
#include "datalog/fuzz/judge/derivation.hpp"
#include "datalog/fuzz/result/compare.hpp"
#include "datalog/fuzz/result/lost_output.hpp"
#include "datalog/fuzz/result/sweeps.hpp"
#include "datalog/graph/graph.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxPrintedLines = 12;
/// EngineAnswer::reason begins with this text if Assay cannot read the output.
constexpr std::string_view kUnreadableOutput = "output that cannot be read";
constexpr const char* kDriver = "driver";  ///< file that holds the engine's driver
constexpr unsigned kRepetitions = 20;      ///< runs of a command whose output differs between runs

/// The lines of an output that show one relation.
struct Part {
  std::vector<std::string> lines;
  bool whole = true;  ///< false: the kept output ends within the part
};

std::string_view unquoted(std::string_view line) {
  const bool quoted = line.size() >= 2 && line.front() == '"' && line.back() == '"';
  return quoted ? line.substr(1, line.size() - 2) : line;
}

std::string heading_of(const OutputLayout& layout, std::string_view relation) {
  return replace_all(std::string(layout.heading), "{}", relation);
}

/// Whether a line (or a word) is a tuple of the relation: its name, followed by nothing, a space, '(' or '.'.
bool is_tuple_of(std::string_view line, std::string_view relation) {
  if (!line.starts_with(relation)) return false;
  line.remove_prefix(relation.size());
  return line.empty() || line.front() == ' ' || line.front() == '(' || line.front() == '.';
}

Part section_of(std::string_view output, const OutputLayout& layout, const Program& program,
                std::string_view relation) {
  Part part;
  bool inside = false;
  for (const std::string_view line : split(output, '\n')) {
    const bool begins = std::any_of(program.relations.begin(), program.relations.end(), [&](const Relation& each) {
      return unquoted(line) == heading_of(layout, each.name);
    });
    const bool ends = begins || (!layout.end.empty() && unquoted(line) == layout.end) || line.starts_with("Time: ") ||
                      line.starts_with("---------------");
    if (inside && ends) return part;
    inside = inside || (begins && unquoted(line) == heading_of(layout, relation));
    if (inside) part.lines.emplace_back(line);
  }
  while (!part.lines.empty() && part.lines.back().empty()) part.lines.pop_back();
  part.whole = output.find(" more bytes]") == std::string_view::npos;
  return part;
}

Part part_of(std::string_view output, const OutputLayout& layout, const Program& program, std::string_view relation) {
  if (!layout.heading.empty()) return section_of(output, layout, program, relation);
  Part part;
  for (const std::string_view line : split(output, '\n'))
    for (const std::string_view row : layout.one_line ? split(line, ' ') : std::vector{line})
      if (is_tuple_of(row, relation)) part.lines.emplace_back(row);
  std::sort(part.lines.begin(), part.lines.end());
  part.whole = output.find(" more bytes]") == std::string_view::npos;
  return part;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

/// A shell word whose value is the lines. It is written on one line of the script, so that a script may be indented.
std::string lines_word(std::vector<std::string> lines) {
  if (lines.empty()) return "''";
  lines.insert(lines.begin(), {"printf", "%s\\n"});
  return "\"$(" + core::shell_quoted(lines) + ")\"";
}

/// A shell condition: the output of the `command`-th command shows exactly this part for the relation.
std::string part_shows(const Part& part, const OutputLayout& layout, std::string_view relation, unsigned command) {
  const std::string output = "output_" + std::to_string(command);
  if (!layout.heading.empty()) {
    std::vector<std::string> lines = part.lines;
    if (!part.whole) lines.resize(std::min(lines.size(), kMaxPrintedLines));
    return "case \"$(cat " + output + ")\" in *" + lines_word(std::move(lines)) + "*) ;; *) false ;; esac";
  }
  const std::string name(relation);
  const std::string rows = layout.one_line ? "tr ' ' '\\n' < " + output : "cat " + output;
  return core::output_has_line(layout.end, command) + " &&\n[ \"$(" + rows + " | grep -e '^" + name + "$' -e '^" +
         name + "[ (.]' | LC_ALL=C sort)\" = " + lines_word(part.lines) + " ]";
}

/// The first kMaxPrintedLines lines.
std::string abridged(const Part& part) {
  std::vector<std::string> lines = part.lines;
  lines.resize(std::min(lines.size(), kMaxPrintedLines));
  return joined(lines);
}

class ReportWriter {
 public:
  ReportWriter(const core::Finding& finding, const EngineTarget& target, const std::vector<ObservedRun>& runs,
               const EvaluationLimits& limits)
      : finding_(finding), target_(target), runs_(runs), limits_(limits), layout_(target.dialect->layout) {}

  core::Reproduction write(const Plan& plan) {
    using Kind = EngineAnswer::Kind;
    const ObservedRun& last = runs_.back();
    if (finding_.kind == core::BugKind::Slow) return slow(last);
    // Flags or a transformation may be the reason why a run before the last one has no result.
    const auto failed = std::find_if(runs_.rbegin(), runs_.rend(), [](const ObservedRun& run) {
      return run.answer.kind == Kind::Crashed || run.answer.kind == Kind::Rejected;
    });
    if (failed != runs_.rend()) return ended(*failed);
    if (last.answer.kind == Kind::Computed && target_.dialect->announces_all)
      if (const Relation* gone = lost_relation({last.program, last.answer.output.present})) return lost(last, *gone);
    for (const ObservedRun& run : runs_)
      if (std::optional<core::Reproduction> one = contradicted(run)) return std::move(*one);
    return related(plan);
  }

 private:
  [[nodiscard]] std::string version_number() const {
    for (const std::string_view word : split(target_.version, ' '))
      if (!word.empty() && word.front() >= '0' && word.front() <= '9') return std::string(word);
    return target_.version;
  }

  [[nodiscard]] std::string file_name(const std::string& stem) const {
    const std::string_view pasted = target_.definition.pasted_extension;
    return stem + std::string(pasted.empty() ? target_.dialect->extension : pasted);
  }

  /// Flags of SQL engines are statements behind a plus sign, which come before the script.
  [[nodiscard]] bool has_statements() const { return target_.capabilities.wordings; }

  [[nodiscard]] std::string input_text(const ObservedRun& run) const {
    std::string text;
    if (has_statements())
      for (const std::string& flag : run.flags)
        if (flag.starts_with("+")) text += flag.substr(1) + ";\n";
    text += target_.dialect->print(run.program);
    if (has_statements()) text = sql::wrapped_script(text);
    const std::string& frame = target_.definition.pasted_text;
    return frame.empty() ? text : replace_all(frame, "{program}", text);
  }

  [[nodiscard]] std::string command_of(const std::vector<std::string>& flags, const std::string& input) const {
    const EngineDefinition& engine = target_.definition;
    if (engine.pasted_command.empty())
      return core::command_line(core::portable_command(with_flags(engine.command(), flags)), input);
    std::string command = replace_all(engine.pasted_command, "{flags}", core::shell_quoted(flags));
    command = replace_all(command, "{version}", version_number());
    return std::string(trim(replace_all(command, "{input}", input)));
  }

  /// Adds the command of the run and, if no run has added it, the file with its program.
  void add(core::Reproduction& out, const ObservedRun& run, const std::string& stem, std::string title = {}) const {
    const EngineDefinition& engine = target_.definition;
    const std::string name = file_name(stem);
    const auto same = [&](const core::File& file) { return file.name == name; };
    if (std::none_of(out.files.begin(), out.files.end(), same)) out.files.push_back({name, input_text(run)});
    if (!engine.pasted_driver.empty() && out.commands.empty())
      out.files.push_back(
          {engine.pasted_driver_name, replace_all(engine.pasted_driver, "{version}", version_number())});
    std::string command = command_of(run.flags, name);
    if (finding_.kind == core::BugKind::Nondeterministic) {
      std::string loop = "for run in";
      for (unsigned i = 1; i <= kRepetitions; ++i) loop += " " + std::to_string(i);
      command = loop + "; do\n  " + replace_all(command, "\n", "\n  ") + "\ndone";
    }
    const bool driven =
        engine.pasted_command.empty() && !engine.driver.empty() && command.find("{driver}") != std::string::npos;
    if (driven) command = replace_all(command, "'{driver}'", kDriver);
    const bool compiles = command.find("cargo ") != std::string::npos;
    out.commands.push_back({std::move(title), std::move(command), compiles ? kCrateSeconds : kSeconds});
    if (!engine.pasted_needs.empty()) {
      out.needs = engine.pasted_needs;
    } else if (out.needs.empty()) {
      out.needs = {core::portable_command(engine.command()).front()};
    }
    const auto is_driver = [](const core::File& file) { return file.name == kDriver; };
    if (driven && std::none_of(out.files.begin(), out.files.end(), is_driver))
      out.files.push_back({kDriver, engine.driver});
  }

  static std::string beginning_of(std::string_view output) {
    Part part;
    for (const std::string_view line : split(output, '\n'))
      if (!trim(line).empty()) part.lines.emplace_back(line);
    return abridged(part);
  }

  /// Shows a run that reaches the time limit or takes half of its time here; other machines may be twice as fast.
  [[nodiscard]] core::Reproduction slow(const ObservedRun& run) const {
    constexpr unsigned kMinSeconds = 20;
    core::Reproduction out;
    add(out, run, "program");
    core::ReproductionCommand& command = out.commands.front();
    const auto took = static_cast<unsigned>(std::max(2.0, run.answer.usage.wall_seconds));
    command.seconds = std::max(kMinSeconds, 2 * took);
    if (run.answer.kind == EngineAnswer::Kind::Limited) {
      out.prints = "(It does not end in " + std::to_string(command.seconds) + " s.)";
      out.shows = "[ \"$status_1\" -eq 124 ]";
    } else {
      out.prints = "(It takes " + std::to_string(took / 2) + " s or more.)";
      out.shows = "[ \"$seconds_1\" -ge " + std::to_string(took / 2) + " ]";
    }
    out.expected = "The program's result, as fast as another target has it: " + finding_.detail + ".";
    return out;
  }

  /// Shows a crash, or a program that is refused.
  [[nodiscard]] core::Reproduction ended(const ObservedRun& run) const {
    core::Reproduction out;
    add(out, run, "program");
    std::string message;
    for (const std::string_view line : split(run.answer.text, '\n'))
      if (!trim(line).empty() && normalised(line) == run.answer.reason && message.empty()) message = trim(line);
    const bool crashed = run.answer.kind == EngineAnswer::Kind::Crashed;
    std::string printed = run.answer.text;
    // The first line is Assay's own message.
    if (crashed && run.answer.reason.starts_with(kUnreadableOutput)) printed.erase(0, printed.find('\n') + 1);
    const bool is_signal = crashed && run.answer.reason.starts_with("signal ");
    out.prints = message.empty() ? beginning_of(printed) : message;
    if (is_signal) {
      out.prints += (out.prints.empty() ? "" : "\n") + signal_text(run.answer.reason);
      out.shows = core::ended_by_signal();
    } else if (!message.empty()) {
      out.shows = core::output_contains(message);
    } else {
      out.shows = crashed ? output_shows(printed) : core::failed();
    }
    if (has_statements()) {
      out.expected = "The script is valid. The rows of its queries:";
      out.evidence = rows_of_all(run.program);
      return out;
    }
    out.expected =
        run.answer.reason.starts_with(kUnreadableOutput) ? "Each relation that the program asks for, with its tuples."
        : crashed ? "The tuples of the program's relations: an engine must not crash on any input."
                  : "The tuples of the program's relations: every rule is safe, every atom has its relation's "
                    "number and types of arguments, and no relation depends on its own negation.";
    return out;
  }

  /// The rows of all queries of an SQL script, a line each with the relation's name in front.
  [[nodiscard]] std::string rows_of_all(const Program& program) const {
    const Program judged = unrolled(program);
    const Evaluation evaluation = evaluate(judged, limits_);
    Part part;
    for (RelationId id = 0; id < judged.relations.size() && !evaluation.problem; ++id)
      if (judged.relations[id].is_output)
        for (std::string& row : rows_of(judged, evaluation, id)) part.lines.push_back(std::move(row));
    return part.lines.empty() ? "(no rows)" : abridged(part);
  }

  /// "r1(1, "a")" for each row of the relation, in the order of their texts.
  static std::vector<std::string> rows_of(const Program& program, const Evaluation& evaluation, RelationId id) {
    const Relation& relation = program.relations[id];
    const std::optional<Value> null = null_symbol(program);
    const Tuples& rows = evaluation.relations[id];
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < rows.count; ++i) {
      std::string text = relation.name + "(";
      for (std::size_t k = 0; k < relation.arity(); ++k) {
        const Type type = relation.attributes[k].type;
        const Value value = rows.row(i)[k];
        text += (k > 0 ? ", " : "") + (is_null(value, type, null) ? "null"
                                       : type == Type::Symbol
                                           ? "\"" + program.symbols[static_cast<std::size_t>(value)] + "\""
                                           : std::to_string(value));
      }
      texts.push_back(text + ")");
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  /// For SQL scripts: the rows that the relation must have, and the definitions that it depends on as rules.
  static void add_rows_and_rules(core::Reproduction& out, const Program& program, const Evaluation& evaluation,
                                 RelationId id) {
    const std::vector<std::string> rows = rows_of(program, evaluation, id);
    out.evidence = rows.empty() ? "(no row of " + program.relations[id].name + ")" : abridged({rows});
    out.expected += "\nThe rows" + std::string(rows.size() > kMaxPrintedLines ? " (the first ones)" : "");
    Program needed = program;
    const PrecedenceGraph graph(program);
    std::erase_if(needed.rules, [&](const Rule& rule) { return !graph.reaches(rule.heads.front().relation, id); });
    Part rules;
    const std::string text = dialect("souffle")->print(needed);
    for (const std::string_view line : split(text, '\n'))
      if (line.find(" :- ") != std::string_view::npos) rules.lines.emplace_back(line);
    out.expected += rules.lines.empty() ? ":" : ", and the definitions as Datalog rules:";
    if (!rules.lines.empty()) out.evidence += "\n\n" + abridged(rules);
  }

  /// A row that a query of an SQL script returns several times although the relation is a set.
  [[nodiscard]] std::optional<core::Reproduction> repeated(const ObservedRun& run, const Program& judged,
                                                           const Evaluation& evaluation) const {
    const std::vector<Tuples>& repeated = run.answer.output.repeated;
    const auto found =
        std::find_if(repeated.begin(), repeated.end(), [](const Tuples& tuples) { return !tuples.empty(); });
    if (!has_statements() || found == repeated.end()) return std::nullopt;
    core::Reproduction out;
    add(out, run, "program");
    const auto id = static_cast<RelationId>(found - repeated.begin());
    const Part part = part_of(run.answer.text, layout_, judged, judged.relations[id].name);
    out.prints = abridged(part);
    out.shows = part_shows(part, layout_, judged.relations[id].name, 1);
    out.expected = "Each row once: UNION, DISTINCT or GROUP BY remove the duplicates.";
    add_rows_and_rules(out, judged, evaluation, id);
    return out;
  }

  /// `reason`: "signal 11", or "signal 11: " and a message.
  static std::string signal_text(std::string_view reason) {
    const std::vector<std::string_view> words = split(reason.substr(0, reason.find(':')), ' ');
    const std::optional<std::uint64_t> number = parse_unsigned(words.back());
    return "(killed by " + (number ? core::signal_name(static_cast<int>(*number)) : std::string(reason)) + ")";
  }

  /// A shell condition: the output contains the first lines of `printed`. For outputs that Assay cannot read.
  [[nodiscard]] static std::string output_shows(std::string_view printed) {
    std::string condition;
    std::size_t lines = 0;
    for (const std::string_view line : split(printed, '\n')) {
      if (trim(line).empty() || ++lines > kMaxPrintedLines) continue;
      condition += (condition.empty() ? "" : " &&\n") + core::output_contains(trim(line));
    }
    return condition.empty() ? core::failed() : condition;
  }

  [[nodiscard]] core::Reproduction lost(const ObservedRun& run, const Relation& relation) const {
    core::Reproduction out;
    add(out, run, "program");
    const std::string heading = heading_of(layout_, relation.name);
    out.prints = beginning_of(run.answer.text);
    out.expected = "A line `" + heading + "` and the tuples of " + relation.name +
                   " behind it: the program asks for this relation, and the output does not name it.";
    out.shows = "! " + core::output_has_line(heading) + " &&\n! " + core::output_has_line("\"" + heading + "\"");
    return out;
  }

  /// Shows this run alone, if the reference evaluation contradicts its result; nullopt otherwise.
  [[nodiscard]] std::optional<core::Reproduction> contradicted(const ObservedRun& run) const {
    if (run.answer.kind != EngineAnswer::Kind::Computed) return std::nullopt;
    const Program judged = unrolled(run.program);
    const Evaluation evaluation = evaluate(judged, limits_);
    if (evaluation.problem || evaluation.join_on_floats) return std::nullopt;
    const std::optional<WrongTuples> wrong = wrong_tuples(judged, run.answer.output, evaluation);
    if (!wrong) return repeated(run, judged, evaluation);
    const Relation& relation = judged.relations[wrong->relation];
    core::Reproduction out;
    add(out, run, "program");
    const Part part = part_of(run.answer.text, layout_, judged, relation.name);
    out.prints = abridged(part);
    out.shows = part_shows(part, layout_, relation.name, 1);
    const Derivation derivation(judged, evaluation, *target_.dialect, limits_);
    out.expected = count_text(relation, *wrong) + derivation.reason(*wrong) + ".";
    if (has_statements()) add_rows_and_rules(out, judged, evaluation, wrong->relation);
    if (out.prints.empty()) out.prints = has_statements() ? "(no row of " + relation.name + ")" : layout_.end;
    return out;
  }

  static std::string count_text(const Relation& relation, const WrongTuples& wrong) {
    std::string text = "Relation " + relation.name + ":";
    if (wrong.missing.count > 0) text += " " + plural(wrong.missing.count, "tuple is", "tuples are") + " missing";
    if (wrong.extra.count > 0)
      text += std::string(wrong.missing.count > 0 ? " and" : "") + " " +
              plural(wrong.extra.count, "tuple is", "tuples are") + " too many";
    return text + ". ";
  }
  static std::string plural(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
  }

  /// Shows all runs of the case, and how their results must relate.
  [[nodiscard]] core::Reproduction related(const Plan& plan) const {
    core::Reproduction out;
    const bool one_program = runs_.size() < 2 || (plan.question == Question::Options && !has_statements());
    // The claim is about the last run, which comes first in the report.
    for (std::size_t i = runs_.size(); i-- > 0;) {
      const bool last = i + 1 == runs_.size();
      const std::string stem = one_program ? "program" : last ? second_stem(plan) : "original";
      add(out, runs_[i], stem,
          last                                 ? ""
          : plan.question == Question::Options ? "Without the flags"
                                               : first_title(plan));
    }
    const std::string relation = relation_in(finding_.detail);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const ObservedRun& run = runs_[runs_.size() - 1 - i];
      std::string named = relation;
      if (plan.question == Question::Incremental && i == 0) named = std::string("alone_") + relation;
      const Part part = part_of(run.answer.text, layout_, run.program, named);
      if (relation.empty() || (!layout_.heading.empty() && part.lines.empty())) return by_whole_output(std::move(out));
      const std::string printed = abridged(part);
      out.prints += (out.prints.empty() || printed.empty() ? "" : "\n") + printed;
      out.shows += (out.shows.empty() ? "" : " &&\n") + part_shows(part, layout_, named, static_cast<unsigned>(i + 1));
    }
    out.expected = finding_.detail.substr(finding_.detail.find("relation " + relation));
    return out;
  }

  [[nodiscard]] core::Reproduction by_whole_output(core::Reproduction out) const {
    const core::Reproduction run = core::reproduction_of_run(finding_);
    out.prints = run.prints;
    out.shows = run.shows;
    out.expected = run.expected;
    return out;
  }

  static std::string second_stem(const Plan& plan) {
    if (plan.question == Question::Options) return "with_options";
    return plan.question == Question::Incremental ? "rules_alone" : "transformed";
  }
  static std::string first_title(const Plan& plan) {
    return plan.question == Question::Incremental ? "The whole program, whose results are the facts of the first one"
                                                  : "The program before its transformation";
  }

  static constexpr unsigned kSeconds = 120;
  static constexpr unsigned kCrateSeconds = 3600;  ///< for a command that compiles an engine's crates

  const core::Finding& finding_;
  const EngineTarget& target_;
  const std::vector<ObservedRun>& runs_;
  const EvaluationLimits& limits_;
  const OutputLayout& layout_;
};

}  // namespace

core::Reproduction reproduction_of_runs(const core::Finding& finding, const EngineTarget& target, const Plan& plan,
                                        const std::vector<ObservedRun>& runs, const EvaluationLimits& limits) {
  if (runs.empty()) return core::reproduction_of_run(finding);
  return ReportWriter(finding, target, runs, limits).write(plan);
}

}  // namespace assay::datalog
