#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// What became of an engine's step.
enum class Progress : std::uint8_t {
  More,  ///< it did something, and has more to do
  Idle,  ///< it has nothing to do as long as the others do nothing
  Over,  ///< it has nothing more to do
};

/// Who has the next turn, by shares of the work (stride scheduling: Waldspurger and Weihl, 1995). Work is counted, not
/// measured, so turns do not depend on the machine.
class Schedule {
 public:
  struct Share {
    unsigned share;   ///< an engine with twice the share of another has twice its work done. Positive.
    Work before = 0;  ///< others have so much of theirs done for a share of one before it has its first turn
  };
  explicit Schedule(const std::vector<Share>& shares);

  /// The engine that has had least for its share, the first of several; none when all are over or idle.
  [[nodiscard]] std::optional<std::size_t> next() const;
  /// After a step of the engine.
  void note(std::size_t engine, Work work, Progress progress);

 private:
  struct Row {
    unsigned share;
    double pass = 0;  ///< work for its share
    bool idle = false;
    bool over = false;
  };
  std::vector<Row> rows_;
};

}  // namespace assay::trigger
