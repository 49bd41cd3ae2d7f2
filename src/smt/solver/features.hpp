#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// What a script needs beyond its theories and operators. kFeatureNames spells them, as `lacks` does in a definition.
enum class Feature : std::uint8_t {
  Quantifiers,
  Push,
  CheckSatAssuming,
  CheckSatUsing,
  SeveralChecks,
  Datatypes,
  DatatypesParametric,
  Codatatypes,
  Match,
  Updaters,  ///< ((_ update selector) term value)
  Recursion,
  Lambda,
  PartialApplication,  ///< a function symbol with some of its arguments: cvc5's, and not SMT-LIB 2.7's
  UninterpretedSorts,
  UninterpretedFunctions,
  NestedArrays,
  MultiIndexArrays,
  ConstantArrays,
  ArrayEquality,
  Optimize,
  Models,  ///< never in a script's features: in `lacks`, it says that the target gives no model
};
inline constexpr std::size_t kFeatureCount = 21;
[[nodiscard]] std::string_view name(Feature feature);
[[nodiscard]] std::optional<Feature> feature(std::string_view name);

/// A summary of a script: computed once for a case, compared with any number of targets.
struct Features {
  std::string logic;                  ///< of set-logic, or empty
  std::uint32_t theories = 0;         ///< bit i: Theory i
  std::uint32_t features = 0;         ///< bit i: Feature i
  std::vector<OperatorId> operators;  ///< sorted, each once
  bool opaque = false;                ///< an operator, sort or command that Assay does not know ...
  std::string opaque_name;            ///< ... and the first such

  [[nodiscard]] bool has(Feature feature) const { return (features >> static_cast<unsigned>(feature) & 1U) != 0; }
  [[nodiscard]] bool has(Theory theory) const { return (theories >> static_cast<unsigned>(theory) & 1U) != 0; }
};

/// Walks the script's terms, each once. Keep one for many scripts of a store: it reuses its memory.
class FeatureScanner {
 public:
  [[nodiscard]] Features scan(const TermStore& store, const Script& script);

 private:
  void visit(const TermStore& store, TermId root, Features& features);
  void visit_term(const TermStore& store, TermId id, Features& features);
  void visit_sort(const TermStore& store, SortId id, Features& features);
  void visit_function(const TermStore& store, FunctionId id, Features& features);
  [[nodiscard]] static bool stamp(std::vector<std::uint32_t>& stamps, std::uint32_t index, std::uint32_t epoch);

  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> term_stamps_, sort_stamps_, function_stamps_, operator_stamps_;
  std::vector<TermId> terms_;
  std::vector<SortId> sorts_;
};
[[nodiscard]] Features features_of(const TermStore& store, const Script& script);

/// Whether the solver reads such a script in another spelling than SMT-LIB's: of an operator, or of strings.
[[nodiscard]] bool speaks_otherwise(const SolverDefinition& definition, const Features& features);

/// A definition's capability set, prepared for quick questions.
class Capabilities {
 public:
  explicit Capabilities(const SolverDefinition& definition);
  /// Why the target does not take such a script, or nothing.
  [[nodiscard]] std::optional<core::Skip> unsupported(const Features& features) const;
  [[nodiscard]] bool lacks(Feature feature) const {
    return (lacking_features_ >> static_cast<unsigned>(feature) & 1U) != 0;
  }
  [[nodiscard]] bool lacks(OperatorId op) const { return lacking_operators_[op.index]; }
  [[nodiscard]] bool has(Theory theory) const { return (theories_ >> static_cast<unsigned>(theory) & 1U) != 0; }
  /// From now on these operators are lacking, too.
  void lack(const std::vector<OperatorId>& operators) {
    for (const OperatorId op : operators) lacking_operators_[op.index] = true;
  }
  /// Whether "unknown" in this logic is incompleteness, as the target's definition says.
  [[nodiscard]] bool decides(std::string_view logic) const;

 private:
  std::vector<std::string> logics_;
  std::vector<std::string> decidable_;
  std::uint32_t theories_ = 0;
  std::uint32_t lacking_features_ = 0;
  std::vector<bool> lacking_operators_;
  bool accepts_opaque_ = false;
};

}  // namespace assay::smt
