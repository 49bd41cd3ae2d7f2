#include "trigger/prover/model_session.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/problem/problem.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermStore;

constexpr std::string_view kEnd = "assay!end";
constexpr std::string_view kValues = "assay!values";
/// CPU time limit for one model, and the wall-clock time that a loaded machine may take for one second of CPU time.
constexpr double kSecondsPerModel = 4;
constexpr double kClockPerCpu = 3;
/// Work of printing a question and reading its answer, in addition to z3's work.
constexpr Work kWorkPerQuestion = 4'000;
constexpr std::size_t kMaxQuestionBytes = std::size_t{8} << 20;
/// Units that z3 counts on quantifier-free formulas in the time of one unit of Work.
constexpr Work kQuantifierFreeSpeed = 32;

std::string declaration_text(const TermStore& store, const smt::Command& command) {
  std::string text;
  smt::print_command(store, command, {}, text);
  return text + '\n';
}

/// The length of the first expression of the text: a list, or an atom up to a space.
std::size_t first_expression(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '|' || text[i] == '"') i = std::min(text.find(text[i], i + 1), text.size() - 1);
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
    if (depth == 0 && (text[i] == ' ' || text[i] == '\n')) return i;
  }
  return text.size();
}

/// The values in `((term value) (term value))`, as texts.
std::vector<std::string_view> values_in(std::string_view text) {
  std::vector<std::string_view> values;
  std::size_t depth = 0;
  std::size_t open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '|' || text[i] == '"') i = std::min(text.find(text[i], i + 1), text.size() - 1);
    if (text[i] == '(' && ++depth == 2) open = i;
    if (text[i] == ')' && depth-- == 2) {
      const std::string_view pair = trim(text.substr(open + 1, i - open - 1));
      values.push_back(trim(pair.substr(first_expression(pair))));
    }
  }
  return values;
}

}  // namespace

ModelSession::ModelSession(TermStore& store, std::string program, std::string options, std::uint64_t memory_bytes,
                           std::vector<TermId> facts)
    : store_(store),
      program_(std::move(program)),
      options_(std::move(options)),
      memory_bytes_(memory_bytes),
      facts_(std::move(facts)) {
  for (const smt::Command& command : smt::declarations_for(store_, facts_)) {
    std::string text = declaration_text(store_, command);
    declarations_ += text;
    declared_.insert(std::move(text));
  }
}

bool ModelSession::start(const Deadline& deadline) {
  if (child_ != nullptr && child_->alive()) return true;
  child_.reset();
  scratch_.clear();
  core::Limits limits;
  limits.wall_seconds = kClockPerCpu * kSecondsPerModel + 2;
  limits.cpu_seconds = kCpuTimeMargin * kSecondsPerModel + 2;
  limits.memory_bytes = memory_bytes_;
  Result<std::unique_ptr<core::ChildSession>> child =
      core::start_in(scratch_, {{program_, "-smt2", "-in"}, {}, {}}, limits);
  if (!child) return false;
  child_ = std::move(*child);
  process_work_ = 0;
  std::string text = "(set-option :rlimit " + std::to_string(work_of(kSecondsPerModel)) + ")\n";
  text += options_ + declarations_;
  for (const TermId fact : facts_) text += assertion_text(store_, fact);
  return child_->ask(text + "(echo \"" + std::string(kEnd) + "\")\n", kEnd, deadline.stop()).complete;
}

std::optional<std::string> ModelSession::question(const std::vector<TermId>& formulas,
                                                  const std::vector<TermId>& unknowns) const {
  std::vector<TermId> all = formulas;
  all.insert(all.end(), unknowns.begin(), unknowns.end());
  std::string text = "(push)\n";
  for (const smt::Command& command : smt::declarations_for(store_, all)) {
    const std::string declaration = declaration_text(store_, command);
    if (!declared_.contains(declaration)) text += declaration;
  }
  for (const TermId formula : formulas) {
    text += assertion_text(store_, formula);
    if (text.size() > kMaxQuestionBytes) return std::nullopt;
  }
  text += "(check-sat)\n";
  if (!unknowns.empty()) {
    text += "(get-value (";
    for (const TermId unknown : unknowns) {
      text += term_text(store_, unknown) + " ";
      if (text.size() > kMaxQuestionBytes) return std::nullopt;
    }
    text += "))\n";
  }
  return text + "(get-info :rlimit)\n(pop)\n(echo \"" + std::string(kEnd) + "\")\n";
}

std::optional<std::vector<TermId>> ModelSession::model(const std::vector<TermId>& formulas,
                                                       const std::vector<TermId>& unknowns, const Deadline& deadline) {
  refuted_ = false;
  if (deadline.passed() || !start(deadline)) return std::nullopt;
  const std::optional<std::string> asked = question(formulas, unknowns);
  if (!asked) {
    work_ += work_of(kSecondsPerModel);
    return std::nullopt;
  }
  const core::ChildSession::Answer answer = child_->ask(*asked, kEnd, deadline.stop());
  if (!answer.complete) {
    work_ += work_of(kSecondsPerModel);
    child_.reset();
    return std::nullopt;
  }
  const std::string_view out = without_work(answer.out);
  refuted_ = out.starts_with("unsat");
  if (!out.starts_with("sat") && !out.starts_with("unknown")) return std::nullopt;
  const std::size_t values = out.find('(');
  if (unknowns.empty()) return std::vector<TermId>{};
  if (values == std::string_view::npos || out.substr(values).starts_with("(error")) return std::nullopt;
  return read_values(out.substr(values), unknowns);
}

/// Removes the line with the process's work counter from the answer, and adds the new work to `work_`.
std::string_view ModelSession::without_work(std::string_view out) {
  constexpr std::string_view kMark = "(:rlimit ";
  work_ += kWorkPerQuestion;
  const std::size_t at = out.rfind(kMark);
  if (at == std::string_view::npos) return trim(out);
  const std::string_view rest = out.substr(at + kMark.size());
  const Work now = parse_unsigned(rest.substr(0, rest.find(')'))).value_or(process_work_);
  work_ += (now - std::min(now, process_work_)) / kQuantifierFreeSpeed;
  process_work_ = now;
  return trim(out.substr(0, at));
}

std::optional<std::vector<TermId>> ModelSession::read_values(std::string_view text,
                                                             const std::vector<TermId>& unknowns) {
  const std::vector<std::string_view> values = values_in(text);
  const std::size_t count = unknowns.size();
  if (values.size() != count) return std::nullopt;
  // Values may mention the sorts of the unknowns: ((as const (Array Box Int)) 0).
  std::string script = declarations_;
  for (const smt::Command& command : smt::declarations_for(store_, unknowns)) {
    const std::string declaration = declaration_text(store_, command);
    if (!declared_.contains(declaration)) script += declaration;
  }
  script += "(assert (" + std::string(kValues);
  for (const std::string_view value : values) script += " " + std::string(value);
  smt::ParseOptions options;
  options.allow_undeclared = true;
  const Result<smt::Script> parsed = smt::parse_script(store_, script + "))\n", "model", options);
  if (!parsed || parsed->commands.empty() || parsed->commands.back().terms.empty()) return std::nullopt;
  const std::span<const TermId> terms = store_.children(parsed->commands.back().terms[0]);
  if (terms.size() != count) return std::nullopt;
  std::vector<TermId> result(terms.begin(), terms.end());
  for (std::size_t i = 0; i < count; ++i) result[i] = with_sort(store_, result[i], store_.sort_of(unknowns[i]));
  return result;
}

}  // namespace assay::trigger
