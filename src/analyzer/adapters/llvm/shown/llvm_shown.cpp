#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/adapters/llvm/shown/llvm_call.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/embedded.hpp"

namespace assay::core {
/// A file of data/analyzers/reproduce.
[[nodiscard]] const EmbeddedFile& analyzer_llvm_query();
}  // namespace assay::core

namespace assay::analyzer {
namespace {

constexpr const char* kCompiler = "clang++-14";
constexpr const char* kConfig = "llvm-config-14";
constexpr std::string_view kShow = "@show_claim";

/// Whether a function's first line has the value as a parameter.
bool is_parameter(const std::string& head, const std::string& value) {
  return head.find(value + ",") != std::string::npos || head.find(value + ")") != std::string::npos;
}

/// The lines of a module, and the places in a function where a check may stand.
class Places {
 public:
  explicit Places(const IrClaim& claim) {
    for (const std::string_view line : split(claim.module, '\n')) lines_.emplace_back(line);
    while (head_ < lines_.size() && !(lines_[head_].starts_with("define ") &&
                                      lines_[head_].find(" @" + claim.function + "(") != std::string::npos))
      ++head_;
  }

  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  /// The first line behind the value's definition where instructions may stand: for a parameter, the start of the
  /// function; for a phi, behind all phis.
  [[nodiscard]] std::optional<std::size_t> behind(const std::string& value) const {
    const std::optional<std::size_t> found = definition(value);
    if (!found && (head_ >= lines_.size() || !is_parameter(lines_[head_], value))) return std::nullopt;
    std::size_t at = found.value_or(head_);
    if (!found && head_ + 1 < lines_.size() && !lines_[head_ + 1].starts_with(" ")) ++at;
    while (at + 1 < lines_.size() && lines_[at + 1].find(" = phi ") != std::string::npos) ++at;
    return at + 1;
  }

  /// The line that defines the value.
  [[nodiscard]] std::optional<std::size_t> definition(const std::string& value) const {
    for (std::size_t at = head_; at < lines_.size() && lines_[at] != "}"; ++at)
      if (lines_[at].starts_with("  " + value + " = ")) return at;
    return std::nullopt;
  }

 private:
  std::vector<std::string> lines_;
  std::size_t head_ = 0;  ///< the function's first line
};

/// The line numbers at which a check of the claim can be inserted: after the definitions of the claim's values, and
/// before the instruction `claim.at`.
std::vector<std::size_t> places_of(const IrClaim& claim, const Places& places) {
  std::vector<std::size_t> found;
  std::optional<std::size_t> behind = places.behind(claim.value);
  if (behind && claim.other.starts_with('%')) {
    const std::optional<std::size_t> second = places.behind(claim.other);
    behind = second ? std::optional(std::max(*behind, *second)) : std::nullopt;
  }
  if (behind) found.push_back(*behind);
  if (const auto at = places.definition(claim.at); !claim.at.empty() && at && (found.empty() || found.front() != *at))
    found.push_back(*at);
  return found;
}

/// The module with the check. Its run prints a line if the check holds.
std::string with_check(const IrClaim& claim, const Places& places, const IrCheck& check, std::size_t place) {
  std::vector<std::string> lines = places.lines();
  std::vector<std::string> added;
  for (const std::string& instruction : check.instructions) added.push_back("  " + instruction);
  added.push_back("  call void " + std::string(kShow) + "(i1 %is_shown)");
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), added.begin(), added.end());
  std::string text = show_function(std::string(kContradicted) + check.told);
  if (claim.module.find("@puts(") != std::string::npos)
    text = replace_all(std::move(text), "declare i32 @puts(i8*)\n", "");
  const bool declared = check.declaration.empty() || claim.module.find(check.declaration) != std::string::npos;
  return join(lines, "\n") + "\n" + text + (declared ? "" : check.declaration + "\n");
}

/// The negated predicates of `icmp` that a relation may mean, each with its text for people.
std::vector<std::pair<std::string, std::string>> negated(const std::string& op) {
  if (op == "==") return {{"ne", "is not"}};
  if (op == "!=") return {{"eq", "is"}};
  if (op == "<") return {{"uge", "is at least (unsigned)"}, {"sge", "is at least (signed)"}};
  if (op == "<=") return {{"ugt", "is above (unsigned)"}, {"sgt", "is above (signed)"}};
  if (op == ">") return {{"ule", "is at most (unsigned)"}, {"sle", "is at most (signed)"}};
  if (op == ">=") return {{"ult", "is below (unsigned)"}, {"slt", "is below (signed)"}};
  return {};
}

std::vector<IrCheck> checks_of(const Relation& relation, const Subject& subject) {
  std::vector<IrCheck> checks;
  for (const auto& [predicate, words] : negated(relation.op))
    checks.push_back(
        {{"%is_shown = icmp " + predicate + " " + subject.type + " " + subject.text + ", " + relation.expression},
         subject.text + " " + words + " " + relation.expression,
         {}});
  return checks;
}

/// Checks of "no-wrap signed mul %y" and "wraps unsigned add 3".
std::vector<IrCheck> checks_of_overflow(const Named& named, const Subject& subject) {
  if (named.arguments.size() != 3) return {};
  const bool never = named.name == "no-wrap";
  const std::string& type = subject.type;
  const std::string& other = named.arguments[2];
  const std::string intrinsic = "@llvm." + std::string(named.arguments[0] == "signed" ? "s" : "u") +
                                named.arguments[1] + ".with.overflow." + type;
  const std::string pair = "{ " + type + ", i1 }";
  IrCheck check;
  check.instructions = {
      "%with_overflow = call " + pair + " " + intrinsic + "(" + type + " " + subject.text + ", " + type + " " + other +
          ")",
      std::string(never ? "%is_shown" : "%overflow") + " = extractvalue " + pair + " %with_overflow, 1"};
  if (!never) check.instructions.emplace_back("%is_shown = xor i1 %overflow, true");
  check.told = named.arguments[0] + " " + named.arguments[1] + " of " + subject.text + " and " + other +
               (never ? " wraps" : " does not wrap");
  check.declaration = "declare " + pair + " " + intrinsic + "(" + type + ", " + type + ")";
  return {check};
}

/// Checks of "implies %b" and "implies not %b".
std::vector<IrCheck> checks_of_implication(const Named& named, const Subject& subject) {
  if (named.arguments.empty()) return {};
  const bool implies_not = named.arguments.size() > 1;
  const std::string& other = named.arguments.back();
  if (implies_not)
    return {{{"%is_shown = and i1 " + subject.text + ", " + other}, subject.text + " and " + other + " are true", {}}};
  return {{{"%opposite = xor i1 " + other + ", true", "%is_shown = and i1 " + subject.text + ", %opposite"},
           subject.text + " is true, and " + other + " is not",
           {}}};
}

/// The checks of a claim about two values, and the second value.
std::pair<std::vector<IrCheck>, std::string> checks_of_pair(const Fact& fact) {
  if (const auto* relation = std::get_if<Relation>(&fact.property))
    return {checks_of(*relation, fact.subject), relation->expression};
  const auto* named = std::get_if<Named>(&fact.property);
  if (named == nullptr || named->arguments.empty()) return {};
  const std::string& other = named->arguments.back();
  if (named->name == "no-wrap" || named->name == "wraps") return {checks_of_overflow(*named, fact.subject), other};
  if (named->name == "implies") return {checks_of_implication(*named, fact.subject), other};
  return {};
}

bool is_integer_type(const std::string& type) {
  const std::optional<std::uint64_t> width =
      type.starts_with("i") ? parse_unsigned(std::string_view(type).substr(1)) : std::nullopt;
  return width && *width >= 1 && *width <= 64;
}

std::string output_of(const core::ProcessResult& result) {
  return result.ending == core::Ending::Exited && result.exit_code == 0 ? result.out : std::string();
}

core::ReproductionCommand run_command(const std::string& file) {
  return {"The run that contradicts it", core::shell_quoted({kIrInterpreter, file}), 60};
}

/// A reproduction by a pass that folds the comparison, which a user of LLVM can see.
std::optional<core::Reproduction> by_folding(const std::string& module, const Session& session) {
  const std::string folded = "call void " + std::string(kShow) + "(i1 false)";
  for (const char* pass : {"instsimplify", "instcombine", "correlated-propagation", "sccp", "gvn", "indvars",
                           "constraint-elimination", "default<O2>"}) {
    const std::vector<std::string> command = {kIrOptimiser, "-S", std::string("-passes=") + pass, kIrFile};
    const std::string out = output_of(run_here(session, command, session.program));
    const std::size_t at = out.find(folded);
    // Passes may copy the call; no copy with an unfolded argument may remain.
    if (at == std::string::npos || out.find("call void " + std::string(kShow) + "(i1 %") != std::string::npos) continue;
    (void)run_here(session, {kIrOptimiser, std::string("-passes=") + pass, kIrFile, "-o", "folded.bc"},
                   session.program);
    if (output_of(run_interpreter_here(session, {kIrInterpreter, "folded.bc"})).find(kContradicted) !=
        std::string::npos)
      continue;
    core::Reproduction made;
    made.files = {{kIrFile, module}};
    made.needs = {kIrOptimiser, kIrInterpreter};
    made.commands = {{{}, core::shell_quoted(command), 60}, run_command(kIrFile)};
    made.prints = folded;
    made.shows = core::output_contains(folded);
    return made;
  }
  return std::nullopt;
}

/// A reproduction by a program that calls LLVM's API, because no pass uses the answer here.
std::optional<core::Reproduction> by_query(const IrClaim& claim, const std::string& module, const Session& session) {
  constexpr const char* kQuery = "query.cpp";
  const std::string text(core::analyzer_llvm_query().content);
  const core::ProcessResult config = run_here(
      session, {kConfig, "--cxxflags", "--ldflags", "--libs", "core", "irreader", "analysis"}, session.program);
  if (config.exit_code != 0 || !session.scratch.write(kQuery, text)) return std::nullopt;
  std::vector<std::string> build = {kCompiler, kQuery, "-o", "query"};
  const std::string words = replace_all(config.out, "\n", " ");
  for (const std::string_view word : split(words, ' '))
    if (!word.empty()) build.emplace_back(word);
  core::Limits limits = session.program;
  limits.wall_seconds = limits.cpu_seconds = 120;
  const Result<std::string> folder = session.scratch.path();
  if (!folder || run_here(session, build, limits).exit_code != 0) return std::nullopt;
  const std::vector<std::string> ask = {"./query", kIrFile, claim.function, claim.value, claim.number};
  std::vector<std::string> argv = ask;
  argv.front() = *folder + "/query";
  const std::string wrong = " excludes " + claim.number;
  core::Reproduction made;
  constexpr std::size_t kMaxAnswers = 2;
  std::size_t answers = 0;
  const std::string said = output_of(run_here(session, argv, session.program));
  for (const std::string_view line : split(said, '\n'))
    if (line.ends_with(wrong) && ++answers <= kMaxAnswers) made.prints += std::string(line) + "\n";
  if (made.prints.empty()) return std::nullopt;
  made.files = {{kIrFile, module}, {kQuery, text}};
  made.needs = {kCompiler, kConfig, kIrInterpreter};
  made.commands = {{{},
                    std::string(kCompiler) + " query.cpp -o query $(" + kConfig +
                        " --cxxflags --ldflags --libs core irreader analysis) &&\n" + core::shell_quoted(ask),
                    300},
                   run_command(kIrFile)};
  for (const std::string_view line : split(trim(made.prints), '\n'))
    made.shows += (made.shows.empty() ? core::needs_built("query") : " &&\n") + core::output_has_line(line);
  return made;
}

}  // namespace

std::string show_function(const std::string& line) {
  const std::string type = "[" + std::to_string(line.size() + 1) + " x i8]";
  return "@show_text = private constant " + type + " c\"" + line + "\\00\"\ndeclare i32 @puts(i8*)\ndefine void " +
         std::string(kShow) + "(i1 %shown) noinline optnone {\n  br i1 %shown, label %print, label %end\nprint:\n" +
         "  %written = call i32 @puts(i8* getelementptr (" + type + ", " + type +
         "* @show_text, i64 0, i64 0))\n  br label %end\nend:\n  ret void\n}\n";
}

IrClaim never_is(std::string module, const Fact& fact, const std::string& number) {
  const std::string& value = fact.subject.text;
  IrClaim claim{std::move(module), fact.place.function, fact.subject.type, value, {}, {}, number, {}};
  claim.checks = {{{"%is_shown = icmp eq " + claim.type + " " + value + ", " + number}, value + " is " + number, {}}};
  return claim;
}

Result<IrClaim> ir_claim(const Program& program, const Fact& fact, const std::string& witness) {
  constexpr std::string_view kAt = "at ";
  const std::optional<std::string> number = between(witness, "value ", " (");
  const std::optional<std::string> arguments = between(witness, ") for ", "\n");
  const std::optional<IrFunction> function = function_in(witness);
  auto [checks, other] = checks_of_pair(fact);
  const auto* aliasing = std::get_if<Aliasing>(&fact.property);
  const bool is_pair = std::holds_alternative<Relation>(fact.property) || !checks.empty() || aliasing != nullptr;
  const bool of_loop = fact.subject.kind == Subject::Kind::Loop;
  const bool of_value = fact.subject.kind == Subject::Kind::Value &&
                        (aliasing != nullptr || (is_integer_type(fact.subject.type) && is_pair == !checks.empty()));
  if (!of_loop && !of_value) return Error{"it is not about values that have names", {}};
  if (!number || !arguments || !function) return Error{"the run is not one call of the function", {}};
  std::optional<std::string> module = module_with_main(*function, *arguments, "", program);
  if (!module) return Error{"the call passes undef or poison, or what no `main` can make", {}};
  IrClaim claim = never_is(std::move(*module), fact, *number);
  claim.function = function->name;
  if (of_loop) return claim;
  const std::string& context = fact.place.context;
  if (context.starts_with(kAt)) claim.at = context.substr(kAt.size());
  if (!is_pair) return claim;
  claim.other = aliasing != nullptr ? aliasing->other : other;
  claim.number.clear();
  claim.checks = std::move(checks);
  return claim;
}

Result<std::vector<Contradiction>> contradictions(const IrClaim& claim, const Session& session) {
  const Places places(claim);
  const std::vector<std::size_t> found = places_of(claim, places);
  if (found.empty()) return Error{"the values have no definition in the module", {}};
  std::vector<Contradiction> all;
  for (const std::size_t place : found) {
    for (const IrCheck& check : claim.checks) {
      Contradiction one{with_check(claim, places, check, place), std::string(kContradicted) + check.told, check.told};
      session.scratch.clear();
      if (const Result<std::string> put = session.scratch.write(kIrFile, one.module); !put) return put.error();
      const core::ProcessResult ran = run_interpreter_here(session, {kIrInterpreter, kIrFile});
      if (("\n" + ran.out).find("\n" + one.line + "\n") != std::string::npos) all.push_back(std::move(one));
    }
  }
  if (all.empty()) return Error{"the run with lli-14 does not contradict it", {}};
  return all;
}

void add_contradiction(const Contradiction& run, core::Reproduction& made) {
  made.shows += " &&\n" + core::output_has_line(run.line, 2);
  made.expected = "No such claim: in the run by the second command, " + run.told + " (it prints \"" + run.line +
                  "\"). No value is poison or undefined.";
}

Result<core::Reproduction> ir_claim_reproduction(const IrClaim& claim, const Session& session) {
  const Result<std::vector<Contradiction>> runs = contradictions(claim, session);
  if (!runs) return runs.error();
  for (const Contradiction& run : *runs) {
    session.scratch.clear();
    if (const Result<std::string> put = session.scratch.write(kIrFile, run.module); !put) return put.error();
    std::optional<core::Reproduction> made = by_folding(run.module, session);
    if (!made && !claim.number.empty()) made = by_query(claim, run.module, session);
    if (!made) continue;
    add_contradiction(run, *made);
    return std::move(*made);
  }
  return Error{"no pass of opt-14 folds a comparison by it, and LLVM's API does not give it again", {}};
}

namespace {

/// The instructions and labels of a printed function, without comments.
std::vector<std::string> body_of(const IrFunction& function) {
  std::vector<std::string> lines;
  for (std::size_t i = 1; i < function.lines.size(); ++i) {
    const std::string& line = function.lines[i];
    std::string bare(line.substr(0, line.find(" ; preds = ")));
    bare.erase(bare.find_last_not_of(' ') + 1);
    if (!bare.empty()) lines.push_back(std::move(bare));
  }
  return lines;
}

/// The lines of `all` that are not in `without`.
std::vector<std::string> new_lines(const std::vector<std::string>& all, const std::vector<std::string>& without) {
  std::vector<std::string> fresh;
  for (const std::string& line : all)
    if (std::find(without.begin(), without.end(), line) == without.end()) fresh.push_back(line);
  return fresh;
}

/// A reproduction by two runs: the function before the pass and the function after it have different results.
std::optional<core::Reproduction> by_run_of_pass(const IrFunction& before, const std::string& arguments,
                                                 const Program& program, const std::vector<std::string>& pipelines,
                                                 const Session& session) {
  if (!is_integer_type(before.type)) return std::nullopt;
  const bool wide = before.type == "i64";
  std::string body = wide ? "" : "  %wide = zext " + before.type + " %result to i64\n";
  body +=
      "  %written = call i32 (i8*, ...) @printf(i8* getelementptr ([21 x i8], [21 x i8]* @result_text, i64 0, i64 0), "
      "i64 " +
      std::string(wide ? "%result" : "%wide") + ")\n";
  const std::optional<std::string> calling = module_with_main(before, arguments, body, program);
  if (!calling) return std::nullopt;
  const std::string module = *calling + "@result_text = private constant [21 x i8] c\"the result is 0x%lx\\0A\\00\"\n" +
                             "declare i32 @printf(i8*, ...)\n";
  session.scratch.clear();
  if (!session.scratch.write(kIrFile, module)) return std::nullopt;
  const std::string right = output_of(run_interpreter_here(session, {kIrInterpreter, kIrFile}));
  for (const std::string& pipeline : pipelines) {
    const std::vector<std::string> command = {kIrOptimiser, "-passes=" + pipeline, kIrFile, "-o", "changed.bc"};
    if (right.empty() || run_here(session, command, session.program).exit_code != 0) continue;
    const std::string wrong = output_of(run_interpreter_here(session, {kIrInterpreter, "changed.bc"}));
    if (wrong.empty() || wrong == right) continue;
    core::Reproduction made;
    made.files = {{kIrFile, module}};
    made.needs = {kIrOptimiser, kIrInterpreter};
    made.commands = {
        {{}, core::shell_quoted(command) + " && " + core::shell_quoted({kIrInterpreter, "changed.bc"}), 60},
        {"The same module without the pass", core::shell_quoted({kIrInterpreter, kIrFile}), 60}};
    made.prints = wrong;
    made.expected = std::string(trim(right)) +
                    ", as without the pass: the function has no undefined behaviour and no poison for this input.";
    made.shows = core::needs_built("changed.bc") + core::output_has_line(trim(wrong)) + " &&\n" +
                 core::output_has_line(trim(right), 2);
    return made;
  }
  return std::nullopt;
}

/// For differences that no run shows, because poison or an object is involved: the text of the function after the pass
/// is wrong.
std::optional<core::Reproduction> by_text_of_pass(const IrFunction& before, const IrFunction& after,
                                                  const std::string& difference, const Program& program,
                                                  const std::vector<std::string>& pipelines, const Session& session) {
  const std::string module = module_of(before, program, [](const std::string& line) { return line; });
  session.scratch.clear();
  if (!session.scratch.write(kIrFile, module)) return std::nullopt;
  const std::vector<std::string> wrong = body_of(after);
  for (const std::string& pipeline : pipelines) {
    const std::vector<std::string> command = {kIrOptimiser, "-S", "-passes=" + pipeline, kIrFile};
    const std::string out = output_of(run_here(session, command, session.program));
    const std::size_t at = out.find("\ndefine ");
    const std::optional<IrFunction> printed = function_in(at == std::string::npos ? out : out.substr(at));
    if (!printed || printed->name != before.name || body_of(*printed) != wrong) continue;
    core::Reproduction made;
    made.files = {{kIrFile, module}};
    made.needs = {kIrOptimiser};
    made.commands = {{{}, core::shell_quoted(command), 60}};
    const std::vector<std::string> right = body_of(before);
    const std::vector<std::string> added = new_lines(wrong, right);
    for (const std::string& line : added.empty() ? wrong : added) {
      made.prints += line + "\n";
      made.shows += (made.shows.empty() ? "" : " &&\n") + core::output_contains(line);
    }
    // A pass that only removes instructions leaves only lines that a correct pass prints, too, so lines of the correct
    // result must be missing.
    if (added.empty())
      for (const std::string& line : new_lines(right, wrong)) made.shows += " &&\n! " + core::output_has_line(line);
    made.expected =
        "A function that does, for each input, what the given one does (as Alive2 checks it). This one does not: " +
        difference + ".";
    return made;
  }
  return std::nullopt;
}

}  // namespace

Result<core::Reproduction> ir_pass_reproduction(const Program& program, const std::string& words,
                                                const std::vector<std::string>& pipelines, const Session& session) {
  const std::string pass = words.substr(0, words.find_first_of(",\n"));
  const std::string begin = "\n; before " + pass + "\n", end = "; after " + pass + "\n";
  const std::optional<std::string> arguments = between(words, "(", "): "), difference = between(words, "\n", "\n");
  const std::optional<std::string> text = between(words, begin, end);
  const std::optional<IrFunction> before = text ? function_in(*text) : std::nullopt;
  if (!arguments || !before) return Error{"the function before the pass is not known", {}};
  if (auto made = by_run_of_pass(*before, *arguments, program, pipelines, session)) return std::move(*made);
  const std::optional<IrFunction> after = function_in(words.substr(words.find(end) + end.size()));
  if (after && difference)
    if (auto made = by_text_of_pass(*before, *after, *difference, program, pipelines, session)) return std::move(*made);
  return Error{"opt-14 makes no difference that a run prints, and prints another function", {}};
}

}  // namespace assay::analyzer
