#include "smt/draw/points.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "assay/smt/script.hpp"
#include "assay/smt/values.hpp"
#include "core/rng/rng.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/term/subterms.hpp"

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

/// The literals of the formulas, and the decimal digits of their whole numbers, for strings.
std::vector<std::pair<SortId, Value>> literals_in(const TermStore& store, std::span<const TermId> formulas) {
  constexpr std::size_t kMaxVisited = 100'000;
  std::vector<std::pair<SortId, Value>> literals;
  Subterms below(store, formulas);
  for (std::size_t visited = 0; visited < kMaxVisited; ++visited) {
    const auto term = below.next();
    if (!term) break;
    if (store.node(*term).kind != TermKind::Constant) continue;
    const Value& value = store.value(*term);
    literals.emplace_back(store.sort_of(*term), value);
    if (!value.is<mpz_class>() || value.as_int() < 0) continue;
    const std::string digits = value.as_int().get_str();
    literals.emplace_back(store.string_sort(), Value(std::u32string(digits.begin(), digits.end())));
  }
  return literals;
}

/// Draws models of the declared functions.
class Draw {
 public:
  Draw(TermStore& store, std::span<const TermId> formulas)
      : store_(store), literals_(literals_in(store, formulas)), values_(store, literals_) {
    for (const Command& command : declarations_for(store, formulas))
      if (command.kind == CommandKind::DeclareFunction)
        functions_.insert(functions_.end(), command.functions.begin(), command.functions.end());
  }

  /// Nullopt if values of a sort cannot be drawn.
  std::optional<Model> next(bool degenerate) {
    Model model;
    for (const FunctionId function : functions_) {
      const Function row = store_.node(function);
      Interpretation& meaning = model.functions[function];
      meaning.fallback = degenerate ? values_.degenerate(row.result, rng_) : values_.draw(row.result, rng_);
      if (!meaning.fallback || !add_entries(row, degenerate ? 0 : kEntries, meaning)) return std::nullopt;
    }
    return model;
  }

 private:
  static constexpr std::size_t kEntries = 6;  ///< of a function's table

  bool add_entries(const Function& function, std::size_t count, Interpretation& meaning) {
    for (const SortId sort : function.parameters)
      meaning.variables.push_back({store_.symbol("p" + std::to_string(meaning.variables.size())), sort});
    std::map<std::vector<Value>, Value> entries;
    for (std::size_t i = 0; i < count && !function.parameters.empty(); ++i) {
      std::vector<Value> arguments;
      for (const SortId sort : function.parameters) {
        auto argument = values_.draw(sort, rng_);
        if (!argument) return false;
        arguments.push_back(*std::move(argument));
      }
      auto value = values_.draw(function.result, rng_);
      if (!value) return false;
      entries.emplace(std::move(arguments), *std::move(value));
    }
    meaning.entries.assign(entries.begin(), entries.end());
    return true;
  }

  TermStore& store_;
  std::vector<std::pair<SortId, Value>> literals_;
  RandomValues values_;
  std::vector<FunctionId> functions_;
  core::Rng rng_ = core::Rng(1);
};

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

std::optional<Value> closed_value(TermStore& store, TermId term) {
  const Model none;
  Evaluator evaluator(store, none);
  const Outcome& outcome = evaluator.evaluate(term);
  return outcome.known() ? std::optional(outcome.value) : std::nullopt;
}

void satisfy(TermStore& store, Model& model, TermId formula) { Satisfaction(store, model).make_true(formula); }

PointSearch draw_point(TermStore& store, std::span<const TermId> formulas, unsigned tries) {
  PointSearch search;
  Draw draw(store, formulas);
  unsigned dear = 0;
  for (unsigned i = 0; i < tries && dear < kMaxCostlyAssignments; ++i) {
    std::optional<Model> model = draw.next(i % 2 == 0);
    if (!model) return search;
    // Two rounds, because a term may depend on a constant that another term sets. Every third try keeps the drawn
    // values.
    for (unsigned round = 0; i % 3 != 0 && round < 2; ++round)
      for (const TermId formula : formulas) satisfy(store, *model, formula);
    Evaluator evaluator(store, *model, search_options());
    bool all_known = true, all_true = true, is_too_much = false;
    for (const TermId formula : formulas) {
      const Outcome& outcome = evaluator.evaluate(formula);
      is_too_much = is_too_much || outcome.lack == Lack::Budget;
      all_known = all_known && outcome.known();
      all_true = all_true && outcome.known() && outcome.value.as_bool();
      if (is_too_much) break;
    }
    search.valued += all_known ? 1 : 0;
    dear += is_too_much ? 1 : 0;
    if (!all_true) continue;
    search.point = std::move(model);
    return search;
  }
  return search;
}

PointSearch find_point(TermStore& store, std::span<const TermId> formulas) {
  constexpr std::uint64_t kMaxAssignments = 4096;
  constexpr unsigned kTries = 200;
  Enumeration all = try_all_assignments(store, formulas, kMaxAssignments);
  if (all.kind == Enumeration::Kind::Unknown) return draw_point(store, formulas, kTries);
  PointSearch search;
  search.exhaustive = all.kind == Enumeration::Kind::Unsatisfiable;
  if (!search.exhaustive) search.point = std::move(all.model);
  return search;
}

}  // namespace assay::smt
