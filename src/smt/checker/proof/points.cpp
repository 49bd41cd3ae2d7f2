#include "smt/checker/proof/points.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/rng/rng.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxAssignments = 4096;
constexpr std::size_t kRandomPoints = 200;
constexpr std::uint64_t kMaxStepsPerPoint = 200'000;

/// The declared functions in the formulas. Nullopt if values of some result cannot be drawn.
std::vector<FunctionId> free_functions(const TermStore& store, std::span<const TermId> formulas) {
  std::vector<FunctionId> out;
  for (const Command& command : declarations_for(store, formulas))
    if (command.kind == CommandKind::DeclareFunction)
      out.insert(out.end(), command.functions.begin(), command.functions.end());
  return out;
}

/// The literals of the formulas, and the decimal digits of their whole numbers, for strings.
std::vector<std::pair<SortId, Value>> literals_of(const TermStore& store, std::span<const TermId> formulas) {
  constexpr std::size_t kMaxVisited = 100'000;
  std::vector<std::pair<SortId, Value>> out;
  std::set<TermId> seen;
  std::vector<TermId> open(formulas.begin(), formulas.end());
  while (!open.empty() && seen.size() < kMaxVisited) {
    const TermId term = open.back();
    open.pop_back();
    if (!seen.insert(term).second) continue;
    const auto children = store.children(term);
    open.insert(open.end(), children.begin(), children.end());
    if (store.node(term).kind != TermKind::Constant) continue;
    const Value& value = store.value(term);
    out.emplace_back(store.sort_of(term), value);
    if (!value.is<mpz_class>() || value.as_int() < 0) continue;
    const std::string digits = value.as_int().get_str();
    out.emplace_back(store.string_sort(), Value(std::u32string(digits.begin(), digits.end())));
  }
  return out;
}

bool is_literal(const TermStore& store, TermId term) { return store.node(term).kind == TermKind::Constant; }

}  // namespace

TermId with_plain_literals(TermStore& store, TermId formula) {
  const OperatorId minus = Operators::get().at("-");
  const OperatorId over = Operators::get().at("/");
  const Model none;
  Evaluator evaluator(store, none);
  const auto is_number = [&](TermId term) {
    if (is_literal(store, term)) return true;
    const auto children = store.children(term);
    return (store.is(term, minus) || store.is(term, over)) &&
           std::all_of(children.begin(), children.end(), [&](TermId child) { return is_literal(store, child); });
  };
  return rebuilt(
      store, formula, [](TermId) -> std::optional<TermId> { return std::nullopt; },
      [&](TermId term, std::span<const TermId> children) {
        if (store.node(term).kind == TermKind::Annotated && !children.empty()) return children.front();
        const TermId same = with_children(store, term, children);
        const bool computes = store.is(same, minus) || store.is(same, over);
        if (!computes || !std::all_of(children.begin(), children.end(), is_number)) return same;
        const Outcome value = evaluator.evaluate(same);
        if (!value.known()) return same;
        return make_term(store, value.value, store.sort_of(same)).value_or(same);
      });
}

Result<std::unique_ptr<ProofFormulas>> read_formulas(std::string_view script,
                                                     const std::vector<std::string>& formulas) {
  auto out = std::make_unique<ProofFormulas>();
  std::string text(script);
  for (const std::string& formula : formulas) text += "\n(assert " + formula + ")";
  Result<Script> parsed = parse_script(out->store, text, "proof", {.allow_undeclared = true});
  if (!parsed) return parsed.error();
  out->script = std::move(*parsed);
  std::vector<Command>& commands = out->script.commands;
  if (commands.size() < formulas.size()) return Error{"a formula of the proof cannot be read", ""};
  for (std::size_t i = commands.size() - formulas.size(); i < commands.size(); ++i) {
    if (commands[i].kind != CommandKind::Assert) return Error{"a formula of the proof cannot be read", ""};
    out->formulas.push_back(with_plain_literals(out->store, commands[i].terms.front()));
  }
  commands.resize(commands.size() - formulas.size());
  for (const JudgedAssertion& assertion : active_assertions(out->script))
    out->asserted.push_back(with_plain_literals(out->store, assertion.term));
  return out;
}

namespace {

/// Draws a constant, or a function as a table of a few entries. False if values of a sort cannot be drawn.
bool draw_meaning(TermStore& store, FunctionId function, RandomValues& values, core::Rng& rng,
                  Interpretation& meaning) {
  constexpr std::size_t kEntries = 6;
  const std::vector<SortId> parameters = store.node(function).parameters;
  const SortId result = store.node(function).result;
  for (const SortId sort : parameters)
    meaning.variables.push_back({store.symbol("p" + std::to_string(meaning.variables.size())), sort});
  meaning.fallback = values.draw(result, rng);
  if (!meaning.fallback) return false;
  std::map<std::vector<Value>, Value> entries;
  for (std::size_t i = 0; i < kEntries && !parameters.empty(); ++i) {
    std::vector<Value> arguments;
    for (const SortId sort : parameters) {
      const std::optional<Value> argument = values.draw(sort, rng);
      if (!argument) return false;
      arguments.push_back(*argument);
    }
    const std::optional<Value> value = values.draw(result, rng);
    if (!value) return false;
    entries.emplace(std::move(arguments), *value);
  }
  meaning.entries.assign(entries.begin(), entries.end());
  return true;
}

}  // namespace

PointSearch find_point(TermStore& store, std::span<const TermId> formulas) {
  PointSearch out;
  Enumeration all = try_all_assignments(store, formulas, kMaxAssignments);
  out.exhaustive = all.kind == Enumeration::Kind::Unsatisfiable;
  if (all.kind == Enumeration::Kind::Satisfiable) out.point = std::move(all.model);
  if (all.kind != Enumeration::Kind::Unknown) return out;
  const std::vector<FunctionId> functions = free_functions(store, formulas);
  const std::vector<std::pair<SortId, Value>> literals = literals_of(store, formulas);
  RandomValues values(store, literals);
  core::Rng rng = core::Rng(1).split("points of a proof");
  for (std::size_t i = 0; i < kRandomPoints; ++i) {
    Model model;
    for (const FunctionId function : functions) {
      Interpretation& meaning = model.functions[function];
      if (!draw_meaning(store, function, values, rng, meaning)) return out;
    }
    Evaluator evaluator(store, model, {.max_steps = kMaxStepsPerPoint});
    bool all_known = true;
    bool all_true = true;
    for (const TermId formula : formulas) {
      const Outcome& value = evaluator.evaluate(formula);
      all_known = all_known && value.known();
      all_true = all_true && value.known() && value.value.as_bool();
    }
    out.valued += all_known ? 1 : 0;
    if (!all_true) continue;
    out.point = std::move(model);
    return out;
  }
  return out;
}

}  // namespace assay::smt
