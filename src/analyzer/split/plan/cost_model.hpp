#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/target/definition.hpp"
#include "assay/base/result.hpp"

namespace assay::analyzer::splitting {

constexpr double kMebibyte = 1024.0 * 1024.0;

/// Cost of one run.
struct CostSample {
  double kloc = 0;
  double seconds = 0;
  double megabytes = 0;
  bool limited = false;  ///< a limit ended the run: the cost is a lower bound
};

/// The curve fixed + slope * kloc ^ exponent with the least squares of relative errors; the exponent is the best one
/// from 1 to 3.5, and no coefficient is negative. With fewer than three runs, or runs of one size only: the hint,
/// scaled to the runs. Without a hint, the cost stays unknown.
[[nodiscard]] CostCurve fitted(const std::vector<CostSample>& samples, double CostSample::*what, const CostCurve& hint);

/// The same for a given exponent, by weighted least squares. A coefficient that would be negative is 0.
[[nodiscard]] CostCurve fitted_with(const std::vector<CostSample>& samples, double CostSample::*what, double exponent);

/// The samples of an analyzer on a project, in one file. Only the most recent samples are kept.
class CostStore {
 public:
  /// Empty `path`: nothing is stored. An unreadable file counts as empty.
  explicit CostStore(std::string path);
  [[nodiscard]] const std::vector<CostSample>& samples() const { return samples_; }
  void add(const CostSample& sample);
  /// Records that a run on these units cost `factor` times the expected cost.
  void add_factor(const std::vector<std::string>& units, double factor);
  /// The mean of a unit's factors; 1 without any.
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

/// Time until `workers` workers have done all `costs`, when each takes the next one (longest first).
[[nodiscard]] double makespan(std::vector<double> costs, unsigned workers);

}  // namespace assay::analyzer::splitting
