#include "assay/datalog/program.hpp"

#include <algorithm>
#include <array>

#include "assay/base/check.hpp"

namespace assay::datalog {

std::string_view name(Type type) {
  switch (type) {
    case Type::Number: return "number";
    case Type::Unsigned: return "unsigned";
    case Type::Float: return "float";
    case Type::Symbol: return "symbol";
    case Type::Bool: return "bool";
    case Type::Opaque: return "opaque";
  }
  ASSAY_CHECK(false, "no such type");
}

Comparator complement(Comparator comparator) {
  switch (comparator) {
    case Comparator::Equal: return Comparator::NotEqual;
    case Comparator::NotEqual: return Comparator::Equal;
    case Comparator::Less: return Comparator::GreaterEqual;
    case Comparator::LessEqual: return Comparator::Greater;
    case Comparator::Greater: return Comparator::LessEqual;
    case Comparator::GreaterEqual: return Comparator::Less;
  }
  ASSAY_CHECK(false, "no such comparator");
}

bool is_partial(const Call& call) {
  constexpr std::array<std::string_view, 9> kPartial = {"to_number", "to_unsigned", "to_float", "match", "^",
                                                        "/",         "%",           "substr",   "range"};
  return !call.takes_apart() && std::find(kPartial.begin(), kPartial.end(), call.name) != kPartial.end();
}

Value Program::intern(std::string_view symbol) {
  const auto found = std::find(symbols.begin(), symbols.end(), symbol);
  if (found != symbols.end()) return found - symbols.begin();
  symbols.emplace_back(symbol);
  return static_cast<Value>(symbols.size() - 1);
}

}  // namespace assay::datalog
