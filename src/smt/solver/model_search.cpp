#include "smt/solver/model_search.hpp"

#include <algorithm>
#include <utility>

#include "assay/smt/script.hpp"
#include "assay/smt/values.hpp"
#include "core/rng/rng.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

/// EvalOptions::max_steps of one evaluation. It is small because a search needs hundreds of evaluations.
constexpr std::uint64_t kSearchSteps = 100'000;
constexpr unsigned kMaxCostlyAssignments = 3;  ///< the search ends after this number of evaluations that took more

EvalOptions search_options() {
  EvalOptions options;
  options.max_steps = kSearchSteps;
  return options;
}

/// Changes constants of the model so that a formula becomes true, along its Boolean structure.
class Satisfaction {
 public:
  Satisfaction(TermStore& store, Model& model) : store_(store), model_(model) {}

  void make_true(TermId formula) {
    if (store_.node(formula).kind == TermKind::Annotated) return make_true(store_.children(formula)[0]);
    if (store_.node(formula).kind == TermKind::Call && is_constant(formula)) return set(formula, Value(true));
    if (store_.node(formula).kind != TermKind::Apply) return;
    const auto kids = store_.children(formula);
    const std::vector<TermId> children(kids.begin(), kids.end());
    if (store_.is(formula, conjunction_)) {
      for (const TermId child : children) make_true(child);
    } else if (store_.is(formula, choice_)) {
      const Outcome condition = Evaluator(store_, model_, options_).evaluate(children[0]);
      if (condition.known()) make_true(children[condition.value.as_bool() ? 1 : 2]);
    } else if (store_.is(formula, implication_)) {
      const Outcome premise = Evaluator(store_, model_, options_).evaluate(children[0]);
      if (premise.known() && premise.value.as_bool()) make_true(children.back());
    } else if (store_.is(formula, equal_) && children.size() == 2) {
      if (store_.sort_of(children[0]) == store_.bool_sort())
        for (const TermId child : children) make_true(child);
      equate(children[0], children[1]);
    }
  }

 private:
  [[nodiscard]] bool is_constant(TermId term) const {
    return store_.node(term).kind == TermKind::Call && store_.children(term).empty() &&
           model_.functions.contains(store_.function_of(term));
  }

  void set(TermId constant, Value value) {
    model_.functions[store_.function_of(constant)] = Interpretation{{}, {}, {}, std::move(value)};
  }

  void equate(TermId left, TermId right) {
    for (const auto& [variable, term] : {std::pair{left, right}, std::pair{right, left}}) {
      if (!is_constant(variable)) continue;
      const Outcome outcome = Evaluator(store_, model_, options_).evaluate(term);
      if (outcome.known()) return set(variable, outcome.value);
    }
  }

  TermStore& store_;
  Model& model_;
  EvalOptions options_ = search_options();
  OperatorId conjunction_ = Operators::get().at("and");
  OperatorId implication_ = Operators::get().at("=>");
  OperatorId choice_ = Operators::get().at("ite");
  OperatorId equal_ = Operators::get().at("=");
};

std::vector<std::pair<SortId, Value>> literals_in(const TermStore& store, std::vector<TermId> pending) {
  std::vector<std::pair<SortId, Value>> literals;
  TermSet seen;
  while (!pending.empty()) {
    const TermId term = pending.back();
    pending.pop_back();
    if (!seen.insert(term)) continue;
    if (store.node(term).kind == TermKind::Constant) literals.emplace_back(store.sort_of(term), store.value(term));
    const auto children = store.children(term);
    pending.insert(pending.end(), children.begin(), children.end());
  }
  return literals;
}

}  // namespace

void add_default_values(TermStore& store, const Script& script, Model& model) {
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    for (const FunctionId id : command.functions) {
      const auto found = model.functions.find(id);
      const bool total = found != model.functions.end() && (found->second.body || found->second.fallback);
      if (total) continue;
      if (std::optional<Value> value = default_value(store, store.node(id).result)) {
        model.functions[id].fallback = std::move(*value);
      }
    }
  }
}

void satisfy(TermStore& store, Model& model, TermId formula) { Satisfaction(store, model).make_true(formula); }

std::optional<Model> find_model(TermStore& store, const std::vector<TermId>& terms, unsigned tries) {
  std::vector<FunctionId> functions;
  for (const Command& command : declarations_for(store, terms))
    if (command.kind == CommandKind::DeclareFunction) functions.push_back(command.functions[0]);
  const std::vector<std::pair<SortId, Value>> literals = literals_in(store, terms);
  RandomValues values(store, literals);
  core::Rng rng(1);
  unsigned dear = 0;
  for (unsigned i = 0; i < tries; ++i) {
    Model model;
    for (const FunctionId function : functions) {
      const SortId sort = store.node(function).result;
      auto value = i % 2 == 0 ? values.degenerate(sort, rng) : values.draw(sort, rng);
      if (!value) return std::nullopt;
      model.functions[function].fallback = std::move(*value);
    }
    // Two rounds, because a term may depend on a constant that another term sets. Every third try keeps the drawn
    // values.
    for (unsigned round = 0; i % 3 != 0 && round < 2; ++round)
      for (const TermId term : terms) satisfy(store, model, term);
    Evaluator evaluator(store, model, search_options());
    bool is_too_much = false;
    const bool holds = std::all_of(terms.begin(), terms.end(), [&](TermId term) {
      const Outcome& outcome = evaluator.evaluate(term);
      is_too_much = outcome.lack == Lack::Budget;
      return outcome.known() && outcome.value.as_bool();
    });
    if (holds) return model;
    if (is_too_much && ++dear == kMaxCostlyAssignments) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace assay::smt
