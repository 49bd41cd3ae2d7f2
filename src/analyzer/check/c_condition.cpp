#include "c_condition.hpp"

#include "c_instrument.hpp"

namespace assay::analyzer {
namespace {

std::string both(const std::string& left, const std::string& right) {
  if (left.empty() || right.empty()) return left + right;
  return left + " && " + right;
}

std::string bits_constant(WideBits bits) { return "(unsigned __int128)" + c_constant(static_cast<Wide>(bits)); }

struct ConditionWriter {
  using Text = std::optional<std::string>;
  Text operator()(const Interval& range) const {
    const std::string low = range.low ? "assay_wide >= " + c_constant(*range.low) : std::string();
    const std::string high = range.high ? "assay_wide <= " + c_constant(*range.high) : std::string();
    const std::string all = both(low, high);
    return all.empty() ? "1" : all;
  }
  Text operator()(const Congruence& c) const {
    return "(assay_wide - " + c_constant(c.remainder) + ") % " + c_constant(c.modulus) + " == 0";
  }
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
    return "assay_wide " + relation.op + " (__int128)(" + relation.expression + ") + " + c_constant(relation.offset);
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

std::optional<std::string> c_condition(const Property& property) { return std::visit(ConditionWriter{}, property); }

}  // namespace assay::analyzer
