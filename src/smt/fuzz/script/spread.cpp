#include "smt/fuzz/script/spread.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "smt/reduce/terms.hpp"
#include "smt/rules/rule_index.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kDefinedPercent = 25;      // core assertions with a sub-term that moves into a define-fun
constexpr unsigned kAssumedPercent = 20;      // core assertions under an assumption
constexpr unsigned kNamedBesidePercent = 40;  // assertions outside the core that have a name
constexpr unsigned kMaxMovingSteps = 200;     // steps of an incremental script that may push or pop

/// An assertion that the script will contain.
struct Part {
  TermId term;
  bool in_core = false;
  bool holds = false;  ///< the valuation satisfies it, with new constants set to false
};

class Spread {
 public:
  Spread(Fragments& seed, Valuation& valuation, const Layout& layout, const std::string& prefix, core::Rng& rng,
         AssembledScript& into)
      : store_(seed.store), valuation_(valuation), layout_(layout), prefix_(prefix), rng_(rng), into_(into) {}

  void plain(const std::vector<Assertion>& assertions) {
    for (const Part& part : parts(assertions)) assert_part(part);
    check(Truth::Unsat);
  }

  // Core assertions that a pop removes are asserted again later. Levels that the valuation satisfies are checked at
  // random.
  void incremental(const std::vector<Assertion>& assertions) {
    std::deque<Part> waiting;
    for (const Part& part : parts(assertions)) waiting.push_back(part);
    for (unsigned step = 0; !waiting.empty(); ++step) {
      const bool may_move = step < kMaxMovingSteps;
      if (may_move && rng_.percent(40)) push();
      assert_part(waiting.front());
      waiting.pop_front();
      if (rng_.percent(25) && holds()) check(Truth::Sat);
      if (!may_move || waiting.empty() || levels_.empty() || !rng_.percent(25)) continue;
      for (const Part& gone : pop(rng_.below(levels_.size()) + 1))
        if (gone.in_core) waiting.push_back(gone);
    }
    check(Truth::Unsat);
    if (levels_.empty() || !rng_.percent(40)) return;
    (void)pop(rng_.below(levels_.size()) + 1);
    if (!active_.empty() && holds()) check(Truth::Sat);
  }

 private:
  std::vector<Part> parts(const std::vector<Assertion>& assertions) {
    std::vector<Part> all;
    for (const Assertion& assertion : assertions) {
      const Outcome& outcome = valuation_.evaluate(assertion.term);
      Part part{assertion.term, assertion.in_core, outcome.known() && outcome.value.as_bool()};
      if (assertion.in_core && rng_.percent(kDefinedPercent)) part.term = with_definition(part.term);
      if (assertion.in_core && layout_.tactic.empty() && rng_.percent(kAssumedPercent)) assume(part);
      all.push_back(part);
    }
    return all;
  }

  // Guards the assertion by a new Boolean constant, which is false under the valuation.
  void assume(Part& part) {
    Function function;
    function.name = store_.symbol(prefix_ + "q" + std::to_string(assumptions_.size()));
    function.result = store_.bool_sort();
    const FunctionId id = store_.function(std::move(function));
    assumptions_.push_back(store_.call_as(id, {}, store_.bool_sort()));
    into_.added.functions[id].fallback = Value(false);
    part.term = store_.apply_as(CoreOperators::get().implication, std::array{assumptions_.back(), part.term}, {},
                                store_.bool_sort());
    part.holds = true;
  }

  TermId with_definition(TermId formula) {
    const Occurrence spot = random_occurrence(store_, formula, rng_);
    const TermId body = spot.term();
    if (store_.children(body).empty() || store_.sort_of(body) == store_.reglan_sort()) return formula;
    Function function;
    function.name = store_.symbol(prefix_ + "d" + std::to_string(defined_++));
    function.kind = FunctionKind::Defined;
    function.result = store_.sort_of(body);
    function.body = body;
    const TermId call = store_.call_as(store_.function(std::move(function)), {}, store_.sort_of(body));
    return with_replaced(store_, spot, call).value_or(formula);
  }

  // Every assertion gets a new name: some solvers reject a name that was used before, even in a popped level.
  void assert_part(const Part& part) {
    active_.push_back(part);
    names_.emplace_back();
    TermId term = part.term;
    if (part.in_core || rng_.percent(kNamedBesidePercent)) {
      names_.back() = prefix_ + "a" + std::to_string(named_++);
      const Attribute name{":named", names_.back(), 0};
      term = store_.annotated(std::array{name}, std::array{term});
    }
    add(CommandKind::Assert).terms = {term};
  }

  void push() {
    add(CommandKind::Push).number = 1;
    levels_.push_back(active_.size());
  }

  std::vector<Part> pop(std::uint64_t count) {
    add(CommandKind::Pop).number = count;
    const std::size_t left = levels_[levels_.size() - static_cast<std::size_t>(count)];
    levels_.resize(levels_.size() - static_cast<std::size_t>(count));
    std::vector<Part> gone(active_.begin() + static_cast<std::ptrdiff_t>(left), active_.end());
    active_.resize(left);
    names_.resize(left);
    return gone;
  }

  [[nodiscard]] bool holds() const {
    return std::all_of(active_.begin(), active_.end(), [](const Part& part) { return part.holds; });
  }

  void check(Truth truth) {
    const bool assumes = truth == Truth::Unsat && !assumptions_.empty();
    const CommandKind kind = assumes                  ? CommandKind::CheckSatAssuming
                             : layout_.tactic.empty() ? CommandKind::CheckSat
                                                      : CommandKind::CheckSatUsing;
    Command& command = add(kind);
    command.text = assumes ? "" : layout_.tactic;
    if (assumes) command.terms = assumptions_;
    into_.truths.push_back(truth);
    if (truth == Truth::Sat) return;
    into_.core.clear();
    for (std::size_t i = 0; i < active_.size(); ++i)
      if (active_[i].in_core) into_.core.push_back(names_[i]);
  }

  Command& add(CommandKind kind) {
    into_.script.commands.emplace_back();
    into_.script.commands.back().kind = kind;
    return into_.script.commands.back();
  }

  TermStore& store_;
  Valuation& valuation_;
  const Layout& layout_;
  const std::string& prefix_;
  core::Rng& rng_;
  AssembledScript& into_;
  std::vector<TermId> assumptions_;
  std::vector<Part> active_;
  std::vector<std::string> names_;  ///< of the active assertions; empty: not named
  std::vector<std::size_t> levels_;
  std::size_t named_ = 0;
  std::size_t defined_ = 0;
};

}  // namespace

AssembledScript spread(Fragments& seed, Valuation& valuation, const std::vector<Assertion>& assertions,
                       const std::string& logic, const Layout& layout, const std::string& prefix, core::Rng& rng) {
  AssembledScript result;
  Spread spreading(seed, valuation, layout, prefix, rng, result);
  if (layout.incremental) {
    spreading.incremental(assertions);
  } else {
    spreading.plain(assertions);
  }
  put_opening(seed.store, logic, roots_of(result.script), result);
  return result;
}

}  // namespace assay::smt
