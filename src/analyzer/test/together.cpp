#include "analyzer/test/together.hpp"

#include <algorithm>

#include "analyzer/program/joined.hpp"

namespace assay::analyzer {
namespace {

class Halving {
 public:
  Halving(const std::vector<const Program*>& programs, const std::vector<core::KnownBug>& known,
          const InspectJoined& inspect, const std::stop_token& stop)
      : programs_(programs), known_(known), inspect_(inspect), stop_(stop), shares_(programs.size()) {}

  void inspect(std::size_t first, std::size_t last) {
    if (last - first < 2 || stop_.stop_requested()) return;
    const auto begin = programs_.begin();
    const JoinedProgram joined =
        join_programs({begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)});
    const Inspection whole = inspect_(joined.program, last - first);
    if (stop_.stop_requested() || share(whole, joined, first)) return;
    const std::size_t middle = first + (last - first) / 2;
    inspect(first, middle);
    inspect(middle, last);
  }
  [[nodiscard]] std::vector<std::optional<Inspection>> take() { return std::move(shares_); }

 private:
  /// False: it is not clear what each program's share is.
  bool share(const Inspection& whole, const JoinedProgram& joined, std::size_t first) {
    const bool complete = whole.checks.facts.size() == whole.claims.facts.size();
    if (whole.trouble || whole.checks.miscompiled || whole.checks.undefined || !complete) return false;
    std::vector<std::vector<std::size_t>> facts(joined.parts.size());
    for (std::size_t i = 0; i < whole.claims.facts.size(); ++i) {
      const Fact& fact = whole.claims.facts[i];
      const std::optional<std::size_t> part = joined.part_of(fact.place.line, fact.place.function);
      if (part) facts[*part].push_back(i);
      if (!part && fact.mode == Fact::Mode::Must && whole.checks.facts[i].broken != 0) return false;
    }
    for (std::size_t part = 0; part < facts.size(); ++part) {
      const bool judged = std::any_of(facts[part].begin(), facts[part].end(),
                                      [&](std::size_t i) { return whole.checks.facts[i].runs > 0; });
      const bool builds_only = whole.claims.facts.empty() && whole.checks.builds_agree;
      if (judged || builds_only) shares_[first + part] = share_of(whole, facts[part], facts.size(), known_);
    }
    return true;
  }

  const std::vector<const Program*>& programs_;
  const std::vector<core::KnownBug>& known_;
  const InspectJoined& inspect_;
  const std::stop_token& stop_;
  std::vector<std::optional<Inspection>> shares_;
};

}  // namespace

std::vector<std::optional<Inspection>> inspect_together(const std::vector<const Program*>& programs,
                                                        const std::vector<core::KnownBug>& known,
                                                        const InspectJoined& inspect, const std::stop_token& stop) {
  Halving halving(programs, known, inspect, stop);
  halving.inspect(0, programs.size());
  return halving.take();
}

}  // namespace assay::analyzer
