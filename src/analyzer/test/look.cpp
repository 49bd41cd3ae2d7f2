#include "look.hpp"

#include <algorithm>
#include <set>

#include "assay/analyzer/test.hpp"
#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::size_t kMostShown = 20;

/// Turns the first claims that hold, and have an opposite, into lies.
void plant(Claims& claims, const Checks& honest) {
  for (std::size_t i = 0; i < claims.facts.size(); ++i) {
    if (honest.facts[i].runs == 0 || honest.facts[i].broken != 0 || claims.facts[i].mode == Fact::Mode::May) continue;
    if (std::optional<Property> lie = opposite(claims.facts[i].property)) claims.facts[i].property = std::move(*lie);
  }
}

bool is_known(const Fact& fact, const std::vector<core::KnownBug>& known) {
  const std::string text = to_text(fact);
  const std::string cause = class_of(fact);
  return std::any_of(known.begin(), known.end(), [&](const core::KnownBug& row) {
    return row.explains(core::name(core::BugKind::Unsound), {text, cause});
  });
}

std::string line_of(const Look& look, const Broken& broken) {
  const Fact& fact = look.claims.facts[broken.fact];
  const Checked& checked = look.checks.facts[broken.fact];
  std::string text = to_text(fact) + "\n  broken in " + std::to_string(checked.broken) + " of " +
                     std::to_string(checked.runs) + " checks, first by " + checked.witness;
  if (!fact.origin.empty()) text += "\n  claimed as: " + fact.origin;
  return text + "\n";
}

std::string detail_of(const Look& look, const std::string& cause) {
  std::string detail = "The analyzer claims what a run contradicts:\n";
  std::size_t shown = 0;
  for (const Broken& broken : look.broken)
    if (broken.cause == cause && shown++ < kMostShown) detail += line_of(look, broken);
  std::set<std::string> others;
  for (const Broken& broken : look.broken)
    if (broken.cause != cause) others.insert(broken.cause);
  if (!others.empty()) detail += "Broken in the same run, too:\n";
  for (const std::string& other : others) detail += "  " + other + "\n";
  detail += "Built and run by:\n";
  for (const std::vector<std::string>& command : look.checks.commands) detail += "  " + join(command, " ") + "\n";
  return detail;
}

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Whether a statement's right side has a name in it.
bool uses(std::string_view statement, std::string_view name) {
  const std::size_t right = statement.find(" = ");
  for (std::size_t at = statement.find(name, right); at != std::string_view::npos; at = statement.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name_part(statement[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == statement.size() || !is_name_part(statement[end]))) return true;
  }
  return false;
}

/// Whether a broken fact's value is computed from one that another broken fact is about, at the same moment of the same
/// function: then it only follows. Known where a fact's origin is the statement that defines its value.
bool follows(const Fact& fact, const Fact& other) {
  return !other.subject.text.empty() && fact.subject.text != other.subject.text &&
         fact.place.function == other.place.function && fact.place.context == other.place.context &&
         fact.origin.starts_with(fact.subject.text + " = ") && uses(fact.origin, other.subject.text);
}

/// Leaves the first in each chain of broken facts; all of them where they go round in a circle.
void keep_first(Look& look) {
  std::vector<Broken> first;
  for (const Broken& broken : look.broken) {
    const bool derived = std::any_of(look.broken.begin(), look.broken.end(), [&](const Broken& other) {
      return follows(look.claims.facts[broken.fact], look.claims.facts[other.fact]);
    });
    if (!derived) first.push_back(broken);
  }
  if (first.empty()) return;
  look.following = look.broken.size() - first.size();
  look.broken = std::move(first);
}

Look ask(Analyzer& analyzer, const CaseProgram& subject, const Session& session) {
  Look look;
  look.claims = analyzer.claims(subject.program, session);
  look.target_cpu_seconds = look.claims.usage.cpu_seconds();
  look.wall_seconds = look.claims.usage.wall_seconds;
  look.trouble = look.claims.trouble;
  return look;
}

void judge(Look& look, Analyzer& analyzer, const CaseProgram& subject, const std::vector<core::KnownBug>& known,
           const Session& session) {
  look.checks = analyzer.check(subject.program, look.claims, session);
  if (subject.lie && !look.checks.trouble) {
    plant(look.claims, look.checks);
    look.checks = analyzer.check(subject.program, look.claims, session);
  }
  look.target_cpu_seconds += look.checks.usage.cpu_seconds();
  look.wall_seconds += look.checks.usage.wall_seconds;
  look.trouble = look.checks.trouble;
  for (std::size_t i = 0; i < std::min(look.claims.facts.size(), look.checks.facts.size()); ++i) {
    if (look.checks.facts[i].broken == 0 || look.claims.facts[i].mode == Fact::Mode::May) continue;
    if (is_known(look.claims.facts[i], known)) {
      ++look.known;
    } else {
      look.broken.push_back({i, class_of(look.claims.facts[i])});
    }
  }
  keep_first(look);
}

}  // namespace

Look look_at(Analyzer& analyzer, const CaseProgram& subject, const std::vector<core::KnownBug>& known,
             const Session& session) {
  Look look = ask(analyzer, subject, session);
  if (!look.trouble) judge(look, analyzer, subject, known, session);
  return look;
}

Look look_for(Analyzer& analyzer, const CaseProgram& subject, const std::vector<core::KnownBug>& known,
              Session session) {
  session.quick = true;
  Look look = ask(analyzer, subject, session);
  bool any = false;
  for (Fact& fact : look.claims.facts) {
    const bool wanted = class_of(fact) == subject.wanted;
    any = any || wanted;
    if (!wanted) fact.mode = Fact::Mode::May;  // it keeps its number, and is not judged
  }
  if (!look.trouble && !any) look.trouble = core::Verdict::skip("no such fact");
  if (!look.trouble) judge(look, analyzer, subject, known, session);
  return look;
}

core::Verdict judge_class(Analyzer& analyzer, const Program& program, const std::string& wanted,
                          const std::vector<core::KnownBug>& known, const Session& session) {
  CaseProgram subject;
  subject.program = program;
  subject.wanted = wanted;
  Look look = look_for(analyzer, subject, known, session);
  core::Verdict verdict = verdict_of(look, subject, 0);
  // A quick look may take what a full one does not.
  if (verdict.is_bug() && verdict.reason == wanted)
    verdict = verdict_of(look_at(analyzer, subject, known, session), subject, 0);
  return verdict;
}

core::Verdict verdict_of(const Look& look, const CaseProgram& subject, std::uint64_t index) {
  if (!look.broken.empty()) {
    std::vector<std::string> causes;
    for (const Broken& broken : look.broken) causes.push_back(broken.cause);
    std::sort(causes.begin(), causes.end());
    causes.erase(std::unique(causes.begin(), causes.end()), causes.end());
    std::string cause = causes[hash_bytes("cause", index) % causes.size()];
    if (std::find(causes.begin(), causes.end(), subject.wanted) != causes.end()) cause = subject.wanted;
    return core::Verdict::bug(core::BugKind::Unsound, cause, detail_of(look, cause));
  }
  if (look.checks.miscompiled && (subject.wanted.empty() || !look.trouble))
    return core::Verdict::bug(core::BugKind::Miscompiled,
                              look.checks.miscompiled->substr(0, look.checks.miscompiled->find_first_of(":\n")),
                              *look.checks.miscompiled);
  if (look.trouble) return *look.trouble;
  const bool any =
      std::any_of(look.checks.facts.begin(), look.checks.facts.end(), [](const Checked& one) { return one.runs > 0; });
  if (!any && look.checks.undefined) return core::Verdict::skip("undefined behaviour in the run");
  return any || look.known > 0 ? core::Verdict::pass() : core::Verdict::skip("no fact was reached");
}

}  // namespace assay::analyzer
