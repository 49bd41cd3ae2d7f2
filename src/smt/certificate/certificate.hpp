#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "smt/solver/requests.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Asks a solver about a script with one check. The text of its model if it answers `sat`; else nullopt. The model need
/// not be right: it is evaluated.
using AskForPoint = std::function<std::optional<std::string>(const Script& script)>;

/// A script with requests for certificates, and what a solver replied.
struct CertificateRun {
  TermStore& store;
  const Script& script;
  std::span<const std::string> replies;  ///< to the script's requests, in order; fewer if the run ended early
  std::span<const std::string> equivalent_tactics = {};  ///< SolverDefinition::equivalent_tactics
  std::span<const std::string> implied_tactics = {};     ///< SolverDefinition::implied_tactics
  std::span<const Reply> answers = {};                   ///< to the script's checks, in order
  const Model* witness = nullptr;                        ///< values under which assertions hold; nullptr: none
  std::string_view solution = {};                        ///< of a synthesis problem, as definitions; empty: unknown
  AskForPoint ask = {};                                  ///< empty: points are searched by evaluation alone
};

/// The verdict on one certificate.
struct CertificateVerdict {
  enum class Kind : std::uint8_t {
    Right,       ///< every condition is proved
    NotRefuted,  ///< no point was found that breaks a condition
    Wrong,       ///< a condition does not hold: certain
    NotJudged,   ///< Assay cannot read or value it
    NotGiven,    ///< the solver gave none
  };
  Kind kind = Kind::NotGiven;
  std::string reason;  ///< a fixed text: "the interpolant does not imply the goal"
  std::string detail;  ///< the certificate, and the point that shows the error
};
[[nodiscard]] std::string_view name(CertificateVerdict::Kind kind);

/// A request of a script with the verdict on its reply.
struct JudgedCertificate {
  std::size_t command = 0;  ///< index in the script
  CertificateKind kind = CertificateKind::Interpolants;
  std::string request;  ///< the command's first word; "later get-qe" behind an earlier request of the kind
  CertificateVerdict verdict;
};
/// Judges the replies, in the order of the requests. A certificate is Wrong only with a point at which Assay's
/// evaluator finds that it breaks a condition, or because of its text: a symbol that it may not use, a quantifier that
/// it promises to eliminate, an assertion that was never made.
[[nodiscard]] std::vector<JudgedCertificate> judge_certificates(const CertificateRun& run);

}  // namespace assay::smt
