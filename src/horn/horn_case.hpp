#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "horn/make/decide.hpp"
#include "horn/system/system_text.hpp"
#include "smt/truth/truth.hpp"

namespace assay::horn {

/// The drawn options of one target.
struct TargetOptions {
  std::string target;
  std::string family;
  std::vector<std::string> values;  ///< "name=value", from the definition's `options`
};

/// The metadata of a case (Case::metadata, as JSON).
struct HornFacts {
  smt::Truth truth = smt::Truth::Open;
  bool muz = false;               ///< targets that read muZ's commands get the system in them
  unsigned spelling = 0;          ///< Spelling::numbered
  bool asks_derivation = false;   ///< a derivation is requested after `unsat`
  bool asks_certificate = false;  ///< by a muZ query with :print-certificate; else by get-proof
  bool follows_up = false;        ///< after a right witness, the target gets the system that follow_up() makes from it
  std::vector<TargetOptions> options = {};
  std::string seed = {};                  ///< file name of the seed; empty: none
  std::vector<std::string> changes = {};  ///< names of the transformations, in order

  [[nodiscard]] std::string json() const;
  [[nodiscard]] static Result<HornFacts> from_json(std::string_view text);
};

inline constexpr std::string_view kSystemFile = "script.smt2";
inline constexpr std::string_view kModelFile = "witness.smt2";
inline constexpr std::string_view kDerivationFile = "derivation.smt2";
/// A file of a control: witnesses are judged with this system instead of the case's.
inline constexpr std::string_view kJudgedSystemFile = "judged.smt2";

/// A case: the script, and the evidence for its truth, which HornFacts::truth names. All else is as in `like`.
[[nodiscard]] core::Case make_horn_case(TermStore& store, const KnownSystem& known, HornFacts facts,
                                        core::Case like = {});

/// A case as terms.
struct OpenedHorn {
  std::string text, metadata;  ///< of the case
  std::unique_ptr<TermStore> store;
  KnownSystem known;
  HornFacts facts;
  smt::Script script;   ///< tells what a target must support
  System judged;        ///< the system with which witnesses are judged
  std::string problem;  ///< the reason why the case cannot be judged; empty: none
};
[[nodiscard]] OpenedHorn open_horn_case(const core::Case& subject);
/// Reads the evidence of the case into `opened.known`.
void read_evidence(OpenedHorn& opened, const core::Case& subject);

/// A further system, made from the output with which a target answered a case (HornGator, ASE 2025, asks solvers about
/// their witnesses in this way). After `sat`, the meanings of the target's model become guards of all bodies: the model
/// stays one. After `unsat`, the query's instance of the target's derivation is excluded. Evidence for the truth of the
/// new system is kept, or searched. Nullopt if the output has no witness that can be read.
[[nodiscard]] std::optional<core::Case> follow_up(const core::Case& subject, bool sat, std::string_view output);
/// In a trial's output, the lines before the outputs of further runs: with the request for a derivation, and on the
/// further system.
inline constexpr std::string_view kRequestLine = "\n; the answer with a request for a derivation:\n";
inline constexpr std::string_view kFollowUpLine = "\n; the answer to the system made from this witness:\n";

}  // namespace assay::horn
