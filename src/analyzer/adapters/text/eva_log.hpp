#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fact/real_range.hpp"

namespace assay::analyzer {

/// Addresses in one object: its name, and offsets in bytes from low to high in steps of the modulus.
struct EvaTarget {
  std::string object;
  Wide low = 0, high = 0;
  Wide modulus = 0;  ///< 0: only `low`
  Wide remainder = 0;
  bool operator==(const EvaTarget&) const = default;
};

/// The possible values of a variable: of one print, or the join of several prints.
struct EvaValue {
  bool bottom = false;     ///< some print has no value at all
  bool addresses = false;  ///< the value may be the address of an object
  /// All possible addresses, by the objects' names; empty: not known.
  std::vector<EvaTarget> targets;
  bool unclear = false;  ///< the value may be of a kind that Assay does not read: a mix of addresses
  /// The floating-point numbers that it may be. Eva prints +0 alone as the number 0.
  std::optional<RealRange> reals;
  /// Whether it may be a number. Numbers are a set, or an interval with a congruence.
  bool numbers = false;
  std::optional<std::vector<Wide>> values;  ///< ascending
  std::optional<Wide> low, high;            ///< nullopt: infinite
  Wide modulus = 1;                         ///< 0: the only number is the remainder
  Wide remainder = 0;

  bool operator==(const EvaValue&) const = default;
};
/// Maximum number of values of a set; a larger set becomes an interval.
inline constexpr std::size_t kMaxEvaValues = 16;

/// Reads "{1; 2}", "[-3..7]", "[0..--],1%4", "{{ NULL ; &x + {4} }}", "⊥"; "{0x1.8p0}", "[-0x1.0p0 .. inf]", "NaN" and
/// their unions. Other text becomes `unclear`.
[[nodiscard]] EvaValue read_eva_value(std::string_view text);
/// The union of two values.
[[nodiscard]] EvaValue joined(const EvaValue& one, const EvaValue& other);

struct EvaLog {
  /// By the number of a show-point: the join of all prints, for each of its variables.
  std::map<std::size_t, std::vector<EvaValue>> points;
  std::map<std::size_t, std::string> origins;  ///< the first print of each show-point, on one line
  std::vector<std::string> specifications;     ///< functions whose specification Eva used instead of code; sorted
  bool done = false;                           ///< the analysis of main ended
};
/// The name of a show-point is this text and its number.
inline constexpr std::string_view kEvaShow = "Frama_C_show_each_";

/// Reads Frama-C's output. Messages may be broken into lines; continuation lines begin with white space.
[[nodiscard]] EvaLog read_eva_log(std::string_view log);

/// The claims of a value about a variable of the type. Numbers: a set, or an interval and a congruence; empty if they
/// say no more than the type. float and double: a range. Pointers: null or not, and the possible targets (kPointsTo,
/// check/source/c_condition.hpp).
[[nodiscard]] std::vector<Property> properties_of(const EvaValue& value, std::string_view type);

}  // namespace assay::analyzer
