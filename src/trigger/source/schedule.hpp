#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The state of an engine after a turn.
enum class Progress : std::uint8_t {
  More,  ///< the engine has more to do
  Idle,  ///< the engine has nothing to do until another engine makes progress
  Over,  ///< the engine is finished
};

/// Decides which engine has the next turn, by shares of the work (stride scheduling: Waldspurger and Weihl, 1995). Work
/// is counted, not measured in time, so the order of turns does not depend on the machine.
class Schedule {
 public:
  struct Share {
    unsigned share;   ///< weight of the engine, positive: twice the share gives twice the work
    Work before = 0;  ///< work per unit of share that other engines do before this engine's first turn
  };
  explicit Schedule(const std::vector<Share>& shares);

  /// The engine with the least work per share, the first of several. Nullopt if all engines are over or idle.
  [[nodiscard]] std::optional<std::size_t> next() const;
  /// Records a turn of the engine.
  void note(std::size_t engine, Work work, Progress progress);

 private:
  struct Row {
    unsigned share;
    double pass = 0;  ///< work divided by the share
    bool idle = false;
    bool over = false;
  };
  std::vector<Row> rows_;
};

}  // namespace assay::trigger
