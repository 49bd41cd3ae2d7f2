#pragma once

#include <map>
#include <string>
#include <vector>

#include "assay/analyzer/definition.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer::splitting {

constexpr double kMebibyte = 1024.0 * 1024.0;

/// What one run cost.
struct CostSample {
  double kloc = 0;
  double seconds = 0;
  double megabytes = 0;
  bool limited = false;  ///< it was stopped at a limit: it costs at least this
};

/// fixed + slope * kloc ^ exponent with the least squares of relative errors, of exponents between 1 and 3.5 the best;
/// nothing below zero. With fewer than three runs, or runs of one size, the hint's shape, scaled to them; without a
/// hint, nothing is known.
[[nodiscard]] CostCurve fitted(const std::vector<CostSample>& samples, double CostSample::*what, const CostCurve& hint);

/// Samples of an analyzer on a project, kept in one file: the last ones count.
class CostStore {
 public:
  /// `path` empty: nothing is kept. A file that cannot be read counts as none.
  explicit CostStore(std::string path);
  [[nodiscard]] const std::vector<CostSample>& samples() const { return samples_; }
  void add(const CostSample& sample);
  /// A run on these units cost so many times what was expected.
  void add_factor(const std::vector<std::string>& units, double factor);
  /// The mean of these for a unit; 1 when nobody knows.
  [[nodiscard]] double factor(const std::string& unit) const;
  [[nodiscard]] Status save() const;

 private:
  std::string path_;
  struct Factor {
    double sum = 0;
    double runs = 0;
  };
  std::vector<CostSample> samples_;
  std::map<std::string, Factor> factors_;
};

/// Time until all of `costs` are done by so many workers, each taking the next one (longest first).
[[nodiscard]] double makespan(std::vector<double> costs, unsigned workers);

}  // namespace assay::analyzer::splitting
