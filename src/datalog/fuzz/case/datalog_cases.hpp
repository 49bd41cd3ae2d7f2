#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/case/case.hpp"
#include "datalog/fuzz/case/case_text.hpp"
#include "datalog/fuzz/case/datalog_config.hpp"

namespace assay::datalog {

/// Number of consecutive cases (a block) that transform the same program. An engine computes that program's result
/// once per block.
inline constexpr std::uint64_t kBlock = 16;

/// The original program of a block's cases.
struct Base {
  Generated generated;
  std::string text;                   ///< in Soufflé's syntax
  std::vector<std::string> features;  ///< features_of the program
};

/// A cyclic schedule with one target for each block. A target's share is inverse to EngineDefinition::cost (clamped to
/// 1..50), so that all targets take about the same CPU time. Targets of equal cost take turns.
[[nodiscard]] std::vector<std::size_t> turns_by_cost(const std::vector<EngineTarget>& targets);

/// Makes cases: a pure function of the configuration, the seeds and the index.
class CaseGenerator {
 public:
  explicit CaseGenerator(const FuzzConfig& config);
  [[nodiscard]] std::variant<core::Case, core::Skip> generate(std::uint64_t index);
  /// Whether the target runs the case. A target of cost above 1 runs the cases that were made for it and, of the other
  /// cases, those whose index is a multiple of kBlock * cost. Cases read from files have index 0: every target runs
  /// them.
  [[nodiscard]] bool belongs_to(std::uint64_t index, std::size_t target) const;

 private:
  struct FittingSeeds {
    std::vector<const Seed*> all;     ///< all seeds that fit a target
    std::vector<const Seed*> valued;  ///< the seeds in `all` that the reference can evaluate
  };

  [[nodiscard]] const std::variant<Base, core::Skip>& base_of(std::uint64_t block);
  [[nodiscard]] std::variant<Base, core::Skip> make_base(const core::Rng& rng, std::uint64_t block, std::size_t target,
                                                         const std::vector<const Seed*>& seeds) const;
  [[nodiscard]] std::vector<const Strategy*> applicable(std::uint64_t block);

  const FuzzConfig& config_;
  std::vector<FittingSeeds> fitting_;   ///< by target
  std::vector<std::size_t> turns_;      ///< turns_by_cost: block number n is made for turns_[n % turns_.size()]
  std::optional<std::uint64_t> block_;  ///< the block that base_ belongs to
  std::variant<Base, core::Skip> base_;
};

}  // namespace assay::datalog
