#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "core/rng/rng.hpp"
#include "smt/checker/proof/checker_definition.hpp"
#include "smt/checker/rule/claim.hpp"
#include "smt/checker/rule/ground_terms.hpp"
#include "smt/checker/rule/signature.hpp"

namespace assay::smt {

/// The ways to make bogus refutations, which are the strategies of a campaign against a checker.
enum class ProbeKind : std::uint8_t {
  Evaluate,  ///< the rule `evaluate` computes another value of a ground term than Assay's evaluator
  Equation,  ///< a rule that decides a formula without variables accepts a wrong one
  Rule,      ///< constants make a rule's premises true and its conclusion false
  Mutate,    ///< a solver's proof of a script that lost assertions, so that a point satisfies it
  Trust,     ///< a rule of steps without proof, or a rule that does not exist
};
inline constexpr std::size_t kProbeKinds = 5;
[[nodiscard]] std::string_view name(ProbeKind kind);
[[nodiscard]] std::optional<ProbeKind> probe_kind(std::string_view name);

/// The rule and the operator that a probe tests; a case's metadata. The rest of the probe is drawn.
struct ProbeSubject {
  ProbeKind kind = ProbeKind::Evaluate;
  std::string rule;              ///< the rule of the wrong step
  std::string op;                ///< the operator of the wrong step; empty: none
  std::uint64_t op_indices = 0;  ///< the operator's number of indices

  /// The rule and the operator: what findings are grouped by.
  [[nodiscard]] std::string text() const { return op.empty() ? rule : rule + " " + op; }
  [[nodiscard]] std::string json(const std::string& why) const;
  [[nodiscard]] static std::optional<ProbeSubject> from_json(const std::string& json);
};

/// A satisfiable script and a proof that refutes it.
struct CheckerProbe {
  ProbeSubject subject;
  BogusRefutation refutation;
  std::string why;  ///< why the script is satisfiable, as a sentence
};

/// A satisfiable script, and a changed proof of a similar unsatisfiable script.
struct MutatedProof {
  std::string script;
  std::string proof;
  std::string mutation;  ///< what was done to the proof, in a word
  std::string point;     ///< a model of the script
};

/// Replaces a word of the script's assertions (a number, a symbol, an operator), or drops assertions, until a point
/// satisfies it. The proof gets the same word everywhere, or is changed so that a checker may overlook the missing
/// assertions: steps get the place of their assumptions, premises are exchanged, steps are dropped or moved. Nullopt if
/// no point was found, or the script or the proof cannot be read.
[[nodiscard]] std::optional<MutatedProof> mutate_proof(const std::string& script, const std::string& proof,
                                                       ProofFormat format, core::Rng& rng);

/// False if the proof has an assumption that the script does not assert, or cannot be read. A checker may not know the
/// script, and may then accept such a proof.
[[nodiscard]] bool assumes_only_assertions(const std::string& script, const std::string& proof, ProofFormat format);

/// A right proof, from which mutated ones are made: a solver's, or a checker's control.
struct ProofSeed {
  std::string name;
  std::string script;
  std::string proof;
};

/// The sources of probes.
struct ProbeSources {
  CheckerDefinition checker;                             ///< its format, and what it says of rules
  std::shared_ptr<const Signature> signature;            ///< null: no rules of a file are tested
  std::shared_ptr<const std::vector<ProofSeed>> proofs;  ///< at least one; the first is a control
  std::vector<ProbeKind> kinds;                          ///< only these; empty: all
};

/// Makes probes for checkers of one format.
class ProbeMaker {
 public:
  explicit ProbeMaker(ProbeSources sources);

  /// The probe with this number: kinds, operators and rules take turns. Nullopt if none was found.
  [[nodiscard]] std::optional<CheckerProbe> make(std::uint64_t number, core::Rng rng) const;
  /// Another probe about the same rule and operator. Nullopt if none was found.
  [[nodiscard]] std::optional<CheckerProbe> make(const ProbeSubject& subject, core::Rng rng) const;

 private:
  [[nodiscard]] std::optional<CheckerProbe> evaluate(const ProbeSubject& subject, core::Rng& rng) const;
  [[nodiscard]] std::optional<CheckerProbe> equation(const ProbeSubject& subject, core::Rng& rng) const;
  [[nodiscard]] std::optional<CheckerProbe> rule(const ProbeSubject& subject, core::Rng& rng) const;
  [[nodiscard]] std::optional<CheckerProbe> mutated(const ProbeSubject& subject, core::Rng& rng) const;

  ProbeSources sources_;
  std::array<std::vector<ProbeSubject>, kProbeKinds> subjects_;  ///< by ProbeKind
};

}  // namespace assay::smt
