#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/terminal.hpp"
#include "cli/trigger/output.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kWidth = 200;
/// Maximum number of printed steps; --json has all steps.
constexpr std::size_t kMaxSteps = 30;

/// Maximum length of the printed name of a proof obligation.
constexpr std::size_t kMaxLabelBytes = 60;
/// Maximum number of checks that a summary names.
constexpr std::size_t kMaxChecks = 20;

/// Maximum length of a printed list. Of the attempts, the first and the last 8 are printed.
constexpr std::size_t kMaxShown = 8;

/// The check's number, line and label: "3 (line 41, Node.Add)".
std::string check_name(const trigger::Check& check) {
  const std::string label = check.label.empty() ? std::string() : ", " + one_line(check.label, kMaxLabelBytes);
  return fmt::format("{} (line {}{})", check.number, check.where.line, label);
}

class TextPage {
 public:
  explicit TextPage(const TriggerPage& page) : page_(page), report_(page.check.report), style_(Style::of(stdout)) {}

  std::string text() {
    head();
    for (std::size_t i = 0; i < report_.completions.size(); ++i) found(i);
    if (report_.verdict == trigger::Verdict::Found &&
        report_.completions.size() < page_.options.synthesis.max_term_sets)
      few();
    if (report_.verdict == trigger::Verdict::NotFound || report_.verdict == trigger::Verdict::Interrupted) not_found();
    opinions();
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  [[nodiscard]] std::string shown(smt::TermId term) const {
    return one_line(trigger::readable(page_.store, term, page_.names, kWidth), kWidth + 3);
  }
  [[nodiscard]] std::string smtlib(smt::TermId term) const { return printable(smt::to_string(page_.store, term)); }

  /// The conjunct's name and line: "A4 (line 12)", or "the assertion in line 12".
  [[nodiscard]] std::string axiom(std::size_t conjunct) const {
    const trigger::Conjunct& one = report_.problem.conjuncts[conjunct];
    const std::string place = one.where.line == 0 ? std::string() : fmt::format("line {}", one.where.line);
    if (one.name.empty()) return place.empty() ? "an assertion" : "the assertion in " + place;
    return place.empty() ? printable(one.name) : printable(one.name) + " (" + place + ")";
  }

  void head() {
    const std::string word(trigger::name(report_.verdict));
    const bool finding = trigger::is_finding(report_.verdict);
    const std::string check = page_.several ? ", check " + check_name(page_.check.check) : std::string();
    line("{}{}: {}", printable(page_.file), check, finding ? style_.green(word) : style_.yellow(word));
    line("  {} ({:.2f} {}{})", trigger_explanation(report_, page_.options.axioms_only), report_.seconds,
         page_.options.synthesis.clock == trigger::Clock::Cpu ? "CPU s" : "s",
         report_.completions.empty() ? std::string() : "; " + report_.completions[0].set.method);
    if (page_.options.axioms_only)
      line("  Looked at {} axioms; {} other conjuncts were left out.", with_commas(report_.axioms),
           with_commas(report_.left_out));
    deciding_options();
  }

  void deciding_options() {
    const trigger::Synthesis& synthesis = report_.synthesis;
    if (synthesis.deciding_options.empty()) return;
    if (synthesis.without_options == trigger::Answer::Unsat)
      line("  Without these options of the script, E-matching refutes it:");
    else
      line("  E-matching needs these options of the script (without the script's options: {}):",
           trigger::name(synthesis.without_options));
    for (const std::string& option : synthesis.deciding_options) line("    {}", printable(option));
  }

  void found(std::size_t index) {
    const trigger::Completion& completion = report_.completions[index];
    const trigger::TermSet& set = completion.set;
    if (index > 0)
      line("  {} ({:.2f} s; {})", style_.bold(fmt::format("Alternative {}", index)), set.seconds, set.method);
    line("  {}", style_.bold(set.terms.size() == 1 ? "The term" : "The terms"));
    for (const smt::TermId term : set.terms) {
      line("    {}", shown(term));
      line("    {}", one_line(smtlib(term), kWidth));
    }
    line(
        "  {}{}", style_.bold("Add this"),
        page_.several ? fmt::format(" in front of the check in line {}", page_.check.check.where.line) : std::string());
    for (const std::string_view one : split(trim(set.assertion), '\n')) line("    {}", printable(one));
    if (set.normalised) {
      line("    The terms have functions that stand for existential quantifiers: this fits the preprocessed script,");
      line("    which --emit writes, not the script as it is.");
    }
    steps(completion.derivation);
    clash(completion.derivation);
    suggestions(completion.suggestions);
    line("  {}", style_.bold("Checked"));
    line("    z3, E-matching alone, in a fresh process on the {}: unsat ({:.2f} s)",
         completion.pasted ? "script with the assertion in it" : "printed script", completion.fresh_seconds);
    for (const trigger::Opinion& opinion : completion.second) said(opinion);
    if (index < page_.emitted.size()) line("    written to {}", printable(page_.emitted[index]));
  }

  /// Prints that fewer alternatives than requested were found.
  void few() {
    line("  No {}alternative was found{}.", report_.completions.size() == 1 ? "" : "further ",
         report_.synthesis.out_of_time ? " in the time" : " within the bounds");
  }

  [[nodiscard]] std::string origin(const trigger::Match& match) const {
    switch (match.origin) {
      case trigger::Origin::Term: return "of the term";
      case trigger::Origin::Script: return "of the script";
      case trigger::Origin::Step: return fmt::format("of step {}", match.step + 1);
      case trigger::Origin::Equality: return "modulo equalities";
    }
    return {};
  }

  void steps(const trigger::Derivation& derivation) {
    const std::vector<trigger::Step>& steps = derivation.steps;
    if (steps.empty()) {
      if (!derivation.note.empty()) line("  No derivation: {}.", one_line(derivation.note, kWidth));
      return;
    }
    line("  {}", style_.bold("How E-matching then refutes it"));
    for (std::size_t i = 0; i < std::min(steps.size(), kMaxSteps); ++i) step(i, steps[i]);
    if (steps.size() > kMaxSteps) line("    and {} more (--json has them)", steps.size() - kMaxSteps);
  }

  void step(std::size_t index, const trigger::Step& step) {
    std::vector<std::string> values;
    for (const auto& [name, value] : step.values)
      values.push_back(printable(page_.names.variable(name)) + " = " + shown(value));
    std::vector<std::string> matches;
    for (const trigger::Match& match : step.matches) matches.push_back(shown(match.term) + " " + origin(match));
    line("    {}. {}{}, {}", index + 1, step.outermost ? "" : "a quantifier inside of ", axiom(step.conjunct),
         one_line(join(values, ", "), kWidth));
    if (!matches.empty()) line("       matches {}", one_line(join(matches, " and "), kWidth));
    line("       {}", style_.bold(shown(step.fact)));
  }

  void clash(const trigger::Derivation& derivation) {
    if (derivation.clash.empty()) return;
    std::vector<std::string> names;
    for (const std::size_t conjunct : derivation.clash) {
      const std::string name = axiom(conjunct);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    line("  {}", style_.bold("What clashes"));
    for (const std::string& name : names) line("    {}", name);
  }

  void suggestions(const trigger::Suggestions& suggestions) {
    if (suggestions.found.empty()) {
      if (!suggestions.note.empty()) line("  No weaker pattern to suggest: {}.", suggestions.note);
      return;
    }
    line("  {}", style_.bold("Or weaken a pattern (with any of these no term is needed: z3 says unsat)"));
    for (const trigger::Suggestion& suggestion : suggestions.found) {
      for (std::size_t i = 0; i < suggestion.changes.size(); ++i)
        change(suggestion.changes[i], i == 0 ? "- " : "  and ");
      elsewhere(suggestion.elsewhere);
    }
  }

  void elsewhere(const trigger::Elsewhere& found) {
    if (page_.options.also.empty()) return;
    const std::string unfit =
        found.unfit == 0 ? std::string() : fmt::format("; {} cannot tell", with_commas(found.unfit));
    if (found.worse.empty())
      line("      Tried on {} other scripts: none is slower{}.", with_commas(found.tried), unfit);
    else
      line("      {}",
           style_.yellow(fmt::format("Slower on {} of {} other scripts{}:", found.worse.size(), found.tried, unfit)));
    const auto shown = [](const trigger::Reply& reply) {
      return fmt::format("{} ({:.2f} s)", trigger::name(reply.answer), reply.seconds);
    };
    for (std::size_t i = 0; i < std::min(found.worse.size(), kMaxShown); ++i)
      line("        {}: {}, with it {}", printable(found.worse[i].name), shown(found.worse[i].before),
           shown(found.worse[i].after));
  }

  void change(const trigger::PatternChange& change, const char* mark) {
    std::vector<std::string> pattern;
    for (const smt::TermId term : change.pattern) pattern.push_back(shown(term));
    line("    {}{}: pattern {{{}}}{}", mark, axiom(change.conjunct), join(pattern, ", "),
         change.part ? ", for this part of it alone:" : "");
    line("      (assert {})", one_line(smtlib(change.formula), 2 * kWidth));
    if (change.whole_loops)
      line("      {}", style_.yellow("Not for the whole assertion: there this pattern makes a matching loop."));
    if (change.loops)
      line("      {}", style_.yellow("Beware: it makes a matching loop: each instance makes a new term that matches."));
  }

  void not_found() {
    line("  {}", style_.bold("Tried"));
    const std::vector<std::string>& tried = report_.synthesis.tried;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      const bool shown = i < kMaxShown || i + kMaxShown >= tried.size();
      if (shown) line("    {}", one_line(tried[i], kWidth));
      if (i == kMaxShown && !shown) line("    ... and {} more (--json has them)", tried.size() - 2 * kMaxShown);
    }
    if (!report_.synthesis.closest.empty()) {
      line("  {}", style_.bold("The closest candidate (E-matching with it does not say unsat)"));
      const std::vector<smt::TermId>& closest = report_.synthesis.closest;
      for (std::size_t i = 0; i < std::min(closest.size(), kMaxShown); ++i) line("    {}", shown(closest[i]));
      if (closest.size() > kMaxShown) line("    and {} more (--json has them)", closest.size() - kMaxShown);
    }
    const std::vector<trigger::Unmatchable>& alone = report_.unmatchable;
    for (std::size_t i = 0; i < std::min(alone.size(), kMaxShown); ++i)
      line("  No pattern of {} can contain {}, so E-matching never instantiates it.", axiom(alone[i].conjunct),
           printable(page_.names.variable(alone[i].variable)));
    if (alone.size() > kMaxShown) line("    and {} more (--json has them)", alone.size() - kMaxShown);
    if (!report_.options_to_raise.empty())
      line("  {} {}", style_.bold("To try next, raise"), join(report_.options_to_raise, ", "));
  }

  void opinions() {
    if (report_.opinions.empty()) return;
    line("  {}", style_.bold("What each engine says, without any term"));
    for (const trigger::Opinion& opinion : report_.opinions) said(opinion);
  }

  void said(const trigger::Opinion& opinion) {
    if (!opinion.asked) return line("    {}: not asked: {}", opinion.engine, one_line(opinion.reply.text, kWidth));
    line("    {}: {} ({:.2f} s)", opinion.engine, trigger::name(opinion.reply.answer), opinion.reply.seconds);
  }

  const TriggerPage& page_;
  const trigger::Report& report_;
  Style style_;
  std::string text_;
};

}  // namespace

std::string trigger_explanation(const trigger::Report& report, bool axioms_only) {
  const std::string what = axioms_only ? "the axioms are" : "the script is";
  switch (report.verdict) {
    case trigger::Verdict::Found: {
      const std::string with = report.completions.at(0).set.terms.size() == 1 ? "this term" : "these terms";
      return axioms_only ? "the axioms are inconsistent: E-matching refutes them with " + with
                         : "E-matching refutes the script with " + with;
    }
    case trigger::Verdict::Inconsistent:
      return "the axioms are inconsistent: E-matching refutes them as they are, so whatever is claimed is proved";
    case trigger::Verdict::ModuloPatterns:
      return "inconsistent, but only engines that do not follow the patterns see it; no term was found that E-matching "
             "could use";
    case trigger::Verdict::NotFound: {
      const std::string none = axioms_only ? "no contradiction was found" : "no term was found";
      return report.unconfirmed_model.empty()
                 ? none
                 : none + ": the solver says sat, but Assay does not confirm it (" + report.unconfirmed_model + ")";
    }
    case trigger::Verdict::NoQuantifiers:
      return axioms_only ? "no assertion is a universal formula: there are no axioms"
                         : "the script has no quantifiers: there is nothing to trigger";
    case trigger::Verdict::AlreadyUnsat: return "E-matching refutes the script as it is: no term is missing";
    case trigger::Verdict::Satisfiable: return what + " satisfiable: Assay has evaluated a model";
    case trigger::Verdict::Disagreement:
      return "one solver says sat and another unsat: one of them is wrong, which is a bug to report";
    case trigger::Verdict::Interrupted: return "interrupted; no term was found so far";
    case trigger::Verdict::Failed: return "the solver cannot read the script: " + printable(report.synthesis.detail);
  }
  return {};
}

std::string trigger_text(const TriggerPage& page) {
  return page.check.state == trigger::CheckState::Examined ? TextPage(page).text() : std::string();
}

namespace {

/// "checks 1, 5 (lines 12, 30)"; for a single check, its name with its label.
std::string named_checks(const std::vector<const trigger::CheckReport*>& checks) {
  if (checks.size() == 1) return "check " + check_name(checks[0]->check);
  std::vector<std::string> numbers;
  std::vector<std::string> lines;
  for (const trigger::CheckReport* one : checks) {
    if (numbers.size() == kMaxChecks) break;
    numbers.push_back(std::to_string(one->check.number));
    lines.push_back(std::to_string(one->check.where.line));
  }
  const std::string more =
      checks.size() > kMaxChecks ? fmt::format(" and {} more", checks.size() - kMaxChecks) : std::string();
  return fmt::format("checks {}{} (lines {}{})", join(numbers, ", "), more, join(lines, ", "),
                     more.empty() ? "" : ", ...");
}

std::vector<const trigger::CheckReport*> in_state(const std::vector<trigger::CheckReport>& checks,
                                                  trigger::CheckState state) {
  std::vector<const trigger::CheckReport*> result;
  for (const trigger::CheckReport& one : checks)
    if (one.state == state) result.push_back(&one);
  return result;
}

}  // namespace

std::string trigger_summary(const std::string& file, const std::vector<trigger::CheckReport>& checks,
                            std::size_t count) {
  const auto examined = in_state(checks, trigger::CheckState::Examined);
  const auto refuted = in_state(checks, trigger::CheckState::Refuted);
  const auto left = in_state(checks, trigger::CheckState::NoTime);
  std::string text = fmt::format("{}: looked at {} of {} checks\n", printable(file), examined.size(), count);
  for (const trigger::CheckReport* one : examined)
    text += fmt::format("  Check {}: {}{}\n", check_name(one->check), trigger::name(one->report.verdict),
                        one->check.brief ? " (the log allows it less than a second: is a path feasible?)" : "");
  if (!refuted.empty())
    text += fmt::format("  E-matching refutes {}: no further term is needed.\n", named_checks(refuted));
  for (const trigger::CheckReport* one : in_state(checks, trigger::CheckState::Repeats))
    text += fmt::format("  Check {} has the assertions of check {}.\n", check_name(one->check), one->repeats);
  if (!left.empty())
    text += fmt::format("  No time was left for {}: raise --time, or choose one with --check.\n", named_checks(left));
  return text;
}

}  // namespace assay::cli
