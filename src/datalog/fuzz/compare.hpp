#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "assay/datalog/transform.hpp"

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
/// Relations that both programs have with the same attributes, none of them a float or opaque.
[[nodiscard]] std::vector<ComparedPair> compared_pairs(const Program& original, const Program& transformed,
                                                       const std::vector<std::pair<std::string, Oracle>>& expectations);

/// What is expected of the transformed program's relation, in words.
[[nodiscard]] std::string claim_of(Oracle expected);
/// The verdict on a relation with tuples missing, too many, or both.
[[nodiscard]] core::Verdict wrong_result(bool missing, bool extra, std::string detail);

/// The first relation (in the order of `expectations`) whose results do not relate as expected; relations that either
/// side did not print or has with other attributes, and those with floats, are not compared. Reason: which tuples are
/// wrong; detail: some of them.
[[nodiscard]] std::optional<core::Verdict> compare_results(
    const Results& original, const Results& transformed,
    const std::vector<std::pair<std::string, Oracle>>& expectations);

/// The first relation whose printed result is not what the evaluation says.
[[nodiscard]] std::optional<core::Verdict> compare_with_reference(const Program& program, const Output& output,
                                                                  const Evaluation& evaluation);

/// A program's relations, all to be found equal.
[[nodiscard]] std::vector<std::pair<std::string, Oracle>> all_equal(const Program& program);

}  // namespace assay::datalog
