#include "smt/eval/term_machine.hpp"

#include <algorithm>
#include <utility>

#include "assay/base/check.hpp"
#include "assay/base/hash.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxFrames = 100'000;  ///< nested calls and quantifiers
constexpr std::size_t kMaxSpareFrames = 64;

/// Number of limbs, characters, entries or elements that take as long to process as one visit of a node.
constexpr std::uint64_t kPartsPerStep = 8;

std::uint64_t limbs(const mpz_class& number) { return mpz_size(number.get_mpz_t()); }

/// The number of parts of a value that an operator may have to process.
std::uint64_t parts(const Value& value) {
  if (value.is<mpz_class>()) return limbs(value.as_int());
  if (value.is<BitVector>()) return limbs(value.as_bits().bits);
  if (value.is<mpq_class>()) return limbs(value.as_real().get_num()) + limbs(value.as_real().get_den());
  if (value.is<std::u32string>()) return value.as_string().size();
  if (value.is<std::shared_ptr<const ArrayValue>>()) return value.as_array().entries.size();
  if (value.is<std::shared_ptr<const SequenceValue>>()) return value.as_sequence().elements.size();
  return 1;
}

const Outcome kMissing(Lack::Missing);
const Outcome kSkipped(Lack::Budget);  ///< stands for the branch of an ite that is not taken

}  // namespace

std::size_t CallKeyHash::operator()(const CallKey& key) const {
  std::uint64_t hash = mix(key.function.index);
  for (const Value& value : key.arguments) {
    hash = combine(hash, value.hash());
  }
  for (const Lack lack : key.lacks) hash = combine(hash, static_cast<std::uint64_t>(lack));
  return static_cast<std::size_t>(hash);
}

const Outcome* Frame::binding(SymbolId name) const {
  for (const Frame* frame = this; frame != nullptr; frame = frame->enclosing) {
    for (auto it = frame->bindings.rbegin(); it != frame->bindings.rend(); ++it) {
      if (it->name == name) return &it->value;
    }
  }
  return nullptr;
}

void Frame::clear() {
  if (kind == Kind::Instances) instances = {};
  if (kind == Kind::Walk) walk = {};
  kind = Kind::Root;
  bindings.clear();
  enclosing = nullptr;
  local.clear();
  work.clear();
  key = {};
  rest.clear();
}

const KnownOperators& KnownOperators::get() {
  static const KnownOperators known{Operators::get().at("and"),    Operators::get().at("or"),
                                    Operators::get().at("=>"),     Operators::get().at("ite"),
                                    Operators::get().at("="),      Operators::get().at("distinct"),
                                    Operators::get().at("select"), Operators::get().at("@")};
  return known;
}

Evaluator::State::State(TermStore& term_store, const Model& the_model, const EvalOptions& the_options)
    : store(term_store),
      model(the_model),
      options(the_options),
      sizes(store, model.universes),
      open_results(store, model, options) {
  frames.push_back(std::make_unique<Frame>());
}

const Outcome* Evaluator::State::find(const Frame& frame, TermId term) const {
  const TermNode& node = store.node(term);
  if ((node.flags & kHasVariable) == 0) {
    const std::uint32_t slot = slots.find(term.index);
    return slot == 0 ? nullptr : &outcomes[slot - 1];
  }
  if (node.kind == TermKind::Variable) {
    const Outcome* bound = frame.binding(store.variable_name(term));
    return bound == nullptr ? &kMissing : bound;
  }
  return frame.local.find(term);
}

void Evaluator::State::set(Frame& frame, TermId term, Outcome outcome) {
  if (store.has(term, kHasVariable)) {
    frame.local.set(term, std::move(outcome));
    return;
  }
  std::size_t place = used;
  if (!free.empty()) {
    place = free.back();
    free.pop_back();
  } else if (++used > outcomes.size()) {
    outcomes.emplace_back(Lack::Missing);
  }
  outcomes[place] = std::move(outcome);
  slots.set(term.index, static_cast<std::uint32_t>(place) + 1);
}

std::unique_ptr<Frame> Evaluator::State::new_frame() {
  if (spare_frames.empty()) return std::make_unique<Frame>();
  std::unique_ptr<Frame> frame = std::move(spare_frames.back());
  spare_frames.pop_back();
  return frame;
}

void Evaluator::State::drop_frame() {
  std::unique_ptr<Frame> frame = std::move(frames.back());
  frames.pop_back();
  if (spare_frames.size() >= kMaxSpareFrames) return;
  frame->clear();
  spare_frames.push_back(std::move(frame));
}

void Evaluator::State::forget() {
  slots.clear();
  free.clear();
  used = 0;
  calls.clear();
  forget_quantifiers();
}

void Evaluator::State::forget_quantifiers() {
  if (!known_model_values.empty()) known_model_values.clear();
  if (!known_guards.empty()) known_guards.clear();
  if (!unfolded_bodies.empty()) unfolded_bodies.clear();
  inlining.reset();
  ground.reset();
}

void Evaluator::State::forget(std::span<const TermId> terms) {
  for (const TermId term : terms) {
    const std::uint32_t slot = slots.find(term.index);
    if (slot == 0) continue;
    free.push_back(slot - 1);
    slots.set(term.index, 0);
  }
  if (!calls.empty()) calls.clear();
  forget_quantifiers();
}

const Outcome& Evaluator::State::evaluate(TermId term) {
  Frame& root = *frames.front();
  if (const Outcome* known = find(root, term)) {
    return *known;
  }
  steps = 0;
  root.goal = term;
  root.work.push_back({term, 0});
  while (!root.work.empty()) {
    Frame& frame = *frames.back();
    if (frame.work.empty()) {
      finish_frame();
    } else if (++steps > options.max_steps || frames.size() > kMaxFrames) {
      give_up();
    } else {
      visit(frame);
    }
  }
  all_steps += steps;
  const Outcome* result = find(root, term);
  ASSAY_CHECK(result != nullptr, "the goal has no outcome");
  return *result;
}

/// Sets the goal's outcome to Lack::Budget, so that evaluating it again is free. Outcomes of closed terms are kept.
void Evaluator::State::give_up() {
  for (std::size_t i = frames.size() - 1; i > 0; --i) {
    if (frames[i]->kind == Frame::Kind::Body) {
      calls.erase(frames[i]->key);
    }
    drop_frame();
  }
  Frame& root = *frames.front();
  root.work.clear();
  set(root, root.goal, Lack::Budget);
}

void Evaluator::State::visit(Frame& frame) {
  const TermId term = frame.work.back().term;
  if (find(frame, term) != nullptr) {  // shared, and valued since it was pushed
    frame.work.pop_back();
    return;
  }
  switch (store.node(term).kind) {
    case TermKind::Constant:
      set(frame, term, store.value(term));
      frame.work.pop_back();
      return;
    case TermKind::Apply: return visit_apply(frame);
    case TermKind::Call: return visit_call(frame);
    case TermKind::Variable:
      set(frame, term, Lack::Missing);
      frame.work.pop_back();
      return;
    case TermKind::Binder: return visit_binder(frame);
    case TermKind::Match: return visit_match(frame);
    case TermKind::Annotated: {
      const TermId inner = store.children(term)[0];
      if (const Outcome* outcome = find(frame, inner)) {
        set(frame, term, *outcome);
        frame.work.pop_back();
      } else {
        frame.work.push_back({inner, 0});
      }
      return;
    }
  }
}

/// Whether to evaluate branches only when needed: for recursion to end, or because only one branch may be needed.
bool Evaluator::State::is_lazy(TermId term) const { return frames.size() > 1 || store.has(term, kHasRecursion); }

bool Evaluator::State::scan(Frame& frame, bool lazy) {
  Work& work = frame.work.back();
  const std::span<const TermId> children = store.children(work.term);
  const bool is_ite = lazy && store.is(work.term, known_operators.ite_op);
  const bool is_and = lazy && store.is(work.term, known_operators.and_op);
  const bool is_or =
      lazy && (store.is(work.term, known_operators.or_op) || store.is(work.term, known_operators.implies_op));
  const bool is_implies = is_or && store.is(work.term, known_operators.implies_op);
  for (; work.next < children.size(); ++work.next) {
    if (is_ite && work.next > 0) {
      const Outcome* condition = find(frame, children[0]);
      if (condition->known() && condition->value.as_bool() == (work.next == 2)) {
        continue;
      }
    }
    const Outcome* outcome = find(frame, children[work.next]);
    if (outcome == nullptr) {
      frame.work.push_back({children[work.next], 0});
      return false;
    }
    if ((is_and || is_or) && outcome->known()) {
      const bool last = work.next + 1 == children.size();
      const bool decisive = is_and ? false : (!is_implies || last);
      if (outcome->value.as_bool() == decisive) {
        work.next = static_cast<std::uint32_t>(children.size());
        return true;
      }
    }
  }
  return true;
}

/// Fills `values` and `sorts` with the outcomes and sorts of the children.
void Evaluator::State::gather(const Frame& frame, TermId term) {
  values.clear();
  sorts.clear();
  for (const TermId child : store.children(term)) {
    const Outcome* outcome = find(frame, child);
    values.push_back(outcome == nullptr ? &kSkipped : outcome);
    sorts.push_back(store.sort_of(child));
  }
}

void Evaluator::State::visit_apply(Frame& frame) {
  const TermId term = frame.work.back().term;
  if (!scan(frame, is_lazy(term))) {
    return;
  }
  gather(frame, term);
  if (visit_special(frame)) {
    return;
  }
  frame.work.pop_back();
  const OperatorId op = store.op(term);
  const OperatorRow& row = Operators::get().row(op);
  if (row.evaluate == nullptr) {
    set(frame, term, Lack::Opaque);
    return;
  }
  const auto lacking = std::find_if(values.begin(), values.end(), [](const Outcome* o) { return !o->known(); });
  if (lacking != values.end()) {
    // A term without a value is still equal to itself.
    if ((op == known_operators.equal_op || op == known_operators.distinct_op) && values.size() == 2 &&
        store.children(term)[0] == store.children(term)[1]) {
      set(frame, term, Value(op == known_operators.equal_op));
      return;
    }
    if (row.strict) {
      set(frame, term, (*lacking)->lack);
      return;
    }
  }
  set(frame, term, evaluate_row(term));
}

Outcome Evaluator::State::evaluate_row(TermId term) {
  const OperatorId op = store.op(term);
  Arguments arguments{store, op, store.sort_of(term), sorts, values, store.indices(term), &open_results};
  arguments.sizes = &sizes;
  arguments.max_bits = options.max_bits;
  arguments.max_string = options.max_string;
  Outcome outcome = Operators::get().row(op).evaluate(arguments);
  charge(outcome);
  return outcome;
}

bool Evaluator::State::visit_special(Frame& frame) {
  const TermId term = frame.work.back().term;
  const OperatorId op = store.op(term);
  if (op == known_operators.select_op && !values[0]->known()) {
    return select_by_function(frame);
  }
  if (op == known_operators.apply_op) {
    visit_application(frame);
    return true;
  }
  const bool all_known = std::all_of(values.begin(), values.end(), [](const Outcome* o) { return o->known(); });
  if (Operators::get().row(op).iteration != Iteration::None) {
    if (all_known) visit_iteration(frame);
    return all_known;
  }
  const bool has_function =
      std::any_of(values.begin(), values.end(), [](const Outcome* o) { return o->value.is_function(); });
  if (!has_function || op == known_operators.ite_op) {
    return false;
  }
  if (op == known_operators.equal_op || op == known_operators.distinct_op) {
    visit_function_equation(frame);
  } else {
    frame.work.pop_back();
    set(frame, term, Lack::Opaque);  // the operator would have to compare functions
  }
  return true;
}

/// Adds steps for large operands and a large result.
void Evaluator::State::charge(const Outcome& result) {
  std::uint64_t sum = parts(result.value);
  for (const Outcome* value : values) sum += parts(value->value);
  steps += sum / kPartsPerStep;
}

void Evaluator::State::visit_match(Frame& frame) {
  const TermId term = frame.work.back().term;
  const std::span<const TermId> children = store.children(term);
  const Outcome* subject = find(frame, children[0]);
  if (subject == nullptr) {
    frame.work.push_back({children[0], 0});
    return;
  }
  if (!subject->known()) {
    set(frame, term, subject->lack);
    frame.work.pop_back();
    return;
  }
  const DatatypeValue& value = subject->value.as_datatype();
  for (const TermId child : children.subspan(1)) {
    const BinderInfo& info = store.binder_info(child);
    if (!info.is_default && info.constructor != value.constructor) {
      continue;
    }
    auto next = new_frame();
    next->kind = Frame::Kind::Case;
    next->enclosing = &frame;
    next->goal = store.children(child)[0];
    for (std::size_t i = 0; i < info.variables.size(); ++i) {
      next->bindings.push_back({info.variables[i].name, info.is_default ? subject->value : value.fields[i]});
    }
    next->work.push_back({next->goal, 0});
    frames.push_back(std::move(next));
    return;
  }
  set(frame, term, Lack::Unspecified);  // no case matches: the standard forbids it
  frame.work.pop_back();
}

void Evaluator::State::finish_frame() {
  Frame& frame = *frames.back();
  const Outcome* outcome = find(frame, frame.goal);
  ASSAY_CHECK(outcome != nullptr, "a frame without a result");
  Outcome result = *outcome;
  if (frame.kind == Frame::Kind::Instances &&
      !(frame.instances.collects ? next_member(frame, result) : next_instance(frame, result))) {
    return;
  }
  if (frame.kind == Frame::Kind::Walk && !next_step(frame, result)) {
    return;
  }
  if (frame.kind == Frame::Kind::Body) {
    calls.insert_or_assign(std::move(frame.key), std::move(result));
    drop_frame();  // the call is visited again and finds its result in `calls`
    return;
  }
  std::vector<Value> rest = std::move(frame.rest);
  drop_frame();
  if (!rest.empty() && result.known()) {
    std::optional<Outcome> applied = apply(result.value, std::move(rest));
    if (!applied) return;
    result = std::move(*applied);
  }
  Frame& asker = *frames.back();
  const TermId term = asker.work.back().term;
  asker.work.pop_back();
  set(asker, term, std::move(result));
}

Evaluator::Evaluator(TermStore& store, const Model& model, const EvalOptions& options)
    : state_(std::make_unique<State>(store, model, options)) {}

Evaluator::~Evaluator() = default;

const Outcome& Evaluator::evaluate(TermId term) { return state_->evaluate(term); }

std::uint64_t Evaluator::steps() const { return state_->all_steps; }

void Evaluator::forget() { state_->forget(); }

void Evaluator::forget(std::span<const TermId> terms) { state_->forget(terms); }

}  // namespace assay::smt
