#include <array>

#include "domain/ppl/reproduction.hpp"

namespace assay::domain::ppl {
namespace {

// The laws of assay/domain/law.hpp by number, for domains whose widening and narrowing want ordered arguments.
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
    {33,
     "becomes_stable(x, [&](const Domain& w, std::size_t i) { return widen(w, join(w, in_turn(chain, i))); }, "
     "chain.size())"},
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
    {46,
     "becomes_stable(x, [&](const Domain& w, std::size_t i) { return narrow(w, meet(w, in_turn(chain, i))); }, "
     "chain.size())"},
    {47, "becomes_stable(x, [&](const Domain& w, std::size_t) { return widen(w, join(w, assign(w))); }, 1)"},
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
    {63, "becomes_stable(x, [&](const Domain& w, std::size_t) { return narrow(w, meet(w, assign(w))); }, 1)"},
    {64, "same(join(canonical(x), canonical(y)), join(x, y))"},
    {65, "becomes_stable(x, [&](const Domain& w, std::size_t) { return widen(w, join(w, both_assigned(w))); }, 1)"},
};

// Each may use those above it.
constexpr FunctionText kFunctions[] = {
    {"leq", "bool leq(const Domain& x, const Domain& y) { return y.contains(x); }\n"},
    {"same", "bool same(const Domain& x, const Domain& y) { return x == y; }\n"},
    {"is_bottom", "bool is_bottom(const Domain& x) { return x.is_empty(); }\n"},
    {"is_top", "bool is_top(const Domain& x) { return x.is_universe(); }\n"},
    {"top", "Domain top() { return Domain(n, UNIVERSE); }\n"},
    {"bottom", "Domain bottom() { return Domain(n, EMPTY); }\n"},
    {"join",
     "Domain join(const Domain& x, const Domain& y) {\n"
     "  Domain result(x);\n"
     "  result.upper_bound_assign(y);\n"
     "  return result;\n"
     "}\n"},
    {"meet",
     "Domain meet(const Domain& x, const Domain& y) {\n"
     "  Domain result(x);\n"
     "  result.intersection_assign(y);\n"
     "  return result;\n"
     "}\n"},
    {"canonical",
     "Domain canonical(const Domain& x) {\n"
     "  Domain result(x);\n"
     "  canonicalize(result);\n"
     "  return result;\n"
     "}\n"},
    {"satisfies",
     "bool satisfies(const Domain& x, const Constraint& condition) {\n"
     "  return x.relation_with(condition).implies(Poly_Con_Relation::is_included());\n"
     "}\n"},
    {"disjoint",
     "bool disjoint(const Domain& x, const Domain& y) {\n"
     "  NNC_Polyhedron both(n);\n"
     "  both.add_constraints(constraints_of(x));\n"
     "  both.add_constraints(constraints_of(y));\n"
     "  return both.is_empty();\n"
     "}\n"},
    {"satisfies_its_constraints",
     "bool satisfies_its_constraints(const Domain& x) {\n"
     "  const Constraint_System all = constraints_of(x);\n"
     "  for (const Constraint& one : all)\n"
     "    if (!satisfies(x, one)) return false;\n"
     "  return true;\n"
     "}\n"},
    {"is_within_its_bounds",
     "bool is_within_its_bounds(const Domain& x, const Linear_Expression& e) {\n"
     "  if (x.is_empty()) return true;\n"
     "  Coefficient above, below;\n"
     "  bool attained;\n"
     "  if (x.maximize(e, above, below, attained) && !satisfies(x, below * e <= above)) return false;\n"
     "  return !x.minimize(e, above, below, attained) || satisfies(x, below * e >= above);\n"
     "}\n"},
    {"in_turn",
     "const Domain& in_turn(const std::vector<Domain>& chain, std::size_t i) { return chain[i % chain.size()]; }\n"},
    {"becomes_stable",
     "template <typename Step>\n"
     "bool becomes_stable(const Domain& from, Step step, std::size_t steps_without_change) {\n"
     "  Domain at(from);\n"
     "  std::size_t unchanged = 0;\n"
     "  for (std::size_t i = 0; i < most_steps; ++i) {\n"
     "    const Domain next = step(at, i);\n"
     "    unchanged = next == at ? unchanged + 1 : 0;\n"
     "    if (unchanged == steps_without_change) return true;\n"
     "    at = next;\n"
     "  }\n"
     "  return false;\n"
     "}\n"},
};

}  // namespace

std::string_view law_condition(unsigned number) {
  for (const LawText& law : kLaws)
    if (law.number == number) return law.condition;
  return "";
}

std::span<const FunctionText> function_texts() { return kFunctions; }

}  // namespace assay::domain::ppl
