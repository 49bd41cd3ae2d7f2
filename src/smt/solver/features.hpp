#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"
#include "core/case/case.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// A requirement of a script besides theories and operators. Its name is used in `lacks` of a definition.
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
  PartialApplication,  ///< a function symbol with too few arguments: allowed by cvc5, not by SMT-LIB 2.7
  UninterpretedSorts,
  UninterpretedFunctions,
  NestedArrays,
  MultiIndexArrays,
  ConstantArrays,
  ArrayEquality,
  Optimize,
  Models,  ///< only in `lacks`: the target prints no models. Never a feature of a script.
};
inline constexpr std::size_t kFeatureCount = 21;
[[nodiscard]] std::string_view name(Feature feature);
[[nodiscard]] std::optional<Feature> feature(std::string_view name);

/// A summary of a script, computed once for a case and compared with any number of targets.
struct Features {
  std::string logic;                  ///< the argument of set-logic, or empty
  std::uint32_t theories = 0;         ///< bit i: Theory i
  std::uint32_t features = 0;         ///< bit i: Feature i
  std::uint32_t certificates = 0;     ///< bit i: the script asks for CertificateKind i
  bool requests = false;              ///< the script has a command of requested_by
  std::vector<OperatorId> operators;  ///< sorted, without duplicates
  bool opaque = false;                ///< the script has an operator, sort or command that Assay does not know
  std::string opaque_name;            ///< the first such name, if it is known

  [[nodiscard]] bool has(Feature feature) const { return (features >> static_cast<unsigned>(feature) & 1U) != 0; }
  [[nodiscard]] bool has(Theory theory) const { return (theories >> static_cast<unsigned>(theory) & 1U) != 0; }
};

/// Computes features by visiting each term of a script once. Reuse the scanner for many scripts: it keeps its memory.
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

/// Whether the solver needs another spelling than SMT-LIB's for such a script: of an operator, or of strings.
[[nodiscard]] bool speaks_otherwise(const SolverDefinition& definition, const Features& features);

/// The logics, theories, operators and features that a definition supports, prepared for fast lookups.
class Capabilities {
 public:
  explicit Capabilities(const SolverDefinition& definition);
  /// The reason why the target does not support such a script. Nullopt if it supports it.
  [[nodiscard]] std::optional<core::Skip> unsupported(const Features& features) const;
  [[nodiscard]] bool lacks(Feature feature) const {
    return (lacking_features_ >> static_cast<unsigned>(feature) & 1U) != 0;
  }
  [[nodiscard]] bool gives(CertificateKind kind) const {
    return (certificates_ >> static_cast<unsigned>(kind) & 1U) != 0;
  }
  [[nodiscard]] bool lacks(OperatorId op) const { return lacking_operators_[op.index]; }
  [[nodiscard]] bool has(Theory theory) const { return (theories_ >> static_cast<unsigned>(theory) & 1U) != 0; }
  /// Marks more operators as unsupported.
  void lack(const std::vector<OperatorId>& operators) {
    for (const OperatorId op : operators) lacking_operators_[op.index] = true;
  }
  /// Whether the target's definition lists the logic as decidable, so that "unknown" is an incompleteness.
  [[nodiscard]] bool decides(std::string_view logic) const;

 private:
  std::vector<std::string> logics_;
  std::vector<std::string> decidable_;
  std::uint32_t theories_ = 0;
  std::uint32_t lacking_features_ = 0;
  std::uint32_t certificates_ = 0;
  std::vector<bool> lacking_operators_;
  bool accepts_opaque_ = false;
};

}  // namespace assay::smt
