#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/fact/fact.hpp"

namespace assay::analyzer {

/// Values of type float or double: the numbers from `low` to `high`, where -0 is below +0, and NaN if `nan`. No number
/// is in a range whose `low` is above its `high`.
struct RealRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool nan = false;

  [[nodiscard]] bool empty() const { return low > high && !nan; }
  bool operator==(const RealRange&) const = default;
};

/// The Named property that a value is in a RealRange. Its arguments are the two bounds, as real_text writes them, and
/// "nan" if the value may be NaN; or "nan" alone.
inline constexpr std::string_view kRealRange = "float-interval";
[[nodiscard]] Named to_property(const RealRange& range);
/// The range of the property. Nullopt: it has another name, or its arguments are none of these.
[[nodiscard]] std::optional<RealRange> real_range(const Property& property);

/// The exact value: "-0x1.8p+1", "0x0p+0", "inf", "-inf", "nan".
[[nodiscard]] std::string real_text(double value);
/// A decimal or hexadecimal number, or a text of real_text. Nullopt: the text is none of these.
[[nodiscard]] std::optional<double> real_from(std::string_view text);
/// Whether `a` is below `b`, where -0 is below +0. Neither is NaN.
[[nodiscard]] bool is_below(double a, double b);
/// The smallest range with the values of both.
[[nodiscard]] RealRange joined(const RealRange& a, const RealRange& b);
/// Whether the type, as C writes it, is one whose values a RealRange describes.
[[nodiscard]] inline bool is_real_type(std::string_view type) { return type == "float" || type == "double"; }

}  // namespace assay::analyzer
