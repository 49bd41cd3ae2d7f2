#include <algorithm>
#include <utility>

#include "known_bits.hpp"

namespace assay::domain {
namespace {

using llvm::KnownBits;
using K = const KnownBits&;
using KnownRow = TransformerRow<KnownBits>;

/// The result of a test as known bits: 0, 1, or either for nullopt.
KnownBits truth(unsigned width, const llvm::Optional<bool>& answer) {
  const KnownBits no = KnownBits::makeConstant(llvm::APInt(width, 0));
  const KnownBits yes = KnownBits::makeConstant(llvm::APInt(width, 1));
  if (!answer) return KnownBits::commonBits(no, yes);
  return *answer ? yes : no;
}

KnownBits keep_half(K a, bool is_signed) {
  const unsigned width = a.getBitWidth();
  if (width == 1) return a;
  const KnownBits half = a.trunc(width / 2);
  return is_signed ? half.sext(width) : half.zext(width);
}

// `best` is promised if LLVM's unit tests check that all results at width 4 are exact: sums and differences that may
// wrap, carries, bitwise operations, minima, maxima, and the icmp tests ("Determine if these known bits always give the
// same result"). For the other rows (no-wrap, products, divisions, shifts, abs) LLVM 14 tests only soundness. If all
// values are undefined, LLVM returns anything but a conflict, which is never the best result.

void add_known_arithmetic(std::vector<KnownRow>& rows) {
  const std::vector<KnownRow> more = {
      {"add", true, [](K a, K b, K) { return KnownBits::computeForAddSub(true, false, a, b); },
       "KnownBits::computeForAddSub(true, false, a, b)"},
      {"add-nsw", false, [](K a, K b, K) { return KnownBits::computeForAddSub(true, true, a, b); },
       "KnownBits::computeForAddSub(true, true, a, b)"},
      {"add-carry", true, [](K a, K b, K c) { return KnownBits::computeForAddCarry(a, b, c.trunc(1)); },
       "KnownBits::computeForAddCarry(a, b, c.trunc(1))"},
      {"sub", true, [](K a, K b, K) { return KnownBits::computeForAddSub(false, false, a, b); },
       "KnownBits::computeForAddSub(false, false, a, b)"},
      {"sub-nsw", false, [](K a, K b, K) { return KnownBits::computeForAddSub(false, true, a, b); },
       "KnownBits::computeForAddSub(false, true, a, b)"},
      {"mul", false, [](K a, K b, K) { return KnownBits::mul(a, b); }, "KnownBits::mul(a, b)"},
      {"square", false, [](K a, K, K) { return KnownBits::mul(a, a, true); }, "KnownBits::mul(a, a, true)"},
      {"mulhs", false, [](K a, K b, K) { return KnownBits::mulhs(a, b); }, "KnownBits::mulhs(a, b)"},
      {"mulhu", false, [](K a, K b, K) { return KnownBits::mulhu(a, b); }, "KnownBits::mulhu(a, b)"},
      {"udiv", false, [](K a, K b, K) { return KnownBits::udiv(a, b); }, "KnownBits::udiv(a, b)"},
      {"urem", false, [](K a, K b, K) { return KnownBits::urem(a, b); }, "KnownBits::urem(a, b)"},
      {"srem", false, [](K a, K b, K) { return KnownBits::srem(a, b); }, "KnownBits::srem(a, b)"},
      {"umax", true, [](K a, K b, K) { return KnownBits::umax(a, b); }, "KnownBits::umax(a, b)"},
      {"umin", true, [](K a, K b, K) { return KnownBits::umin(a, b); }, "KnownBits::umin(a, b)"},
      {"smax", true, [](K a, K b, K) { return KnownBits::smax(a, b); }, "KnownBits::smax(a, b)"},
      {"smin", true, [](K a, K b, K) { return KnownBits::smin(a, b); }, "KnownBits::smin(a, b)"},
      {"abs", false, [](K a, K, K) { return a.abs(); }, "a.abs()"},
      {"abs-poison", false, [](K a, K, K) { return a.abs(true); }, "a.abs(true)"},
      {"assume-uge", false, [](K a, K b, K) { return a.makeGE(b.getMinValue()); }, "a.makeGE(b.getMinValue())"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_known_bits(std::vector<KnownRow>& rows) {
  const std::vector<KnownRow> more = {
      {"and", true, [](K a, K b, K) { return a & b; }, "a & b"},
      {"or", true, [](K a, K b, K) { return a | b; }, "a | b"},
      {"xor", true, [](K a, K b, K) { return a ^ b; }, "a ^ b"},
      {"shl", false, [](K a, K b, K) { return KnownBits::shl(a, b); }, "KnownBits::shl(a, b)"},
      {"lshr", false, [](K a, K b, K) { return KnownBits::lshr(a, b); }, "KnownBits::lshr(a, b)"},
      {"ashr", false, [](K a, K b, K) { return KnownBits::ashr(a, b); }, "KnownBits::ashr(a, b)"},
      {"reverse-bits", false, [](K a, K, K) { return KnownBits(a).reverseBits(); }, "KnownBits(a).reverseBits()"},
      {"trunc-zext", false, [](K a, K, K) { return keep_half(a, false); }, "keep_half(a, false)"},
      {"trunc-sext", false, [](K a, K, K) { return keep_half(a, true); }, "keep_half(a, true)"},
      {"sext-in-reg", false, [](K a, K, K) { return a.sextInReg(std::max(a.getBitWidth() / 2, 1U)); },
       "a.sextInReg(std::max(a.getBitWidth() / 2, 1u))"},
      {"zext-trunc", false, [](K a, K, K) { return a.zext(2 * a.getBitWidth()).trunc(a.getBitWidth()); },
       "a.zext(2 * a.getBitWidth()).trunc(a.getBitWidth())"},
      {"sext-trunc", false, [](K a, K, K) { return a.sext(2 * a.getBitWidth()).trunc(a.getBitWidth()); },
       "a.sext(2 * a.getBitWidth()).trunc(a.getBitWidth())"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_tests(std::vector<KnownRow>& rows) {
  const std::vector<KnownRow> more = {
      {"icmp-eq", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::eq(a, b)); }, "eq"},
      {"icmp-ne", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::ne(a, b)); }, "ne"},
      {"icmp-ugt", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::ugt(a, b)); }, "ugt"},
      {"icmp-uge", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::uge(a, b)); }, "uge"},
      {"icmp-ult", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::ult(a, b)); }, "ult"},
      {"icmp-ule", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::ule(a, b)); }, "ule"},
      {"icmp-sgt", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::sgt(a, b)); }, "sgt"},
      {"icmp-sge", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::sge(a, b)); }, "sge"},
      {"icmp-slt", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::slt(a, b)); }, "slt"},
      {"icmp-sle", true, [](K a, K b, K) { return truth(a.getBitWidth(), KnownBits::sle(a, b)); }, "sle"},
  };
  for (KnownRow row : more) {
    row.call = "truth(a.getBitWidth(), KnownBits::" + row.call + "(a, b))";
    rows.push_back(std::move(row));
  }
}

std::vector<KnownRow> make_known_rows() {
  std::vector<KnownRow> rows;
  add_known_arithmetic(rows);
  add_known_bits(rows);
  add_tests(rows);
  return rows;
}

}  // namespace

const std::vector<TransformerRow<KnownBits>>& KnownBitsTraits::rows() {
  static const std::vector<KnownRow> table = make_known_rows();
  return table;
}

}  // namespace assay::domain
