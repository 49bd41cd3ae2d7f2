#include <array>

#include "assay/base/check.hpp"
#include "domain/libraries/value/semantics.hpp"

namespace assay::domain {
namespace {

using Value = std::uint64_t;
using Maybe = std::optional<Value>;

struct Comparison {
  Predicate face;
  bool (*holds)(unsigned width, Value x, Value y);
  std::string_view text;  ///< the comparison as C++ on APInt
};

constexpr std::array<Comparison, kPredicates> kComparisons = {{
    {{"eq", "ICMP_EQ"}, [](unsigned, Value x, Value y) { return x == y; }, "x == y"},
    {{"ne", "ICMP_NE"}, [](unsigned, Value x, Value y) { return x != y; }, "x != y"},
    {{"ugt", "ICMP_UGT"}, [](unsigned, Value x, Value y) { return x > y; }, "x.ugt(y)"},
    {{"uge", "ICMP_UGE"}, [](unsigned, Value x, Value y) { return x >= y; }, "x.uge(y)"},
    {{"ult", "ICMP_ULT"}, [](unsigned, Value x, Value y) { return x < y; }, "x.ult(y)"},
    {{"ule", "ICMP_ULE"}, [](unsigned, Value x, Value y) { return x <= y; }, "x.ule(y)"},
    {{"sgt", "ICMP_SGT"}, [](unsigned w, Value x, Value y) { return to_signed(w, x) > to_signed(w, y); }, "x.sgt(y)"},
    {{"sge", "ICMP_SGE"}, [](unsigned w, Value x, Value y) { return to_signed(w, x) >= to_signed(w, y); }, "x.sge(y)"},
    {{"slt", "ICMP_SLT"}, [](unsigned w, Value x, Value y) { return to_signed(w, x) < to_signed(w, y); }, "x.slt(y)"},
    {{"sle", "ICMP_SLE"}, [](unsigned w, Value x, Value y) { return to_signed(w, x) <= to_signed(w, y); }, "x.sle(y)"},
}};

template <unsigned I>
Maybe compare(unsigned width, const Value* v) {
  return kComparisons[I].holds(width, v[0], v[1]) ? 1 : 0;
}
template <unsigned I>
Maybe assume(unsigned width, const Value* v) {
  return kComparisons[I].holds(width, v[0], v[1]) ? Maybe(v[0]) : std::nullopt;
}

template <unsigned I>
void add_from(std::vector<Semantics>& rows) {
  const std::string name(kComparisons[I].face.name);
  const std::string text(kComparisons[I].text);
  rows.push_back({"icmp-" + name, 2, compare<I>, "value = APInt(x.getBitWidth(), " + text + " ? 1 : 0); return true;"});
  rows.push_back({"assume-" + name, 2, assume<I>, "value = x; return " + text + ";"});
  if constexpr (I + 1 < kPredicates) add_from<I + 1>(rows);
}

}  // namespace

const Predicate& predicate(unsigned index) { return kComparisons.at(index).face; }

void add_comparisons(std::vector<Semantics>& rows) { add_from<0>(rows); }

}  // namespace assay::domain
