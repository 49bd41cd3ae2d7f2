#include "domain/libraries/value/semantics.hpp"

#include <algorithm>

#include "assay/base/check.hpp"

namespace assay::domain {
namespace {

using Value = std::uint64_t;
using Maybe = std::optional<Value>;
__extension__ using Wide = __int128;
using Arguments = const Value*;

constexpr Value wrap(unsigned w, Wide v) { return static_cast<Value>(v) & ones(w); }
constexpr Wide sign(unsigned w, Value v) { return to_signed(w, v); }
constexpr Wide plain(Value v) { return static_cast<Wide>(v); }
constexpr Wide least(unsigned w) { return -(Wide{1} << (w - 1)); }
constexpr Wide greatest(unsigned w) { return (Wide{1} << (w - 1)) - 1; }
constexpr bool fits_signed(unsigned w, Wide v) { return v >= least(w) && v <= greatest(w); }
constexpr bool fits(unsigned w, Wide v) { return v >= 0 && v <= plain(ones(w)); }
constexpr Value saturate(unsigned w, Wide v) { return v < 0 ? 0 : wrap(w, std::min(v, plain(ones(w)))); }
constexpr Value saturate_signed(unsigned w, Wide v) { return wrap(w, std::clamp(v, least(w), greatest(w))); }
constexpr Maybe when(bool defined, Value v) { return defined ? Maybe(v) : std::nullopt; }
/// Whether LLVM defines the signed division: the divisor is not zero, and it is not the least number divided by -1.
constexpr bool divides(unsigned w, Arguments v) {
  return v[1] != 0 && !(sign(w, v[0]) == least(w) && sign(w, v[1]) == -1);
}
constexpr unsigned half(unsigned w) { return std::max(w / 2, 1U); }

Wide sum(unsigned w, Arguments v) { return sign(w, v[0]) + sign(w, v[1]); }
Wide difference(unsigned w, Arguments v) { return sign(w, v[0]) - sign(w, v[1]); }
Wide plain_sum(Arguments v) { return plain(v[0]) + plain(v[1]); }
Wide plain_difference(Arguments v) { return plain(v[0]) - plain(v[1]); }

Value reverse_bits(unsigned w, Value v) {
  Value reversed = 0;
  for (unsigned i = 0; i < w; ++i) reversed |= ((v >> i) & 1) << (w - 1 - i);
  return reversed;
}

constexpr const char* kDivides = "return !y.isZero() && !(x.isMinSignedValue() && y.isAllOnes());";

// Each row: name, arity, function on values, and the same as C++ on APInt, where `o` and `u` are overflow flags.

void add_sums(std::vector<Semantics>& rows) {
  const std::vector<Semantics> more = {
      {"add", 2, [](unsigned w, Arguments v) { return Maybe(wrap(w, sum(w, v))); }, "value = x + y; return true;"},
      {"add-nsw", 2, [](unsigned w, Arguments v) { return when(fits_signed(w, sum(w, v)), wrap(w, sum(w, v))); },
       "bool o = false; value = x.sadd_ov(y, o); return !o;"},
      {"add-nuw", 2, [](unsigned w, Arguments v) { return when(fits(w, plain_sum(v)), wrap(w, plain_sum(v))); },
       "bool o = false; value = x.uadd_ov(y, o); return !o;"},
      {"add-nuw-nsw", 2,
       [](unsigned w, Arguments v) {
         return when(fits_signed(w, sum(w, v)) && fits(w, plain_sum(v)), wrap(w, sum(w, v)));
       },
       "bool o = false, u = false; value = x.sadd_ov(y, o); (void)x.uadd_ov(y, u); return !o && !u;"},
      {"sub", 2, [](unsigned w, Arguments v) { return Maybe(wrap(w, difference(w, v))); },
       "value = x - y; return true;"},
      {"sub-nsw", 2,
       [](unsigned w, Arguments v) { return when(fits_signed(w, difference(w, v)), wrap(w, difference(w, v))); },
       "bool o = false; value = x.ssub_ov(y, o); return !o;"},
      {"sub-nuw", 2,
       [](unsigned w, Arguments v) { return when(fits(w, plain_difference(v)), wrap(w, plain_difference(v))); },
       "bool o = false; value = x.usub_ov(y, o); return !o;"},
      {"sub-nuw-nsw", 2,
       [](unsigned w, Arguments v) {
         return when(fits_signed(w, difference(w, v)) && fits(w, plain_difference(v)), wrap(w, difference(w, v)));
       },
       "bool o = false, u = false; value = x.ssub_ov(y, o); (void)x.usub_ov(y, u); return !o && !u;"},
      {"add-carry", 3, [](unsigned w, Arguments v) { return Maybe(wrap(w, plain_sum(v) + plain(v[2] & 1))); },
       "value = x + y; if (z[0]) ++value; return true;"},
      {"uadd-sat", 2, [](unsigned w, Arguments v) { return Maybe(saturate(w, plain_sum(v))); },
       "value = x.uadd_sat(y); return true;"},
      {"sadd-sat", 2, [](unsigned w, Arguments v) { return Maybe(saturate_signed(w, sum(w, v))); },
       "value = x.sadd_sat(y); return true;"},
      {"usub-sat", 2, [](unsigned w, Arguments v) { return Maybe(saturate(w, plain_difference(v))); },
       "value = x.usub_sat(y); return true;"},
      {"ssub-sat", 2, [](unsigned w, Arguments v) { return Maybe(saturate_signed(w, difference(w, v))); },
       "value = x.ssub_sat(y); return true;"},
      {"uadd-overflows", 2, [](unsigned w, Arguments v) { return Maybe(fits(w, plain_sum(v)) ? 0 : 1); },
       "bool o = false; (void)x.uadd_ov(y, o); value = APInt(x.getBitWidth(), o ? 1 : 0); return true;"},
      {"sadd-overflows", 2, [](unsigned w, Arguments v) { return Maybe(fits_signed(w, sum(w, v)) ? 0 : 1); },
       "bool o = false; (void)x.sadd_ov(y, o); value = APInt(x.getBitWidth(), o ? 1 : 0); return true;"},
      {"usub-overflows", 2, [](unsigned w, Arguments v) { return Maybe(fits(w, plain_difference(v)) ? 0 : 1); },
       "bool o = false; (void)x.usub_ov(y, o); value = APInt(x.getBitWidth(), o ? 1 : 0); return true;"},
      {"ssub-overflows", 2, [](unsigned w, Arguments v) { return Maybe(fits_signed(w, difference(w, v)) ? 0 : 1); },
       "bool o = false; (void)x.ssub_ov(y, o); value = APInt(x.getBitWidth(), o ? 1 : 0); return true;"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

/// The exact product of unsigned numbers, which needs 128 bits.
__extension__ using WideProduct = unsigned __int128;
WideProduct plain_product(Arguments v) { return static_cast<WideProduct>(v[0]) * v[1]; }
Wide product(unsigned w, Arguments v) { return sign(w, v[0]) * sign(w, v[1]); }
bool product_fits(unsigned w, Arguments v) { return plain_product(v) <= ones(w); }

void add_products(std::vector<Semantics>& rows) {
  const std::vector<Semantics> more = {
      {"mul", 2, [](unsigned w, Arguments v) { return Maybe(wrap(w, product(w, v))); }, "value = x * y; return true;"},
      {"smul-fast", 2, [](unsigned w, Arguments v) { return Maybe(wrap(w, product(w, v))); },
       "value = x * y; return true;"},
      {"square", 1, [](unsigned w, Arguments v) { return Maybe(wrap(w, sign(w, v[0]) * sign(w, v[0]))); },
       "value = x * x; return true;"},
      {"mulhs", 2, [](unsigned w, Arguments v) { return Maybe(wrap(w, product(w, v) >> w)); },
       "const unsigned w = x.getBitWidth(); value = (x.sext(2 * w) * y.sext(2 * w)).extractBits(w, w); return true;"},
      {"mulhu", 2, [](unsigned w, Arguments v) { return Maybe(static_cast<Value>(plain_product(v) >> w) & ones(w)); },
       "const unsigned w = x.getBitWidth(); value = (x.zext(2 * w) * y.zext(2 * w)).extractBits(w, w); return true;"},
      {"umul-sat", 2,
       [](unsigned w, Arguments v) {
         return Maybe(product_fits(w, v) ? static_cast<Value>(plain_product(v)) : ones(w));
       },
       "value = x.umul_sat(y); return true;"},
      {"smul-sat", 2, [](unsigned w, Arguments v) { return Maybe(saturate_signed(w, product(w, v))); },
       "value = x.smul_sat(y); return true;"},
      {"umul-overflows", 2, [](unsigned w, Arguments v) { return Maybe(product_fits(w, v) ? 0 : 1); },
       "bool o = false; (void)x.umul_ov(y, o); value = APInt(x.getBitWidth(), o ? 1 : 0); return true;"},
      {"udiv", 2, [](unsigned, Arguments v) { return v[1] == 0 ? std::nullopt : Maybe(v[0] / v[1]); },
       "if (y.isZero()) return false; value = x.udiv(y); return true;"},
      {"urem", 2, [](unsigned, Arguments v) { return v[1] == 0 ? std::nullopt : Maybe(v[0] % v[1]); },
       "if (y.isZero()) return false; value = x.urem(y); return true;"},
      {"sdiv", 2,
       [](unsigned w, Arguments v) {
         return divides(w, v) ? Maybe(wrap(w, sign(w, v[0]) / sign(w, v[1]))) : std::nullopt;
       },
       std::string("if (!y.isZero()) value = x.sdiv(y); ") + kDivides},
      {"srem", 2,
       [](unsigned w, Arguments v) {
         return divides(w, v) ? Maybe(wrap(w, sign(w, v[0]) % sign(w, v[1]))) : std::nullopt;
       },
       std::string("if (!y.isZero()) value = x.srem(y); ") + kDivides},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_shifts(std::vector<Semantics>& rows) {
  const std::string inside = "if (y.uge(x.getBitWidth())) return false; ";
  const std::vector<Semantics> more = {
      {"shl", 2, [](unsigned w, Arguments v) { return v[1] < w ? Maybe((v[0] << v[1]) & ones(w)) : std::nullopt; },
       inside + "value = x.shl(y); return true;"},
      {"lshr", 2, [](unsigned w, Arguments v) { return v[1] < w ? Maybe(v[0] >> v[1]) : std::nullopt; },
       inside + "value = x.lshr(y); return true;"},
      {"ashr", 2,
       [](unsigned w, Arguments v) { return v[1] < w ? Maybe(wrap(w, sign(w, v[0]) >> v[1])) : std::nullopt; },
       inside + "value = x.ashr(y); return true;"},
      {"ushl-sat", 2,
       [](unsigned w, Arguments v) {
         if (v[1] >= w) return Maybe();
         return Maybe((v[0] & ~(ones(w) >> v[1])) == 0 ? v[0] << v[1] : ones(w));
       },
       inside + "value = x.ushl_sat(y); return true;"},
      {"sshl-sat", 2,
       [](unsigned w, Arguments v) {
         if (v[1] >= w) return Maybe();
         return Maybe(saturate_signed(w, sign(w, v[0]) * (Wide{1} << v[1])));
       },
       inside + "value = x.sshl_sat(y); return true;"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

/// "wraps-mul-nsw" and the like: x if the operation on x and y overflows, else undefined. These are the values that a
/// region without overflow must exclude.
void add_wraps(std::vector<Semantics>& rows) {
  const std::vector<Semantics> more = {
      {"wraps-add-nuw", 2, [](unsigned w, Arguments v) { return when(!fits(w, plain_sum(v)), v[0]); },
       "bool o = false; (void)x.uadd_ov(y, o); value = x; return o;"},
      {"wraps-add-nsw", 2, [](unsigned w, Arguments v) { return when(!fits_signed(w, sum(w, v)), v[0]); },
       "bool o = false; (void)x.sadd_ov(y, o); value = x; return o;"},
      {"wraps-sub-nuw", 2, [](unsigned w, Arguments v) { return when(!fits(w, plain_difference(v)), v[0]); },
       "bool o = false; (void)x.usub_ov(y, o); value = x; return o;"},
      {"wraps-sub-nsw", 2, [](unsigned w, Arguments v) { return when(!fits_signed(w, difference(w, v)), v[0]); },
       "bool o = false; (void)x.ssub_ov(y, o); value = x; return o;"},
      {"wraps-mul-nuw", 2, [](unsigned w, Arguments v) { return when(!product_fits(w, v), v[0]); },
       "bool o = false; (void)x.umul_ov(y, o); value = x; return o;"},
      {"wraps-mul-nsw", 2, [](unsigned w, Arguments v) { return when(!fits_signed(w, product(w, v)), v[0]); },
       "const unsigned w = x.getBitWidth(); const APInt p = x.sext(2 * w) * y.sext(2 * w);\n"
       "    value = x; return p != p.trunc(w).sext(2 * w);"},
      {"wraps-shl-nuw", 2,
       [](unsigned w, Arguments v) { return when(v[1] < w && (v[0] & ~(ones(w) >> v[1])) != 0, v[0]); },
       "if (y.uge(x.getBitWidth())) return false; value = x; return x.shl(y).lshr(y) != x;"},
      {"wraps-shl-nsw", 2,
       [](unsigned w, Arguments v) {
         return when(v[1] < w && !fits_signed(w, sign(w, v[0]) * (Wide{1} << (v[1] % w))), v[0]);
       },
       "if (y.uge(x.getBitWidth())) return false; value = x; return x.shl(y).ashr(y) != x;"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_bitwise(std::vector<Semantics>& rows) {
  const std::vector<Semantics> more = {
      {"and", 2, [](unsigned, Arguments v) { return Maybe(v[0] & v[1]); }, "value = x & y; return true;"},
      {"or", 2, [](unsigned, Arguments v) { return Maybe(v[0] | v[1]); }, "value = x | y; return true;"},
      {"xor", 2, [](unsigned, Arguments v) { return Maybe(v[0] ^ v[1]); }, "value = x ^ y; return true;"},
      {"not", 1, [](unsigned w, Arguments v) { return Maybe(~v[0] & ones(w)); }, "value = ~x; return true;"},
      {"reverse-bits", 1, [](unsigned w, Arguments v) { return Maybe(reverse_bits(w, v[0])); },
       "value = x.reverseBits(); return true;"},
      // Extensions and truncations change the width; combined, they do not, and keep the lower half of the bits.
      {"trunc-zext", 1, [](unsigned w, Arguments v) { return Maybe(v[0] & ones(half(w))); },
       "value = x.getLoBits(std::max(x.getBitWidth() / 2, 1u)); return true;"},
      {"trunc-sext", 1, [](unsigned w, Arguments v) { return Maybe(wrap(w, sign(half(w), v[0]))); },
       "const unsigned w = x.getBitWidth(), h = std::max(w / 2, 1u); value = x.shl(w - h).ashr(w - h); return true;"},
      {"sext-in-reg", 1, [](unsigned w, Arguments v) { return Maybe(wrap(w, sign(half(w), v[0]))); },
       "const unsigned w = x.getBitWidth(), h = std::max(w / 2, 1u); value = x.shl(w - h).ashr(w - h); return true;"},
      {"zext-trunc", 1, [](unsigned, Arguments v) { return Maybe(v[0]); }, "value = x; return true;"},
      {"sext-trunc", 1, [](unsigned, Arguments v) { return Maybe(v[0]); }, "value = x; return true;"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_choices(std::vector<Semantics>& rows) {
  const std::vector<Semantics> more = {
      {"umax", 2, [](unsigned, Arguments v) { return Maybe(std::max(v[0], v[1])); },
       "value = x.ugt(y) ? x : y; return true;"},
      {"umin", 2, [](unsigned, Arguments v) { return Maybe(std::min(v[0], v[1])); },
       "value = x.ult(y) ? x : y; return true;"},
      {"smax", 2, [](unsigned w, Arguments v) { return Maybe(sign(w, v[0]) > sign(w, v[1]) ? v[0] : v[1]); },
       "value = x.sgt(y) ? x : y; return true;"},
      {"smin", 2, [](unsigned w, Arguments v) { return Maybe(sign(w, v[0]) < sign(w, v[1]) ? v[0] : v[1]); },
       "value = x.slt(y) ? x : y; return true;"},
      {"abs", 1,
       [](unsigned w, Arguments v) { return Maybe(wrap(w, sign(w, v[0]) < 0 ? -sign(w, v[0]) : sign(w, v[0]))); },
       "value = x.abs(); return true;"},
      {"abs-poison", 1,
       [](unsigned w, Arguments v) {
         const Wide x = sign(w, v[0]);
         return when(x != least(w), wrap(w, x < 0 ? -x : x));
       },
       "value = x.abs(); return !x.isMinSignedValue();"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

std::vector<Semantics> make() {
  std::vector<Semantics> rows;
  add_sums(rows);
  add_products(rows);
  add_shifts(rows);
  add_wraps(rows);
  add_bitwise(rows);
  add_choices(rows);
  add_comparisons(rows);
  return rows;
}

}  // namespace

const std::vector<Semantics>& semantics() {
  static const std::vector<Semantics> table = make();
  return table;
}

const Semantics& semantics_of(std::string_view name) {
  const std::vector<Semantics>& rows = semantics();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Semantics& row) { return row.name == name; });
  ASSAY_CHECK(found != rows.end(), "no semantics for " + std::string(name));
  return *found;
}

}  // namespace assay::domain
