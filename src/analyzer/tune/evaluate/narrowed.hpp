#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/tune/run/run_cache.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// A subject with a smaller space: without values that the installed analyzer rejects, or that are barred.
class Narrowed final : public Subject {
 public:
  explicit Narrowed(Subject& whole) : whole_(whole), space_(whole.space()) {}

  /// Removes a value; false: it is the default, which stays.
  bool bar(std::size_t knob, std::size_t value);
  /// Bars one ingredient: its runs fail.
  void bar(const Ingredient& ingredient) { barred_.insert(space_.text(ingredient)); }

  [[nodiscard]] const Space& space() const override { return space_; }
  [[nodiscard]] std::string identity() const override { return whole_.identity(); }
  [[nodiscard]] bool accepts(const Ingredient& ingredient) const override {
    return !barred_.contains(space_.text(ingredient));
  }
  [[nodiscard]] bool lists_checks() const override { return whole_.lists_checks(); }
  [[nodiscard]] bool passes_assumptions() const override { return whole_.passes_assumptions(); }
  [[nodiscard]] std::vector<std::string> command(const Ingredient& ingredient) const override;
  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override;

 private:
  Subject& whole_;
  Space space_;
  std::set<std::string> barred_;
};

/// Removes the values that the analyzer rejects. Each value runs for a moment, all knobs together, unless the cache has
/// the outcome. Returns a note for each removed value: "'domain=boxes' is not known to this version: ...".
[[nodiscard]] std::vector<std::string> drop_rejected(Narrowed& subject, RunCache& cache, std::uint64_t memory_bytes,
                                                     const std::stop_token& stop);

}  // namespace assay::analyzer::tune
