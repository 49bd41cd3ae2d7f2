#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "assay/core/case.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/config/references.hpp"
#include "smt/fuzz/script/case_builder.hpp"
#include "smt/fuzz/seed/ladder.hpp"

namespace assay::smt {

/// Makes cases: one a worker. It draws a seed and a strategy, whose draft a CaseBuilder makes a case of. What the
/// generator keeps is one block's seed and the strategies' pools; a case is the same whether or not they were there
/// already.
class Generator {
 public:
  explicit Generator(const FuzzConfig& config);

  [[nodiscard]] std::variant<GeneratedCase, core::Skip> generate(std::uint64_t index, const std::stop_token& stop = {});

 private:
  /// What a strategy has made of the seed, and which one; of several that were tried, the last.
  struct Drawn {
    std::optional<std::size_t> strategy;
    std::optional<Draft> draft;
  };
  struct Place {
    SchedulePosition slot;
    bool as_it_stands = false;  ///< the case is the seed as it stands
  };
  [[nodiscard]] Place place(std::uint64_t index);
  [[nodiscard]] std::optional<core::Skip> enter(const SchedulePosition& slot);
  [[nodiscard]] Model choose_model(core::Rng& rng);
  [[nodiscard]] const Lacking* lacking(std::uint64_t block) const;
  [[nodiscard]] Drawn draw(const CaseSource& source, core::Rng& rng);
  /// What a strategy makes that has one case of each seed.
  [[nodiscard]] Drawn as_it_stands(const CaseSource& source, core::Rng& rng);
  [[nodiscard]] bool fits(const StrategyRow& row) const;
  [[nodiscard]] std::vector<unsigned> fitting_weights() const;
  [[nodiscard]] std::vector<unsigned> in_their_blocks(const std::vector<unsigned>& weights) const;
  [[nodiscard]] std::string why_nothing() const;

  const FuzzConfig& config_;
  Takes takes_;
  core::Rng root_;
  Ladder ladder_;
  std::uint64_t standing_ = 0;  ///< seeds that have one case as they stand
  ReferenceAnswers references_;
  std::vector<std::unique_ptr<Strategy>> strategies_;  ///< one for each of the configuration's rows

  // The block that the worker is in.
  std::optional<std::uint64_t> block_;
  std::uint64_t block_key_ = 0;  ///< never the same for two blocks' pools, even of one block entered twice
  SeedVisit visit_;
};

}  // namespace assay::smt
