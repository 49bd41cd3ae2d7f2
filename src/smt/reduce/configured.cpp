// Cases for which options of the targets were drawn: how they are run, told and reduced.

#include <algorithm>
#include <utility>

#include "smt/reduce/solver_tester.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::smt {
namespace {

/// Why a bug of this kind is none under drawn options; empty: it is one.
std::string_view no_promise(core::BugKind kind) {
  switch (kind) {
    case core::BugKind::RejectsValid: return "an error with drawn options";
    case core::BugKind::Incomplete: return "unknown with drawn options";
    case core::BugKind::Imprecise: return "a core that is not minimal, with drawn options";
    case core::BugKind::Slow: return "slow with drawn options";
    default: return {};
  }
}

std::vector<std::string> drawn_for(const SmtFacts& facts, const std::string& target) {
  for (const DrawnOptions& one : facts.drawn)
    if (one.target == target) return one.options;
  return {};
}

/// The case with these of the options that its script has, which is changed to match.
core::Case with_fewer(const core::Case& subject, const std::vector<std::string>& kept, bool needed) {
  core::Case made = subject;
  auto facts = SmtFacts::from_json(subject.metadata);
  for (DrawnOptions& one : facts->drawn) {
    if (one.target != facts->written_for) continue;
    for (const std::string& option : one.options)
      if (std::find(kept.begin(), kept.end(), option) == kept.end())
        made.files.front().content = without_option(made.files.front().content, option);
    one.options = kept;
  }
  facts->needs_options = needed;
  made.metadata = facts->json();
  return made;
}

/// Those of its options that the case still has: passes over commands drop some.
std::vector<std::string> still_set(const SolverDefinition& target, const core::Case& subject, const SmtFacts& facts) {
  std::vector<std::string> set = drawn_for(facts, facts.written_for);
  std::erase_if(set, [&](const std::string& option) {
    const std::string command = option_commands(target, {option});
    return !command.empty() && subject.files.front().content.find(command) == std::string::npos;
  });
  return set;
}

}  // namespace

void SolverTester::draw(core::Case& subject, SmtFacts& facts) const {
  const core::Rng rng = core::Rng(setup_.seed).split("options").split(subject.index);
  core::Rng share = rng;
  if (!share.percent(setup_.options_percent)) return;
  for (const Tested& target : setup_.targets) {
    const SolverDefinition& tested = *target.definition;
    if (!tested.options.empty()) facts.drawn.push_back({tested.name, draw_options(tested, rng.split(tested.name))});
  }
  subject.metadata = facts.json();
}

std::string SolverTester::writer(const SmtFacts& facts, std::size_t target) const {
  const SolverDefinition& tested = definition(target);
  const bool foreign = std::any_of(setup_.targets.begin(), setup_.targets.end(), [&](const Tested& other) {
    return other.definition->name == facts.written_for && other.definition->family != tested.family;
  });
  return facts.written_for.empty() || foreign ? tested.name : facts.written_for;
}

std::vector<std::string> SolverTester::options_of(const SmtFacts& facts, std::size_t target) const {
  return drawn_for(facts, writer(facts, target));
}

std::string SolverTester::with_options(std::string script, const SmtFacts& facts, std::size_t target) const {
  const std::string by = writer(facts, target);
  if (by == facts.written_for) return script;
  for (const std::string& option : drawn_for(facts, facts.written_for)) script = without_option(script, option);
  return option_commands(definition(target), drawn_for(facts, by)) + script;
}

std::optional<core::Case> SolverTester::as_configured(const core::Case& subject, const SmtFacts& facts,
                                                      std::size_t target) const {
  if (facts.drawn.empty() || subject.files.empty()) return std::nullopt;
  core::Case written = subject;
  written.files.front().content = with_options(std::move(written.files.front().content), facts, target);
  return written;
}

core::Case SolverTester::written_for(const core::Case& subject, std::size_t target) const {
  auto facts = SmtFacts::from_json(subject.metadata);
  if (!facts || facts->drawn.empty() || !facts->written_for.empty()) return subject;
  core::Case written = as_configured(subject, *facts, target).value_or(subject);
  facts->written_for = definition(target).name;
  written.metadata = facts->json();
  return written;
}

void SolverTester::tell_options(std::size_t target, const SmtFacts& facts, core::Verdict& verdict) const {
  if (!verdict.is_bug() || facts.drawn.empty()) return;
  const std::vector<std::string> set = options_of(facts, target);
  if (set.empty()) {
    if (!facts.written_for.empty())
      verdict.detail += "\nFound with drawn options; the default configuration fails, too.";
    return;
  }
  if (const std::string_view reason = no_promise(verdict.kind); !reason.empty()) {
    verdict = core::Verdict::skip(std::string(reason));
    return;
  }
  const std::string shown = shown_options(definition(target), set);
  verdict.detail += facts.needs_options ? "\nOnly with: " + shown + "; the default configuration passes."
                                        : "\nWith drawn options: " + shown;
}

core::Case SolverTester::reduce_options(core::Case failing, std::size_t target,
                                        const std::function<bool(const core::Case&)>& still_fails,
                                        const std::stop_token& stop) {
  const auto facts = SmtFacts::from_json(failing.metadata);
  if (!facts || facts->written_for.empty() || failing.files.empty()) return failing;
  std::vector<std::string> set = still_set(definition(target), failing, *facts);
  core::Case best = with_fewer(failing, set, false);
  if (set.empty()) return best;
  core::Case by_default = with_fewer(best, {}, false);
  if (still_fails(by_default)) return by_default;
  const bool needed =
      run(by_default, target, core::RunMode::Fresh, stop).verdict.outcome == core::Verdict::Outcome::Pass;
  for (std::size_t i = 0; i < set.size() && set.size() > 1;) {
    std::vector<std::string> fewer = set;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    core::Case candidate = with_fewer(best, fewer, false);
    if (!still_fails(candidate)) {
      ++i;
      continue;
    }
    best = std::move(candidate);
    set = std::move(fewer);
  }
  return with_fewer(best, set, needed);
}

}  // namespace assay::smt
