#include "datalog/fuzz/case/strategies.hpp"

#include <algorithm>
#include <utility>

#include "datalog/fuzz/case/labels.hpp"
#include "datalog/generate/sql_programs.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

using CaseOrSkip = std::variant<OpenCase, core::Skip>;

/// The limits of the reference evaluation for the block's target.
EvaluationLimits limits_of(const StrategyInput& input) {
  EvaluationLimits limits = input.config.options.generate.limits;
  limits.integer_bits = input.capabilities.integer_bits;
  return limits;
}

CaseOrSkip reference(const StrategyInput& input, const core::Rng& rng) {
  constexpr unsigned kSmall = 50;       // in percent of the programs for SQL engines
  constexpr unsigned kSqlMeaning = 35;  // in percent
  OpenCase open;
  open.plan.output = input.base.program.relations[input.base.output].name;
  open.original = input.base.program;
  if (!input.capabilities.wordings) return open;
  core::Rng draws = rng;
  if (input.config.seeds.empty() && draws.percent(kSmall)) {
    Program small = draw_recursive_program(rng.split("small"), input.capabilities.search_order);
    if (!evaluate(small, limits_of(input)).problem) {
      open.plan.output = small.relations.back().name;
      open.original = std::move(small);
      open.is_base = false;
    }
  }
  if (!draws.percent(kSqlMeaning)) return open;
  Program other = draw_sql_meaning(open.original, draws);
  if (!has_sql_meaning(other) || evaluate(other, limits_of(input)).problem) return open;
  open.original = std::move(other);
  open.is_base = false;
  return open;
}

CaseOrSkip history(const StrategyInput& input, const core::Rng& rng) {
  constexpr std::uint64_t kTries = 6;
  for (std::uint64_t i = 0; i < kTries; ++i) {
    OpenCase open;
    open.original = draw_changing_program(rng.split(i), input.capabilities.wordings);
    open.plan.output = "in0";
    open.is_base = false;
    if (!evaluate(unrolled(open.original), limits_of(input)).problem) return open;
  }
  return core::Skip{"no program within the limits"};
}

/// Draws the oracle that a sequence aims at. Half of the sequences aim at a changed result, because sequences with
/// equal results cannot find every bug.
Oracle draw_intended(core::Rng& rng) {
  const std::uint64_t drawn = rng.below(4);
  if (drawn == 0) return Oracle::Superset;
  return drawn == 1 ? Oracle::Subset : Oracle::Equal;
}

/// Draws a length from 1 to `max_length`, short lengths more often than long ones.
std::size_t draw_length(unsigned max_length, core::Rng& rng) {
  std::uint64_t bound = 1;
  while (bound < max_length && rng.coin()) bound *= 2;
  return static_cast<std::size_t>(1 + rng.below(std::min<std::uint64_t>(bound, std::max(1U, max_length))));
}

/// A case with the sequence of transformations that `stream` draws. It has no steps if no transformation applies.
OpenCase sequence(const StrategyInput& input, const std::vector<Family>& families, Oracle intended, std::size_t length,
                  std::uint64_t stream) {
  OpenCase open;
  open.plan.question = Question::Metamorphic;
  open.plan.intended = intended;
  open.plan.output = input.base.program.relations[input.base.output].name;
  open.plan.stream = stream;
  Workspace workspace(input.base.program, input.base.output, input.capabilities, limits_of(input));
  if (!input.base.values.empty()) workspace.set_samples(input.base.values);
  for (const Step& step : transform_program(workspace, families, intended, length, core::Rng(stream)))
    open.plan.steps.emplace_back(step.transformation, step.key);
  open.plan.expectations = workspace.expectations();
  open.transformed = workspace.take_program();
  return open;
}

/// Whether the sequence aims at a changed result and does not change it.
bool fails_to_change(const StrategyInput& input, OpenCase& open) {
  if (open.plan.intended == Oracle::Equal || input.base.values.empty()) return false;
  open.changes = changes_output(input.base, *open.transformed, limits_of(input));
  return open.changes && !*open.changes;
}

CaseOrSkip metamorphic(const StrategyInput& input, const core::Rng& rng, const std::vector<Family>& families) {
  if (has_sql_meaning(input.base.program)) return core::Skip{"transformations keep Datalog's meaning, not SQL's"};
  constexpr int kTries = 3;  // to draw a sequence that changes the result as intended
  core::Rng draws = rng.split("plan");
  const bool directed = families != std::vector<Family>{Family::Rewrite};  // rewritings never change a result
  const Oracle intended = directed ? draw_intended(draws) : Oracle::Equal;
  const std::size_t length = draw_length(input.config.options.sequence, draws);
  OpenCase open = sequence(input, families, intended, length, draws.next());
  for (int i = 1; i < kTries && (open.plan.steps.empty() || fails_to_change(input, open)); ++i) {
    OpenCase other = sequence(input, families, intended, length, draws.next());
    if (!other.plan.steps.empty()) open = std::move(other);
  }
  if (open.plan.steps.empty()) return core::Skip{"no transformation applies"};
  open.original = input.base.program;
  return open;
}

CaseOrSkip query_fuzz(const StrategyInput& input, const core::Rng& rng) {
  return metamorphic(input, rng, {Family::QueryFuzz});
}
CaseOrSkip dl_smith(const StrategyInput& input, const core::Rng& rng) {
  return metamorphic(input, rng, {Family::QueryFuzz, Family::DlSmith});
}
CaseOrSkip rewrite(const StrategyInput& input, const core::Rng& rng) {
  return metamorphic(input, rng, {Family::Rewrite});
}
CaseOrSkip mixed(const StrategyInput& input, const core::Rng& rng) {
  return metamorphic(input, rng, {Family::QueryFuzz, Family::DlSmith, Family::Rewrite});
}

CaseOrSkip options(const StrategyInput& input, const core::Rng& rng) {
  core::Rng draws = rng;
  OpenCase open;
  open.plan.question = Question::Options;
  open.plan.output = input.base.program.relations[input.base.output].name;
  open.plan.sweep = draws.below(1U << 16);
  open.original = input.base.program;
  return open;
}

CaseOrSkip incremental(const StrategyInput& input, const core::Rng& rng) {
  const Program& program = input.base.program;
  if (has_sql_meaning(program)) return core::Skip{"the rules alone have another meaning in SQL"};
  std::vector<std::string> defined;
  for (const Rule& rule : program.rules)
    for (const Atom& head : rule.heads) defined.push_back(program.relations[head.relation].name);
  if (defined.empty()) return core::Skip{"no relation has rules"};
  core::Rng draws = rng;
  OpenCase open;
  open.plan.question = Question::Incremental;
  open.plan.output = program.relations[input.base.output].name;
  open.plan.relation = draws.pick(defined);
  open.original = program;
  return open;
}

}  // namespace

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> all = {
      {"reference", "the result is what our own evaluation of the program gives", 4, true,
       [](const BlockSetting& setting) { return setting.has_reference; }, reference},
      {"history", "tables that change, and the views over them after each change (SQL, dbsp)", 4, false,
       [](const BlockSetting& setting) { return setting.target.capabilities.changing_tables && !setting.has_seeds; },
       history},
      {"queryfuzz", "atoms and variables of rules changed so that containment is known (queryFuzz)", 3, false, nullptr,
       query_fuzz},
      {"dlsmith", "relations, rules and facts added and removed, by the precedence graph (DLSmith)", 4, false, nullptr,
       dl_smith},
      {"rewrite", "the same program written otherwise: order, folding, representations", 3, false, nullptr, rewrite},
      {"mixed", "sequences of all transformations", 2, false, nullptr, mixed},
      {"options", "flags of the engine that must not matter", 2, false,
       [](const BlockSetting& setting) { return !setting.target.definition.sweeps.empty(); }, options},
      {"incremental", "a relation's rules alone over the known results of all others (Deopt)", 1, false,
       [](const BlockSetting& setting) { return !setting.around_seed; }, incremental},
  };
  return all;
}

}  // namespace assay::datalog
