#include "analyzer/adapters/gcc/gcc_reproducer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kDump = "claim.txt";

/// The names that the point's pass may have in -fdump-tree-NAME: a pass that runs only once has no number.
std::vector<std::string> dump_names(const GccPoint& point) {
  if (point.pass == "late") return {"optimized"};
  return {point.pass + std::to_string(point.instance), point.pass};
}

/// The line "# RANGE ..." or "# PT = ..., # ALIGN = ..." before the definition of a name, and the definition.
std::vector<std::string> claim_in_dump(std::string_view dump, const Fact& fact) {
  const std::string definition = fact.subject.text + " = ";
  std::string_view before;
  bool here = false;
  for (const std::string_view line : split(dump, '\n')) {
    const std::string_view words = trim(line);
    if (line.starts_with(";; Function ")) here = line.starts_with(";; Function " + fact.place.function + " ");
    const bool defines = words.starts_with(definition) || words.starts_with("# " + definition);
    if (here && defines && before.starts_with("# RANGE ")) return {std::string(before), std::string(words)};
    before = words;
  }
  return {};
}

/// Whether a line such as "# RANGE [1, 5][8, 9] NONZERO 0xf" excludes a number.
bool excludes(std::string_view line, Wide number) {
  bool any = false, inside = false;
  for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
    const std::size_t comma = line.find(", ", at), end = line.find(']', at);
    if (end == std::string_view::npos || comma == std::string_view::npos || comma > end) continue;
    const std::string_view low = line.substr(at + 1, comma - at - 1), high = line.substr(comma + 2, end - comma - 2);
    const std::optional<Wide> least = wide_from(low), most = wide_from(high);
    if ((!least && low != "-INF") || (!most && high != "+INF")) return false;
    any = true;
    inside = inside || ((!least || *least <= number) && (!most || number <= *most));
  }
  return any && !inside;
}

/// The number in "contradicted: x is -3".
std::optional<Wide> contradicting(const std::string& line) {
  const std::size_t at = line.rfind(" is ");
  return at == std::string::npos ? std::nullopt : wide_from(std::string_view(line).substr(at + 4));
}

/// Whether a comparison stands at the place of a claim about something else: GCC gives operands of comparisons its
/// place.
bool is_operand_of_comparison(const Program& program, const Fact& fact) {
  constexpr std::array<std::string_view, 6> kComparisons = {"lt_expr", "le_expr", "gt_expr",
                                                            "ge_expr", "eq_expr", "ne_expr"};
  if (std::find(kComparisons.begin(), kComparisons.end(), fact.subject.operation) != kComparisons.end()) return false;
  for (const core::File& file : program.files) {
    if (file.name != fact.place.file) continue;
    const std::vector<std::string_view> lines = split(file.content, '\n');
    if (fact.place.line == 0 || fact.place.line > lines.size() || fact.place.column == 0) return false;
    std::string_view rest = lines[fact.place.line - 1];
    rest.remove_prefix(std::min<std::size_t>(fact.place.column - 1, rest.size()));
    const std::string_view token = rest.substr(0, 2);
    if (token == "==" || token == "!=") return true;
    return !token.empty() && (token[0] == '<' || token[0] == '>') && token != "<<" && token != ">>";
  }
  return false;
}

Result<core::Reproduction> by_dump(const GccSettings& settings, const Program& program, const Fact& fact,
                                   const GccPoint& point, CChecker& reader, const Session& session) {
  for (const Fact& one : source_facts(fact)) {
    if (one.subject.kind == Subject::Kind::Expression && is_operand_of_comparison(program, fact)) continue;
    const Result<ShownProgram> shown = shown_program(reader, program, one, session);
    const std::optional<Wide> number = shown ? contradicting(shown->contradiction) : std::nullopt;
    if (!number) continue;
    for (const std::string& name : dump_names(point)) {
      std::vector<std::string> command = settings.compiler;
      command.insert(command.end(), {point.level, "-fdump-tree-" + name + "-alias=" + kDump, "-c"});
      command.insert(command.end(), shown->flags.begin(), shown->flags.end());
      command.push_back(shown->files.front().name);
      if (!put_files(analyzed_program(program, *shown), session)) continue;
      if (run_here(session, command, session.analyzer).exit_code != 0) continue;
      const Result<std::string> folder = session.scratch.path();
      const Result<std::string> dump = folder ? core::read_text_file(*folder + "/" + kDump) : folder;
      const std::vector<std::string> lines = dump ? claim_in_dump(*dump, fact) : std::vector<std::string>();
      if (lines.empty() || !excludes(lines.front(), *number)) continue;
      core::Reproduction made = reproduction_of_shown(*shown, command, "", join(lines, "\n"));
      made.commands.front().shell += " && grep -F -B 1 " + core::shell_quoted({lines.back()}) + " " + kDump;
      made.shows = core::needs_built("shown") + core::output_contains(lines.front()) + " &&\n" +
                   core::output_contains(shown->contradiction, 2);
      return made;
    }
  }
  return Error{"no dump of GCC has it beside a value that the source has, too", {}};
}

}  // namespace

Result<core::Reproduction> gcc_fact_reproduction(const GccSettings& settings, const Program& program, const Fact& fact,
                                                 CChecker& reader, const Session& session) {
  const auto point = std::find_if(settings.points.begin(), settings.points.end(),
                                  [&](const GccPoint& one) { return one.name() == fact.place.context; });
  if (point == settings.points.end()) return Error{"the point of the claim is not known", {}};
  // A level whose passes do not use the claim may keep the check that another level leaves out.
  std::vector<std::string> levels = {point->level};
  for (const GccPoint& other : settings.points)
    if (std::find(levels.begin(), levels.end(), other.level) == levels.end()) levels.push_back(other.level);
  for (const std::string& level : levels) {
    Result<core::Reproduction> made =
        reproduction_by_build(reader, program, fact, {settings.compiler.front(), level}, session);
    if (made) return made;
  }
  return by_dump(settings, program, fact, *point, reader, session);
}

Result<core::Reproduction> gcc_build_reproduction(const GccSettings& settings, const Program& program,
                                                  const Session& session) {
  Result<core::Reproduction> made = Error{"no level is there to compare with -O0", {}};
  for (const std::string& level : settings.levels) {
    const auto build = [&](const std::string& flag) {
      PlainBuild one{"gcc " + flag, settings.compiler};
      one.command.push_back(flag);
      return one;
    };
    made = reproduction_of_builds(program, build(level), build("-O0"), session);
    if (made) return made;
  }
  return made;
}

}  // namespace assay::analyzer
