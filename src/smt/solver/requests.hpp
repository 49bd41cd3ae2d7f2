#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// A kind of certificate or computed term that a solver hands over beside its answers.
enum class CertificateKind : std::uint8_t {
  Interpolants,    ///< get-interpolant; eval of a predicate of Horn clauses (z3)
  Abducts,         ///< get-abduct
  Elimination,     ///< get-qe; mbp (z3)
  Simplification,  ///< simplify
  Tactics,         ///< apply: the goals that a tactic leaves
  Synthesis,       ///< check-synth
  Cores,           ///< get-unsat-core, get-unsat-assumptions, get-timeout-core
  Lemmas,          ///< get-learned-literals, get-difficulty, declare-pool; get-consequences, apply smt (z3)
  Values,          ///< get-value, get-assignment
};
inline constexpr std::size_t kCertificateKinds = 9;
/// The name in definitions and on the command line: "interpolants".
[[nodiscard]] std::string_view name(CertificateKind kind);
[[nodiscard]] std::optional<CertificateKind> certificate_kind(std::string_view name);
[[nodiscard]] std::vector<std::string> certificate_names();

/// The first word of a command's text: "define-const" of "(define-const ...".
[[nodiscard]] std::string_view first_word(std::string_view command);
/// The kind of certificate that a command asks for; nullopt for other commands. `command`: its text or first word.
[[nodiscard]] std::optional<CertificateKind> requested_by(std::string_view command);
[[nodiscard]] std::optional<CertificateKind> requested_by(const Command& command);
/// The text of a command that the parser keeps, or the first word of another request. Empty for other commands.
[[nodiscard]] std::string_view request_text(const Command& command);
/// Whether the command states a synthesis problem (SyGuS-IF 2.1): synth-fun, constraint and others.
[[nodiscard]] bool states_synthesis(std::string_view command);

/// A command of a script that asks for a certificate: its place in the text.
struct RequestPlace {
  std::size_t begin = 0;
  std::size_t size = 0;
  CertificateKind kind = CertificateKind::Interpolants;
};

/// The texts that a solver is made to print before and after its reply to a request.
inline constexpr std::string_view kReplyBegin = "assay-reply";
inline constexpr std::string_view kReplyEnd = "assay-reply-end";

/// The parts of an output.
struct SplitOutput {
  std::string rest;                  ///< without the replies to requests
  std::string unmarked;              ///< with them, without markers
  std::vector<std::string> replies;  ///< in order; the last one may be cut off
};
[[nodiscard]] SplitOutput split_replies(std::string_view output);

}  // namespace assay::smt
