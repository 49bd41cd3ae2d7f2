#include <algorithm>

#include "datalog/generate/generate.hpp"
#include "draft.hpp"
#include "qualify.hpp"
#include "rule_maker.hpp"
#include "shaped_rules.hpp"

namespace assay::datalog {
namespace {

/// The output relation that a campaign tests: the last printed relation that has tuples and rules, because many
/// relations flow to it.
std::optional<RelationId> select_output(const Program& program, const std::vector<Tuples>& values) {
  std::optional<RelationId> output;
  for (const Rule& rule : program.rules)
    for (const Atom& head : rule.heads)
      if (program.relations[head.relation].is_output && (values.empty() || !values[head.relation].empty()) &&
          (!output || head.relation > *output))
        output = head.relation;
  return output;
}

class Generator {
 public:
  Generator(const Program& seed, const Capabilities& capabilities, const GenerateOptions& options, core::Rng& rng)
      : draft_(seed, capabilities, options, rng), options_(options), rng_(rng) {}

  Program make() {
    const auto first = static_cast<RelationId>(draft_.program.relations.size());
    for (RelationId i = 0; i < first; ++i) {
      const Relation& given = draft_.program.relations[i];
      if (given.is_input && !given.from_seed && given.facts.empty() && draft_.usable(i)) draft_.add_facts(i);
      around_.earlier.push_back(i);
    }
    const std::uint64_t inputs = 1 + rng_.below(std::max(1U, options_.inputs));
    for (std::uint64_t i = 0; i < inputs; ++i) {
      const RelationId input = draft_.add_relation("in");
      draft_.add_facts(input);
      around_.earlier.push_back(input);
    }
    const std::uint64_t defined = 1 + rng_.below(std::max(1U, options_.relations));
    for (std::uint64_t made = 0; made < defined;) made += add_component(defined - made);
    draw_qualifiers(draft_.program, first, draft_.capabilities().qualifiers, rng_);
    if (draft_.capabilities().wordings) draw_wordings(draft_.program, first, rng_);
    return std::move(draft_.program);
  }

 private:
  /// Adds one relation, or two or three that may depend on each other, but at most `max_relations`. Returns the number.
  std::uint64_t add_component(std::uint64_t max_relations) {
    around_.component.clear();
    constexpr unsigned kWithFacts = 10;  // in percent
    const bool can_be_mutual = draft_.capabilities().mutual_recursion;
    const std::uint64_t size = can_be_mutual && rng_.percent(18) ? std::min(max_relations, 2 + rng_.below(2)) : 1;
    for (std::uint64_t i = 0; i < size; ++i) {
      around_.component.push_back(draft_.add_relation("r"));
      if (rng_.percent(kWithFacts)) draft_.add_facts(around_.component.back());
    }
    // Components of several relations exist to be mutually recursive.
    const bool recursive = rng_.percent(size > 1 ? std::min(100U, 3 * options_.recursion) : options_.recursion);
    if (size == 1 &&
        (add_closure(around_.component.front()) || (!recursive && add_group_rule(around_.component.front())))) {
      around_.earlier.push_back(around_.component.front());
      return size;
    }
    for (const RelationId relation : around_.component) {
      const std::uint64_t rules = 1 + rng_.below(std::max(1U, options_.rules));
      for (std::uint64_t i = 0; i < rules; ++i) {
        around_.recursive = recursive && i > 0;
        add_rule(relation);
        if (!rng_.percent(options_.failing)) continue;
        around_.fails = true;
        add_rule(relation);
        around_.fails = false;
      }
    }
    if (size == 1 && recursive) add_step_rule(around_.component.front());
    for (const RelationId relation : around_.component) around_.earlier.push_back(relation);
    return size;
  }

  /// Defines the relation as a closure, in dialects that evaluate recursion level by level.
  bool add_closure(RelationId head) {
    return draft_.capabilities().wordings && rng_.percent(options_.recursion) &&
           define_closure(draft_, head, around_.earlier, rng_);
  }

  /// Defines the relation by one grouping, in dialects that have other ways to write a grouping.
  bool add_group_rule(RelationId head) {
    constexpr unsigned kGroupings = 20;  // in percent
    const Capabilities& can = draft_.capabilities();
    if (!can.wordings || !can.aggregates || !rng_.percent(kGroupings)) return false;
    std::optional<Rule> rule = draw_group_rule(draft_, head, around_.earlier, rng_);
    if (!rule) return false;
    draft_.program.rules.push_back(*std::move(rule));
    return true;
  }

  /// Adds a step of a closure, in dialects that evaluate recursion level by level.
  void add_step_rule(RelationId head) {
    constexpr unsigned kSteps = 70;  // in percent
    if (!draft_.capabilities().wordings || !rng_.percent(kSteps)) return;
    std::optional<Rule> rule = draw_step_rule(draft_, head, around_.earlier, rng_);
    if (rule) draft_.program.rules.push_back(*std::move(rule));
  }

  void add_rule(RelationId head) {
    RuleMaker maker(draft_, rng_);
    if (std::optional<Rule> rule = maker.make(head, around_)) draft_.program.rules.push_back(std::move(*rule));
  }

  Draft draft_;
  const GenerateOptions& options_;
  core::Rng& rng_;
  Surroundings around_;
};

}  // namespace

std::optional<Generated> generate_program(const Program& seed, const Capabilities& capabilities,
                                          const GenerateOptions& options, const core::Rng& rng,
                                          std::optional<EvaluationProblem>* problem) {
  EvaluationLimits limits = options.limits;
  limits.integer_bits = capabilities.integer_bits;
  for (std::uint64_t i = 0; i < options.tries; ++i) {
    core::Rng stream = rng.split(i);
    Generated made;
    made.program = Generator(seed, capabilities, options, stream).make();
    Evaluation evaluation = evaluate(made.program, limits);
    if (problem != nullptr) *problem = evaluation.problem;
    if (evaluation.problem && *evaluation.problem != EvaluationProblem::Opaque) continue;
    made.program.symbols = symbols_of(made.program, evaluation);  // rewriting may turn values into facts and constants
    if (!evaluation.problem && !evaluation.join_on_floats) made.values = std::move(evaluation.relations);
    const std::optional<RelationId> output = select_output(made.program, made.values);
    if (!output) continue;
    made.output = *output;
    draw_choice(made.program, static_cast<RelationId>(seed.relations.size()), capabilities.qualifiers, stream);
    if (has_choices(made.program)) made.values.clear();
    return made;
  }
  return std::nullopt;
}

}  // namespace assay::datalog
