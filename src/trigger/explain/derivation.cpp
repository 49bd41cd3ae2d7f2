#include "trigger/explain/derivation.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "base/text.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/proof/proof_reader.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

constexpr std::string_view kQuantifierMark = "assay!q!";
constexpr std::string_view kConjunctMark = "assay!c!";
/// Share of the time for one run that the unsat core may take.
constexpr double kCoreShare = 0.5;

/// A quantifier of the problem.
struct Place {
  std::size_t conjunct = 0;
  TermId quantifier;
};

/// The number behind the first `mark` in a name that the solver printed.
std::optional<std::size_t> number_after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + mark.size());
  const auto number = parse_unsigned(text.substr(0, text.find_first_not_of("0123456789")));
  return number ? std::optional<std::size_t>(*number) : std::nullopt;
}

/// The problem with a unique `:qid` for each quantifier, which identifies the quantifier in a proof.
class Labelled {
 public:
  Labelled(TermStore& store, const Problem& problem) : store_(store) {
    for (std::size_t i = 0; i < problem.conjuncts.size(); ++i) add(i, problem.conjuncts[i].formula);
  }
  [[nodiscard]] const std::vector<TermId>& formulas() const { return formulas_; }
  [[nodiscard]] const Place* place_of(TermId quantifier) const {
    for (const smt::Attribute& attribute : store_.binder_info(quantifier).attributes) {
      if (attribute.keyword != ":qid") continue;
      const auto number = number_after(attribute.text, kQuantifierMark);
      if (number && *number < places_.size()) return &places_[*number];
    }
    return nullptr;
  }

 private:
  void add(std::size_t conjunct, TermId formula) {
    std::vector<TermId> binders;
    visit_terms(store_, formula, [&](TermId node) {
      if (is_forall(store_, node)) binders.push_back(node);
      return store_.has(node, smt::kHasBinder);
    });
    // Inner quantifiers come before the quantifiers around them.
    std::stable_sort(binders.begin(), binders.end(),
                     [&](TermId a, TermId b) { return store_.node(a).depth < store_.node(b).depth; });
    Replacements labelled;
    for (const TermId binder : binders) {
      const TermId named = with_name(binder, labelled);
      labelled.emplace(binder.index, named);
      places_.push_back({conjunct, binder});
    }
    formulas_.push_back(replace_nodes(store_, formula, labelled));
  }

  TermId with_name(TermId binder, const Replacements& labelled) {
    smt::BinderInfo info = store_.binder_info(binder);
    std::erase_if(info.attributes, [](const smt::Attribute& attribute) { return attribute.keyword == ":qid"; });
    info.attributes.push_back({":qid", std::string(kQuantifierMark) + std::to_string(places_.size()), 0});
    const std::span<const TermId> old = store_.children(binder);
    std::vector<TermId> children(old.begin(), old.end());
    for (TermId& child : children) child = replace_nodes(store_, child, labelled);
    return store_.binder(info, children);
  }

  TermStore& store_;
  std::vector<TermId> formulas_;
  std::vector<Place> places_;
};

/// A step that is not yet placed in the order.
struct Pending {
  Step step;
  Patterns patterns;              ///< the patterns of its quantifier under its values
  std::vector<TermId> enclosing;  ///< the quantifiers around its quantifier
};

/// Puts instantiations in an order in which E-matching can make them.
class Order {
 public:
  Order(TermStore& store, const Problem& problem, const std::vector<TermId>& terms) : store_(store) {
    for (const TermId term : terms) know(term, {term, Origin::Term, 0});
    for (const Conjunct& conjunct : problem.conjuncts)
      if (!store_.has(conjunct.formula, smt::kHasBinder)) know(conjunct.formula, {conjunct.formula, Origin::Script, 0});
  }

  std::vector<Step> ordered(std::vector<Pending> pending) {
    std::vector<Step> steps;
    while (!pending.empty()) {
      const auto there = [&](const Pending& one) { return is_there(one, steps); };
      auto next = std::find_if(pending.begin(), pending.end(), [&](const Pending& one) {
        return there(one) && known_pattern(one.patterns) != nullptr;
      });
      if (next == pending.end()) next = std::find_if(pending.begin(), pending.end(), there);
      if (next == pending.end()) next = pending.begin();
      Step step = std::move(next->step);
      step.matches = matches(next->patterns);
      pending.erase(next);
      for (const Match& match : step.matches) know(match.term, {match.term, Origin::Step, steps.size()});
      know(step.fact, {step.fact, Origin::Step, steps.size()});
      steps.push_back(std::move(step));
    }
    return steps;
  }

 private:
  /// True if the step's quantifier is outermost, or a quantifier around it is instantiated by an earlier step.
  static bool is_there(const Pending& one, const std::vector<Step>& steps) {
    if (one.enclosing.empty()) return true;
    return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
      return step.conjunct == one.step.conjunct &&
             std::find(one.enclosing.begin(), one.enclosing.end(), step.quantifier) != one.enclosing.end();
    });
  }

  /// Records `from` as the origin of all subterms of `root` that have no origin yet.
  void know(TermId root, const Match& from) {
    visit_terms(store_, root, [&](TermId node) {
      if (store_.node(node).kind == TermKind::Binder) return false;
      known_.emplace(node.index, Match{node, from.origin, from.step});
      return true;
    });
  }

  [[nodiscard]] const std::vector<TermId>* known_pattern(const Patterns& patterns) const {
    for (const std::vector<TermId>& pattern : patterns) {
      const bool all =
          std::all_of(pattern.begin(), pattern.end(), [&](TermId term) { return known_.contains(term.index); });
      if (all) return &pattern;
    }
    return nullptr;
  }

  [[nodiscard]] std::vector<Match> matches(const Patterns& patterns) const {
    std::vector<Match> result;
    const std::vector<TermId>* pattern = known_pattern(patterns);
    if (pattern == nullptr && !patterns.empty()) pattern = &patterns.front();
    if (pattern == nullptr) return result;
    for (const TermId term : *pattern) {
      const auto it = known_.find(term.index);
      result.push_back(it == known_.end() ? Match{term, Origin::Equality, 0} : it->second);
    }
    return result;
  }

  TermStore& store_;
  std::map<std::uint32_t, Match> known_;
};

/// The quantifiers of a conjunct that contain the quantifier `inner`.
std::vector<TermId> around(const TermStore& store, TermId formula, TermId inner) {
  std::vector<TermId> result;
  visit_terms(store, formula, [&](TermId node) {
    if (is_forall(store, node) && node != inner) {
      bool inside = false;
      visit_terms(store, node, [&](TermId part) {
        inside = inside || part == inner;
        return !inside && store.has(part, smt::kHasBinder);
      });
      if (inside) result.push_back(node);
    }
    return node != inner && store.has(node, smt::kHasBinder);
  });
  return result;
}

Pending step_of(TermStore& store, const Problem& problem, const Place& place, const Instance& instance) {
  Step step;
  step.conjunct = place.conjunct;
  step.quantifier = place.quantifier;
  step.outermost = problem.conjuncts[place.conjunct].formula == place.quantifier;
  Bindings bindings;
  const std::vector<smt::BoundVariable> variables = store.binder_info(instance.quantifier).variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    bindings.emplace(variables[i].name.index, instance.values[i]);
    step.values.emplace_back(store.spelling(variables[i].name), instance.values[i]);
  }
  // The solver simplifies the bodies of quantifiers. The script's is more readable, but needs all values.
  const std::vector<smt::BoundVariable>& ours = store.binder_info(place.quantifier).variables;
  const bool complete = step.outermost && std::all_of(ours.begin(), ours.end(), [&](const smt::BoundVariable& one) {
                          return bindings.contains(one.name.index);
                        });
  const TermId of = complete ? place.quantifier : instance.quantifier;
  step.fact = substitute(store, store.children(of)[0], bindings);
  Patterns patterns = written_patterns(store, of);
  if (patterns.empty()) patterns = written_patterns(store, instance.quantifier);
  for (std::vector<TermId>& pattern : patterns)
    for (TermId& term : pattern) term = substitute(store, term, bindings);
  std::vector<TermId> enclosing;
  if (!step.outermost) enclosing = around(store, problem.conjuncts[place.conjunct].formula, place.quantifier);
  return {std::move(step), std::move(patterns), std::move(enclosing)};
}

/// The arguments of derive().
struct Question {
  TermStore& store;
  const Problem& problem;
  const std::vector<TermId>& terms;
  Prover& prover;
  double seconds;
  const std::stop_token& stop;
};

std::string script_with(const Question& question, const std::vector<TermId>& formulas, std::string_view options,
                        const std::vector<std::string>& names, std::string_view last) {
  return std::string(options) + option_commands(question.problem) + std::string(kMatchingOnly) +
         logic_command(question.problem) + assertions_text(question.store, formulas, question.terms, names) +
         "(check-sat)\n" + std::string(last) + "\n";
}

void find_steps(const Question& question, Derivation& derivation) {
  const Labelled labelled(question.store, question.problem);
  const std::string script =
      script_with(question, labelled.formulas(), "(set-option :produce-proofs true)\n", {}, "(get-proof)");
  const Reply reply = question.prover.run(script, question.seconds, question.stop);
  if (reply.answer != Answer::Unsat) {
    derivation.note = "the solver, asked for a proof, says " + std::string(name(reply.answer));
    return;
  }
  const std::string declarations = script.substr(0, script.find("(check-sat)"));
  const Result<std::vector<Instance>> instances = read_instances(question.store, declarations, reply.text);
  if (!instances) {
    derivation.note = "the solver's proof cannot be read: " + instances.error().message;
    return;
  }
  std::vector<Pending> steps;
  for (const Instance& instance : *instances) {
    const Place* place = labelled.place_of(instance.quantifier);
    if (place != nullptr) steps.push_back(step_of(question.store, question.problem, *place, instance));
  }
  derivation.steps = Order(question.store, question.problem, question.terms).ordered(std::move(steps));
}

std::vector<std::size_t> numbers_in(std::string_view core, std::size_t count) {
  std::set<std::size_t> numbers;
  for (std::size_t at = core.find(kConjunctMark); at != std::string_view::npos; at = core.find(kConjunctMark, at + 1)) {
    const auto number = number_after(core.substr(at), kConjunctMark);
    if (number && *number < count) numbers.insert(*number);
  }
  return {numbers.begin(), numbers.end()};
}

void find_clash(const Question& question, Derivation& derivation) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < question.problem.conjuncts.size(); ++i)
    names.push_back(std::string(kConjunctMark) + std::to_string(i));
  const std::vector<TermId> all = formulas(question.problem);
  // If a minimal core takes too long, ask for any core.
  for (const std::string_view more : {"(set-option :smt.core.minimize true)\n", ""}) {
    const std::string script = script_with(
        question, all, "(set-option :produce-unsat-cores true)\n" + std::string(more), names, "(get-unsat-core)");
    const Reply reply = question.prover.run(script, question.seconds * kCoreShare, question.stop);
    if (reply.answer != Answer::Unsat) continue;
    derivation.clash = numbers_in(reply.text, names.size());
    return;
  }
  if (derivation.note.empty()) derivation.note = "the solver gives no unsat core in the time for one run";
}

}  // namespace

Derivation derive(TermStore& store, const Problem& problem, const std::vector<TermId>& terms, Prover& prover,
                  double seconds, const std::stop_token& stop) {
  Derivation derivation;
  const Question question{store, problem, terms, prover, seconds, stop};
  find_steps(question, derivation);
  if (!stop.stop_requested()) find_clash(question, derivation);
  return derivation;
}

}  // namespace assay::trigger
