#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "assay/smt/eval.hpp"
#include "base/index_map.hpp"
#include "smt/eval/inlining.hpp"
#include "smt/eval/open_results.hpp"
#include "smt/truth/guards.hpp"
#include "smt/truth/validity.hpp"

namespace assay::smt {

/// An application of a function to values: the key of the cache of call results.
struct CallKey {
  FunctionId function;
  std::vector<Value> arguments;
  std::vector<Lack> lacks = {};  ///< of the arguments; empty if all arguments have values
  friend bool operator==(const CallKey&, const CallKey&) = default;
};
struct CallKeyHash {
  std::size_t operator()(const CallKey& key) const;
};

/// A node that is being evaluated. The children before `next` have their outcomes.
struct Work {
  TermId term;
  std::uint32_t next = 0;
};

struct Binding {
  SymbolId name;
  Outcome value;
};

/// The state of the enumeration of a quantifier's instances.
struct Instances {
  bool universal = true;
  bool exhaustive = true;  ///< every value of every variable's sort is there, from the start or by enumerate_late
  bool proof_tried = false;
  std::vector<std::vector<Outcome>> domains;
  std::vector<std::size_t> digits;
  std::uint64_t tried = 0;
  Lack lack = Lack::None;  ///< of the first instance without a value
  // For a comprehension: the goal is the predicate, and then, if the predicate holds, the member.
  bool collects = false;
  bool at_member = false;
  TermId predicate, member;
  std::vector<Value> members;
};

/// The state of an operator that applies a function to the parts of a collection (Iteration).
struct Walk {
  TermId term;
  Iteration kind = Iteration::None;
  std::vector<Value> parts;
  std::size_t position = 0;
  std::vector<Value> results;  ///< Each, EachIndexed
  mpz_class first_index;       ///< EachIndexed, FoldIndexed
  Value accumulated;           ///< Fold, FoldIndexed
  // Reduce: `reached` holds the accumulated value of each sub-collection, by its number. The digits of the number are
  // the occurrences of each part (`counts` has their maxima, `weights` the place values).
  std::vector<std::uint64_t> counts, weights;
  std::vector<std::optional<Value>> reached;
  std::uint64_t state = 0;
};

/// The values to try for a variable of a quantifier.
struct Range {
  std::optional<std::vector<Outcome>> all;  ///< all values that matter; nullopt if there are too many
  std::vector<Value> hints;                 ///< values that the body suggests, used if `all` is nullopt
};

/// Outcomes by term. References to outcomes are valid until clear(). clear() keeps the memory.
class Outcomes {
 public:
  [[nodiscard]] const Outcome* find(TermId term) const {
    const std::uint32_t place = places_.find(term.index);
    return place == 0 ? nullptr : &outcomes_[place - 1];
  }
  void set(TermId term, Outcome outcome) {
    std::size_t place = places_.find(term.index);
    if (place == 0) {
      place = ++used_;
      places_.set(term.index, static_cast<std::uint32_t>(place));
      if (used_ > outcomes_.size()) outcomes_.emplace_back(Lack::Missing);
    }
    outcomes_[place - 1] = std::move(outcome);
  }
  void clear() {
    places_.clear();
    used_ = 0;
  }

 private:
  IndexMap places_;  ///< by term: 1 + position in outcomes_, or 0
  std::deque<Outcome> outcomes_;
  std::size_t used_ = 0;
};

/// The evaluation of one term under bindings of its free variables: the root (closed terms), a function's body, a case
/// of a match or a function value's body, an instance of a quantifier's body, or a step of an iteration. Results of
/// terms with variables live in the frame; results of closed terms are shared by all frames.
struct Frame {
  enum class Kind : std::uint8_t { Root, Body, Case, Instances, Walk };
  Kind kind = Kind::Root;
  std::vector<Binding> bindings;  ///< the variables that this frame binds; the innermost is the last
  /// For a case of a match and for Instances: the frame of the match or quantifier, whose variables are visible here.
  /// Null otherwise.
  const Frame* enclosing = nullptr;
  Outcomes local;
  std::vector<Work> work;
  TermId goal;
  CallKey key;              ///< Body: the call that is being evaluated
  Instances instances;      ///< Instances
  smt::Walk walk;           ///< Walk
  std::vector<Value> rest;  ///< Case: arguments to which the result, a function, is then applied

  /// The value of the innermost visible variable `name`. Null if there is none.
  [[nodiscard]] const Outcome* binding(SymbolId name) const;
  /// Resets the frame to a new one but keeps its memory.
  void clear();
};

/// The operators that the machine treats specially, looked up once.
struct KnownOperators {
  OperatorId and_op, or_op, implies_op, ite_op, equal_op, distinct_op, select_op, apply_op;
  static const KnownOperators& get();
};

/// A machine with an explicit stack of frames, each with an explicit stack of nodes.
struct Evaluator::State {
  State(TermStore& term_store, const Model& the_model, const EvalOptions& the_options);

  const Outcome& evaluate(TermId term);
  void forget();
  void forget(std::span<const TermId> terms);
  void forget_quantifiers();

  /// A dropped frame if there is one, else a new frame. Most calls are short, and allocations would take half of their
  /// time.
  [[nodiscard]] std::unique_ptr<Frame> new_frame();
  void drop_frame();

  // term_machine.cpp.
  [[nodiscard]] const Outcome* find(const Frame& frame, TermId term) const;
  void set(Frame& frame, TermId term, Outcome outcome);
  /// True if all children that are needed have outcomes. Otherwise pushes the next one and returns false.
  bool scan(Frame& frame, bool lazy);
  void visit(Frame& frame);
  void visit_apply(Frame& frame);
  /// The value of an operator's application. `values` and `sorts` hold the arguments.
  Outcome evaluate_row(TermId term);
  /// Handles operators on function values and iterations, and `select` of an array without a value. False if `term` is
  /// none of these.
  bool visit_special(Frame& frame);
  void visit_match(Frame& frame);
  void charge(const Outcome& result);
  void finish_frame();
  void give_up();
  void gather(const Frame& frame, TermId term);
  [[nodiscard]] bool is_lazy(TermId term) const;

  // calls.cpp.
  void visit_call(Frame& frame);
  Outcome construct(const Function& function);
  /// The function with `values` as its first arguments.
  [[nodiscard]] Outcome partial(FunctionId function) const;
  Outcome access(TermId term, const Function& function);
  void call_interpretation(Frame& frame, const Interpretation& interpretation);
  void call_body(Frame& frame, FunctionId function, const std::vector<BoundVariable>& variables, TermId body);
  [[nodiscard]] Outcome look_up(const Interpretation& interpretation, SortId sort) const;
  [[nodiscard]] Outcome look_up_for_all(const Interpretation& interpretation, SortId sort, Lack lack) const;
  bool select_by_function(Frame& frame);
  void array_by_function(Frame& frame, const Interpretation& interpretation);

  // function_values.cpp.
  void visit_lambda(Frame& frame);
  void visit_application(Frame& frame);
  void visit_function_equation(Frame& frame);
  /// The number of arguments of the function, including the ones that it was already given.
  [[nodiscard]] std::size_t arity(const FunctionValue& function) const;
  /// The value of an application. Nullopt if a frame was pushed: its result becomes that of the current term.
  [[nodiscard]] std::optional<Outcome> apply(const Value& applied, std::vector<Value> more);
  [[nodiscard]] std::optional<Outcome> apply_symbol(FunctionId id, std::vector<Value>& arguments,
                                                    std::vector<Value>& rest);
  void enter(const std::vector<BoundVariable>& variables, std::vector<Value> arguments, TermId body,
             const std::vector<std::pair<SymbolId, Value>>& captured, std::vector<Value> rest);

  // iteration.cpp.
  void visit_iteration(Frame& frame);
  [[nodiscard]] std::vector<Value> arguments_of(const Walk& walk) const;
  void bind_step(Frame& frame);
  [[nodiscard]] Outcome iterated(Walk& walk);
  /// Takes the outcome of one application. True after the last application; `result` is then the operator's value.
  bool next_step(Frame& frame, Outcome& result);

  // quantifiers.cpp.
  void visit_binder(Frame& frame);
  void start_instances(Frame& frame, std::vector<Range> ranges);
  /// The ranges of the binder's variables. Nullopt if a term of a guard was pushed, which must be evaluated first.
  [[nodiscard]] std::optional<std::vector<Range>> ranges_of(Frame& frame, TermId binder);
  [[nodiscard]] const std::vector<Guard>& guards(TermId binder);
  /// The body of a binder with functions unfolded, or the original body if the result would be too large.
  [[nodiscard]] TermId unfolded_body(TermId binder);
  [[nodiscard]] std::optional<Value> ground_value(TermId closed);
  /// The truth of a quantifier whose instances did not decide it, if it can be proved. If the proof fails with a
  /// counterexample, its values become the last instance.
  [[nodiscard]] std::optional<bool> proved(Frame& frame);
  void try_values(Frame& frame, const std::vector<BoundVariable>& variables, const Assignment& assignment);
  /// Starts to enumerate all values of a quantifier's variables, where these are at most 65,536 tuples and few steps.
  /// False: too many. For quantifiers that have no proof, and stand in no other quantifier.
  [[nodiscard]] bool enumerate_late(Frame& frame);
  /// Values that are worth a try: of a quantifier that cannot be enumerated.
  [[nodiscard]] std::vector<Outcome> samples(SortId sort, const std::vector<Value>& hints, std::size_t most);
  /// Values of this sort in the model.
  [[nodiscard]] const std::vector<Value>& values_in_model(SortId sort);
  void bind_instance(Frame& frame) const;
  /// Takes the outcome of the current instance's body. True if it decides the quantifier or was the last one.
  bool next_instance(Frame& frame, Outcome& result);
  /// Takes the outcome of a comprehension's predicate or member. True if the comprehension has its value.
  bool next_member(Frame& frame, Outcome& result);

  TermStore& store;
  const Model& model;
  EvalOptions options;
  SortSizes sizes;
  OpenResults open_results;
  const KnownOperators& known_operators = KnownOperators::get();

  IndexMap slots;  ///< by closed term: 1 + its position in `outcomes`, or 0
  std::deque<Outcome> outcomes;
  std::size_t used = 0;             ///< positions of `outcomes` from here on are free
  std::vector<std::uint32_t> free;  ///< free positions before `used`
  std::unordered_map<CallKey, Outcome, CallKeyHash> calls;
  std::vector<std::unique_ptr<Frame>> frames, spare_frames;
  std::uint64_t steps = 0;      ///< of the current evaluate()
  std::uint64_t all_steps = 0;  ///< of all completed evaluate()
  // By binder; cleared by forget().
  std::unordered_map<TermId, std::vector<Guard>, IdHash> known_guards;
  std::unordered_map<TermId, TermId, IdHash> unfolded_bodies;
  std::unique_ptr<Inlining> inlining;
  std::unique_ptr<State> ground;  ///< evaluates closed terms for `inlining`; it does not prove quantifiers
  bool proves = true;
  std::unordered_map<SortId, std::vector<Value>, IdHash> known_model_values;  ///< by sort; cleared by forget()

  // The arguments of the current node; members to save allocations.
  std::vector<const Outcome*> values;
  std::vector<SortId> sorts;
};

}  // namespace assay::smt
