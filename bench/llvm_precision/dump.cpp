// Every result of LLVM's KnownBits and ConstantRange at a small width, for bench/llvm_precision/compare.py, which
// compiles this file against several releases of LLVM.
//
//     [EXACT=1] dump bits|ranges WIDTH > FILE
//
// A line an operation: "NAME lacks", or "NAME" and its results for all pairs of elements as sets of values (bit v of a
// hexadecimal number: the value v). The line "elements" has the sets of all elements. With EXACT, the line "exact NAME"
// has the sets of the values that the operation really computes; a pair without such a value has "-".

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace {

using llvm::APInt;
using llvm::ConstantRange;
using llvm::KnownBits;
using Set = std::uint64_t;
using Word = std::optional<APInt>;
using Concrete = Word (*)(const APInt& a, const APInt& b);
using Flags = llvm::OverflowingBinaryOperator;

template <typename Element>
struct Operation {
  std::string name;
  std::function<Element(const Element&, const Element&)> abstract;  // empty: this release lacks it
  Concrete concrete;
};

template <typename Function>
Word unless_overflow(Function function) {
  bool overflow = false;
  const APInt result = function(overflow);
  return overflow ? Word() : Word(result);
}
Word defined_if(bool defined, const std::function<APInt()>& value) { return defined ? Word(value()) : Word(); }
bool shifts(const APInt& a, const APInt& b) { return b.ult(a.getBitWidth()); }
bool divides_signed(const APInt& a, const APInt& b) { return !b.isZero() && !(a.isMinSignedValue() && b.isAllOnes()); }
APInt high_half(const APInt& a, const APInt& b, bool is_signed) {
  const unsigned width = a.getBitWidth();
  const APInt left = is_signed ? a.sext(2 * width) : a.zext(2 * width);
  const APInt right = is_signed ? b.sext(2 * width) : b.zext(2 * width);
  return (left * right).lshr(width).trunc(width);
}
APInt average(const APInt& a, const APInt& b, bool is_signed, bool is_up) {
  const unsigned width = a.getBitWidth();
  const APInt sum = (is_signed ? a.sext(width + 1) + b.sext(width + 1) : a.zext(width + 1) + b.zext(width + 1)) +
                    APInt(width + 1, is_up ? 1 : 0);
  return (is_signed ? sum.ashr(1) : sum.lshr(1)).trunc(width);
}
APInt smaller(bool is_less, const APInt& a, const APInt& b) { return is_less ? a : b; }

// The concrete meaning of each operation, as LLVM's language reference has it; nothing where it is poison or undefined.
struct Meaning {
  const char* name;
  Concrete concrete;
};
#define BOTH(expression)                       \
  [](const APInt& a, const APInt& b) -> Word { \
    (void)b;                                   \
    return expression;                         \
  }
const std::vector<Meaning> kMeanings = {
    {"and", BOTH(a& b)},
    {"or", BOTH(a | b)},
    {"xor", BOTH(a ^ b)},
    {"add", BOTH(a + b)},
    {"add nsw", BOTH(unless_overflow([&](bool& over) { return a.sadd_ov(b, over); }))},
    {"add nuw", BOTH(unless_overflow([&](bool& over) { return a.uadd_ov(b, over); }))},
    {"sub", BOTH(a - b)},
    {"sub nsw", BOTH(unless_overflow([&](bool& over) { return a.ssub_ov(b, over); }))},
    {"sub nuw", BOTH(unless_overflow([&](bool& over) { return a.usub_ov(b, over); }))},
    {"mul", BOTH(a* b)},
    {"mul nsw", BOTH(unless_overflow([&](bool& over) { return a.smul_ov(b, over); }))},
    {"mul nuw", BOTH(unless_overflow([&](bool& over) { return a.umul_ov(b, over); }))},
    {"mulhu", BOTH(high_half(a, b, false))},
    {"mulhs", BOTH(high_half(a, b, true))},
    {"udiv", BOTH(defined_if(!b.isZero(), [&] { return a.udiv(b); }))},
    {"udiv exact", BOTH(defined_if(!b.isZero() && a.urem(b).isZero(), [&] { return a.udiv(b); }))},
    {"sdiv", BOTH(defined_if(divides_signed(a, b), [&] { return a.sdiv(b); }))},
    {"urem", BOTH(defined_if(!b.isZero(), [&] { return a.urem(b); }))},
    {"srem", BOTH(defined_if(divides_signed(a, b), [&] { return a.srem(b); }))},
    {"shl", BOTH(defined_if(shifts(a, b), [&] { return a.shl(b); }))},
    {"shl nuw", BOTH(defined_if(shifts(a, b) && a.shl(b).lshr(b) == a, [&] { return a.shl(b); }))},
    {"shl nsw", BOTH(defined_if(shifts(a, b) && a.shl(b).ashr(b) == a, [&] { return a.shl(b); }))},
    {"lshr", BOTH(defined_if(shifts(a, b), [&] { return a.lshr(b); }))},
    {"ashr", BOTH(defined_if(shifts(a, b), [&] { return a.ashr(b); }))},
    {"umin", BOTH(smaller(a.ult(b), a, b))},
    {"umax", BOTH(smaller(a.ugt(b), a, b))},
    {"smin", BOTH(smaller(a.slt(b), a, b))},
    {"smax", BOTH(smaller(a.sgt(b), a, b))},
    {"abs", BOTH(a.abs())},
    {"uadd.sat", BOTH(a.uadd_sat(b))},
    {"sadd.sat", BOTH(a.sadd_sat(b))},
    {"usub.sat", BOTH(a.usub_sat(b))},
    {"ssub.sat", BOTH(a.ssub_sat(b))},
    {"ushl.sat", BOTH(defined_if(shifts(a, b), [&] { return a.ushl_sat(b); }))},
    {"sshl.sat", BOTH(defined_if(shifts(a, b), [&] { return a.sshl_sat(b); }))},
    {"ctpop", BOTH(APInt(a.getBitWidth(), std::popcount(a.getZExtValue())))},
    {"ctlz", BOTH(APInt(a.getBitWidth(), a.getBitWidth() - std::bit_width(a.getZExtValue())))},
    {"cttz", BOTH(APInt(a.getBitWidth(), std::countr_zero(a.getZExtValue() | (1ULL << a.getBitWidth()))))},
    {"avgflooru", BOTH(average(a, b, false, false))},
    {"avgceilu", BOTH(average(a, b, false, true))},
    {"avgfloors", BOTH(average(a, b, true, false))},
    {"avgceils", BOTH(average(a, b, true, true))},
    {"abdu", BOTH(a.ult(b) ? b - a : a - b)},
    {"abds", BOTH(a.slt(b) ? b - a : a - b)},
};

Concrete meaning_of(const std::string& name) {
  for (const Meaning& one : kMeanings)
    if (name == one.name) return one.concrete;
  std::fprintf(stderr, "%s has no meaning\n", name.c_str());
  std::exit(3);
}

template <typename Element>
class Table {
 public:
  // The macros below leave the function empty where a release lacks the operation.
  void add(const std::string& name, std::function<Element(const Element&, const Element&)> abstract) {
    rows.push_back({name, std::move(abstract), meaning_of(name)});
  }
  std::vector<Operation<Element>> rows;
};

#define SINCE_16(code) nullptr
#define SINCE_17(code) nullptr
#define SINCE_18(code) nullptr
#define SINCE_19(code) nullptr
#define SINCE_20(code) nullptr
#if LLVM_VERSION_MAJOR >= 16
#undef SINCE_16
#define SINCE_16(code) code
#endif
#if LLVM_VERSION_MAJOR >= 17
#undef SINCE_17
#define SINCE_17(code) code
#endif
#if LLVM_VERSION_MAJOR >= 18
#undef SINCE_18
#define SINCE_18(code) code
#endif
#if LLVM_VERSION_MAJOR >= 19
#undef SINCE_19
#define SINCE_19(code) code
#endif
#if LLVM_VERSION_MAJOR >= 20
#undef SINCE_20
#define SINCE_20(code) code
#endif

using K = const KnownBits&;
#define BITS(expression)      \
  [](K a, K b) -> KnownBits { \
    (void)b;                  \
    return expression;        \
  }

#if LLVM_VERSION_MAJOR >= 19
KnownBits sum(bool add, bool nsw, bool nuw, K a, K b) { return KnownBits::computeForAddSub(add, nsw, nuw, a, b); }
#else
KnownBits sum(bool add, bool nsw, bool, K a, K b) { return KnownBits::computeForAddSub(add, nsw, a, b); }
#endif

void add_bits(Table<KnownBits>& table) {
  table.add("and", BITS(a & b));
  table.add("or", BITS(a | b));
  table.add("xor", BITS(a ^ b));
  table.add("add", BITS(sum(true, false, false, a, b)));
  table.add("add nsw", BITS(sum(true, true, false, a, b)));
  table.add("add nuw", SINCE_19(BITS(sum(true, false, true, a, b))));
  table.add("sub", BITS(sum(false, false, false, a, b)));
  table.add("sub nsw", BITS(sum(false, true, false, a, b)));
  table.add("sub nuw", SINCE_19(BITS(sum(false, false, true, a, b))));
  table.add("mul", BITS(KnownBits::mul(a, b)));
  table.add("mulhu", BITS(KnownBits::mulhu(a, b)));
  table.add("mulhs", BITS(KnownBits::mulhs(a, b)));
  table.add("udiv", BITS(KnownBits::udiv(a, b)));
  table.add("udiv exact", SINCE_17(BITS(KnownBits::udiv(a, b, true))));
  table.add("sdiv", SINCE_17(BITS(KnownBits::sdiv(a, b))));
  table.add("urem", BITS(KnownBits::urem(a, b)));
  table.add("srem", BITS(KnownBits::srem(a, b)));
  table.add("shl", BITS(KnownBits::shl(a, b)));
  table.add("shl nuw", SINCE_17(BITS(KnownBits::shl(a, b, true, false))));
  table.add("shl nsw", SINCE_17(BITS(KnownBits::shl(a, b, false, true))));
  table.add("lshr", BITS(KnownBits::lshr(a, b)));
  table.add("ashr", BITS(KnownBits::ashr(a, b)));
  table.add("umin", BITS(KnownBits::umin(a, b)));
  table.add("umax", BITS(KnownBits::umax(a, b)));
  table.add("smin", BITS(KnownBits::smin(a, b)));
  table.add("smax", BITS(KnownBits::smax(a, b)));
  table.add("abs", BITS(a.abs()));
  table.add("uadd.sat", SINCE_18(BITS(KnownBits::uadd_sat(a, b))));
  table.add("sadd.sat", SINCE_18(BITS(KnownBits::sadd_sat(a, b))));
  table.add("usub.sat", SINCE_18(BITS(KnownBits::usub_sat(a, b))));
  table.add("ssub.sat", SINCE_18(BITS(KnownBits::ssub_sat(a, b))));
  for (const char* const name : {"mul nsw", "mul nuw", "ushl.sat", "sshl.sat", "ctpop", "ctlz", "cttz"})
    table.add(name, nullptr);
  table.add("avgflooru", SINCE_19(BITS(KnownBits::avgFloorU(a, b))));
  table.add("avgceilu", SINCE_19(BITS(KnownBits::avgCeilU(a, b))));
  table.add("avgfloors", SINCE_19(BITS(KnownBits::avgFloorS(a, b))));
  table.add("avgceils", SINCE_19(BITS(KnownBits::avgCeilS(a, b))));
  table.add("abdu", SINCE_19(BITS(KnownBits::abdu(a, b))));
  table.add("abds", SINCE_19(BITS(KnownBits::abds(a, b))));
}

using R = const ConstantRange&;
#define RANGE(expression)         \
  [](R a, R b) -> ConstantRange { \
    (void)b;                      \
    return expression;            \
  }

void add_ranges(Table<ConstantRange>& table) {
  table.add("and", RANGE(a.binaryAnd(b)));
  table.add("or", RANGE(a.binaryOr(b)));
  table.add("xor", RANGE(a.binaryXor(b)));
  table.add("add", RANGE(a.add(b)));
  table.add("add nsw", RANGE(a.addWithNoWrap(b, Flags::NoSignedWrap)));
  table.add("add nuw", RANGE(a.addWithNoWrap(b, Flags::NoUnsignedWrap)));
  table.add("sub", RANGE(a.sub(b)));
  table.add("sub nsw", RANGE(a.subWithNoWrap(b, Flags::NoSignedWrap)));
  table.add("sub nuw", RANGE(a.subWithNoWrap(b, Flags::NoUnsignedWrap)));
  table.add("mul", RANGE(a.multiply(b)));
  table.add("mul nsw", SINCE_19(RANGE(a.multiplyWithNoWrap(b, Flags::NoSignedWrap))));
  table.add("mul nuw", SINCE_19(RANGE(a.multiplyWithNoWrap(b, Flags::NoUnsignedWrap))));
  table.add("udiv", RANGE(a.udiv(b)));
  table.add("sdiv", RANGE(a.sdiv(b)));
  table.add("urem", RANGE(a.urem(b)));
  table.add("srem", RANGE(a.srem(b)));
  table.add("shl", RANGE(a.shl(b)));
  table.add("shl nuw", SINCE_20(RANGE(a.shlWithNoWrap(b, Flags::NoUnsignedWrap))));
  table.add("shl nsw", SINCE_20(RANGE(a.shlWithNoWrap(b, Flags::NoSignedWrap))));
  table.add("lshr", RANGE(a.lshr(b)));
  table.add("ashr", RANGE(a.ashr(b)));
  table.add("umin", RANGE(a.umin(b)));
  table.add("umax", RANGE(a.umax(b)));
  table.add("smin", RANGE(a.smin(b)));
  table.add("smax", RANGE(a.smax(b)));
  table.add("abs", RANGE(a.abs()));
  table.add("uadd.sat", RANGE(a.uadd_sat(b)));
  table.add("sadd.sat", RANGE(a.sadd_sat(b)));
  table.add("usub.sat", RANGE(a.usub_sat(b)));
  table.add("ssub.sat", RANGE(a.ssub_sat(b)));
  table.add("ushl.sat", RANGE(a.ushl_sat(b)));
  table.add("sshl.sat", RANGE(a.sshl_sat(b)));
  table.add("ctpop", SINCE_18(RANGE(a.ctpop())));
  table.add("ctlz", SINCE_17(RANGE(a.ctlz())));
  table.add("cttz", SINCE_17(RANGE(a.cttz())));
  for (const char* const name :
       {"mulhu", "mulhs", "udiv exact", "avgflooru", "avgceilu", "avgfloors", "avgceils", "abdu", "abds"})
    table.add(name, nullptr);
}

Set values_of(const KnownBits& element) {
  Set set = 0;
  for (unsigned value = 0; value < (1U << element.getBitWidth()); ++value) {
    const APInt word(element.getBitWidth(), value);
    if (!word.intersects(element.Zero) && element.One.isSubsetOf(word)) set |= Set{1} << value;
  }
  return set;
}
Set values_of(const ConstantRange& element) {
  Set set = 0;
  for (unsigned value = 0; value < (1U << element.getBitWidth()); ++value)
    if (element.contains(APInt(element.getBitWidth(), value))) set |= Set{1} << value;
  return set;
}

std::vector<KnownBits> all_bits(unsigned width) {
  std::vector<KnownBits> all;
  for (unsigned zero = 0; zero < (1U << width); ++zero)
    for (unsigned one = 0; one < (1U << width); ++one) {
      if ((zero & one) != 0) continue;
      KnownBits element(width);
      element.Zero = APInt(width, zero);
      element.One = APInt(width, one);
      all.push_back(element);
    }
  return all;
}
std::vector<ConstantRange> all_ranges(unsigned width) {
  std::vector<ConstantRange> all = {ConstantRange::getFull(width)};
  for (unsigned low = 0; low < (1U << width); ++low)
    for (unsigned high = 0; high < (1U << width); ++high)
      if (low != high) all.emplace_back(APInt(width, low), APInt(width, high));
  return all;
}

Set exact(Concrete concrete, Set left, Set right, unsigned width) {
  Set set = 0;
  for (unsigned a = 0; a < (1U << width); ++a)
    for (unsigned b = 0; b < (1U << width); ++b)
      if (((left >> a) & 1) != 0 && ((right >> b) & 1) != 0)
        if (const Word word = concrete(APInt(width, a), APInt(width, b))) set |= Set{1} << word->getZExtValue();
  return set;
}

template <typename Element>
void dump(const Table<Element>& table, const std::vector<Element>& elements, unsigned width) {
  std::vector<Set> sets;
  std::printf("elements");
  for (const Element& one : elements)
    std::printf(" %llx", static_cast<unsigned long long>(sets.emplace_back(values_of(one))));
  std::printf("\n");
  for (const Operation<Element>& row : table.rows) {
    std::printf("%s%s", row.name.c_str(), row.abstract ? ":" : ": lacks");
    if (row.abstract)
      for (const Element& left : elements)
        for (const Element& right : elements)
          std::printf(" %llx", static_cast<unsigned long long>(values_of(row.abstract(left, right))));
    std::printf("\n");
    if (std::getenv("EXACT") == nullptr) continue;
    std::printf("exact %s:", row.name.c_str());
    for (const Set left : sets)
      for (const Set right : sets) {
        const Set set = exact(row.concrete, left, right, width);
        set == 0 ? std::printf(" -") : std::printf(" %llx", static_cast<unsigned long long>(set));
      }
    std::printf("\n");
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto width = static_cast<unsigned>(std::atoi(words[2]));
  if (std::string(words[1]) == "bits") {
    Table<KnownBits> table;
    add_bits(table);
    dump(table, all_bits(width), width);
  } else {
    Table<ConstantRange> table;
    add_ranges(table);
    dump(table, all_ranges(width), width);
  }
}
