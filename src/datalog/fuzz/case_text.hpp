#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/datalog/program.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// What a case asks.
enum class Question : std::uint8_t {
  Reference,    ///< the program's result is what our evaluator says
  Metamorphic,  ///< the transformed program's result relates to the original's as Plan::expectations say
  Options,      ///< flags, or another representation, change nothing
  Incremental,  ///< a relation's rules over the known results of all others give what the whole program gives
};
[[nodiscard]] std::string_view name(Question question);

/// What a case is about, beside its programs: its metadata.
struct Plan {
  Question question = Question::Reference;
  std::string output;  ///< the relation that the intended oracle speaks of
  Oracle intended = Oracle::Equal;
  std::uint64_t stream = 0;                                  ///< of the steps' random choices
  std::vector<std::pair<std::string, std::uint64_t>> steps;  ///< Metamorphic: transformation and key
  std::vector<std::pair<std::string, Oracle>> expectations;  ///< Metamorphic: by relation
  std::uint64_t sweep = 0;                                   ///< Options: which of the engine's (modulo their number)
  std::string relation;                                      ///< Incremental: the one whose rules are run alone
};
[[nodiscard]] std::string to_json(const Plan& plan);
[[nodiscard]] Result<Plan> plan_from_json(std::string_view text);

/// Files of a case, in Soufflé's syntax whatever the engine: what a replay reads.
inline constexpr std::string_view kOriginalFile = "original.dl";
inline constexpr std::string_view kTransformedFile = "transformed.dl";

/// A case, read.
struct OpenCase {
  Plan plan;
  Program original;
  std::optional<Program> transformed;
  /// Whether the size of the output relation differs between the two, where whoever made the case knows it. No part of
  /// the case's text.
  std::optional<bool> changes;
};
[[nodiscard]] core::Case to_case(const OpenCase& open);
/// The same, with the text of the original, which many cases share.
[[nodiscard]] core::Case to_case(const OpenCase& open, std::string original);
[[nodiscard]] std::string souffle_text(const Program& program);
[[nodiscard]] Result<OpenCase> open_case(const core::Case& subject);

}  // namespace assay::datalog
