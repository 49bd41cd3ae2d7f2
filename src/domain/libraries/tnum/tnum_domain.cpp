#include "domain/libraries/tnum/tnum_domain.hpp"

#include <array>
#include <bit>
#include <memory>

#include "assay/base/check.hpp"
#include "domain/libraries/value/semantics.hpp"

namespace assay::domain::tnums {
namespace {

/// Ill-formed in the kernel's sense: a bit is both known to be one and unknown.
constexpr Tnum kBottom{1, 1};
constexpr unsigned kMaxListed = 6;  ///< maximum width in bits for which all pairs of elements can be tested

bool is_none(const Tnum& value) { return (value.value & value.mask) != 0; }

/// The value of a point. Nullopt if it is no integer of `width` bits.
std::optional<std::uint64_t> number(const Point& point, unsigned width) {
  if (point.size() != 1 || point[0].get_den() != 1 || sgn(point[0]) < 0) return std::nullopt;
  if (mpz_sizeinbase(point[0].get_num_mpz_t(), 2) > width) return std::nullopt;
  return mpz_get_ui(point[0].get_num_mpz_t());
}

}  // namespace

struct TnumDomain::Held final : Element {
  explicit Held(const Tnum& held) : value(held) {}
  Tnum value;
};

TnumDomain::TnumDomain(const Contract& contract) : contract_(contract) {
  for (const Row& row : tnums::rows()) {
    if (row.least_width > contract.width) continue;
    rows_.push_back(&row);
    transformers_.push_back({row.name, row.arity, row.concrete, row.best});
  }
}

ElementPtr TnumDomain::made(const Tnum& value) { return std::make_unique<Held>(value); }
const Tnum& TnumDomain::of(const Element& element) { return static_cast<const Held&>(element).value; }
std::uint64_t TnumDomain::ones() const { return domain::ones(contract_.width); }

/// Cuts a result to the width. An ill-formed result stays and contains no values, so that its loss is reported.
ElementPtr TnumDomain::cut(const Tnum& value) const { return made({value.value & ones(), value.mask & ones()}); }

ElementPtr TnumDomain::top() { return cut(tnum_unknown); }
ElementPtr TnumDomain::bottom() { return made(kBottom); }
ElementPtr TnumDomain::copy(const Element& element) { return made(of(element)); }

bool TnumDomain::leq(Element& left, Element& right) {
  if (is_none(of(left))) return true;
  return !is_none(of(right)) && tnum_in(of(right), of(left));
}

bool TnumDomain::is_bottom(Element& element) { return is_none(of(element)); }
bool TnumDomain::is_top(Element& element) { return !is_none(of(element)) && of(element).mask == ones(); }

ElementPtr TnumDomain::join(Element& left, Element& right) {
  if (is_none(of(left))) return copy(right);
  if (is_none(of(right))) return copy(left);
  return cut(tnum_union(of(left), of(right)));
}

/// The header allows tnum_intersect only for tnums that overlap; other meets are bottom.
ElementPtr TnumDomain::meet(Element& left, Element& right) {
  if (is_none(of(left)) || is_none(of(right)) || !tnum_overlap(of(left), of(right))) return bottom();
  return cut(tnum_intersect(of(left), of(right)));
}

bool TnumDomain::contains(Element& element, const Point& point) {
  const std::optional<std::uint64_t> value = number(point, contract_.width);
  return value && contains_value(element, *value);
}

bool TnumDomain::contains_value(Element& element, std::uint64_t value) {
  const Tnum& tnum = of(element);
  return !is_none(tnum) && (value & ~tnum.mask) == tnum.value;
}

ElementPtr TnumDomain::abstract(const Point& point) {
  const std::optional<std::uint64_t> value = number(point, contract_.width);
  return value ? cut(tnum_const(*value)) : bottom();
}

std::string TnumDomain::print(Element& element) {
  if (is_none(of(element))) return "none";
  std::array<char, 65> text{};
  static_cast<void>(tnum_sbin(text.data(), text.size(), of(element)));
  return {text.data() + (64 - contract_.width), contract_.width};
}

ElementPtr TnumDomain::transform(std::size_t transformer, const std::vector<Element*>& arguments) {
  ASSAY_CHECK(transformer < rows_.size(), "no transformer has this number");
  ASSAY_CHECK(arguments.size() == rows_[transformer]->arity, "a transformer with other arguments than it has");
  std::array<Tnum, 3> values{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (is_none(of(*arguments[i]))) return bottom();
    values.at(i) = of(*arguments[i]);
  }
  return cut(rows_[transformer]->apply(contract_.width, values.data()));
}

/// Elements with the most known bits come first.
std::vector<ElementPtr> TnumDomain::all_elements() {
  std::vector<ElementPtr> elements;
  if (contract_.width > kMaxListed) return elements;
  elements.push_back(bottom());
  for (unsigned unknown = 0; unknown <= contract_.width; ++unknown)
    for (std::uint64_t mask = 0; mask <= ones(); ++mask)
      for (std::uint64_t value = 0; value <= ones(); ++value)
        if ((value & mask) == 0 && std::popcount(mask) == static_cast<int>(unknown))
          elements.push_back(made({value, mask}));
  return elements;
}

}  // namespace assay::domain::tnums
