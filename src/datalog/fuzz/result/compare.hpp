#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "core/case/case.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// A program and an engine's output for it.
struct Results {
  const Program* program = nullptr;
  const Output* output = nullptr;
};

/// The relation with this name. Nullopt: the program has none.
[[nodiscard]] std::optional<RelationId> relation_named(const Program& program, std::string_view name);

/// A relation of both programs whose results can be compared.
struct ComparedPair {
  RelationId original = 0;
  RelationId transformed = 0;
  Oracle expected = Oracle::Equal;
};
/// The relations of `expectations` that both programs have with the same attribute types, all is_comparable().
/// Relations that are expected to be Oracle::Unknown are left out.
[[nodiscard]] std::vector<ComparedPair> compared_pairs(const Program& original, const Program& transformed,
                                                       const std::vector<std::pair<std::string, Oracle>>& expectations);

/// A sentence that says how the transformed program's relation must relate to the original's.
[[nodiscard]] std::string claim_of(Oracle expected);
/// The verdict on a relation with missing tuples, extra tuples, or both.
[[nodiscard]] core::Verdict wrong_result(bool missing, bool extra, std::string detail);

/// Tuples of a relation that the other result lacks.
struct TupleDifference {
  Tuples some;            ///< at least the first kShownTuples of them
  std::size_t count = 0;  ///< of all
};
/// Maximum number of missing tuples, and of extra tuples, in a finding's detail.
inline constexpr std::size_t kShownTuples = 10;
/// The sentence that says what compare_with_reference expects.
inline constexpr std::string_view kReferenceClaim = "it must be what the rules say (reference evaluation)";
/// The verdict on a relation. Its detail has `claim` and some of the tuples.
[[nodiscard]] core::Verdict wrong_relation(const Relation& relation, const std::string& claim,
                                           const TupleDifference& missing, const TupleDifference& extra,
                                           const std::vector<std::string>& symbols);

/// The verdict on the first relation (in the order of `expectations`) whose two results do not relate as expected.
/// Compares the relations of compared_pairs() that both sides printed. `claim` goes into the detail; empty: claim_of().
[[nodiscard]] std::optional<core::Verdict> compare_results(
    const Results& original, const Results& transformed,
    const std::vector<std::pair<std::string, Oracle>>& expectations, std::string_view claim = {});

/// The relation's name in the first line `relation NAME: ...` of a wrong result's detail; empty: no such line.
[[nodiscard]] std::string relation_in(std::string_view detail);
/// `p(1, "a")`.
[[nodiscard]] std::string tuple_text(const Relation& relation, const Value* tuple,
                                     const std::vector<std::string>& symbols);

/// A relation whose printed tuples differ from the evaluation.
struct WrongTuples {
  RelationId relation = 0;
  Tuples missing;
  Tuples extra;
  std::vector<std::string> symbols;  ///< values of Type::Symbol and Type::Opaque in the tuples are positions in it
};
/// The first printed relation that differs; nullopt if the output agrees with the evaluation.
[[nodiscard]] std::optional<WrongTuples> wrong_tuples(const Program& program, const Output& output,
                                                      const Evaluation& evaluation);
/// The verdict on wrong_tuples().
[[nodiscard]] std::optional<core::Verdict> compare_with_reference(const Program& program, const Output& output,
                                                                  const Evaluation& evaluation);

/// The verdict on the first relation with a tuple that was printed several times although the engine should print sets;
/// nullopt: there is none.
[[nodiscard]] std::optional<core::Verdict> repeated_tuples(const Program& program, const Output& output);

/// Expectations for compare_results: all relations without a choice domain must be equal.
[[nodiscard]] std::vector<std::pair<std::string, Oracle>> all_equal(const Program& program);

}  // namespace assay::datalog
