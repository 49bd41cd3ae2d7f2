#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/values.hpp"
#include "smt/eval/term_machine.hpp"
#include "smt/term/subterms.hpp"
#include "smt/truth/validity.hpp"

// Proofs of quantifiers that have too many values to enumerate: the model's functions are unfolded, and the resulting
// body is proved for all values.

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxGroundSteps = 50'000;    ///< of one closed term inside of a quantifier
constexpr std::uint64_t kMaxLateInstances = 65'536;  ///< tried where a proof fails: all of 16 bits
constexpr std::uint64_t kMaxLateSteps = 2'000'000;   ///< of all of these instances
constexpr std::uint32_t kMaxBodyDepth = 1'000;       ///< of a body: each of nested quantifiers unfolds its own

/// The literal of a value whose sort has short literals. Nullopt for other sorts.
std::optional<TermId> literal(TermStore& store, const Value& value) {
  if (value.is<bool>()) return store.bool_constant(value.as_bool());
  if (value.is<mpz_class>()) return make_term(store, value, store.int_sort());
  if (value.is<mpq_class>()) return make_term(store, value, store.real_sort());
  if (value.is<std::u32string>()) return make_term(store, value, store.string_sort());
  if (value.is<BitVector>()) return make_term(store, value, store.bit_vector_sort(value.as_bits().width));
  return std::nullopt;
}

}  // namespace

std::optional<Value> Evaluator::State::ground_value(TermId closed) {
  const Outcome* outcome = find(*frames.front(), closed);
  if (outcome == nullptr && store.has(closed, kHasQuantifier)) return std::nullopt;
  if (outcome == nullptr) {
    if (!ground) {
      EvalOptions few = options;
      few.max_steps = std::min(few.max_steps, kMaxGroundSteps);
      ground = std::make_unique<State>(store, model, few);
      ground->proves = false;
    }
    outcome = &ground->evaluate(closed);
  }
  return outcome->known() ? std::optional(outcome->value) : std::nullopt;
}

TermId Evaluator::State::unfolded_body(TermId binder) {
  const TermId body = store.children(binder)[0];
  if (!proves || store.node(body).depth > kMaxBodyDepth) return body;
  const auto known = unfolded_bodies.find(binder);
  if (known != unfolded_bodies.end()) return known->second;
  if (!inlining)
    inlining = std::make_unique<Inlining>(store, model, [this](TermId closed) { return ground_value(closed); });
  const TermId made = inlining->inlined(body).value_or(body);
  steps += inlining->visited();
  unfolded_bodies.emplace(binder, made);
  return made;
}

std::optional<bool> Evaluator::State::proved(Frame& frame) {
  Instances& instances = frame.instances;
  if (!proves || std::exchange(instances.proof_tried, true)) return std::nullopt;
  const TermId binder = frames[frames.size() - 2]->work.back().term;
  const std::vector<BoundVariable> variables = store.binder_info(binder).variables;
  std::optional<TermId> formula = unfolded_body(binder);
  std::vector<Replacement> known;
  for (const SymbolId name : store.free_variables(*formula)) {
    const auto is_it = [&](const BoundVariable& variable) { return variable.name == name; };
    if (std::any_of(variables.begin(), variables.end(), is_it)) continue;
    const Outcome* bound = find(frame, store.variable({name, store.bool_sort()}));  // the name alone counts
    const auto term = bound->known() ? literal(store, bound->value) : std::nullopt;
    if (term) known.emplace_back(name, *term);
  }
  if (!known.empty() && inlining) formula = inlining->inlined(*formula, known);
  if (formula && !instances.universal) formula = store.apply(Operators::get().at("not"), std::array{*formula});
  if (!formula) return std::nullopt;
  const Validity validity = prove(store, *formula);
  steps += validity.steps;
  if (validity.valid) return instances.universal;
  if (!validity.counterexample.empty()) try_values(frame, variables, validity.counterexample);
  return std::nullopt;
}

void Evaluator::State::try_values(Frame& frame, const std::vector<BoundVariable>& variables,
                                  const Assignment& assignment) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto at = std::find_if(assignment.begin(), assignment.end(),
                                 [&](const auto& entry) { return entry.first == variables[i].name; });
    std::optional<Value> value =
        at == assignment.end() ? default_value(store, variables[i].sort) : std::optional(at->second);
    frame.instances.domains[i] = {value ? Outcome(std::move(*value)) : Outcome(Lack::Quantified)};
    frame.instances.digits[i] = 0;
  }
  bind_instance(frame);
  frame.local.clear();
  frame.work.push_back({frame.goal, 0});
}

bool Evaluator::State::enumerate_late(Frame& frame) {
  const auto is_quantifier = [](const auto& other) { return other->kind == Frame::Kind::Instances; };
  if (!proves || std::count_if(frames.begin(), frames.end(), is_quantifier) != 1) return false;
  const TermId binder = frames[frames.size() - 2]->work.back().term;
  const TermId body = unfolded_body(binder);
  if (store.has(body, kHasQuantifier)) return false;
  std::uint64_t product = 1;
  std::vector<std::vector<Outcome>> domains;
  for (const BoundVariable& variable : std::vector<BoundVariable>(store.binder_info(binder).variables)) {
    const auto all = enumerate(sizes, variable.sort, kMaxLateInstances / product);
    if (!all || all->empty()) return false;
    domains.emplace_back(all->begin(), all->end());
    product *= all->size();
  }
  const std::uint64_t max_nodes =
      std::min(kMaxLateSteps, options.max_steps - std::min(steps, options.max_steps)) / product;
  if (max_nodes == 0 || count_subterms(store, std::array{body}, max_nodes) >= max_nodes) return false;
  Instances& instances = frame.instances;
  instances.exhaustive = true;
  instances.lack = Lack::None;
  instances.digits.assign(domains.size(), 0);
  instances.domains = std::move(domains);
  bind_instance(frame);
  frame.local.clear();
  frame.work.push_back({frame.goal, 0});
  return true;
}

}  // namespace assay::smt
