#include "smt/synth/instances/problem.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "assay/base/check.hpp"

namespace assay::smt {
namespace {

Expression atom(std::string text) { return {false, std::move(text), {}, {}}; }

/// The declared result sort of an application's function.
std::string result_sort(const Shape& shape, const Expression& application) {
  for (const Expression& declaration : shape.declarations)
    if (declaration.items.at(1).atom == application.items.at(0).atom) return text_of(declaration.items.back());
  ASSAY_CHECK(false, "no declaration of the triggering term " + text_of(application));
  return {};
}

/// A predicate's name for a sort: "seen.Seq", "seen.Array.Key.Item".
std::string predicate_name(const std::string& sort) {
  std::string name = "seen.";
  for (const char c : sort)
    if (c == ' ') {
      name += '.';
    } else if (c != '(' && c != ')') {
      name += c;
    }
  return name;
}

/// Makes the chains of one problem.
class ProblemMaker {
 public:
  ProblemMaker(const Shape& shape, const ProblemSize& size, const core::Rng& rng)
      : shape_(shape), size_(size), rng_(rng.split("chains")) {}

  Problem make(const core::Rng& rng) {
    // Links whose terms are present make the problem larger; without missing terms there are one to three.
    const unsigned present =
        size_.missing == 0 ? 1 + static_cast<unsigned>(rng_.below(3)) : static_cast<unsigned>(rng_.below(2));
    const unsigned links = size_.missing + present;
    std::vector<bool> lacks(links, false);
    std::fill_n(lacks.begin(), size_.missing, true);
    for (std::size_t i = links; i > 1; --i) {
      const auto other = static_cast<std::size_t>(rng_.below(i));
      const bool kept = lacks[i - 1];
      lacks[i - 1] = lacks[other];
      lacks[other] = kept;
    }
    in_sequence_ = rng_.coin();
    for (unsigned i = 0; i < links; ++i) add_chain(lacks[i]);
    deny_goals();
    add_axioms(rng);
    return std::move(problem_);
  }

 private:
  /// Adds fresh constants for the parameters, from `begin` on, to the bindings.
  void declare(const std::vector<Parameter>& parameters, std::size_t begin, Bindings& bindings) {
    for (std::size_t i = begin; i < parameters.size(); ++i) {
      const std::string name = parameters[i].name + "." + std::to_string(constants_[parameters[i].name]++);
      problem_.declarations.push_back("(declare-fun " + name + " () " + text_of(parameters[i].sort) + ")");
      bindings.insert_or_assign(parameters[i].name, atom(name));
    }
  }

  void use(const std::vector<AxiomUse>& uses, const Bindings& bindings) {
    for (const AxiomUse& one : uses) {
      const auto row = shape_.axioms.find(one.axiom);
      ASSAY_CHECK(row != shape_.axioms.end() && row->second.parameters.size() == one.arguments.size(),
                  "an instance of no axiom: " + one.axiom);
      Bindings values;
      for (std::size_t i = 0; i < one.arguments.size(); ++i)
        values.emplace(row->second.parameters[i].name, instantiated(one.arguments[i], bindings));
      const std::string text = text_of(instantiated(row->second.body, values));
      if (!instances_.insert(text).second) continue;
      if (std::find(used_.begin(), used_.end(), one.axiom) == used_.end()) used_.push_back(one.axiom);
      instances_of_.emplace_back(one.axiom, text);
    }
  }

  void state(const Expression& fact, const Bindings& bindings) {
    if (!fact.is_atom("true")) chain_facts_.push_back(text_of(instantiated(fact, bindings)));
  }

  void add_chain(bool lacks_term) {
    const LinkRow& link = rng_.pick(shape_.links);
    chain_facts_.clear();
    Bindings bindings;
    declare(shape_.start.parameters, 0, bindings);
    declare(link.parameters, 1, bindings);
    const Expression first = bindings.at("x");
    state(shape_.start.fact, bindings);
    bindings.insert_or_assign("l", instantiated(shape_.start.level, bindings));
    std::vector<const StepRow*> steps;
    for (const StepRow& step : shape_.steps)
      if (step.down.contains(link.name)) steps.push_back(&step);
    for (unsigned i = 0; i < size_.depth; ++i) add_step(*rng_.pick(steps), link, bindings);
    state(link.fact, bindings);
    use(link.uses, bindings);
    const Expression term = instantiated(link.term, bindings);
    const std::string sort = result_sort(shape_, term);
    const std::string seen = predicate_name(sort);
    if (predicates_.insert(seen).second)
      problem_.declarations.push_back("(declare-fun " + seen + " (" + sort + ") Bool)");
    const std::string mention = "(" + seen + " " + text_of(term) + ")";
    if (lacks_term && !size_.is_given) {
      problem_.missing.push_back(mention);
    } else {
      problem_.given.push_back(mention);
    }
    bindings.insert_or_assign("x", first);
    add_goal(text_of(instantiated(link.goal, bindings)));
    problem_.links.push_back(link.name);
  }

  void add_step(const StepRow& step, const LinkRow& link, Bindings& bindings) {
    const Descent& down = step.down.find(link.name)->second;
    declare(step.parameters, 1, bindings);
    state(step.fact, bindings);
    state(down.fact, bindings);
    use(step.uses, bindings);
    use(down.uses, bindings);
    const Expression level = instantiated(step.level, bindings);
    bindings.insert_or_assign("x", instantiated(step.term, bindings));
    bindings.insert_or_assign("l", level);
  }

  // In a sequence, the facts of each chain but the first hold only if the goal of the chain before it does.
  void add_goal(const std::string& goal) {
    for (const std::string& fact : chain_facts_)
      problem_.facts.push_back(in_sequence_ && !goals_.empty() ? "(=> " + goals_.back() + " " + fact + ")" : fact);
    goals_.push_back(goal);
  }

  void deny_goals() {
    if (in_sequence_ || goals_.size() == 1) {
      problem_.facts.push_back("(not " + goals_.back() + ")");
      return;
    }
    std::string all = "(or";
    for (const std::string& goal : goals_) all += " (not " + goal + ")";
    problem_.facts.push_back(all + ")");
  }

  void add_axioms(const core::Rng& rng) {
    std::vector<ContextAxiom> axioms;
    for (const std::string& name : used_) axioms.push_back({&shape_, name, {}});
    for (ContextAxiom& one : draw_context(shape_, used_, size_.irrelevant, rng.split("context")))
      axioms.push_back(std::move(one));
    core::Rng order = rng.split("order");
    order.shuffle(axioms);
    order.shuffle(problem_.facts);
    std::map<std::string, std::size_t> places;
    std::vector<std::string> declarations;
    std::set<std::string> declared;
    for (const ContextAxiom& one : axioms) {
      if (one.shape == &shape_ && one.renamed.empty()) places.emplace(one.name, problem_.axioms.size());
      problem_.axioms.push_back(quantified_text(one.shape->axioms.at(one.name), one.renamed));
      for (const Expression& declaration : one.shape->declarations)
        for (const Expression& text : {declaration, instantiated(declaration, one.renamed)})
          if (declared.insert(text_of(text)).second) declarations.push_back(text_of(text));
    }
    problem_.declarations.insert(problem_.declarations.begin(), declarations.begin(), declarations.end());
    for (const auto& [name, text] : instances_of_) problem_.instances.emplace_back(places.at(name), text);
  }

  const Shape& shape_;
  const ProblemSize& size_;
  core::Rng rng_;
  bool in_sequence_ = false;
  Problem problem_;
  std::map<std::string, unsigned> constants_;  ///< number of constants by parameter
  std::set<std::string> predicates_;
  std::vector<std::string> used_;  ///< axioms, in the order of their first instances
  std::set<std::string> instances_;
  std::vector<std::pair<std::string, std::string>> instances_of_;  ///< axiom and instance
  std::vector<std::string> chain_facts_;
  std::vector<std::string> goals_;
};

}  // namespace

std::string quantified_text(const AxiomRow& axiom, const Bindings& renamed) {
  std::string text = "(forall (";
  for (const Parameter& one : axiom.parameters) text += "(" + one.name + " " + text_of(one.sort) + ")";
  text += ") (! " + text_of(instantiated(axiom.body, renamed));
  for (const Expression& pattern : axiom.patterns) text += " :pattern " + text_of(instantiated(pattern, renamed));
  return text + "))";
}

Problem make_problem(const Shape& shape, const ProblemSize& size, core::Rng rng) {
  return ProblemMaker(shape, size, rng).make(rng);
}

}  // namespace assay::smt
