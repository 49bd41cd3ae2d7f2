#include "smt/fuzz/script/assemble.hpp"

#include <array>
#include <utility>

#include "smt/parse/check_script.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

class Assembler {
 public:
  Assembler(TermStore& store, const Layout& layout, core::Rng& rng, AssembledScript& into)
      : store_(store), layout_(layout), rng_(rng), into_(into) {}

  void plain(const std::vector<Assertion>& assertions) {
    for (const Assertion& assertion : assertions) assert_term(assertion.term);
    into_.script.commands.insert(into_.script.commands.end(), layout_.objectives.begin(), layout_.objectives.end());
    check(Truth::Sat);
  }

  // The witness satisfies every assertion, so that every subset of them is satisfiable at every level. A contradiction
  // gets its own level, which is popped before the next check.
  void incremental(const std::vector<Assertion>& assertions) {
    unsigned level = 0;
    for (std::size_t i = 0; i < assertions.size(); ++i) {
      if (rng_.percent(40)) {
        add(CommandKind::Push, 1);
        ++level;
      }
      assert_term(assertions[i].term);
      if (rng_.percent(25)) check(Truth::Sat);
      if (rng_.percent(20)) contradiction(assertions[static_cast<std::size_t>(rng_.below(i + 1))].term);
      if (level > 0 && rng_.percent(25)) {
        const std::uint64_t levels = rng_.below(level) + 1;
        add(CommandKind::Pop, levels);
        level -= static_cast<unsigned>(levels);
      }
    }
    if (into_.truths.empty()) contradiction(rng_.pick(assertions).term);
    check(Truth::Sat);
  }

 private:
  // Asserts a formula again (its level may have been popped), together with an equivalent of its negation.
  void contradiction(TermId formula) {
    const TermId negation = rewritten_negation(store_, formula, rng_);
    if (!propositionally_unsat(store_, std::array{formula, negation})) return;
    add(CommandKind::Push, 1);
    const bool negation_first = rng_.coin();
    assert_term(negation_first ? negation : formula);
    assert_term(negation_first ? formula : negation);
    check(Truth::Unsat);
    add(CommandKind::Pop, 1);
  }

  void assert_term(TermId term) { into_.script.commands.push_back(make_command(CommandKind::Assert, {term})); }

  void check(Truth truth) {
    Command command;
    command.kind = layout_.tactic.empty() ? CommandKind::CheckSat : CommandKind::CheckSatUsing;
    command.text = layout_.tactic;
    into_.script.commands.push_back(std::move(command));
    into_.truths.push_back(truth);
  }

  void add(CommandKind kind, std::uint64_t number) {
    Command command;
    command.kind = kind;
    command.number = number;
    into_.script.commands.push_back(std::move(command));
  }

  TermStore& store_;
  const Layout& layout_;
  core::Rng& rng_;
  AssembledScript& into_;
};

}  // namespace

TermId rewritten_negation(TermStore& store, TermId formula, core::Rng& rng) {
  const CoreOperators& core = CoreOperators::get();
  const SortId boolean = store.bool_sort();
  const auto make = [&](OperatorId op, std::vector<TermId> children) {
    return store.apply_as(op, children, {}, boolean);
  };
  if (store.is(formula, core.negation) && rng.percent(40)) return store.children(formula)[0];
  // One step of De Morgan's laws.
  const bool is_and = store.is(formula, core.conjunction);
  if ((is_and || store.is(formula, core.disjunction)) && rng.percent(60)) {
    std::vector<TermId> negations;
    const auto children = store.children(formula);
    for (const TermId child : std::vector<TermId>(children.begin(), children.end()))
      negations.push_back(make_not(store, child));
    return make(is_and ? core.disjunction : core.conjunction, negations);
  }
  switch (rng.below(6)) {
    case 0: return make(core.implication, {formula, store.bool_constant(false)});
    case 1: return make(core.exclusive, {formula, store.bool_constant(true)});
    case 2: return make(core.equal, {formula, store.bool_constant(false)});
    case 3: return make(core.choice, {formula, store.bool_constant(false), store.bool_constant(true)});
    case 4: return make(core.implication, {formula, make_not(store, formula)});
    default: return make_not(store, formula);
  }
}

bool is_decidable(const TermStore& store, const std::vector<Assertion>& assertions) {
  for (const Assertion& assertion : assertions)
    for (const TermFlag flag : {kHasQuantifier, kHasOpaque, kHasLambda, kHasRecursion})
      if (store.has(assertion.term, flag)) return false;
  return true;
}

void put_opening(TermStore& store, const std::string& logic, const std::vector<TermId>& terms, AssembledScript& into) {
  into.script.logic = logic;
  std::vector<Command> first(1);
  first[0].kind = CommandKind::SetLogic;
  first[0].text = logic;
  for (Command& declaration : declarations_for(store, terms)) {
    if (declaration.kind == CommandKind::DeclareFunction) into.functions.push_back(declaration.functions[0]);
    first.push_back(std::move(declaration));
  }
  auto& commands = into.script.commands;
  commands.insert(commands.begin(), std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
}

AssembledScript assemble(TermStore& store, const std::vector<Assertion>& assertions, const std::string& logic,
                         const Layout& layout, core::Rng& rng) {
  AssembledScript result;
  std::vector<TermId> terms;
  for (const Assertion& assertion : assertions) terms.push_back(assertion.term);
  for (const Command& objective : layout.objectives) terms.push_back(objective.terms[0]);
  put_opening(store, logic, terms, result);
  Assembler assembler(store, layout, rng, result);
  if (layout.incremental) {
    assembler.incremental(assertions);
  } else {
    assembler.plain(assertions);
  }
  return result;
}

}  // namespace assay::smt
