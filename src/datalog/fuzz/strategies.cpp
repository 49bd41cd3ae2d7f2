#include "strategies.hpp"

#include <algorithm>
#include <utility>

#include "labels.hpp"

namespace assay::datalog {
namespace {

using Made = std::variant<OpenCase, core::Skip>;

Made reference(const Basis& basis, const core::Rng&) {
  OpenCase open;
  open.plan.output = basis.base.program.relations[basis.base.output].name;
  open.original = basis.base.program;
  return open;
}

/// Half of the sequences are meant to change the result, for equal results are all that the others can show.
Oracle draw_intended(core::Rng& rng) {
  const std::uint64_t drawn = rng.below(4);
  if (drawn == 0) return Oracle::Superset;
  return drawn == 1 ? Oracle::Subset : Oracle::Equal;
}

/// Short sequences more often than long ones, up to `most`.
std::size_t draw_length(unsigned most, core::Rng& rng) {
  std::uint64_t bound = 1;
  while (bound < most && rng.coin()) bound *= 2;
  return static_cast<std::size_t>(1 + rng.below(std::min<std::uint64_t>(bound, std::max(1U, most))));
}

/// The limits that the reference has in this campaign.
EvaluationLimits limits_of(const Basis& basis) {
  EvaluationLimits limits = basis.config.options.generate.limits;
  limits.integer_bits = basis.capabilities.integer_bits;
  return limits;
}

/// A sequence of the steps that this stream draws; without steps when none applies.
OpenCase sequence(const Basis& basis, const std::vector<Family>& families, Oracle intended, std::size_t length,
                  std::uint64_t stream) {
  OpenCase open;
  open.plan.question = Question::Metamorphic;
  open.plan.intended = intended;
  open.plan.output = basis.base.program.relations[basis.base.output].name;
  open.plan.stream = stream;
  Workspace workspace(basis.base.program, basis.base.output, basis.capabilities, limits_of(basis));
  if (!basis.base.values.empty()) workspace.set_samples(basis.base.values);
  for (const Step& step : transform_program(workspace, families, intended, length, core::Rng(stream)))
    open.plan.steps.emplace_back(step.transformation, step.key);
  open.plan.expectations = workspace.expectations();
  open.transformed = workspace.take_program();
  return open;
}

/// Whether the sequence is one that is meant to change the result, and does not.
bool in_vain(const Basis& basis, OpenCase& open) {
  if (open.plan.intended == Oracle::Equal || basis.base.values.empty()) return false;
  open.changes = changes_output(basis.base, *open.transformed, limits_of(basis));
  return open.changes && !*open.changes;
}

Made metamorphic(const Basis& basis, const core::Rng& rng, const std::vector<Family>& families) {
  constexpr int kTries = 3;  // for a sequence that changes the result, where it is meant to
  core::Rng draws = rng.split("plan");
  const bool directed = families != std::vector<Family>{Family::Rewrite};  // no rewriting changes a result
  const Oracle intended = directed ? draw_intended(draws) : Oracle::Equal;
  const std::size_t length = draw_length(basis.config.options.sequence, draws);
  OpenCase open = sequence(basis, families, intended, length, draws.next());
  for (int i = 1; i < kTries && (open.plan.steps.empty() || in_vain(basis, open)); ++i) {
    OpenCase other = sequence(basis, families, intended, length, draws.next());
    if (!other.plan.steps.empty()) open = std::move(other);
  }
  if (open.plan.steps.empty()) return core::Skip{"no transformation applies"};
  open.original = basis.base.program;
  return open;
}

Made query_fuzz(const Basis& basis, const core::Rng& rng) { return metamorphic(basis, rng, {Family::QueryFuzz}); }
Made dl_smith(const Basis& basis, const core::Rng& rng) {
  return metamorphic(basis, rng, {Family::QueryFuzz, Family::DlSmith});
}
Made rewrite(const Basis& basis, const core::Rng& rng) { return metamorphic(basis, rng, {Family::Rewrite}); }
Made mixed(const Basis& basis, const core::Rng& rng) {
  return metamorphic(basis, rng, {Family::QueryFuzz, Family::DlSmith, Family::Rewrite});
}

Made options(const Basis& basis, const core::Rng& rng) {
  core::Rng draws = rng;
  OpenCase open;
  open.plan.question = Question::Options;
  open.plan.output = basis.base.program.relations[basis.base.output].name;
  open.plan.sweep = draws.below(1U << 16);
  open.original = basis.base.program;
  return open;
}

Made incremental(const Basis& basis, const core::Rng& rng) {
  const Program& program = basis.base.program;
  std::vector<std::string> defined;
  for (const Rule& rule : program.rules)
    for (const Atom& head : rule.heads) defined.push_back(program.relations[head.relation].name);
  if (defined.empty()) return core::Skip{"no relation has rules"};
  core::Rng draws = rng;
  OpenCase open;
  open.plan.question = Question::Incremental;
  open.plan.output = program.relations[basis.base.output].name;
  open.plan.relation = draws.pick(defined);
  open.original = program;
  return open;
}

}  // namespace

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> all = {
      {"reference", "the result is what our own evaluation of the program gives", 4, true,
       [](const Setting& setting) { return setting.has_reference; }, reference},
      {"queryfuzz", "atoms and variables of rules changed so that containment is known (queryFuzz)", 3, false, nullptr,
       query_fuzz},
      {"dlsmith", "relations, rules and facts added and removed, by the precedence graph (DLSmith)", 4, false, nullptr,
       dl_smith},
      {"rewrite", "the same program written otherwise: order, folding, representations", 3, false, nullptr, rewrite},
      {"mixed", "sequences of all transformations", 2, false, nullptr, mixed},
      {"options", "flags of the engine that must not matter", 2, false,
       [](const Setting& setting) { return !setting.target.definition.sweeps.empty(); }, options},
      {"incremental", "a relation's rules alone over the known results of all others (Deopt)", 1, false,
       [](const Setting& setting) { return !setting.around_seed; }, incremental},
  };
  return all;
}

}  // namespace assay::datalog
