#include "smt/fuzz/script/open_layout.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "smt/reduce/terms.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kPushedPercent = 35;           // assertions that are preceded by a push
constexpr unsigned kCheckedPercent = 30;          // assertions that are followed by a check
constexpr unsigned kPoppedPercent = 25;           // assertions that are followed by a pop
constexpr unsigned kCheckAfterPopPercent = 40;    // pops that are followed by a check
constexpr unsigned kUnderAssumptionPercent = 20;  // assertions under an assumption
constexpr std::size_t kMaxChecks = 6;             // of one script

/// True for a constant or its negation: check-sat-assuming accepts no other terms.
bool is_literal(const TermStore& store, TermId term) {
  if (store.is(term, CoreOperators::get().negation)) term = store.children(term)[0];
  return store.node(term).kind == TermKind::Call && store.children(term).empty();
}

class OpenAssembler {
 public:
  OpenAssembler(TermStore& store, const OpenLayout& layout, const std::string& prefix, core::Rng& rng,
                AssembledScript& into)
      : store_(store), layout_(layout), prefix_(prefix), rng_(rng), into_(into) {}

  void plain(const std::vector<Assertion>& assertions) {
    for (const Assertion& assertion : assertions) assert_term(assertion.term);
    check({});
  }

  void levels(const std::vector<Assertion>& assertions) {
    std::uint64_t depth = 0;
    for (const Assertion& assertion : assertions) {
      if (rng_.percent(kPushedPercent)) {
        add(CommandKind::Push).number = 1;
        ++depth;
      }
      assert_term(rng_.percent(kUnderAssumptionPercent) ? under_assumption(assertion.term) : assertion.term);
      if (rng_.percent(kCheckedPercent)) check(some_assumptions());
      if (depth == 0 || !rng_.percent(kPoppedPercent)) continue;
      const std::uint64_t popped = rng_.below(depth) + 1;
      add(CommandKind::Pop).number = popped;
      depth -= popped;
      if (rng_.percent(kCheckAfterPopPercent)) check(some_assumptions());
    }
    check(assumptions_);
    if (depth > 0 && rng_.coin()) {
      add(CommandKind::Pop).number = rng_.below(depth) + 1;
      check({});
    }
  }

  void as_the_seed(const std::vector<Assertion>& assertions) {
    for (const SkeletonCommand& step : layout_.skeleton->commands) {
      std::vector<TermId> terms;
      for (const std::size_t at : step.assertions) terms.push_back(assertions[at].term);
      if (step.kind == CommandKind::Assert) {
        for (const TermId term : terms) assert_term(term);
      } else if (step.kind == CommandKind::CheckSat || step.kind == CommandKind::CheckSatAssuming) {
        check_under(terms);
      } else {
        add(step.kind).number = step.number;
      }
    }
    if (into_.truths.empty()) check({});
  }

 private:
  // Mutated assumptions may be no literals: they are then asserted at their own level.
  void check_under(const std::vector<TermId>& terms) {
    if (std::all_of(terms.begin(), terms.end(), [&](TermId term) { return is_literal(store_, term); })) {
      check(terms);
      return;
    }
    add(CommandKind::Push).number = 1;
    for (const TermId term : terms) assert_term(term);
    check({});
    add(CommandKind::Pop).number = 1;
  }

  TermId under_assumption(TermId formula) {
    Function function;
    function.name = store_.symbol(prefix_ + "q" + std::to_string(assumptions_.size()));
    function.result = store_.bool_sort();
    const TermId constant = store_.call_as(store_.function(std::move(function)), {}, store_.bool_sort());
    assumptions_.push_back(constant);
    return store_.apply_as(CoreOperators::get().implication, std::array{constant, formula}, {}, store_.bool_sort());
  }
  std::vector<TermId> some_assumptions() {
    std::vector<TermId> chosen;
    for (const TermId assumption : assumptions_)
      if (rng_.percent(70)) chosen.push_back(assumption);
    return chosen;
  }

  void assert_term(TermId term) {
    if (layout_.named) {
      const Attribute name{":named", prefix_ + "a" + std::to_string(named_++), 0};
      term = store_.annotated(std::array{name}, std::array{term});
    }
    add(CommandKind::Assert).terms = {term};
  }
  // Adds a check, unless the script has kMaxChecks checks already.
  void check(std::vector<TermId> assumptions) {
    if (into_.truths.size() >= kMaxChecks) return;
    Command& command = add(assumptions.empty() ? CommandKind::CheckSat : CommandKind::CheckSatAssuming);
    command.terms = std::move(assumptions);
    into_.truths.push_back(Truth::Open);
  }
  Command& add(CommandKind kind) {
    into_.script.commands.emplace_back();
    into_.script.commands.back().kind = kind;
    return into_.script.commands.back();
  }

  TermStore& store_;
  const OpenLayout& layout_;
  const std::string& prefix_;
  core::Rng& rng_;
  AssembledScript& into_;
  std::vector<TermId> assumptions_;
  std::size_t named_ = 0;
};

}  // namespace

AssembledScript assemble_open(TermStore& store, const std::vector<Assertion>& assertions, const std::string& logic,
                              const OpenLayout& layout, const std::string& prefix, core::Rng& rng) {
  AssembledScript result;
  OpenAssembler assembler(store, layout, prefix, rng, result);
  if (layout.skeleton != nullptr) {
    assembler.as_the_seed(assertions);
  } else if (layout.levels) {
    assembler.levels(assertions);
  } else {
    assembler.plain(assertions);
  }
  put_opening(store, logic, roots_of(result.script), result);
  return result;
}

}  // namespace assay::smt
