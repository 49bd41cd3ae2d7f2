#include "domain/reproduction/texts.hpp"

namespace assay::domain::reproduction {
namespace {

// The laws of assay/domain/law.hpp by number, for domains whose widening and narrowing need ordered arguments.
constexpr LawText kLaws[] = {
    {1, "leq(bottom(), x)"},
    {2, "leq(x, top())"},
    {3, "leq(x, x)"},
    {4, "!(leq(x, y) && leq(y, z)) || leq(x, z)"},
    {5, "!(leq(x, y) && leq(y, x)) || same(x, y)"},
    {6, "same(join(bottom(), x), x)"},
    {7, "same(join(top(), x), top())"},
    {8, "leq(x, join(x, y))"},
    {9, "leq(y, join(x, y))"},
    {10, "same(join(x, y), join(y, x))"},
    {11, "same(join(join(x, y), z), join(x, join(y, z)))"},
    {12, "same(join(x, x), x)"},
    {13, "!leq(x, y) || same(join(x, y), y)"},
    {14, "!same(join(x, y), y) || leq(x, y)"},
    {15, "same(join(x, meet(x, y)), x)"},
    {16, "same(meet(bottom(), x), bottom())"},
    {17, "same(meet(top(), x), x)"},
    {18, "leq(meet(x, y), x)"},
    {19, "leq(meet(x, y), y)"},
    {20, "same(meet(x, y), meet(y, x))"},
    {21, "same(meet(meet(x, y), z), meet(x, meet(y, z)))"},
    {22, "same(meet(x, x), x)"},
    {23, "!leq(x, y) || same(meet(x, y), x)"},
    {24, "!same(meet(x, y), x) || leq(x, y)"},
    {25, "same(meet(x, join(x, y)), x)"},
    {26, "!disjoint(x, y) || is_bottom(meet(x, y))"},
    {27, "!(leq(x, z) && leq(y, z)) || leq(join(x, y), z)"},
    {28, "!(leq(z, x) && leq(z, y)) || leq(z, meet(x, y))"},
    {29, "leq(x, widen(x, join(x, y)))"},
    {30, "leq(y, widen(x, join(x, y)))"},
    {31, "!is_bottom(x) || same(widen(x, bottom()), x)"},
    {32, "same(widen(bottom(), x), x)"},
    {33, "", "widen(at, join(at, in_turn(chain, i)))"},
    {34, "!leq(x, y) || leq(assign(x), assign(y))"},
    {35, "is_bottom(x) || !is_bottom(assign(x))"},
    {36, "!is_bottom(x) || is_bottom(assign(x))"},
    {37, "!is_top(assign(x))"},
    {38, "leq(assign(x), forget(x))"},
    {39, "!leq(x, y) || leq(assume(x), assume(y))"},
    {40, "!is_bottom(x) || is_bottom(assume(x))"},
    {41, "leq(assume(x), x)"},
    {42, "leq(meet(x, y), narrow(x, meet(x, y)))"},
    {43, "leq(narrow(x, meet(x, y)), x)"},
    {44, "is_bottom(narrow(x, bottom()))"},
    {45, "is_bottom(narrow(bottom(), meet(bottom(), x)))"},
    {46, "", "narrow(at, meet(at, in_turn(chain, i)))"},
    {47, "", "widen(at, join(at, assign(at)))"},
    {48, "!leq(y, x) || same(widen(x, join(x, y)), x)"},
    {49, "!same(x, y) || (leq(x, y) && leq(y, x))"},
    {50, "is_bottom(x) == leq(x, bottom())"},
    {51, "is_top(x) == leq(top(), x)"},
    {52, "!leq(x, y) || leq(join(x, z), join(y, z))"},
    {53, "!leq(x, y) || leq(meet(x, z), meet(y, z))"},
    {54, "leq(x, forget(x))"},
    {55, "same(forget(forget(x)), forget(x))"},
    {56, "!leq(x, y) || leq(forget(x), forget(y))"},
    {57, "same(assign_itself(x), x)"},
    {58, "same(parallel_assign(x), assign(x))"},
    {59, "leq(x, substitute(assign(x)))"},
    {60, "!satisfies(x, condition) || same(assume(x), x)"},
    {61, "satisfies_its_constraints(x)"},
    {62, "is_within_its_bounds(x, e)"},
    {63, "", "narrow(at, meet(at, assign(at)))"},
    {64, "same(join(canonical(x), canonical(y)), join(x, y))"},
    {65, "", "widen(at, join(at, both_assigned(at)))"},
    {66, "!leq(x, y) || keeps_stable(x, y, widen(x, y))"},
    {67, "leq(x, add_ray(x))"},
    {68, "same(add_ray(add_ray(x)), add_ray(x))"},
    {69, "is_below_what_is_loose(x)"},
    {70, "leq(x, closed(x))"},
    {71, "same(closed(closed(x)), closed(x))"},
};

// The laws that differ for domains whose widening accepts any arguments.
constexpr LawText kUnordered[] = {
    {29, "leq(x, widen(x, y))"},
    {30, "leq(y, widen(x, y))"},
    {31, "same(widen(x, bottom()), x)"},
    {33, "", "widen(at, in_turn(chain, i))"},
    {48, "!leq(y, x) || same(widen(x, y), x)"},
};

std::optional<LawText> text_in(std::span<const LawText> laws, unsigned number) {
  for (const LawText& law : laws)
    if (law.number == number) return law;
  return std::nullopt;
}

}  // namespace

std::optional<LawText> law_text(unsigned number, bool widening_ordered) {
  const std::optional<LawText> own = widening_ordered ? std::nullopt : text_in(kUnordered, number);
  return own ? own : text_in(kLaws, number);
}

}  // namespace assay::domain::reproduction
