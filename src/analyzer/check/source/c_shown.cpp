#include "analyzer/check/source/c_shown.hpp"

#include <algorithm>
#include <utility>

#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/source/c_instrument.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/fact/real_range.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kInputName = "input.txt";
constexpr std::string_view kContradicted = "contradicted: ";

/// The words of the check about a contradicting value, after "contradicted: ".
std::string subject_of(const Fact& fact, const CTree& tree) {
  constexpr std::size_t kMaxSubject = 60;
  if (std::holds_alternative<Unreachable>(fact.property)) return {};
  std::string text = fact.subject.text;
  const std::size_t offset = tree.offset(fact.place.line, fact.place.column);
  const std::size_t node = offset == CTree::kNone ? offset : tree.expression_at(offset);
  if (fact.subject.kind == Subject::Kind::Expression && node != CTree::kNone) text = tree.text(tree.node(node));
  text = shortened(printable(replace_all(text, "\n", " ")), kMaxSubject);
  if (fact.subject.measure == Subject::Measure::StringLength) return "strlen(" + text + ")";
  if (fact.subject.measure == Subject::Measure::ContainerSize) return text + ".size()";
  return text;
}

/// The macros at the top of a program with a check.
std::vector<std::string> check_macros(const Fact& fact, const CTree& tree, bool needs_wide) {
  const std::string subject = subject_of(fact, tree);
  std::vector<std::string> lines = {"#ifdef RUN"};
  lines.push_back(std::string(tree.is_cpp() ? "extern \"C\" " : "") + "int dprintf(int, const char*, ...);");
  if (needs_wide)
    lines.emplace_back("#define WIDE(high, low) ((__int128)(((unsigned __int128)(high##ULL) << 64) | (low##ULL)))");
  lines.emplace_back("#define CHECK(wrong) \\");
  lines.emplace_back("  do { \\");
  lines.emplace_back("    static int told; \\");
  if (subject.empty()) {
    lines.push_back("    if ((wrong) && !told++) dprintf(1, \"" + std::string(kContradicted) +
                    "the line is reached\\n\"); \\");
  } else if (real_range(fact.property)) {
    lines.push_back("    if ((wrong) && !told++) dprintf(1, \"" + std::string(kContradicted) + "%s is %a\\n\", " +
                    c_literal(subject) + ", (double)the_value); \\");
  } else {
    lines.push_back("    if ((wrong) && !told++) dprintf(1, \"" + std::string(kContradicted) + "%s is %s%llu\\n\", " +
                    c_literal(subject) + ", \\");
    lines.emplace_back(
        "      the_number < 0 ? \"-\" : \"\", (unsigned long long)(the_number < 0 ? -the_number : the_number)); \\");
  }
  lines.emplace_back("  } while (0)");
  lines.emplace_back("#endif");
  return lines;
}

/// A text with the check on lines of its own, and the line of the claim.
struct CheckedText {
  std::string text;
  unsigned line = 0;
};

/// `checked` has the same lines as the file, and some of them have the check.
std::optional<CheckedText> with_check(const CTree& tree, const std::string& checked, const Fact& fact,
                                      std::string_view asked) {
  const std::vector<std::string_view> plain = split(tree.source(), '\n');
  const std::vector<std::string_view> other = split(checked, '\n');
  if (plain.size() != other.size()) return std::nullopt;
  std::size_t first = 0, end = plain.size();
  while (first < end && plain[first] == other[first]) ++first;
  while (end > first && plain[end - 1] == other[end - 1]) --end;
  if (first == end || fact.place.line == 0 || fact.place.line - 1 < first || fact.place.line > end) return std::nullopt;
  std::vector<std::string> lines = check_macros(fact, tree, checked.find("ASSAY_WIDE(") != std::string::npos);
  constexpr std::size_t kAdded = 3;  // the comment, `#ifdef RUN` and `#else`
  CheckedText made;
  made.line = static_cast<unsigned>(lines.size() + kAdded + (end - first) + fact.place.line);
  lines.insert(lines.begin(),
               "/* Line " + std::to_string(made.line) + " holds the claim: " +
                   replace_all(printable(subject_of(fact, tree) + " " + to_text(fact.property)), "*/", "* /") +
                   ". With -DRUN, the program prints what contradicts it. */");
  lines.insert(lines.end(), plain.begin(), plain.begin() + static_cast<std::ptrdiff_t>(first));
  lines.emplace_back("#ifdef RUN");
  for (std::size_t i = first; i < end; ++i) {
    std::string line = replace_all(std::string(other[i]), "ASSAY_JUDGE(0, ", "CHECK(");
    line = replace_all(replace_all(std::move(line), "assay_wide", "the_number"), "assay_v", "the_value");
    lines.push_back(replace_all(replace_all(std::move(line), "ASSAY_WIDE", "WIDE"), "assay_c", "the_container"));
  }
  lines.emplace_back("#else");
  for (std::size_t i = first; i < end; ++i) {
    lines.emplace_back(plain[i]);
    if (i + 1 == fact.place.line && !asked.empty())
      lines.back().insert(std::min<std::size_t>(std::max(1U, fact.place.column) - 1, plain[i].size()), asked);
  }
  lines.emplace_back("#endif");
  lines.insert(lines.end(), plain.begin() + static_cast<std::ptrdiff_t>(end), plain.end());
  made.text = join(lines, "\n");
  return made;
}

/// Builds a program whose files are in the scratch folder, and runs it.
Result<ProgramRun> build_and_run(const Program& program, const std::vector<std::string>& build, const std::string& name,
                                 const Session& session) {
  const core::ProcessResult built = run_here(session, build, session.program);
  if (built.ending != core::Ending::Exited || built.exit_code != 0)
    return Error{"the program does not compile: " + tail(built.err, 400), {}};
  const Result<std::string> folder = session.scratch.path();
  if (!folder) return folder.error();
  ProgramRun run;
  run.command = {*folder + "/" + name};
  run.command.insert(run.command.end(), program.arguments.begin(), program.arguments.end());
  run.result = run_here(session, run.command, session.program, program.input);
  return run;
}

Result<ProgramRun> run_shown_build(const Program& program, const ShownProgram& shown,
                                   const std::vector<std::string>& build, const std::string& name,
                                   const Session& session) {
  if (const Status put = put_files(analyzed_program(program, shown), session); !put) return put.error();
  return build_and_run(program, build, name, session);
}

/// At most kMaxLines lines of a text that another text lacks.
std::string lines_missing_in(const std::string& text, const std::string& other) {
  constexpr std::size_t kMaxLines = 5;
  const std::vector<std::string_view> known = split(other, '\n');
  std::string missing;
  std::size_t count = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty() || printable(line) != line || std::find(known.begin(), known.end(), line) != known.end())
      continue;
    if (++count <= kMaxLines) missing += std::string(line) + "\n";
  }
  return missing;
}

/// Fills in ShownProgram::contradiction.
Status run_shown(const Program& program, const std::vector<std::string>& build, const Session& session,
                 ShownProgram& shown) {
  const Result<ProgramRun> ran = run_shown_build(program, shown, build, "shown", session);
  if (!ran) return ran.error();
  for (const std::string_view line : split(ran->result.out, '\n')) {
    const std::size_t at = line.find(kContradicted);
    if (at == std::string_view::npos) continue;
    shown.contradiction = line.substr(at);
    return {};
  }
  return Error{"the run of the program with its check contradicts nothing", {}};
}

/// The fact as a fact about each expression of its line, the nearest first. A compiler's place may be that of the
/// callee or of the assigned variable.
std::vector<Fact> facts_of_line(CChecker& checker, const Program& program, const Fact& fact, const Session& session) {
  constexpr std::size_t kMaxExpressions = 12;
  std::vector<Fact> facts;
  const auto file = std::find_if(program.files.begin(), program.files.end(),
                                 [&](const core::File& one) { return one.name == fact.place.file; });
  if (file == program.files.end() || fact.place.line == 0 || std::holds_alternative<Unreachable>(fact.property))
    return facts;
  const Result<std::shared_ptr<const CTree>> tree = checker.tree(program, *file, session);
  if (!tree) return facts;
  std::string why;
  for (unsigned column = 1;; ++column) {
    const std::size_t offset = (*tree)->offset(fact.place.line, column);
    if (offset == CTree::kNone || (*tree)->source()[offset] == '\n') break;
    const bool real = real_range(fact.property).has_value();
    if (column == fact.place.column || checkable_expression(**tree, offset, why, real) == CTree::kNone) continue;
    facts.push_back(fact);
    facts.back().mode = Fact::Mode::Must;
    facts.back().subject.kind = Subject::Kind::Expression;
    facts.back().place.column = column;
  }
  const auto distance = [&](const Fact& one) {
    return std::max(one.place.column, fact.place.column) - std::min(one.place.column, fact.place.column);
  };
  std::stable_sort(facts.begin(), facts.end(),
                   [&](const Fact& one, const Fact& other) { return distance(one) < distance(other); });
  if (facts.size() > kMaxExpressions) facts.resize(kMaxExpressions);
  return facts;
}

}  // namespace

std::vector<std::string> portable_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> kept;
  for (const std::string& flag : flags)
    if (flag.find('/') == std::string::npos) kept.push_back(flag);
  return kept;
}

std::string run_line(const std::string& name, const Program& program, std::vector<core::File>& files) {
  constexpr std::size_t kMaxTyped = 200;
  std::string line = "./" + name;
  if (!program.arguments.empty()) line += " " + core::shell_quoted(program.arguments);
  if (program.input.empty()) return line + " < /dev/null";
  const bool typed = program.input.size() <= kMaxTyped && printable(program.input) == program.input;
  if (typed) return "printf %s " + core::shell_quoted({program.input}) + " | " + line;
  files.push_back({kInputName, program.input});
  return line + " < " + kInputName;
}

Program analyzed_program(const Program& program, const ShownProgram& shown) {
  Program made = program;
  made.flags = shown.flags;
  made.files.clear();
  for (const core::File& file : shown.files)
    if (file.name != kInputName) made.files.push_back(file);
  return made;
}

Result<ShownProgram> shown_program(CChecker& checker, const Program& program, const Fact& fact, const Session& session,
                                   std::string_view asked) {
  const auto file = std::find_if(program.files.begin(), program.files.end(),
                                 [&](const core::File& one) { return one.name == fact.place.file; });
  if (file == program.files.end()) return Error{"the claim is about another file", {}};
  const Result<std::shared_ptr<const CTree>> tree = checker.tree(program, *file, session);
  if (!tree) return tree.error();
  const InstrumentedFile checked = instrument(**tree, {{0, &fact}}, 0);
  if (!checked.skips.front().empty()) return Error{"no check: " + checked.skips.front(), {}};
  std::optional<CheckedText> text = with_check(**tree, checked.text, fact, asked);
  if (!text) return Error{"the check does not stand in lines of its own", {}};
  ShownProgram shown;
  shown.line = text->line;
  shown.flags = portable_flags(program.flags);
  shown.files.push_back({file->name, std::move(text->text)});
  for (const core::File& one : program.files)
    if (one.name != file->name) shown.files.push_back(one);
  const bool cpp = std::any_of(program.files.begin(), program.files.end(),
                               [](const core::File& one) { return is_cpp_source(one.name); });
  std::vector<std::string> build = {cpp ? "c++" : "cc"};
  for (const std::string_view word : c_dialect(cpp)) build.emplace_back(word);
  build.insert(build.end(), {"-w", "-DRUN"});
  build.insert(build.end(), shown.flags.begin(), shown.flags.end());
  for (const core::File& one : shown.files)
    if (is_c_source(one.name)) build.push_back(one.name);
  build.insert(build.end(), {"-o", "shown", "-lm"});
  shown.needs = {build.front()};
  if (const Status ran = run_shown(program, build, session, shown); !ran) return ran.error();
  shown.run = {"The run that contradicts it",
               core::shell_quoted(build) + " && " + run_line("shown", program, shown.files), 60};
  return shown;
}

ShownProgram with_check_apart(const ShownProgram& shown, const Program& program, const Fact& fact) {
  ShownProgram apart = shown;
  const std::string& name = shown.files.front().name;
  const std::string checked = "with_check_" + name;
  apart.line = fact.place.line;
  apart.run.shell = replace_all(shown.run.shell, " " + name + " ", " " + checked + " ");
  apart.files.front().name = checked;
  for (const core::File& file : program.files)
    if (file.name == name) apart.files.insert(apart.files.begin(), file);
  return apart;
}

core::Reproduction reproduction_of_shown(const ShownProgram& shown, const std::vector<std::string>& command,
                                         const std::string& claim_shows, std::string prints) {
  core::Reproduction out;
  const std::vector<std::string> words = core::portable_command(command);
  out.files = shown.files;
  out.needs = shown.needs;
  out.needs.push_back(words.front());
  out.commands = {{{}, core::shell_quoted(words), 300}, shown.run};
  out.prints = std::move(prints);
  out.expected = "No such claim: the second command runs the program, which prints \"" + shown.contradiction +
                 "\" at line " + std::to_string(shown.line) +
                 ". The run has no undefined behaviour that the sanitizers of gcc and clang see.";
  out.shows = core::needs_built("shown") + claim_shows + " &&\n" + core::output_contains(shown.contradiction, 2);
  return out;
}

std::vector<Fact> source_facts(const Fact& fact) {
  std::vector<Fact> facts;
  if (fact.place.line == 0) return facts;
  Fact one = fact;
  one.mode = Fact::Mode::Must;
  if (fact.subject.kind == Subject::Kind::Point || std::holds_alternative<Unreachable>(fact.property)) {
    one.subject.kind = Subject::Kind::Point;
    return {one};
  }
  one.subject.kind = Subject::Kind::Expression;
  facts.push_back(one);
  one.subject.kind = Subject::Kind::Variable;
  const std::size_t begin = fact.subject.text.starts_with('%') ? 1 : 0;
  one.subject.text = fact.subject.text.substr(begin, fact.subject.text.find_last_of("._") - begin);
  if (one.subject.text.empty()) return facts;
  for (const Place::When when : {Place::When::After, Place::When::Before}) {
    one.place.when = when;
    facts.push_back(one);
  }
  return facts;
}

Result<core::Reproduction> reproduction_by_build(CChecker& checker, const Program& program, const Fact& fact,
                                                 const std::vector<std::string>& compile, const Session& session) {
  std::vector<Fact> candidates = source_facts(fact);
  for (Fact& one : facts_of_line(checker, program, fact, session)) candidates.push_back(std::move(one));
  for (const Fact& one : candidates) {
    const Result<ShownProgram> shown = shown_program(checker, program, one, session);
    if (!shown) continue;
    std::vector<std::string> build = compile;
    build.insert(build.end(), {"-w", "-DRUN"});
    build.insert(build.end(), shown->flags.begin(), shown->flags.end());
    for (const core::File& file : shown->files)
      if (is_c_source(file.name)) build.push_back(file.name);
    build.insert(build.end(), {"-o", "optimised", "-lm"});
    const Result<ProgramRun> ran = run_shown_build(program, *shown, build, "optimised", session);
    if (!ran || ran->result.out.find(shown->contradiction) != std::string::npos) continue;
    core::Reproduction made = reproduction_of_shown(*shown, build, "", "");
    std::vector<core::File> files = shown->files;
    const std::string line = core::shell_quoted(core::portable_command(build));
    made.commands.front().shell = line + " &&\n" + run_line("optimised", program, files) +
                                  " | awk '/contradicted: /{n++} END{print n+0, \"contradictions\"}'";
    made.prints = "0 contradictions";
    made.expected = "1 contradictions: the compiler takes the check at line " + std::to_string(shown->line) +
                    " for one that never fails, and leaves it out, but the build by the second command prints \"" +
                    shown->contradiction +
                    "\". The program has no undefined behaviour that the sanitizers of gcc and clang see.";
    made.shows = core::needs_built("optimised") + core::needs_built("shown") + core::output_has_line(made.prints) +
                 " &&\n" + core::output_contains(shown->contradiction, 2);
    return made;
  }
  return Error{"no build leaves out a check of it in the source", {}};
}

Result<core::Reproduction> reproduction_of_builds(const Program& program, const PlainBuild& wrong,
                                                  const PlainBuild& right, const Session& session) {
  core::Reproduction out;
  out.files = program.files;
  if (const Status put = put_files(program, session); !put) return put.error();
  std::vector<std::string> printed;
  for (const PlainBuild* build : {&wrong, &right}) {
    const std::string name = "program" + std::to_string(printed.size() + 1);
    std::vector<std::string> command = core::portable_command(build->command);
    for (const std::string_view flag : cpp_flags(program.files.front().name)) command.emplace_back(flag);
    for (const std::string& flag : portable_flags(program.flags)) command.push_back(flag);
    for (const core::File& file : program.files)
      if (is_c_source(file.name)) command.push_back(file.name);
    command.insert(command.end(), {"-o", name, "-lm"});
    for (const std::string_view word : cpp_library(program.files.front().name)) command.emplace_back(word);
    const Result<ProgramRun> ran = build_and_run(program, command, name, session);
    if (!ran) return ran.error();
    const core::ProcessResult& result = ran->result;
    printed.push_back(result.out + "\nexit code " +
                      std::to_string(result.signal != 0 ? 128 + result.signal : result.exit_code));
    out.needs.push_back(command.front());
    out.files.resize(program.files.size());
    out.commands.push_back(
        {printed.size() == 1 ? "" : "Another build of the same program (" + build->name + ")",
         core::shell_quoted(command) + " && { " + run_line(name, program, out.files) + "; echo \"exit code $?\"; }",
         120});
  }
  out.prints = lines_missing_in(printed.front(), printed.back());
  const std::string expected = lines_missing_in(printed.back(), printed.front());
  if (out.prints.empty() && expected.empty()) return Error{"the builds do the same now", {}};
  if (out.prints.empty()) out.prints = printed.front().substr(printed.front().rfind('\n') + 1);
  out.expected = "What the second command prints (" + right.name +
                 "), because the program has no undefined behaviour that the sanitizers of gcc and clang see.";
  out.evidence = expected;
  out.shows = core::needs_built("program1") + core::needs_built("program2") + "! cmp -s output_1 output_2";
  return out;
}

}  // namespace assay::analyzer
