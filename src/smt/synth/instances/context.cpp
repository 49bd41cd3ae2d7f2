#include <algorithm>
#include <set>

#include "smt/synth/instances/problem.hpp"

namespace assay::smt {
namespace {

using Names = std::set<std::string, std::less<>>;

/// The functions of the shape that occur in the expression.
void collect_functions(const Names& functions, const Expression& expression, Names& found) {
  if (functions.contains(expression.atom)) found.insert(expression.atom);
  for (const Expression& item : expression.items) collect_functions(functions, item, found);
}

Names functions_of(const Shape& shape) {
  Names names;
  for (const Expression& declaration : shape.declarations)
    if (declaration.items.at(0).is_atom("declare-fun")) names.insert(declaration.items.at(1).atom);
  return names;
}

/// New names for these functions.
Bindings renaming(const Names& functions, std::size_t copy) {
  Bindings renamed;
  for (const std::string& name : functions)
    renamed.emplace(name, Expression{false, name + "." + std::to_string(copy), {}, {}});
  return renamed;
}

/// Copies of axioms about new functions in place of `functions`: of those axioms whose patterns each have such a
/// function, so that no copy has an instance in a script without the new functions.
void add_copies(const Shape& shape, const Names& functions, std::size_t copy, std::vector<ContextAxiom>& axioms) {
  for (const auto& [name, axiom] : shape.axioms) {
    const bool is_about = std::all_of(axiom.patterns.begin(), axiom.patterns.end(), [&](const Expression& pattern) {
      Names found;
      collect_functions(functions, pattern, found);
      return !found.empty();
    });
    if (is_about) axioms.push_back({&shape, name, renaming(functions, copy)});
  }
}

/// The shape's own context: the axioms that the refutation does not use, then copies for another step, or for another
/// link whose condition no fact makes true.
std::vector<ContextAxiom> own_axioms(const Shape& shape, const std::vector<std::string>& used, std::size_t count) {
  std::vector<ContextAxiom> axioms;
  for (const auto& [name, axiom] : shape.axioms)
    if (std::find(used.begin(), used.end(), name) == used.end()) axioms.push_back({&shape, name, {}});
  const Names functions = functions_of(shape);
  for (std::size_t copy = 1; axioms.size() < count; ++copy) {
    for (const StepRow& step : shape.steps) add_copies(shape, {step.term.items.at(0).atom}, copy, axioms);
    for (const LinkRow& link : shape.links) {
      Names own{link.term.items.at(0).atom};
      collect_functions(functions, link.fact, own);
      add_copies(shape, own, copy, axioms);
    }
  }
  return axioms;
}

/// Axioms of other shapes, first as they are, then of copies of all their functions.
std::vector<ContextAxiom> other_axioms(const Shape& shape, std::size_t count, core::Rng& rng) {
  std::vector<const Shape*> others;
  for (const Shape& one : shapes())
    if (one.name != shape.name) others.push_back(&one);
  rng.shuffle(others);
  std::vector<ContextAxiom> axioms;
  for (std::size_t copy = 0; axioms.size() < count; ++copy)
    for (const Shape* one : others)
      for (const auto& [name, axiom] : one->axioms)
        axioms.push_back({one, name, copy == 0 ? Bindings{} : renaming(functions_of(*one), copy)});
  return axioms;
}

}  // namespace

std::vector<ContextAxiom> draw_context(const Shape& shape, const std::vector<std::string>& used, std::size_t count,
                                       core::Rng rng) {
  std::vector<ContextAxiom> own = own_axioms(shape, used, count);
  const std::vector<ContextAxiom> others = other_axioms(shape, count, rng);
  rng.shuffle(own);
  std::vector<ContextAxiom> axioms;
  for (std::size_t i = 0, j = 0; axioms.size() < count;) axioms.push_back(rng.coin() ? own[i++] : others[j++]);
  return axioms;
}

}  // namespace assay::smt
