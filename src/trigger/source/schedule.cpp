#include "trigger/source/schedule.hpp"

#include <algorithm>

namespace assay::trigger {

Schedule::Schedule(const std::vector<Share>& shares) {
  for (const Share& one : shares) rows_.push_back({one.share, static_cast<double>(one.before)});
}

std::optional<std::size_t> Schedule::next() const {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].over || rows_[i].idle) continue;
    if (!best || rows_[i].pass < rows_[*best].pass) best = i;
  }
  return best;
}

void Schedule::note(std::size_t engine, Work work, Progress progress) {
  Row& row = rows_.at(engine);
  row.pass += static_cast<double>(work) / row.share;
  row.over = progress == Progress::Over;
  row.idle = progress == Progress::Idle;
  if (row.idle || row.over) return;
  // An engine that was idle does not catch up on the work that it missed.
  for (Row& other : rows_) {
    if (other.idle) other.pass = std::max(other.pass, row.pass);
    other.idle = false;
  }
}

}  // namespace assay::trigger
