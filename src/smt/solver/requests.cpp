#include "smt/solver/requests.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace assay::smt {
namespace {

constexpr std::array<std::string_view, kCertificateKinds> kNames = {
    "interpolants", "abducts", "elimination", "simplification", "tactics", "synthesis", "cores", "lemmas", "values"};

struct CommandRow {
  std::string_view command;
  CertificateKind kind;
  CommandKind parsed = CommandKind::Opaque;  ///< Opaque: the parser keeps the command's text
};
constexpr std::array kCommands = {
    CommandRow{"get-interpolant", CertificateKind::Interpolants, CommandKind::GetInterpolant},
    CommandRow{"get-interpolant-next", CertificateKind::Interpolants},
    CommandRow{"get-abduct", CertificateKind::Abducts, CommandKind::GetAbduct},
    CommandRow{"get-abduct-next", CertificateKind::Abducts},
    CommandRow{"get-qe", CertificateKind::Elimination},
    CommandRow{"get-qe-disjunct", CertificateKind::Elimination},
    CommandRow{"simplify", CertificateKind::Simplification, CommandKind::Simplify},
    CommandRow{"mbp", CertificateKind::Elimination},
    CommandRow{"apply smt", CertificateKind::Lemmas},
    CommandRow{"apply", CertificateKind::Tactics},
    CommandRow{"check-synth", CertificateKind::Synthesis},
    CommandRow{"check-synth-next", CertificateKind::Synthesis},
    CommandRow{"get-unsat-core", CertificateKind::Cores, CommandKind::GetUnsatCore},
    CommandRow{"get-unsat-assumptions", CertificateKind::Cores, CommandKind::GetUnsatAssumptions},
    CommandRow{"get-timeout-core", CertificateKind::Cores},
    CommandRow{"get-timeout-core-assuming", CertificateKind::Cores},
    CommandRow{"get-learned-literals", CertificateKind::Lemmas},
    CommandRow{"get-difficulty", CertificateKind::Lemmas},
    CommandRow{"get-consequences", CertificateKind::Lemmas},
    CommandRow{"declare-pool", CertificateKind::Lemmas},
    CommandRow{"eval", CertificateKind::Interpolants},
    CommandRow{"get-value", CertificateKind::Values, CommandKind::GetValue},
    CommandRow{"get-assignment", CertificateKind::Values, CommandKind::GetAssignment},
};

/// Whether the line is this marker. Some solvers print the quotes of an echo.
bool is_marker(std::string_view line, std::string_view marker) {
  line = trim(line);
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  return line == marker;
}

}  // namespace

std::string_view name(CertificateKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<CertificateKind> certificate_kind(std::string_view name) {
  const auto* at = std::find(kNames.begin(), kNames.end(), name);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<CertificateKind>(at - kNames.begin());
}

std::vector<std::string> certificate_names() { return {kNames.begin(), kNames.end()}; }

std::optional<CertificateKind> requested_by(std::string_view command) {
  command.remove_prefix(std::min(command.find_first_not_of("( \t\n"), command.size()));
  const auto* row = std::find_if(kCommands.begin(), kCommands.end(), [&](const CommandRow& one) {
    if (!command.starts_with(one.command)) return false;
    return command.size() == one.command.size() || is_space(command[one.command.size()]) ||
           command[one.command.size()] == '(' || command[one.command.size()] == ')';
  });
  return row == kCommands.end() ? std::nullopt : std::optional(row->kind);
}

std::string_view first_word(std::string_view command) {
  const std::size_t begin = std::min(command.find_first_not_of("( \t\n"), command.size());
  return command.substr(begin, command.find_first_of(" \t\n()", begin) - begin);
}

std::string_view request_text(const Command& command) {
  if (command.kind == CommandKind::Opaque || command.kind == CommandKind::GetElimination) return command.text;
  const auto* row = std::find_if(kCommands.begin(), kCommands.end(),
                                 [&](const CommandRow& one) { return one.parsed == command.kind; });
  return row == kCommands.end() ? std::string_view() : row->command;
}

std::optional<CertificateKind> requested_by(const Command& command) { return requested_by(request_text(command)); }

bool states_synthesis(std::string_view command) {
  constexpr std::array<std::string_view, 6> kStating = {"synth-fun",  "synth-inv", "declare-var",
                                                        "constraint", "assume",    "inv-constraint"};
  return std::find(kStating.begin(), kStating.end(), command) != kStating.end();
}

SplitOutput split_replies(std::string_view output) {
  SplitOutput split;
  bool inside = false;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size() - 1) + 1;
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(end);
    if (is_marker(line, kReplyBegin)) {
      split.replies.emplace_back();
      inside = true;
    } else if (is_marker(line, kReplyEnd)) {
      inside = false;
    } else {
      (inside ? split.replies.back() : split.rest) += line;
      split.unmarked += line;
    }
  }
  return split;
}

}  // namespace assay::smt
