#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/checker/proof/proof.hpp"
#include "smt/draw/points.hpp"

namespace assay::smt {

/// The formulas of a script and further ones, in one store.
struct ProofFormulas {
  TermStore store;
  Script script;
  std::vector<TermId> asserted;  ///< active at the script's last check, without annotations
  std::vector<TermId> formulas;  ///< the further ones, in their order
};
/// Reads the script with further formulas (SMT-LIB, over the script's symbols). Unknown symbols become opaque. An Error
/// if a text cannot be read.
[[nodiscard]] Result<std::unique_ptr<ProofFormulas>> read_formulas(std::string_view script,
                                                                   const std::vector<std::string>& formulas);

/// The formula without annotations, and with one form for each literal: `(- 2)`, `-2` and `(- 2.0)` of the same sort
/// are the same term, as are `0.5` and `(/ 1 2)`.
[[nodiscard]] TermId with_plain_literals(TermStore& store, TermId formula);

/// Rewrites an expression of CPC as SMT-LIB: `(extract 3 0 x)`, `-1`, `1/2`, `(@bv 1 4)`, `(BitVec 4)`,
/// `(forall (@list (@var "x" Int)) F)`. Expressions that SMT-LIB does not have stay as they are.
[[nodiscard]] std::string smtlib_of_cpc(std::string_view expression);

/// The formulas of a proof as SMT-LIB.
class ProofTerms {
 public:
  /// `script`: the script that the proof refutes. A symbol that the script declares or defines has its meaning there.
  ProofTerms(const Proof& proof, std::string_view script);

  /// `(and true true formula...)`, with a `let` for each definition of the proof (a `define`, a `:named` term) that it
  /// uses. A clause `(cl a b)` becomes a disjunction. Nullopt if the text would be too large.
  [[nodiscard]] std::optional<std::string> conjunction(const std::vector<NodeId>& formulas) const;

 private:
  struct Definition {
    NodeId body = 0;
    bool has_variable = false;  ///< depends on a bound variable, so that a `let` outside of the binder cannot hold it
  };
  friend std::string smtlib_of_cpc(std::string_view expression);
  struct Writer;
  const Proof& proof_;
  std::map<std::string, Definition, std::less<>> definitions_;
  std::vector<std::string> order_;  ///< the names of the definitions, each behind the definitions that it uses
};

/// Formulas of a proof as terms, in one store with the script.
struct ReadProofFormulas {
  std::unique_ptr<ProofFormulas> in;
  std::vector<TermId> terms;  ///< in the order of the nodes
};
/// Reads formulas of a proof of the script. Symbols that the script does not declare become opaque. An Error if a
/// formula cannot be read.
[[nodiscard]] Result<ReadProofFormulas> read_formulas(const Proof& proof, const std::string& script,
                                                      const std::vector<NodeId>& nodes);

}  // namespace assay::smt
