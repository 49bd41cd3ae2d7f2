#include <utility>

#include "core/finding/history.hpp"

namespace assay::core {
namespace {

using What = VersionAnswer::What;

/// Tests versions for bisect(), each at most once.
class Bisection {
 public:
  Bisection(std::size_t count, const AskVersion& ask) : answers_(count), ask_(ask) {}

  Status run(std::optional<std::size_t> bad) {
    if (answers_.empty()) return {};
    std::optional<std::size_t> found;
    for (const std::size_t version : {bad.value_or(0), std::size_t{0}, answers_.size() - 1}) {
      if (Status asked = ask(version); !asked) return asked;
      if (!found && *answers_[version] == What::Wrong) found = version;
    }
    if (!found)
      if (Status searched = search(found); !searched) return searched;
    if (!found) return {};
    if (Status done = narrow(*found, false); !done) return done;
    return narrow(*found, true);
  }

 private:
  Status ask(std::size_t version) {
    if (answers_[version]) return {};
    const Result<What> what = ask_(version);
    if (!what) return what.error();
    answers_[version] = *what;
    return {};
  }

  /// Finds a failing version, if there is one: tests the middles of ever smaller intervals.
  Status search(std::optional<std::size_t>& found) {
    for (std::size_t parts = 2; !found && parts < 2 * answers_.size(); parts *= 2) {
      for (std::size_t part = 1; !found && part < parts; part += 2) {
        const std::size_t version = part * answers_.size() / parts;
        if (Status asked = ask(version); !asked) return asked;
        if (*answers_[version] == What::Wrong) found = version;
      }
    }
    return {};
  }

  /// On one side of `bad`, the nearest version known to be good, and the last bad version before it.
  std::pair<std::optional<std::size_t>, std::size_t> edge(std::size_t bad, bool upwards) const {
    std::size_t last_bad = bad;
    for (std::size_t at = bad; upwards ? at + 1 < answers_.size() : at > 0;) {
      upwards ? ++at : --at;
      if (!answers_[at] || *answers_[at] == What::CannotSay) continue;
      if (*answers_[at] == What::Right) return {at, last_bad};
      last_bad = at;
    }
    return {std::nullopt, last_bad};
  }

  /// The untested version between `low` and `high` (both excluded) that is nearest to their middle.
  std::optional<std::size_t> nearest_middle(std::size_t low, std::size_t high) const {
    const std::size_t middle = low + (high - low) / 2;
    for (std::size_t away = 0; away <= high - low; ++away) {
      for (const bool above : {false, true}) {
        if (!above && middle < low + 1 + away) continue;
        const std::size_t at = above ? middle + away : middle - away;
        if (at > low && at < high && !answers_[at]) return at;
      }
    }
    return std::nullopt;
  }

  /// Halves the interval between failing and good versions on one side, until it has no untested version.
  Status narrow(std::size_t bad, bool upwards) {
    while (true) {
      const auto [good, last_bad] = edge(bad, upwards);
      // Without a known good version, go to the outermost version on this side that gives an answer.
      const std::size_t outer = good ? *good : upwards ? answers_.size() - 1 : 0;
      const std::size_t low = upwards ? last_bad : outer;
      const std::size_t high = upwards ? outer : last_bad;
      if (high <= low) return {};
      const std::optional<std::size_t> next = good ? nearest_middle(low, high) : outermost(low, high, upwards);
      if (!next) return {};
      if (Status asked = ask(*next); !asked) return asked;
    }
  }

  std::optional<std::size_t> outermost(std::size_t low, std::size_t high, bool upwards) const {
    // A failing end means that there is no good version on this side.
    const std::size_t end = upwards ? high : low;
    if (answers_[end] && *answers_[end] == What::Wrong) return std::nullopt;
    for (std::size_t away = 0; away <= high - low; ++away) {
      const std::size_t at = upwards ? high - away : low + away;
      if (answers_[at] && *answers_[at] == What::Wrong) return std::nullopt;
      if (!answers_[at]) return at;
    }
    return std::nullopt;
  }

  std::vector<std::optional<What>> answers_;
  const AskVersion& ask_;
};

}  // namespace

Status bisect(std::size_t count, std::optional<std::size_t> bad, const AskVersion& ask) {
  return Bisection(count, ask).run(bad);
}

}  // namespace assay::core
