#include "analyzer/split/plan/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

constexpr std::size_t kMaxSamples = 200;
constexpr double kMinCost = 0.02;  ///< smaller costs are below the clocks' accuracy

}  // namespace

CostCurve fitted_with(const std::vector<CostSample>& samples, double CostSample::*what, double exponent) {
  double w = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const CostSample& sample : samples) {
    const double seen = std::max(sample.*what, kMinCost);
    const double weight = 1 / (seen * seen);
    const double size = std::pow(sample.kloc, exponent);
    w += weight;
    x += weight * size;
    y += weight * seen;
    xx += weight * size * size;
    xy += weight * size * seen;
  }
  const double determinant = w * xx - x * x;
  CostCurve curve{y / w, 0, exponent};
  if (determinant > 1e-12 * w * xx) {
    curve.slope = (w * xy - x * y) / determinant;
    curve.fixed = (y - curve.slope * x) / w;
  }
  if (curve.slope < 0) return {y / w, 0, exponent};
  if (curve.fixed < 0) return {0, xx > 0 ? xy / xx : 0, exponent};
  return curve;
}

namespace {

struct Fit {
  CostCurve curve;
  double error = 0;
};

double error_of(const CostCurve& curve, const std::vector<CostSample>& samples, double CostSample::*what) {
  double error = 0;
  for (const CostSample& sample : samples) {
    const double seen = std::max(sample.*what, kMinCost);
    const double off = (curve.at(sample.kloc) - seen) / seen;
    error += off * off;
  }
  return error;
}

std::optional<CostCurve> best_fit(const std::vector<CostSample>& samples, double CostSample::*what) {
  const auto by_size = [](const CostSample& a, const CostSample& b) { return a.kloc < b.kloc; };
  if (samples.size() < 3) return std::nullopt;
  const auto [least, most] = std::minmax_element(samples.begin(), samples.end(), by_size);
  if (most->kloc < 1.5 * least->kloc) return std::nullopt;
  std::optional<Fit> best;
  for (int step = 0; step <= 10; ++step) {
    const CostCurve curve = fitted_with(samples, what, 1 + 0.25 * step);
    const double error = error_of(curve, samples, what);
    // A larger exponent has to reduce the error clearly.
    if (!best || error < 0.9 * best->error - 1e-12) best = Fit{curve, error};
  }
  return best->curve;
}

}  // namespace

CostCurve fitted(const std::vector<CostSample>& samples, double CostSample::*what, const CostCurve& hint) {
  std::vector<CostSample> done;
  for (const CostSample& sample : samples)
    if (!sample.limited && sample.kloc > 0) done.push_back(sample);
  if (const std::optional<CostCurve> curve = best_fit(done, what)) return *curve;
  if (!hint.known() || done.empty()) return hint;
  double seen = 0, told = 0;
  for (const CostSample& sample : done) {
    seen += sample.*what;
    told += hint.at(sample.kloc);
  }
  if (told <= 0 || seen <= 0) return hint;
  return {hint.fixed * seen / told, hint.slope * seen / told, hint.exponent};
}

CostStore::CostStore(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  const Result<std::string> text = core::read_text_file(path_);
  if (!text) return;
  const nlohmann::json kept = nlohmann::json::parse(*text, nullptr, false);
  if (!kept.is_object() || !kept.contains("runs") || !kept.contains("units")) return;
  for (const nlohmann::json& row : kept["runs"]) {
    if (!row.is_array() || row.size() != 4 || !row[0].is_number() || !row[1].is_number() || !row[2].is_number() ||
        !row[3].is_boolean())
      continue;
    samples_.push_back({row[0].get<double>(), row[1].get<double>(), row[2].get<double>(), row[3].get<bool>()});
  }
  for (const auto& [unit, row] : kept["units"].items())
    if (row.is_array() && row.size() == 2 && row[0].is_number() && row[1].is_number() && row[1].get<double>() > 0)
      factors_[unit] = {row[0].get<double>(), row[1].get<double>()};
}

void CostStore::add(const CostSample& sample) {
  samples_.push_back(sample);
  if (samples_.size() > kMaxSamples) samples_.erase(samples_.begin());
}

void CostStore::add_factor(const std::vector<std::string>& units, double factor) {
  for (const std::string& unit : units) {
    Factor& known = factors_[unit];
    known.sum += factor;
    known.runs += 1;
  }
}

double CostStore::factor(const std::string& unit) const {
  const auto at = factors_.find(unit);
  return at == factors_.end() ? 1 : at->second.sum / at->second.runs;
}

Status CostStore::save() const {
  if (path_.empty()) return {};
  nlohmann::json rows = nlohmann::json::array();
  for (const CostSample& sample : samples_)
    rows.push_back(nlohmann::json::array({sample.kloc, sample.seconds, sample.megabytes, sample.limited}));
  nlohmann::json units = nlohmann::json::object();
  for (const auto& [unit, factor] : factors_) units[unit] = nlohmann::json::array({factor.sum, factor.runs});
  const nlohmann::json kept = {{"runs", std::move(rows)}, {"units", std::move(units)}};
  if (const Status made = core::Disk::real().make_directory(std::filesystem::path(path_).parent_path().string()); !made)
    return made;
  return core::write_text_file(path_, kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

double makespan(std::vector<double> costs, unsigned workers) {
  std::sort(costs.begin(), costs.end(), std::greater<>());
  std::vector<double> busy(std::max(1U, workers), 0);
  for (const double cost : costs) *std::min_element(busy.begin(), busy.end()) += cost;
  return *std::max_element(busy.begin(), busy.end());
}

}  // namespace assay::analyzer::splitting
