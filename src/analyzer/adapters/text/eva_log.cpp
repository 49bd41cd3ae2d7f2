#include "analyzer/adapters/text/eva_log.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analyzer/check/source/c_condition.hpp"
#include "analyzer/check/tree/c_scope.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// Splits the text at separators outside of brackets and string literals.
std::vector<std::string_view> top_level_parts(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[' || c == '(') {
      ++depth;
    } else if (c == '}' || c == ']' || c == ')') {
      --depth;
    } else if (depth == 0 && text.substr(i).starts_with(separator)) {
      parts.push_back(trim(text.substr(begin, i - begin)));
      begin = i + separator.size();
    }
  }
  parts.push_back(trim(text.substr(begin)));
  return parts;
}

Wide gcd_of(Wide a, Wide b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}
Wide modulo(Wide value, Wide modulus) { return modulus == 0 ? value : ((value % modulus) + modulus) % modulus; }

EvaValue unclear() {
  EvaValue value;
  value.unclear = true;
  return value;
}

EvaValue of_values(std::vector<Wide> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  EvaValue made;
  made.numbers = true;
  made.low = values.front();
  made.high = values.back();
  made.modulus = 0;
  for (const Wide one : values) made.modulus = gcd_of(made.modulus, one - values.front());
  made.remainder = modulo(values.front(), made.modulus);
  if (values.size() <= kMaxEvaValues) made.values = std::move(values);
  return made;
}

/// Reads "{1; 2}".
EvaValue read_set(std::string_view text) {
  std::vector<Wide> values;
  for (const std::string_view part : split(text.substr(1, text.size() - 2), ';')) {
    const std::optional<Wide> value = wide_from(trim(part));
    if (!value) return unclear();
    values.push_back(*value);
  }
  return values.empty() ? unclear() : of_values(std::move(values));
}

/// Reads "0x1.8p1", "-inf"; no decimal number, because Eva rounds those.
std::optional<double> read_real(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  return digits.starts_with("0x") || digits == "inf" ? real_from(text) : std::nullopt;
}

/// Reads one part of a union of floating-point numbers: "{0x1.8p0}", "[-inf .. 0x1.8p1]", "NaN".
std::optional<RealRange> read_reals(std::string_view text) {
  if (text == "NaN" || text == "{NaN}") return RealRange{.nan = true};
  if (text.size() < 3 || (text.front() != '{' && text.front() != '[')) return std::nullopt;
  const bool one = text.front() == '{';
  text = text.substr(1, text.size() - 2);
  constexpr std::string_view kTo = " .. ";
  const std::size_t to = one ? std::string_view::npos : text.find(kTo);
  if (!one && to == std::string_view::npos) return std::nullopt;
  const std::optional<double> low = read_real(text.substr(0, to));
  const std::optional<double> high = one ? low : read_real(text.substr(to + kTo.size()));
  if (!low || !high) return std::nullopt;
  return RealRange{*low, *high, false};
}

/// The value of a variable whose values are floating-point numbers: Eva prints +0 alone as the number 0.
std::optional<RealRange> reals_of(const EvaValue& value) {
  if (value.reals) return value.reals;
  return value.values == std::vector<Wide>{0} ? std::optional(RealRange{0, 0, false}) : std::nullopt;
}

/// "--" is an infinite bound.
bool read_bound(std::string_view text, std::optional<Wide>& bound) {
  if (text == "--") return true;
  bound = wide_from(text);
  return bound.has_value();
}

/// Reads "[-3..7]" or "[-3..9],1%4".
EvaValue read_interval(std::string_view text) {
  EvaValue value;
  value.numbers = true;
  const std::size_t close = text.find(']');
  const std::size_t dots = text.find("..");
  if (close == std::string_view::npos || dots == std::string_view::npos || dots > close) return unclear();
  if (!read_bound(text.substr(1, dots - 1), value.low)) return unclear();
  if (!read_bound(text.substr(dots + 2, close - dots - 2), value.high)) return unclear();
  std::string_view rest = text.substr(close + 1);
  if (rest.empty()) return value;
  const std::size_t percent = rest.find('%');
  if (!rest.starts_with(',') || percent == std::string_view::npos) return unclear();
  const std::optional<Wide> remainder = wide_from(trim(rest.substr(1, percent - 1)));
  const std::optional<Wide> modulus = wide_from(trim(rest.substr(percent + 1)));
  if (!remainder || !modulus || *modulus < 1) return unclear();
  value.modulus = *modulus;
  value.remainder = modulo(*remainder, *modulus);
  return value;
}

/// Reads "&x", "&x + {0; 4}" or "&x + [0..12],0%4". Nullopt: an offset has no bound.
std::optional<EvaTarget> read_target(std::string_view text) {
  EvaTarget target;
  const std::size_t plus = text.find(" + ");
  target.object = trim(text.substr(1, plus == std::string_view::npos ? plus : plus - 1));
  const bool is_name = std::all_of(target.object.begin(), target.object.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (target.object.empty() || !is_name) return std::nullopt;
  if (plus == std::string_view::npos) return target;
  const std::string_view offsets = trim(text.substr(plus + 3));
  const EvaValue value = offsets.starts_with('{') ? read_set(offsets) : read_interval(offsets);
  if (!value.numbers || !value.low || !value.high) return std::nullopt;
  target.low = *value.low;
  target.high = *value.high;
  target.modulus = target.low == target.high ? 0 : value.modulus;
  target.remainder = value.remainder;
  return target;
}

EvaTarget united(const EvaTarget& one, const EvaTarget& other) {
  EvaTarget both{one.object, std::min(one.low, other.low), std::max(one.high, other.high), 0, 0};
  both.modulus = gcd_of(gcd_of(one.modulus, other.modulus), one.low - other.low);
  both.remainder = modulo(one.low, both.modulus);
  return both;
}

/// The union of both; empty if the addresses of either are not known.
std::vector<EvaTarget> joined_targets(const EvaValue& one, const EvaValue& other) {
  if ((one.addresses && one.targets.empty()) || (other.addresses && other.targets.empty())) return {};
  std::vector<EvaTarget> all = one.targets;
  for (const EvaTarget& target : other.targets) {
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const EvaTarget& known) { return known.object == target.object; });
    if (same == all.end()) {
      all.push_back(target);
    } else {
      *same = united(*same, target);
    }
  }
  std::sort(all.begin(), all.end(), [](const EvaTarget& a, const EvaTarget& b) { return a.object < b.object; });
  return all;
}

/// Reads "{{ NULL ; &x + {4} }}".
EvaValue read_addresses(std::string_view text) {
  text = trim(text.substr(2, text.size() - 4));
  if (text.empty() || text.starts_with("garbled")) return unclear();
  EvaValue value;
  for (const std::string_view part : top_level_parts(text, ";")) {
    if (part == "NULL") {
      value = joined(value, of_values({0}));
    } else if (const auto target = part.starts_with('&') ? read_target(part) : std::nullopt) {
      EvaValue address;
      address.addresses = true;
      address.targets = {*target};
      value = joined(value, address);
    } else if (part.starts_with('&') || part.starts_with('"') || part.starts_with("L\"")) {
      value.addresses = true;
      value.targets.clear();
    } else {
      value.unclear = true;
    }
  }
  return value;
}

/// The log's messages, each on one line.
std::vector<std::string> messages_of(std::string_view log) {
  std::vector<std::string> messages;
  for (const std::string_view line : split(log, '\n')) {
    if (!line.empty() && line.front() == ' ' && !messages.empty()) {
      messages.back() += ' ';
      messages.back() += trim(line);
    } else {
      messages.emplace_back(trim(line));
    }
  }
  return messages;
}

void read_show(const std::string& message, std::size_t at, EvaLog& log) {
  const std::string_view text = std::string_view(message).substr(at + kEvaShow.size());
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return;
  const std::optional<std::uint64_t> number = parse_unsigned(text.substr(0, colon));
  if (!number) return;
  const std::string_view printed = trim(text.substr(colon + 1));
  std::vector<EvaValue> values;
  if (!printed.empty())
    for (const std::string_view part : top_level_parts(printed, ", ")) values.push_back(read_eva_value(part));
  const auto [known, added] = log.points.try_emplace(*number, values);
  if (added) {
    log.origins[*number] = message.substr(at);
    return;
  }
  known->second.resize(std::max(known->second.size(), values.size()), unclear());
  values.resize(known->second.size(), unclear());
  for (std::size_t i = 0; i < values.size(); ++i) known->second[i] = joined(known->second[i], values[i]);
}

struct TypeRange {
  std::string_view type;
  Wide low, high;
};
constexpr Wide power(unsigned bits) { return Wide{1} << bits; }
constexpr std::array kTypeRanges = {
    TypeRange{"_Bool", 0, 1},
    TypeRange{"char", -power(7), power(7) - 1},
    TypeRange{"signed char", -power(7), power(7) - 1},
    TypeRange{"unsigned char", 0, power(8) - 1},
    TypeRange{"short", -power(15), power(15) - 1},
    TypeRange{"unsigned short", 0, power(16) - 1},
    TypeRange{"int", -power(31), power(31) - 1},
    TypeRange{"unsigned int", 0, power(32) - 1},
    TypeRange{"long", -power(63), power(63) - 1},
    TypeRange{"unsigned long", 0, power(64) - 1},
    TypeRange{"long long", -power(63), power(63) - 1},
    TypeRange{"unsigned long long", 0, power(64) - 1},
};

bool is_whole_type(const EvaValue& value, std::string_view type) {
  return std::any_of(kTypeRanges.begin(), kTypeRanges.end(), [&](const TypeRange& range) {
    return range.type == type && (!value.low || *value.low <= range.low) && (!value.high || *value.high >= range.high);
  });
}

bool is_whole_range(const RealRange& range) {
  return std::isinf(range.low) && std::isinf(range.high) && range.low < range.high && range.nan;
}

bool may_be_zero(const EvaValue& value) {
  if (!value.numbers) return false;
  if (value.values) return std::binary_search(value.values->begin(), value.values->end(), Wide{0});
  const bool inside = (!value.low || *value.low <= 0) && (!value.high || *value.high >= 0);
  return inside && modulo(0, value.modulus) == value.remainder;
}

std::vector<Property> pointer_properties(const EvaValue& value) {
  const bool null = may_be_zero(value);
  if (!value.addresses && value.values == std::vector<Wide>{0}) return {ValueSet{{0}, false}};
  std::vector<Property> properties;
  if (!null && (value.addresses || value.numbers)) properties.emplace_back(ValueSet{{0}, true});
  const bool other_numbers = value.numbers && value.values != std::vector<Wide>{0};
  if (value.targets.empty() || other_numbers) return properties;
  Named points{std::string(kPointsTo), {}};
  if (null) points.arguments.emplace_back(kNull);
  for (const EvaTarget& target : value.targets) {
    std::string argument = target.object;
    if (target.modulus != 0) {
      for (const Wide number : {target.low, target.high, target.modulus, target.remainder})
        argument += " " + to_text(number);
    } else if (target.low != 0) {
      argument += " " + to_text(target.low);
    }
    points.arguments.push_back(std::move(argument));
  }
  properties.emplace_back(std::move(points));
  return properties;
}

}  // namespace

EvaValue read_eva_value(std::string_view text) {
  text = trim(text);
  if (text.find(" .. ") != std::string_view::npos || text.find("NaN") != std::string_view::npos ||
      text.find("inf") != std::string_view::npos || text.find("0x") != std::string_view::npos) {
    EvaValue value;
    constexpr std::string_view kUnion = " \xe2\x88\xaa ";
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(kUnion, at), text.size());
      const std::optional<RealRange> part = read_reals(trim(text.substr(at, end - at)));
      if (!part) return unclear();
      value.reals = joined(value.reals.value_or(RealRange{}), *part);
      at = end == text.size() ? text.size() + 1 : end + kUnion.size();
    }
    return value;
  }
  if (text == "\xe2\x8a\xa5") {
    EvaValue value;
    value.bottom = true;
    return value;
  }
  if (text.starts_with("{{") && text.ends_with("}}") && text.size() >= 4) return read_addresses(text);
  if (text.starts_with('{') && text.ends_with('}')) return read_set(text);
  if (text.starts_with('[')) return read_interval(text);
  return unclear();
}

EvaValue joined(const EvaValue& one, const EvaValue& other) {
  EvaValue both;
  if (one.reals || other.reals) {
    const std::optional<RealRange> a = reals_of(one), b = reals_of(other);
    both.unclear = (!a && one.numbers) || (!b && other.numbers);
    both.reals = joined(a.value_or(RealRange{}), b.value_or(RealRange{}));
  } else if (one.values && other.values) {
    std::vector<Wide> values = *one.values;
    values.insert(values.end(), other.values->begin(), other.values->end());
    both = of_values(std::move(values));
  } else if (one.numbers && other.numbers) {
    both.numbers = true;
    if (one.low && other.low) both.low = std::min(*one.low, *other.low);
    if (one.high && other.high) both.high = std::max(*one.high, *other.high);
    both.modulus = gcd_of(gcd_of(one.modulus, other.modulus), one.remainder - other.remainder);
    both.remainder = modulo(one.remainder, both.modulus);
  } else if (one.numbers || other.numbers) {
    both = one.numbers ? one : other;
  }
  both.targets = joined_targets(one, other);
  both.bottom = one.bottom || other.bottom;
  both.addresses = one.addresses || other.addresses;
  both.unclear = both.unclear || one.unclear || other.unclear;
  return both;
}

EvaLog read_eva_log(std::string_view text) {
  EvaLog log;
  constexpr std::string_view kSpecification = "using specification for function ";
  for (const std::string& message : messages_of(text)) {
    if (!message.starts_with("[eva")) continue;
    if (const std::size_t at = message.find(kEvaShow); at != std::string::npos) read_show(message, at, log);
    if (const std::size_t at = message.find(kSpecification); at != std::string::npos)
      log.specifications.push_back(message.substr(at + kSpecification.size()));
    if (message.starts_with("[eva] done for function ")) log.done = true;
  }
  std::sort(log.specifications.begin(), log.specifications.end());
  return log;
}

std::vector<Property> properties_of(const EvaValue& value, std::string_view type) {
  if (value.bottom || value.unclear) return {};
  if (is_pointer_type(type)) return pointer_properties(value);
  if (is_real_type(type)) {
    const std::optional<RealRange> range = value.addresses ? std::nullopt : reals_of(value);
    const bool says_nothing = !range || range->empty() || is_whole_range(*range);
    return says_nothing ? std::vector<Property>() : std::vector<Property>{to_property(*range)};
  }
  if (value.reals) return {};
  if (value.addresses || !value.numbers) return {};
  if (value.values && !is_whole_type(value, type)) return {ValueSet{*value.values, false}};
  std::vector<Property> properties;
  if (!is_whole_type(value, type) && (value.low || value.high))
    properties.emplace_back(Interval{value.low, value.high});
  if (value.modulus > 1) properties.emplace_back(Congruence{value.modulus, value.remainder});
  return properties;
}

}  // namespace assay::analyzer
