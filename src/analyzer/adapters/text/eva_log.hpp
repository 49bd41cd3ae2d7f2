#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/fact.hpp"

namespace assay::analyzer {

/// Addresses in one object: its name, and the offsets in bytes, from low to high by steps.
struct EvaTarget {
  std::string object;
  Wide low = 0, high = 0;
  Wide modulus = 0;  ///< 0: the low one alone
  Wide remainder = 0;
  bool operator==(const EvaTarget&) const = default;
};

/// What Eva says that a variable may be: one print, or what several prints have in common.
struct EvaValue {
  bool bottom = false;     ///< some print says that there is no value at all
  bool addresses = false;  ///< it may be the address of an object
  /// All of these addresses, by the objects' names; empty: they cannot be told.
  std::vector<EvaTarget> targets;
  bool unclear = false;  ///< it may be something that is not read here: floating point, a mix of addresses
  /// Its numbers, when there are any: few of them, or an interval with a congruence.
  bool numbers = false;
  std::optional<std::vector<Wide>> values;  ///< ascending
  std::optional<Wide> low, high;            ///< absent: infinite
  Wide modulus = 1;                         ///< 0: all numbers are the remainder
  Wide remainder = 0;

  bool operator==(const EvaValue&) const = default;
};
/// At most as many values are kept as a set.
inline constexpr std::size_t kMostEvaValues = 16;

/// "{1; 2}", "[-3..7]", "[0..--],1%4", "{{ NULL ; &x + {4} }}", "⊥". What it does not know is unclear.
[[nodiscard]] EvaValue read_eva_value(std::string_view text);
/// What holds whenever one of the two does.
[[nodiscard]] EvaValue joined(const EvaValue& one, const EvaValue& other);

struct EvaLog {
  /// By the number of a show-point: for each of its variables the join of all prints.
  std::map<std::size_t, std::vector<EvaValue>> points;
  std::map<std::size_t, std::string> origins;  ///< the first print of each, on one line
  std::vector<std::string> specifications;     ///< functions whose specification it used in place of code; sorted
  bool done = false;                           ///< the analysis of main ended
};
/// What the show-points are called in the program: this, and their number.
inline constexpr std::string_view kEvaShow = "Frama_C_show_each_";

/// Reads what Frama-C prints. Messages may be broken into lines; all that follow begin with white space.
[[nodiscard]] EvaLog read_eva_log(std::string_view log);

/// What the numbers of a value claim about a variable of the type: a set, or an interval and a congruence; nothing,
/// when it is no more than the type says. Of a pointer: that it is null, or is not, and what it may point to
/// (kPointsTo, check/source/c_condition.hpp).
[[nodiscard]] std::vector<Property> properties_of(const EvaValue& value, std::string_view type);

}  // namespace assay::analyzer
