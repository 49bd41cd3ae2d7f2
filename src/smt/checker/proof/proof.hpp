#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "smt/checker/proof/token_tree.hpp"

namespace assay::smt {

/// The languages of proofs. Cpc: cvc5's Cooperating Proof Calculus, for ethos. Alethe: for carcara. Lfsc: for lfscc.
/// Z3: z3's own, which no checker reads.
enum class ProofFormat : std::uint8_t { Cpc, Alethe, Lfsc, Z3 };
[[nodiscard]] std::string_view name(ProofFormat format);
[[nodiscard]] std::optional<ProofFormat> proof_format(std::string_view name);

/// The meaning of a command of a proof.
enum class ProofCommandKind : std::uint8_t {
  Assume,   ///< a formula that the script must assert
  Push,     ///< an assumption of a sub-proof (assume-push, or an assume behind an anchor)
  Step,     ///< a formula that a rule concludes from earlier ones
  Pop,      ///< a step that ends a sub-proof (step-pop)
  Define,   ///< a name for a term
  Declare,  ///< a sort, function or datatype
  Anchor,   ///< the begin of a sub-proof in Alethe
  Other,    ///< a command of LFSC, which Assay does not read further; a step of z3 below a binder
};

/// One command of a proof.
struct ProofCommand {
  ProofCommandKind kind = ProofCommandKind::Step;
  NodeId node = 0;                     ///< the whole command
  std::string name{};                  ///< of the step, assumption or definition
  std::optional<NodeId> conclusion{};  ///< the formula or clause, or the body of a definition; steps of CPC may lack it
  std::string rule{};
  std::vector<std::string> premises{};  ///< names of earlier steps
  std::vector<NodeId> arguments{};
};

/// A proof that has only commands which cannot change what a checker accepts.
struct Proof {
  ProofFormat format = ProofFormat::Cpc;
  std::unique_ptr<const std::string> text;  ///< what the solver printed; `tree` points into it
  TokenTree tree;
  std::vector<ProofCommand> commands;
  /// Why steps have no proof: the words behind "; trust" in comments, and the rules that a proof in LFSC declares.
  std::vector<std::string> trust_notes;
  bool has_reference = false;  ///< it had the command `reference`, so that it does not declare the script's symbols

  /// The command with this name. Null if there is none.
  [[nodiscard]] const ProofCommand* find(std::string_view name) const;
  /// The assumptions with a formula, in order.
  [[nodiscard]] std::vector<const ProofCommand*> assumptions() const;
};

/// The limits of a proof that is read.
struct ProofLimits {
  std::uint64_t max_bytes = std::uint64_t{32} << 20;  ///< memory use is up to ten times the size
};

/// Reads a printed proof. The outer parentheses of a solver's answer and an `unsat` before it are left out. An Error
/// names the line and the command if the text is no proof, is larger than the limit, or has a command that may relax
/// the check: a rule, an option, an include, or a new meaning for a symbol of a theory. The command `reference` is left
/// out.
[[nodiscard]] Result<Proof> read_proof(std::string text, ProofFormat format, const ProofLimits& limits = {});

/// True if the text has z3's command `proof`.
[[nodiscard]] bool is_z3_proof(std::string_view text);

/// The declarations of a script as CPC writes them, one on each line.
[[nodiscard]] std::string declarations_in_cpc(std::string_view script);

/// The proof with one command on each line: what Assay gives to the checker.
[[nodiscard]] std::string print_proof(const Proof& proof);

/// The command of z3's answer that has the proof.
inline constexpr std::string_view kZ3Proof = "proof";

/// Reads `(proof (let ((@x1 (rule premise... conclusion))) ...))`: a command for each step, premises first, and a
/// definition for each `$x1` and `?x1`. Steps without a name get "#1", "#2" ... The last command is the root.
/// `asserted` is an assumption, and `hypothesis` an assumption of a sub-proof. An Error names the line.
[[nodiscard]] Status read_z3_steps(Proof& proof, NodeId node);

/// True for a rule of z3 whose conclusion is true wherever its premises are. Rules that keep only satisfiability
/// (`sk`, `nnf-pos`, `intro-def`, `mp~`), and those about sub-proofs and bound variables, are not of this kind.
[[nodiscard]] bool preserves_truth_in_z3(std::string_view rule);

}  // namespace assay::smt
