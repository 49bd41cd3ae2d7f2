#include "analyzer/check/source/c_condition.hpp"

#include <algorithm>
#include <cmath>

#include "analyzer/check/source/c_instrument.hpp"
#include "analyzer/fact/real_range.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

std::string both(const std::string& left, const std::string& right) {
  if (left.empty() || right.empty()) return left + right;
  return left + " && " + right;
}

std::string bits_constant(WideBits bits) { return "(unsigned __int128)" + c_constant(static_cast<Wide>(bits)); }

/// Values of a checked program have at most 64 bits, and so have the values that they are compared with, so sums and
/// differences stay below this number. A comparison with a larger number has the same result as with this number, and
/// the check's own 128-bit arithmetic never overflows.
constexpr Wide kLarge = Wide{1} << 66;

std::string plus(Wide offset) { return " + " + c_constant(std::clamp(offset, -kLarge, kLarge)); }

/// The condition that a value (a C expression) has the remainder.
std::string congruent(const std::string& value, Wide modulus, Wide remainder) {
  Wide rest = remainder % modulus;
  if (rest < 0) rest += modulus;
  if (modulus >= kLarge)
    return "(" + value + " == " + c_constant(rest) + " || " + value + " == " + c_constant(rest - modulus) + ")";
  return "(" + value + " - " + c_constant(rest) + ") % " + c_constant(modulus) + " == 0";
}

/// The condition that the pointer has an address that the argument describes. Nullopt: the argument is not an address.
std::optional<std::string> address_condition(const std::string& argument) {
  if (argument == kNull) return "assay_wide == 0";
  const std::vector<std::string_view> words = split(argument, ' ');
  if (words[0].empty() || (words.size() > 2 && words.size() != 5)) return std::nullopt;
  std::vector<Wide> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::optional<Wide> number = wide_from(words[i]);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  const std::string offset = "(assay_wide - (__int128)(unsigned long)&" + std::string(words[0]) + ")";
  if (numbers.size() < 2) return offset + " == " + c_constant(numbers.empty() ? 0 : numbers[0]);
  std::string range = offset + " >= " + c_constant(numbers[0]) + " && " + offset + " <= " + c_constant(numbers[1]);
  if (numbers[2] > 1) range += " && " + congruent(offset, numbers[2], numbers[3]);
  return "(" + range + ")";
}

std::string real_constant(double value) {
  const std::string text = real_text(value);
  if (text.ends_with("inf")) return text.front() == '-' ? "-__builtin_inf()" : "__builtin_inf()";
  return text;
}

/// The condition that `assay_v`, a float or double, is in the range. Comparisons in C do not tell zeros apart.
std::string real_condition(const RealRange& range) {
  std::string all;
  if (range.low <= range.high) {
    const bool above_zero = range.low == 0 && !std::signbit(range.low);
    const bool below_zero = range.high == 0 && std::signbit(range.high);
    all = "(assay_v >= " + real_constant(range.low) + " && assay_v <= " + real_constant(range.high);
    if (above_zero) all += " && !(assay_v == 0 && __builtin_signbit((double)assay_v))";
    if (below_zero) all += " && !(assay_v == 0 && !__builtin_signbit((double)assay_v))";
    all += ")";
  }
  if (range.nan) all += std::string(all.empty() ? "" : " || ") + "assay_v != assay_v";
  return all;
}

struct ConditionWriter {
  using Text = std::optional<std::string>;
  Text operator()(const Interval& range) const {
    const std::string low = range.low ? "assay_wide >= " + c_constant(*range.low) : std::string();
    const std::string high = range.high ? "assay_wide <= " + c_constant(*range.high) : std::string();
    const std::string all = both(low, high);
    return all.empty() ? "1" : all;
  }
  Text operator()(const Congruence& c) const { return congruent("assay_wide", c.modulus, c.remainder); }
  Text operator()(const ValueSet& set) const {
    std::string any;
    for (const Wide value : set.values) any += (any.empty() ? "" : " || ") + ("assay_wide == " + c_constant(value));
    if (any.empty()) any = "0";
    return set.excluded ? "!(" + any + ")" : any;
  }
  Text operator()(const KnownBits& bits) const {
    return "((unsigned __int128)assay_wide & " + bits_constant(bits.zeros) +
           ") == 0 && (~(unsigned __int128)assay_wide & " + bits_constant(bits.ones) + ") == 0";
  }
  Text operator()(const Truth& truth) const { return truth.value ? "assay_wide != 0" : "assay_wide == 0"; }
  Text operator()(const Relation& relation) const {
    return "assay_wide " + relation.op + " (__int128)(" + relation.expression + ")" + plus(relation.offset);
  }
  /// "Not the same" claims that the accesses are disjoint, which the values of two pointers do not show.
  Text operator()(const Aliasing& aliasing) const {
    if (!aliasing.same) return std::nullopt;
    return "assay_wide == (__int128)(unsigned long)(" + aliasing.other + ")";
  }
  Text operator()(const Named& named) const {
    if (const std::optional<RealRange> range = real_range(named)) return real_condition(*range);
    if (named.name != kPointsTo || named.arguments.empty()) return std::nullopt;
    std::string any;
    for (const std::string& argument : named.arguments) {
      const Text one = address_condition(argument);
      if (!one) return std::nullopt;
      any += (any.empty() ? "" : " || ") + *one;
    }
    return "(" + any + ")";
  }
  template <typename Other>
  Text operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

std::string c_constant(Wide value) {
  constexpr Wide kPlain = Wide{1} << 31;
  if (value > -kPlain && value < kPlain) return value < 0 ? "(" + to_text(value) + ")" : to_text(value);
  const auto bits = static_cast<WideBits>(value);
  return "ASSAY_WIDE(" + to_text(static_cast<Wide>(bits >> 64)) + ", " +
         to_text(static_cast<Wide>(bits & 0xffffffffffffffffULL)) + ")";
}

std::vector<std::string> named_objects(const Property& property) {
  std::vector<std::string> objects;
  if (const auto* aliasing = std::get_if<Aliasing>(&property)) objects.push_back(aliasing->other);
  if (const auto* named = std::get_if<Named>(&property); named != nullptr && named->name == kPointsTo)
    for (const std::string& argument : named->arguments)
      if (argument != kNull) objects.push_back(argument.substr(0, argument.find(' ')));
  return objects;
}

std::optional<std::string> c_condition(const Property& property) { return std::visit(ConditionWriter{}, property); }

}  // namespace assay::analyzer
