#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/eval/assertion_stack.hpp"

namespace assay::smt {
namespace {

using Judge = CertificateVerdict (*)(const Request& request);
/// By CertificateKind.
constexpr std::array<Judge, kCertificateKinds> kJudges = {
    judge_interpolant, judge_abduct,     judge_elimination, judge_simplification, judge_goals,
    judge_synthesis,   judge_core_reply, judge_lemmas,      judge_values,
};

/// The terms of the list behind a command's first word.
std::vector<TermId> listed_in(const Request& request) {
  const auto parts = parts_of(request.command.text);
  const auto texts = parts && parts->size() > 1 ? parts_of((*parts)[1]) : std::nullopt;
  std::vector<TermId> terms;
  for (const std::string_view text : texts.value_or(std::vector<std::string_view>()))
    if (const ReadTerm read = read_term(request, text); read.term) terms.push_back(*read.term);
  return terms;
}

/// Follows a script from request to request.
class Walk {
 public:
  explicit Walk(const CertificateRun& run) : run_(run) {}

  std::vector<JudgedCertificate> judge_all() {
    for (std::size_t i = 0; i < run_.script.commands.size(); ++i) {
      const Command& command = run_.script.commands[i];
      if (command.kind == CommandKind::Exit) break;
      if (stack_.step(command)) {
        assumptions_ = command.terms;
        answer_ = checks_ < run_.answers.size() ? std::optional(run_.answers[checks_]) : std::nullopt;
        ++checks_;
      }
      if (const auto kind = requested_by(command)) judge(i, command, *kind);
    }
    return std::move(judged_);
  }

 private:
  void judge(std::size_t at, const Command& command, CertificateKind kind) {
    if (judged_.size() >= run_.replies.size()) return;
    const std::string_view reply = trim(run_.replies[judged_.size()]);
    const std::string_view word = first_word(request_text(command));
    if (!word.ends_with("-next")) past_[kind].clear();
    std::vector<TermId> assertions;
    for (const Command* active : stack_.active()) assertions.push_back(active->terms[0]);
    Request request{run_, at, command, word, reply, std::move(assertions), assumptions_, past_[kind], answer_};
    if (word == "get-consequences" || word.starts_with("get-timeout-core")) request.assumptions = listed_in(request);
    const bool is_later =
        std::any_of(judged_.begin(), judged_.end(), [&](const auto& one) { return one.kind == kind; });
    // A pool is declared without a reply, and a core may be empty.
    const bool is_claim =
        !is_refusal(reply) || word == "declare-pool" || (kind == CertificateKind::Cores && reply == "()");
    judged_.push_back({at, kind, (is_later && !word.ends_with("-next") ? "later " : "") + std::string(word),
                       is_claim ? kJudges[static_cast<std::size_t>(kind)](request) : CertificateVerdict()});
    past_[kind].push_back(reply);
  }

  const CertificateRun& run_;
  AssertionStack stack_;
  std::vector<TermId> assumptions_;
  std::size_t checks_ = 0;
  std::optional<Reply> answer_;  ///< to the last check
  std::map<CertificateKind, std::vector<std::string_view>> past_;
  std::vector<JudgedCertificate> judged_;
};

}  // namespace

std::vector<JudgedCertificate> judge_certificates(const CertificateRun& run) { return Walk(run).judge_all(); }

}  // namespace assay::smt
