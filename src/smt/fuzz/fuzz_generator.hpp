#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/case/tester.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/config/references.hpp"
#include "smt/fuzz/script/case_builder.hpp"
#include "smt/fuzz/seed/ladder.hpp"

namespace assay::smt {

/// Makes cases: draws a seed and a strategy, and passes the strategy's draft to a CaseBuilder. Each worker has one. It
/// keeps the current block's seed and the strategies' pools to save time; they do not change a case.
class Generator {
 public:
  explicit Generator(const FuzzConfig& config);

  [[nodiscard]] std::variant<GeneratedCase, core::Skip> generate(std::uint64_t index, const std::stop_token& stop = {});

 private:
  /// A draft and the index of its strategy. If several strategies were tried: the last.
  struct DrawnDraft {
    std::optional<std::size_t> strategy;
    std::optional<Draft> draft;
  };
  struct Place {
    SchedulePosition slot;
    bool is_seed_itself = false;  ///< the case is the unchanged seed
  };
  [[nodiscard]] Place place(std::uint64_t index);
  [[nodiscard]] std::optional<core::Skip> enter(const SchedulePosition& slot);
  [[nodiscard]] Model choose_model(core::Rng& rng);
  [[nodiscard]] const UnsupportedOperators* unsupported_in(std::uint64_t block) const;
  [[nodiscard]] DrawnDraft draw(const CaseSource& source, core::Rng& rng);
  /// The same in any case; `draw` draws again if a draft uses no operator of FuzzOptions::focus.
  [[nodiscard]] DrawnDraft draw_any(const CaseSource& source, core::Rng& rng);
  /// The draft of the strategy that makes one case of each seed (StrategyRow::once).
  [[nodiscard]] DrawnDraft draw_seed_itself(const CaseSource& source, core::Rng& rng);
  [[nodiscard]] bool fits(const StrategyRow& row) const;
  [[nodiscard]] std::vector<unsigned> fitting_weights() const;
  [[nodiscard]] std::vector<unsigned> weights_in_block(const std::vector<unsigned>& weights) const;
  [[nodiscard]] std::string skip_reason() const;

  const FuzzConfig& config_;
  TargetFeatures features_;
  core::Rng root_;
  Ladder ladder_;
  std::uint64_t unchanged_seeds_ = 0;  ///< number of seeds that have one case as they are
  ReferenceAnswers references_;
  std::vector<std::unique_ptr<Strategy>> strategies_;  ///< by index in FuzzConfig::strategies

  // The current block.
  std::optional<std::uint64_t> block_;
  std::uint64_t block_key_ = 0;  ///< increases on each call of enter(), also if a block is entered again
  SeedVisit visit_;
};

/// Runs and judges the cases of a campaign.
[[nodiscard]] std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config);

}  // namespace assay::smt
