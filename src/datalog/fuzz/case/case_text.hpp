#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/program.hpp"
#include "core/case/case.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

/// The property that a case tests.
enum class Question : std::uint8_t {
  Reference,    ///< the program's result equals that of Assay's own evaluation
  Metamorphic,  ///< the transformed program's result relates to the original's as Plan::expectations say
  Options,      ///< the engine's flags do not change the result
  Incremental,  ///< one relation's rules, run over the printed results of all relations, give the same relation again
};
[[nodiscard]] std::string_view name(Question question);

/// A case's metadata: everything except its programs.
struct Plan {
  Question question = Question::Reference;
  std::string output;                                        ///< the relation that `intended` is about
  Oracle intended = Oracle::Equal;                           ///< Metamorphic: the oracle that the steps aim at
  std::uint64_t stream = 0;                                  ///< Metamorphic: seed of the steps' random choices
  std::vector<std::pair<std::string, std::uint64_t>> steps;  ///< Metamorphic: transformation and key
  std::vector<std::pair<std::string, Oracle>> expectations;  ///< Metamorphic: relation and oracle
  std::uint64_t sweep = 0;                                   ///< Options: the number for option_variation()
  std::string relation;                                      ///< Incremental: the relation whose rules are run alone
};
[[nodiscard]] std::string to_json(const Plan& plan);
[[nodiscard]] Result<Plan> plan_from_json(std::string_view text);

/// A case's files. They are in Soufflé's syntax for every engine. A replay reads them.
inline constexpr std::string_view kOriginalFile = "original.dl";
inline constexpr std::string_view kTransformedFile = "transformed.dl";

/// A case with its metadata and programs parsed.
struct OpenCase {
  Plan plan;
  Program original;
  std::optional<Program> transformed;
  /// Whether the output relation's size differs between the two programs. Nullopt if the strategy did not compute it.
  /// Not part of the case's text.
  std::optional<bool> changes;
  bool is_base = true;  ///< the original is the base that the strategy got. Not part of the case's text.
};
[[nodiscard]] core::Case to_case(const OpenCase& open);
/// `original` is souffle_text(open.original): the cases of a block share this text.
[[nodiscard]] core::Case to_case(const OpenCase& open, std::string original);
[[nodiscard]] std::string souffle_text(const Program& program);
[[nodiscard]] Result<OpenCase> open_case(const core::Case& subject);

}  // namespace assay::datalog
