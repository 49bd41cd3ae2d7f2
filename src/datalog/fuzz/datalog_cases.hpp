#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "assay/core/case.hpp"
#include "case_text.hpp"
#include "datalog_config.hpp"

namespace assay::datalog {

/// Cases in a row that transform the same program: its own result is computed once for all of them.
inline constexpr std::uint64_t kBlock = 16;

/// What the cases of a block have in common.
struct Base {
  Generated generated;
  std::string text;
  std::vector<std::string> features;
};

/// A schedule of targets, one a block: shares are inverse to EngineDefinition::cost (costs above 50 count as 50), so
/// that each target takes about as much CPU time. Targets of equal cost take turns.
[[nodiscard]] std::vector<std::size_t> turns_by_cost(const std::vector<EngineTarget>& targets);

/// Makes cases: a pure function of the configuration, the seeds and the index.
class CaseGenerator {
 public:
  explicit CaseGenerator(const FuzzConfig& config);
  [[nodiscard]] std::variant<core::Case, core::Skip> generate(std::uint64_t index);
  /// Whether the target runs the case: a costly one runs those that were made for it, and few of the others, of which
  /// case 0 is one, as each case is that was read from a file.
  [[nodiscard]] bool belongs_to(std::uint64_t index, std::size_t target) const;

 private:
  /// The seeds that fit a target, and those of them that the reference can value.
  struct Fitting {
    std::vector<const Seed*> all;
    std::vector<const Seed*> valued;
  };

  [[nodiscard]] const std::variant<Base, core::Skip>& base_of(std::uint64_t block);
  [[nodiscard]] std::variant<Base, core::Skip> make_base(const core::Rng& rng, std::size_t target,
                                                         const std::vector<const Seed*>& seeds) const;
  [[nodiscard]] std::vector<const Strategy*> applicable(std::uint64_t block);

  const FuzzConfig& config_;
  std::vector<Fitting> fitting_;    ///< by target
  std::vector<std::size_t> turns_;  ///< the targets of as many blocks, again and again
  std::optional<std::uint64_t> block_;
  std::variant<Base, core::Skip> base_;
};

}  // namespace assay::datalog
