#include <algorithm>
#include <array>

#include "analyzer/test/test.hpp"

namespace assay::analyzer {
namespace {

using Text = std::string_view;
constexpr std::array kOpposites = {std::pair{Text("=="), Text("!=")}, std::pair{Text("<"), Text(">=")},
                                   std::pair{Text("<="), Text(">")}, std::pair{Text("var"), Text("nonvar")},
                                   std::pair{Text("ground"), Text("var")}};

constexpr Wide kLargest = static_cast<Wide>(~WideBits{0} >> 1);

std::optional<std::string> opposite_word(Text word) {
  for (const auto& [one, other] : kOpposites) {
    if (word == one) return std::string(other);
    if (word == other) return std::string(one);
  }
  return std::nullopt;
}

struct Opposite {
  using Answer = std::optional<Property>;
  Answer operator()(const Interval& range) const {
    if (range.high && *range.high < kLargest) return Interval{*range.high + 1, std::nullopt};
    if (range.low && *range.low > -kLargest) return Interval{std::nullopt, *range.low - 1};
    return std::nullopt;
  }
  Answer operator()(const Congruence& c) const {
    if (c.modulus < 2) return std::nullopt;
    return Congruence{c.modulus, c.remainder % c.modulus + (c.remainder < 0 ? 1 : -1)};
  }
  Answer operator()(const ValueSet& set) const { return ValueSet{set.values, !set.excluded}; }
  Answer operator()(const KnownBits& bits) const {
    if (bits.zeros == 0 && bits.ones == 0) return std::nullopt;
    return KnownBits{bits.width, bits.ones, bits.zeros};
  }
  Answer operator()(const Truth& truth) const { return Truth{!truth.value}; }
  Answer operator()(const Relation& relation) const {
    const std::optional<std::string> op = opposite_word(relation.op);
    if (!op) return std::nullopt;
    return Relation{*op, relation.expression, relation.offset};
  }
  Answer operator()(const Unreachable&) const { return std::nullopt; }
  Answer operator()(const Aliasing& pair) const { return Aliasing{pair.other, !pair.same}; }
  Answer operator()(const Named& named) const {
    const std::optional<std::string> name = opposite_word(named.name);
    if (!name) return std::nullopt;
    return Named{*name, named.arguments};
  }
};

}  // namespace

std::optional<Property> opposite(const Property& property) { return std::visit(Opposite{}, property); }

}  // namespace assay::analyzer
