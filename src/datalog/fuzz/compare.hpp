#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// Results of one program: its relations by name, with values that mean the same as in the other result compared.
struct Results {
  const Program* program = nullptr;
  const Output* output = nullptr;
};

/// A relation of both programs whose results can be compared.
struct ComparedPair {
  RelationId original = 0;
  RelationId transformed = 0;
  Oracle expected = Oracle::Equal;
};
/// Relations that both programs have with the same attributes, all of types that is_comparable().
[[nodiscard]] std::vector<ComparedPair> compared_pairs(const Program& original, const Program& transformed,
                                                       const std::vector<std::pair<std::string, Oracle>>& expectations);

/// What is expected of the transformed program's relation, in words.
[[nodiscard]] std::string claim_of(Oracle expected);
/// The verdict on a relation with tuples missing, too many, or both.
[[nodiscard]] core::Verdict wrong_result(bool missing, bool extra, std::string detail);

/// Tuples of a relation that only one of two results has: all are counted, the first ones are there to be shown.
struct Differing {
  Tuples some;
  std::size_t count = 0;
};
inline constexpr std::size_t kShownTuples = 10;
/// What compare_with_reference expects, in words.
inline constexpr std::string_view kReferenceClaim = "it must be what the rules say (reference evaluation)";
/// The verdict on a relation, with some of its tuples.
[[nodiscard]] core::Verdict wrong_relation(const Relation& relation, const std::string& claim, const Differing& missing,
                                           const Differing& extra, const std::vector<std::string>& symbols);

/// The first relation (in the order of `expectations`) whose results do not relate as expected; relations that either
/// side did not print or has with other attributes, and those with floats, are not compared. Reason: which tuples are
/// wrong; detail: some of them, and `claim`, where it is not that of the oracle.
[[nodiscard]] std::optional<core::Verdict> compare_results(
    const Results& original, const Results& transformed,
    const std::vector<std::pair<std::string, Oracle>>& expectations, std::string_view claim = {});

/// The name of the relation that the detail of a wrong result begins with; empty: none.
[[nodiscard]] std::string relation_in(std::string_view detail);
/// `p(1, "a")`.
[[nodiscard]] std::string tuple_text(const Relation& relation, const Value* tuple,
                                     const std::vector<std::string>& symbols);

/// A relation whose printed tuples are not those of the evaluation.
struct WrongTuples {
  RelationId relation = 0;
  Tuples missing;
  Tuples extra;
  std::vector<std::string> symbols;  ///< what the values of Type::Symbol and Type::Opaque in the tuples index
};
/// The first such relation; nullopt if the output agrees with the evaluation.
[[nodiscard]] std::optional<WrongTuples> wrong_tuples(const Program& program, const Output& output,
                                                      const Evaluation& evaluation);
/// The verdict on wrong_tuples().
[[nodiscard]] std::optional<core::Verdict> compare_with_reference(const Program& program, const Output& output,
                                                                  const Evaluation& evaluation);

/// A program's relations, all to be found equal.
[[nodiscard]] std::vector<std::pair<std::string, Oracle>> all_equal(const Program& program);

}  // namespace assay::datalog
