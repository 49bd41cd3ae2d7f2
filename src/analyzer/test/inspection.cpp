#include "inspection.hpp"

#include <algorithm>
#include <set>

#include "analyzer/check/run/c_sanitized.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/test/pass_rows.hpp"
#include "analyzer/test/test.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::size_t kMaxShown = 20;
constexpr std::string_view kGivenPoison = ", given poison";

/// Turns the first claims that hold and have an opposite into lies.
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

std::string line_of(const Inspection& inspection, const BrokenFact& broken) {
  const Fact& fact = inspection.claims.facts[broken.fact];
  const CheckedFact& checked = inspection.checks.facts[broken.fact];
  std::string text = to_text(fact) + "\n  broken in " + std::to_string(checked.broken) + " of " +
                     std::to_string(checked.runs) + " checks, first by " + checked.witness;
  if (!fact.origin.empty()) text += "\n  claimed as: " + fact.origin;
  return text + "\n";
}

std::string detail_of(const Inspection& inspection, const std::string& cause) {
  std::string detail = "The analyzer claims what a run contradicts:\n";
  std::size_t shown = 0;
  for (const BrokenFact& broken : inspection.broken)
    if (broken.cause == cause && shown++ < kMaxShown) detail += line_of(inspection, broken);
  std::set<std::string> others;
  for (const BrokenFact& broken : inspection.broken)
    if (broken.cause != cause) others.insert(broken.cause);
  if (!others.empty()) detail += "Broken in the same run, too:\n";
  for (const std::string& other : others) detail += "  " + other + "\n";
  detail += "Built and run by:\n";
  for (const std::vector<std::string>& command : inspection.checks.commands)
    detail += "  " + join(portable_flags(core::portable_command(command)), " ") + "\n";
  return detail;
}

/// Keeps the first fact of each chain of broken facts.
void keep_first(Inspection& inspection) {
  std::vector<std::size_t> numbers;
  for (const BrokenFact& broken : inspection.broken) numbers.push_back(broken.fact);
  const std::vector<std::size_t> first = first_of(inspection.claims.facts, numbers);
  inspection.following = inspection.broken.size() - first.size();
  std::erase_if(inspection.broken,
                [&](const BrokenFact& broken) { return !std::binary_search(first.begin(), first.end(), broken.fact); });
}

/// The fact's class. A fact that only runs with poison contradict has a class of its own, so that a reduction keeps to
/// the kind of failure.
std::string cause_of(const Fact& fact, const CheckedFact& checked) {
  return class_of(fact) + (checked.given_poison ? std::string(kGivenPoison) : std::string());
}

/// Collects the claims that the runs contradict, without known causes and without facts that follow from others.
void collect_broken(Inspection& inspection, const std::vector<core::KnownBug>& known) {
  for (std::size_t i = 0; i < std::min(inspection.claims.facts.size(), inspection.checks.facts.size()); ++i) {
    if (inspection.checks.facts[i].broken == 0 || inspection.claims.facts[i].mode == Fact::Mode::May) continue;
    if (is_known(inspection.claims.facts[i], known)) {
      ++inspection.known;
    } else {
      inspection.broken.push_back({i, cause_of(inspection.claims.facts[i], inspection.checks.facts[i])});
    }
  }
  keep_first(inspection);
}

/// The broken classes, sorted, without duplicates.
std::vector<std::string> causes_of(const Inspection& inspection) {
  std::vector<std::string> causes;
  for (const BrokenFact& broken : inspection.broken) causes.push_back(broken.cause);
  std::sort(causes.begin(), causes.end());
  causes.erase(std::unique(causes.begin(), causes.end()), causes.end());
  return causes;
}

Inspection ask(Analyzer& analyzer, const CaseProgram& subject, const Session& session) {
  Inspection inspection;
  inspection.claims = analyzer.claims(subject.program, session);
  inspection.target_cpu_seconds = inspection.claims.usage.cpu_seconds();
  inspection.wall_seconds = inspection.claims.usage.wall_seconds;
  inspection.trouble = inspection.claims.trouble;
  return inspection;
}

/// A must-fact that was not requested, but judged anyway (by adapters that always insert all checks), counts as a
/// must-fact again: the wanted fact may follow from it.
void make_must_facts_again(Inspection& inspection, const std::vector<std::size_t>& muted) {
  for (const std::size_t fact : muted)
    if (inspection.checks.facts.size() > fact && inspection.checks.facts[fact].broken != 0)
      inspection.claims.facts[fact].mode = Fact::Mode::Must;
}

/// `muted`: must-facts that are may-facts for the checks.
void judge(Inspection& inspection, Analyzer& analyzer, const CaseProgram& subject,
           const std::vector<core::KnownBug>& known, const Session& session,
           const std::vector<std::size_t>& muted = {}) {
  inspection.checks = analyzer.check(subject.program, inspection.claims, session);
  make_must_facts_again(inspection, muted);
  if (subject.lie && !inspection.checks.trouble) {
    plant(inspection.claims, inspection.checks);
    inspection.checks = analyzer.check(subject.program, inspection.claims, session);
  }
  inspection.target_cpu_seconds += inspection.checks.usage.cpu_seconds();
  inspection.wall_seconds += inspection.checks.usage.wall_seconds;
  inspection.trouble = inspection.checks.trouble;
  collect_broken(inspection, known);
}

}  // namespace

Inspection inspect(Analyzer& analyzer, const CaseProgram& subject, const std::vector<core::KnownBug>& known,
                   const Session& session) {
  Inspection inspection = ask(analyzer, subject, session);
  if (!inspection.trouble) judge(inspection, analyzer, subject, known, session);
  return inspection;
}

Inspection inspect_wanted(Analyzer& analyzer, const CaseProgram& subject, const std::vector<core::KnownBug>& known,
                          Session session) {
  session.quick = true;
  Inspection inspection = ask(analyzer, subject, session);
  bool any = false;
  std::vector<std::size_t> muted;
  for (std::size_t i = 0; i < inspection.claims.facts.size(); ++i) {
    Fact& fact = inspection.claims.facts[i];
    const std::string cause = class_of(fact);
    const bool wanted = subject.wanted == cause || subject.wanted == cause + std::string(kGivenPoison);
    any = any || wanted;
    if (wanted || fact.mode == Fact::Mode::May) continue;
    muted.push_back(i);
    fact.mode = Fact::Mode::May;  // it keeps its number, and need not be judged
  }
  if (!inspection.trouble && !any) inspection.trouble = core::Verdict::skip("no such fact");
  if (!inspection.trouble) judge(inspection, analyzer, subject, known, session, muted);
  return inspection;
}

Inspection share_of(const Inspection& whole, const std::vector<std::size_t>& facts, std::size_t parts,
                    const std::vector<core::KnownBug>& known) {
  Inspection share;
  share.claims.command = whole.claims.command;
  share.checks.commands = whole.checks.commands;
  share.checks.builds_agree = whole.checks.builds_agree;
  share.checks.output_differs = whole.checks.output_differs;
  share.target_cpu_seconds = whole.target_cpu_seconds / static_cast<double>(parts);
  share.wall_seconds = whole.wall_seconds / static_cast<double>(parts);
  for (const std::size_t fact : facts) {
    share.claims.facts.push_back(whole.claims.facts[fact]);
    share.checks.facts.push_back(whole.checks.facts[fact]);
  }
  collect_broken(share, known);
  return share;
}

std::vector<core::Verdict> further_verdicts(const Inspection& inspection, const core::Verdict& first) {
  std::vector<core::Verdict> verdicts;
  const bool counts = first.is_bug() && (first.kind == core::BugKind::Unsound || !inspection.claims.beside.empty());
  if (!counts) return verdicts;
  for (const std::string& cause : causes_of(inspection))
    if (cause != first.reason)
      verdicts.push_back(core::Verdict::bug(core::BugKind::Unsound, cause, detail_of(inspection, cause)));
  for (const core::Verdict& bug : inspection.claims.beside)
    if (bug.reason != first.reason) verdicts.push_back(bug);
  return verdicts;
}

std::vector<std::string> broken_classes(const Claims& claims, const Checks& checks,
                                        const std::vector<core::KnownBug>& known) {
  Inspection inspection;
  inspection.claims = claims;
  inspection.checks = checks;
  collect_broken(inspection, known);
  return causes_of(inspection);
}

std::optional<std::string> warned_undefined(const Program& program, const Session& session) {
  std::vector<std::string> compilers;
  for (const char* name : {"gcc", "clang"})
    if (std::string found = core::find_program(name); !found.empty()) compilers.push_back(std::move(found));
  std::vector<std::vector<std::string>> commands;
  core::Usage usage;
  if (!put_files(program, session)) return std::nullopt;
  return warned_of(compilers, program, session, commands, usage);
}

core::Verdict judge_class(Analyzer& analyzer, const Program& program, const std::string& wanted,
                          const std::vector<core::KnownBug>& known, const Session& session) {
  CaseProgram subject;
  subject.program = program;
  subject.wanted = wanted;
  Inspection inspection = inspect_wanted(analyzer, subject, known, session);
  core::Verdict verdict = verdict_of(inspection, subject, 0);
  // A quick inspection may accept a program that a full one does not.
  if (verdict.is_bug() && verdict.reason == wanted)
    verdict = verdict_of(inspect(analyzer, subject, known, session), subject, 0);
  return verdict;
}

core::Verdict verdict_of(const Inspection& inspection, const CaseProgram& subject, std::uint64_t index) {
  const std::vector<core::Verdict>& beside = inspection.claims.beside;
  const auto asked = std::find_if(beside.begin(), beside.end(),
                                  [&](const core::Verdict& bug) { return bug.reason == subject.wanted; });
  if (asked != beside.end()) return *asked;
  if (!inspection.broken.empty()) {
    const std::vector<std::string> causes = causes_of(inspection);
    std::string cause = causes[hash_bytes("cause", index) % causes.size()];
    if (std::find(causes.begin(), causes.end(), subject.wanted) != causes.end()) cause = subject.wanted;
    return core::Verdict::bug(core::BugKind::Unsound, cause, detail_of(inspection, cause));
  }
  if (inspection.checks.miscompiled && (subject.wanted.empty() || !inspection.trouble))
    return core::Verdict::bug(
        core::BugKind::Miscompiled,
        inspection.checks.miscompiled->substr(0, inspection.checks.miscompiled->find_first_of(":\n")),
        *inspection.checks.miscompiled);
  if (!beside.empty()) return beside.front();
  if (inspection.trouble) return *inspection.trouble;
  const bool any = std::any_of(inspection.checks.facts.begin(), inspection.checks.facts.end(),
                               [](const CheckedFact& one) { return one.runs > 0; });
  if (!any && inspection.checks.undefined) return core::Verdict::skip("undefined behaviour in the run");
  const bool builds_only = inspection.claims.facts.empty() && inspection.checks.builds_agree;
  if (builds_only) return core::Verdict::pass(passes::kBuilds, "");
  if (!any && inspection.known == 0) return core::Verdict::skip("no fact was reached");
  return core::Verdict::pass(passes::kFacts, inspection.checks.output_differs
                                                 ? "output not compared in lines that differ from run to run"
                                                 : "");
}

}  // namespace assay::analyzer
