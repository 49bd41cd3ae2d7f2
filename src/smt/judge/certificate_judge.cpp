#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "smt/certificate/certificate.hpp"
#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::Verdict;
using Worth = CertificateVerdict::Kind;

/// The case's witness; nullopt if it has none.
std::optional<Model> witness_of(const SolverRun& run) {
  const core::File* file = run.subject.file(kWitnessFile);
  if (file == nullptr || !run.facts.has_witness) return std::nullopt;
  Result<Model> model = parse_model(run.terms.store(), run.terms.script(), file->content);
  return model ? std::optional(std::move(*model)) : std::nullopt;
}

std::optional<std::string> ask_for_point(const SolverRun& run, const Script& script) {
  if (!run.ask) return std::nullopt;
  const std::string text = respelled(run.target, run.terms.store(), script, print_script(run.terms.store(), script));
  SolverAnswer answer = run.ask(text, {.model = true});
  if (answer.replies != std::vector{Reply::Sat}) return std::nullopt;
  return std::move(answer.model);
}

const JudgedCertificate* first_of(const std::vector<JudgedCertificate>& judged, Worth kind) {
  const auto found = std::find_if(judged.begin(), judged.end(),
                                  [&](const JudgedCertificate& one) { return one.verdict.kind == kind; });
  return found == judged.end() ? nullptr : &*found;
}

}  // namespace

MaybeJudgement judge_certificates_given(const SolverRun& run, const Verdict* so_far) {
  if (!run.asked.certificates || run.answer.certificates.empty() || !run.terms.is_readable()) return std::nullopt;
  const std::optional<Model> witness = witness_of(run);
  const core::File* solution = run.subject.file(kSolutionFile);
  const auto judged = judge_certificates({
      .store = run.terms.store(),
      .script = run.terms.script(),
      .replies = run.answer.certificates,
      .equivalent_tactics = run.target.equivalent_tactics,
      .implied_tactics = run.target.implied_tactics,
      .answers = run.answer.replies,
      .witness = witness ? &*witness : nullptr,
      .solution = solution == nullptr ? std::string_view() : std::string_view(solution->content),
      .ask = [&](const Script& script) { return ask_for_point(run, script); },
  });
  if (const JudgedCertificate* wrong = first_of(judged, Worth::Wrong))
    return Judgement{Verdict::bug(core::BugKind::InvalidCertificate, wrong->request + ": " + wrong->verdict.reason,
                                  wrong->verdict.detail)};
  if (so_far->outcome != Verdict::Outcome::Pass || !so_far->reason.empty()) return std::nullopt;
  if (const JudgedCertificate* open = first_of(judged, Worth::NotJudged)) {
    Judgement judgement{Verdict::pass(passes::kCertificatesOpen, "certificate not judged: " + open->verdict.reason)};
    judgement.verdict.detail = open->verdict.detail;
    return judgement;
  }
  if (first_of(judged, Worth::NotGiven) != nullptr)
    return Judgement{Verdict::pass(passes::kCertificatesOpen, "certificate not given")};
  return Judgement{Verdict::pass(passes::kCertificates)};
}

}  // namespace assay::smt
