#include "smt/fuzz/reduction/bound_minimization.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/rng/rng.hpp"
#include "smt/fuzz/script/case_builder.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

/// A failing script, its number of assertions and their depth.
struct Instance {
  core::Case subject;
  unsigned assertions = 0;
  unsigned depth = 0;
};

struct OpenedSeed {
  std::unique_ptr<Fragments> fragments;
  std::unique_ptr<Valuation> valuation;
  unsigned depth = 0;
};

std::optional<OpenedSeed> open(const core::Case& subject, const SmtFacts& facts) {
  const core::File* script_file = subject.file(kScriptFile);
  const core::File* witness_file = subject.file(kWitnessFile);
  if (script_file == nullptr || witness_file == nullptr) return std::nullopt;
  auto parsed = take_apart(script_file->content, script_file->name);
  if (std::holds_alternative<ParseError>(parsed)) return std::nullopt;
  OpenedSeed opened;
  opened.fragments = std::move(std::get<std::unique_ptr<Fragments>>(parsed));
  Fragments& fragments = *opened.fragments;
  Script declarations;
  declarations.logic = fragments.logic;
  declarations.commands = declarations_for(fragments.store, fragments.assertions);
  auto model = parse_model(fragments.store, declarations, witness_file->content);
  if (!model) return std::nullopt;
  opened.valuation = std::make_unique<Valuation>(fragments, std::move(*model), facts.interpretation);
  for (const Fragment& formula : fragments.formulas) {
    const auto& asserted = fragments.assertions;
    if (std::find(asserted.begin(), asserted.end(), formula.term) == asserted.end()) continue;
    opened.depth = std::max(opened.depth, formula.depth);
    // An asserted formula whose truth only reference solvers could determine is true.
    const Outcome& outcome = opened.valuation->evaluate(formula.term);
    if (!outcome.known() && facts.partly_by_solvers) opened.valuation->add(formula, true);
  }
  return opened;
}

class Minimizer {
 public:
  Minimizer(const StillFails& still_fails, const BoundMinimization& options)
      : still_fails_(still_fails),
        options_(options),
        clock_(options.budget),
        rng_(core::Rng(options.seed).split("minimize")) {}

  Instance run(Instance instance) {
    instance = search(
        std::move(instance), [](Instance& of) -> unsigned& { return of.assertions; }, 1);
    return search(
        std::move(instance), [](Instance& of) -> unsigned& { return of.depth; }, 0);
  }

 private:
  // Algorithm 2 for one bound, with a loop instead of its tail calls. The other bound is the instance's.
  template <typename Measure>
  Instance search(Instance instance, Measure measure, unsigned low) {
    unsigned high = measure(instance);
    while (low < high && !clock_.is_over()) {
      const unsigned middle = low + (high - low) / 2;
      Instance bounds = instance;
      measure(bounds) = middle;
      std::vector<Instance> bugs = fuzz(instance, {bounds.assertions, bounds.depth});
      if (bugs.empty()) {
        low = middle + 1;
        continue;
      }
      auto smallest = std::min_element(bugs.begin(), bugs.end(), [&](Instance& a, Instance& b) {
        if (measure(a) != measure(b)) return measure(a) < measure(b);
        return a.subject.files[0].content.size() < b.subject.files[0].content.size();
      });
      instance = std::move(*smallest);
      high = middle;
    }
    return instance;
  }

  // Procedure Fuzz of Algorithm 1 with the instance as seed; returns the failing scripts.
  std::vector<Instance> fuzz(const Instance& seed, Rung bounds) {
    std::vector<Instance> bugs;
    const auto facts = SmtFacts::from_json(seed.subject.metadata);
    if (!facts) return bugs;
    const auto opened = open(seed.subject, *facts);
    if (!opened) return bugs;
    const auto storm = find_strategy("storm")->make();
    const core::Rng stream = rng_.split(calls_++);
    const CaseSource source{*opened->fragments, *opened->valuation, bounds, nullptr, stream.split("pools"), 1};
    core::Rng rng = stream.split("instances");
    for (std::size_t i = 0; i < options_.instances && bugs.size() < options_.enough_bugs; ++i) {
      if (clock_.is_over()) break;
      const std::optional<Draft> draft = storm->make(source, rng);
      if (!draft) break;
      Instance made = build(seed, *facts, *opened, draft->assertions, rng);
      if (clock_.take() && still_fails_(made.subject)) bugs.push_back(std::move(made));
    }
    return bugs;
  }

  static Instance build(const Instance& seed, SmtFacts facts, const OpenedSeed& opened,
                        const std::vector<Assertion>& assertions, core::Rng& rng) {
    AssembledScript assembled =
        assemble(opened.fragments->store, assertions, seed.subject.group, {false, opened.fragments->tactic}, rng);
    Instance made;
    made.subject = seed.subject;
    made.subject.files = case_files(opened.fragments->store, opened.valuation->model(), assembled.functions,
                                    print_script(opened.fragments->store, assembled.script));
    facts.truths = assembled.truths;
    facts.partly_by_solvers = false;
    for (const Assertion& assertion : assertions) facts.partly_by_solvers |= assertion.by_solvers;
    made.subject.metadata = facts.json();
    made.assertions = static_cast<unsigned>(assertions.size());
    for (const Assertion& assertion : assertions)
      made.depth = std::max(made.depth, boolean_depth(opened.fragments->store, assertion.term));
    return made;
  }

  const StillFails& still_fails_;
  const BoundMinimization& options_;
  core::ReductionClock clock_;
  core::Rng rng_;
  std::uint64_t calls_ = 0;
};

}  // namespace

core::Case minimize_bounds(const core::Case& failing, const StillFails& still_fails, const BoundMinimization& options) {
  const auto facts = SmtFacts::from_json(failing.metadata);
  if (!facts || !facts->has_witness || facts->truths != std::vector{Truth::Sat}) return failing;
  Instance instance;
  instance.subject = failing;
  {
    const auto opened = open(failing, *facts);
    if (!opened) return failing;
    instance.assertions = static_cast<unsigned>(opened->fragments->assertions.size());
    instance.depth = opened->depth;
  }
  Instance smallest = Minimizer(still_fails, options).run(std::move(instance));
  const bool is_smaller = smallest.subject.files[0].content.size() < failing.files[0].content.size();
  if (!is_smaller) return failing;
  return std::move(smallest.subject);
}

}  // namespace assay::smt
