#include "domain/libraries/shared/table_functions.hpp"

namespace assay::domain {
namespace {

using reproduction::FunctionText;

constexpr std::string_view kFrame = R"cpp(static const assay_domain* table;  // of the domain
                                          static void* self;

                                          // An element as a value.
                                          struct Domain {
                                            assay_domain_element* held;
                                            Domain(assay_domain_element* element) : held(element) {}
                                            Domain(const Domain& other) : held(table->copy(self, other.held)) {}
                                            Domain& operator=(Domain other) {
                                              std::swap(held, other.held);
                                              return *this;
                                            }
                                            ~Domain() { table->free_element(self, held); }
                                          };

                                          // A number for each dimension, as a text.
                                          using Numbers = std::vector<const char*>;
                                          struct Linear {
                                            Numbers coefficients;
                                            const char* constant;
                                            assay_domain_expression get() const { return {coefficients.data(), constant}; }
                                          };
                                          struct Condition {
                                            Linear expression;
                                            int relation;
                                            assay_domain_constraint get() const { return {expression.get(), relation}; }
                                          };
)cpp";

constexpr FunctionText kFunctions[] = {
    {"text_of",
     "std::string text_of(const Domain& x) {\n"
     "  char text[4096] = \"\";\n"
     "  if (table->print != nullptr) table->print(self, x.held, text, sizeof text);\n"
     "  text[sizeof text - 1] = '\\0';\n"
     "  return text;\n"
     "}\n"},
    {"copy", "Domain copy(const Domain& x) { return x; }\n"},
    {"top", "Domain top() { return table->top(self, n); }\n"},
    {"bottom", "Domain bottom() { return table->bottom(self, n); }\n"},
    {"leq", "bool leq(const Domain& x, const Domain& y) { return table->leq(self, x.held, y.held) != 0; }\n"},
    {"same",
     "bool same(const Domain& x, const Domain& y) {\n"
     "  if (table->equal != nullptr) return table->equal(self, x.held, y.held) != 0;\n"
     "  return leq(x, y) && leq(y, x);\n"
     "}\n"},
    {"is_bottom",
     "bool is_bottom(const Domain& x) {\n"
     "  return table->is_bottom != nullptr ? table->is_bottom(self, x.held) != 0 : leq(x, bottom());\n"
     "}\n"},
    {"is_top",
     "bool is_top(const Domain& x) {\n"
     "  return table->is_top != nullptr ? table->is_top(self, x.held) != 0 : leq(top(), x);\n"
     "}\n"},
    {"join", "Domain join(const Domain& x, const Domain& y) { return table->join(self, x.held, y.held); }\n"},
    {"meet", "Domain meet(const Domain& x, const Domain& y) { return table->meet(self, x.held, y.held); }\n"},
    {"widened", "Domain widened(const Domain& x, const Domain& y) { return table->widen(self, x.held, y.held); }\n"},
    {"narrowed", "Domain narrowed(const Domain& x, const Domain& y) { return table->narrow(self, x.held, y.held); }\n"},
    {"assumed",
     "Domain assumed(const Domain& x, const Condition& condition) {\n"
     "  const assay_domain_constraint passed = condition.get();\n"
     "  return table->assume(self, x.held, &passed);\n"
     "}\n"},
    {"assigned",
     "Domain assigned(const Domain& x, unsigned dimension, const Linear& expression) {\n"
     "  const assay_domain_assignment passed = {dimension, expression.get()};\n"
     "  return table->assign(self, x.held, &passed);\n"
     "}\n"},
    {"substituted",
     "Domain substituted(const Domain& x, unsigned dimension, const Linear& expression) {\n"
     "  const assay_domain_assignment passed = {dimension, expression.get()};\n"
     "  return table->substitute(self, x.held, &passed);\n"
     "}\n"},
    {"all_assigned",
     "Domain all_assigned(const Domain& x, const std::vector<std::pair<unsigned, Linear>>& assignments) {\n"
     "  std::vector<assay_domain_assignment> passed;\n"
     "  for (const auto& [dimension, expression] : assignments) passed.push_back({dimension, expression.get()});\n"
     "  return table->parallel_assign(self, x.held, passed.data(), passed.size());\n"
     "}\n"},
    {"tree",
     "// Nodes live until the program ends.\n"
     "const assay_domain_tree* tree(int kind, unsigned dimension, const char* low, const char* high,\n"
     "                              const assay_domain_tree* left, const assay_domain_tree* right) {\n"
     "  return new assay_domain_tree{kind, dimension, low, high, left, right};\n"
     "}\n"},
    {"forgotten",
     "Domain forgotten(const Domain& x, unsigned dimension) { return table->forget(self, x.held, dimension); }\n"},
    {"resized", "Domain resized(const Domain& x) { return table->resize(self, x.held); }\n"},
    {"canonical",
     "Domain canonical(const Domain& x) {\n"
     "  Domain result(x);\n"
     "  table->canonicalize(self, result.held);\n"
     "  return result;\n"
     "}\n"},
    {"satisfies",
     "bool satisfies(const Domain& x, const Condition& condition) {\n"
     "  const assay_domain_constraint passed = condition.get();\n"
     "  return table->satisfies(self, x.held, &passed) != 0;\n"
     "}\n"},
    {"each_constraint",
     "// Calls `visit` with every constraint of the element.\n"
     "template <typename Visit>\n"
     "void each_constraint(const Domain& x, Visit visit) {\n"
     "  const auto each = [](void* to, const assay_domain_constraint* one) { (*static_cast<Visit*>(to))(*one); };\n"
     "  table->constraints(self, x.held, each, &visit);\n"
     "}\n"},
    {"exported", "void exported(const Domain& x) { each_constraint(x, [](const assay_domain_constraint&) {}); }\n"},
    {"rebuilt",
     "Domain rebuilt(const Domain& x) {\n"
     "  Domain result = top();\n"
     "  each_constraint(x, [&](const assay_domain_constraint& one) {\n"
     "    result = table->assume(self, result.held, &one);\n"
     "  });\n"
     "  return result;\n"
     "}\n"},
    {"satisfies_its_constraints",
     "bool satisfies_its_constraints(const Domain& x) {\n"
     "  bool all = true;\n"
     "  each_constraint(x, [&](const assay_domain_constraint& one) {\n"
     "    all = all && table->satisfies(self, x.held, &one) != 0;\n"
     "  });\n"
     "  return all;\n"
     "}\n"},
    {"keeps_stable",
     "// Whether what x says and y satisfies stays.\n"
     "bool keeps_stable(const Domain& x, const Domain& y, const Domain& wide) {\n"
     "  bool all = true;\n"
     "  each_constraint(x, [&](const assay_domain_constraint& one) {\n"
     "    all = all && (table->satisfies(self, y.held, &one) == 0 || table->satisfies(self, wide.held, &one) != 0);\n"
     "  });\n"
     "  return all;\n"
     "}\n"},
    {"number",
     "// A fraction, of numbers that are small enough.\n"
     "struct Fraction {\n"
     "  __int128 numerator;\n"
     "  __int128 denominator;\n"
     "};\n"
     "Fraction number(const char* text) {\n"
     "  char* end = nullptr;\n"
     "  const long long numerator = strtoll(text, &end, 10);\n"
     "  return {numerator, *end == '/' ? strtoll(end + 1, nullptr, 10) : 1};\n"
     "}\n"},
    {"value_at",
     "// The expression's value at a point.\n"
     "Fraction value_at(const assay_domain_expression& expression, const Numbers& point) {\n"
     "  Fraction sum = number(expression.constant);\n"
     "  for (unsigned i = 0; i < n; ++i) {\n"
     "    const Fraction c = number(expression.coefficients[i]), p = number(point[i]);\n"
     "    const __int128 denominator = c.denominator * p.denominator;\n"
     "    sum.numerator = sum.numerator * denominator + c.numerator * p.numerator * sum.denominator;\n"
     "    sum.denominator *= denominator;\n"
     "  }\n"
     "  return sum;\n"
     "}\n"},
    {"has",
     "bool has(const Domain& x, const Numbers& point) {\n"
     "  if (table->contains != nullptr) return table->contains(self, x.held, point.data()) != 0;\n"
     "  bool all = true;\n"
     "  each_constraint(x, [&](const assay_domain_constraint& one) {\n"
     "    const __int128 value = value_at(one.expression, point).numerator;\n"
     "    all = all && (one.relation == ASSAY_EQUAL ? value == 0 : one.relation == ASSAY_GREATER ? value > 0 : value "
     ">= 0);\n"
     "  });\n"
     "  return all;\n"
     "}\n"},
    {"asked_bounds",
     "void asked_bounds(const Domain& x, const Linear& expression) {\n"
     "  char low[4096] = \"\", high[4096] = \"\";\n"
     "  const assay_domain_expression passed = expression.get();\n"
     "  table->bounds(self, x.held, &passed, low, high, sizeof low);\n"
     "}\n"},
    {"bounds_hold",
     "// Whether the value of the expression at the point is within its bounds.\n"
     "bool bounds_hold(const Domain& x, const Linear& expression, const Numbers& point) {\n"
     "  char low[4096] = \"\", high[4096] = \"\";\n"
     "  const assay_domain_expression passed = expression.get();\n"
     "  if (table->bounds(self, x.held, &passed, low, high, sizeof low) == 0) return false;\n"
     "  const Fraction value = value_at(passed, point);\n"
     "  const auto less = [](const Fraction& a, const Fraction& b) {\n"
     "    return a.numerator * b.denominator < b.numerator * a.denominator;\n"
     "  };\n"
     "  return (low[0] == '\\0' || !less(value, number(low))) && (high[0] == '\\0' || !less(number(high), value));\n"
     "}\n"},
};

}  // namespace

std::string_view table_frame() { return kFrame; }
std::span<const FunctionText> table_functions() { return kFunctions; }

}  // namespace assay::domain
