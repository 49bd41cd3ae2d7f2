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

/// The first word of a command.
std::string_view word_of(const Command& command) {
  switch (command.kind) {
    case CommandKind::GetInterpolant: return "get-interpolant";
    case CommandKind::GetAbduct: return "get-abduct";
    case CommandKind::GetElimination: return command.text;
    case CommandKind::Simplify: return "simplify";
    case CommandKind::GetUnsatCore: return "get-unsat-core";
    case CommandKind::GetUnsatAssumptions: return "get-unsat-assumptions";
    case CommandKind::GetValue: return "get-value";
    case CommandKind::GetAssignment: return "get-assignment";
    case CommandKind::Opaque: break;
    default: return {};
  }
  const std::string_view text = command.text;
  const std::size_t begin = text.find_first_not_of("( \t\n");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find_first_of(" \t\n()", begin);
  return text.substr(begin, end == std::string_view::npos ? end : end - begin);
}

/// Follows a script from request to request.
class Walk {
 public:
  explicit Walk(const CertificateRun& run) : run_(run) {}

  std::vector<JudgedCertificate> judge_all() {
    for (std::size_t i = 0; i < run_.script.commands.size(); ++i) {
      const Command& command = run_.script.commands[i];
      if (command.kind == CommandKind::Exit) break;
      if (stack_.step(command)) assumptions_ = command.terms;
      if (const auto kind = request_of(command)) judge(i, command, *kind);
    }
    return std::move(judged_);
  }

 private:
  void judge(std::size_t at, const Command& command, CertificateKind kind) {
    if (judged_.size() >= run_.replies.size()) return;
    const std::string_view reply = trim(run_.replies[judged_.size()]);
    const std::string_view word = word_of(command);
    if (!word.ends_with("-next")) past_[kind].clear();
    std::vector<TermId> assertions;
    for (const Command* active : stack_.active()) assertions.push_back(active->terms[0]);
    const Request request{run_, at, command, word, reply, std::move(assertions), assumptions_, past_[kind]};
    judged_.push_back({at, kind, kJudges[static_cast<std::size_t>(kind)](request)});
    past_[kind].push_back(reply);
  }

  const CertificateRun& run_;
  AssertionStack stack_;
  std::vector<TermId> assumptions_;
  std::map<CertificateKind, std::vector<std::string_view>> past_;
  std::vector<JudgedCertificate> judged_;
};

}  // namespace

std::optional<CertificateKind> request_of(const Command& command) { return requested_by(word_of(command)); }

std::vector<JudgedCertificate> judge_certificates(const CertificateRun& run) { return Walk(run).judge_all(); }

}  // namespace assay::smt
