#include "datalog/fuzz/judge/case_judge.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "assay/base/hash.hpp"
#include "assay/datalog/evaluate.hpp"
#include "core/finding/finding.hpp"
#include "datalog/fuzz/case/contradiction.hpp"
#include "datalog/fuzz/judge/choices.hpp"
#include "datalog/fuzz/judge/incremental.hpp"
#include "datalog/fuzz/judge/pass_rows.hpp"
#include "datalog/fuzz/result/compare.hpp"
#include "datalog/fuzz/result/difference.hpp"
#include "datalog/fuzz/result/large_results.hpp"
#include "datalog/fuzz/result/lost_output.hpp"
#include "datalog/fuzz/result/structure_text.hpp"
#include "datalog/fuzz/result/sweeps.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

/// Whether the program is certainly valid. A seed's own text and its declared types (subtypes, records) may forbid
/// rules that Assay adds.
bool is_certainly_valid(const Program& program) {
  return program.seed.dialect.empty() &&
         std::all_of(program.relations.begin(), program.relations.end(), [](const Relation& relation) {
           return std::all_of(relation.attributes.begin(), relation.attributes.end(),
                              [](const Attribute& attribute) { return attribute.declared.empty(); });
         });
}

}  // namespace

/// Judges one case with one target.
struct CaseJudge::Judgement {
  CaseJudge& judges;
  std::size_t target;
  bool alone;
  bool forgetful;
  const std::stop_token& stop;
  core::Trial& trial;
  std::vector<ObservedRun>* observed;
  const Program* transformed = nullptr;  ///< the case's transformed program; null: the case has none
  const core::PassRow* row = nullptr;    ///< describes a pass of the case's question

  [[nodiscard]] const EngineTarget& tested() const { return judges.config_.targets[target]; }

  core::Verdict judge(const OpenCase& open) {
    trial.command = tested().definition.command();
    transformed = open.transformed ? &*open.transformed : nullptr;
    row = &passes::row_of(open.plan.question);
    for (const Program* program : {&open.original, transformed})
      if (program != nullptr)
        if (const std::string_view what = lacks(tested().capabilities, *program); !what.empty())
          return core::Verdict::refusal("target lacks " + std::string(what));
    if (open.plan.question == Question::Metamorphic) return judge_pair(open);
    if (open.plan.question == Question::Incremental) return judge_rules_alone(open);
    const EngineAnswer& original = answer_to_original(open);
    if (original.kind == EngineAnswer::Kind::TooLarge) {
      if (open.plan.question == Question::Reference) return judge_reference_on_disk(open);
      if (open.plan.question == Question::Options) return judge_options_on_disk(open);
    }
    if (auto none = no_output(original, open.original)) return std::move(*none);
    return open.plan.question == Question::Reference ? judge_reference(open, original) : judge_options(open, original);
  }

  EngineAnswer run(const Program& program, const std::vector<std::string>& flags) {
    note_input(program);
    return record_run(judges.engine(target).run(program, flags, alone, stop), program, flags);
  }

  void note_input(const Program& program) const {
    trial.input = &program == transformed ? std::string(kTransformedFile) : std::string();
  }

  EngineAnswer record_run(EngineAnswer answer, const Program& program, const std::vector<std::string>& flags) const {
    // A run whose output was too large is done again on the disk, which is the run that counts.
    if (observed != nullptr && answer.kind != EngineAnswer::Kind::TooLarge)
      observed->push_back({program, flags, answer});
    trial.cpu_seconds += answer.usage.cpu_seconds();
    trial.wall_seconds += answer.usage.wall_seconds;
    trial.output = answer.text;
    return answer;
  }

  /// The verdict on an answer without a complete output; nullopt: the output is complete.
  std::optional<core::Verdict> no_output(const EngineAnswer& answer, const Program& program) {
    using Kind = EngineAnswer::Kind;
    core::Verdict verdict;
    switch (answer.kind) {
      case Kind::Computed: {
        const Relation* gone = lost_relation({program, answer.output.present});
        if (gone == nullptr) return std::nullopt;
        verdict = verdict_on_lost(*gone, *tested().dialect);
        break;
      }
      case Kind::Limited:
      case Kind::TooLarge:
      case Kind::Skipped:
      case Kind::Cancelled: verdict = core::Verdict::skip(answer.reason); break;
      case Kind::Rejected:
        verdict = is_certainly_valid(program)
                      ? core::Verdict::bug(core::BugKind::RejectsValid, answer.reason, answer.text)
                      : core::Verdict::refusal("the target rejects a program around a seed");
        break;
      case Kind::Crashed:
        verdict = core::Verdict::bug(core::BugKind::Crash, answer.reason, answer.text);
        // An engine may print another type if a number leaves its width: SQLite goes on with floats.
        if (answer.is_unreadable)
          if (const auto problem = evaluate(unrolled(program), judges.limits_of(target)).problem;
              problem == EvaluationProblem::Overflow || problem == EvaluationProblem::TooLarge)
            verdict = core::Verdict::skip(std::string(description(*problem)));
        break;
    }
    trial.answer = verdict.is_bug() ? std::string(core::name(verdict.kind)) : verdict.reason;
    return without_known_bugs(program, answer, std::move(verdict));
  }

  /// The verdict on a relation of the seed's text that only one run announced; nullopt: there is none.
  std::optional<core::Verdict> lost(const PrintedRelations& original, const PrintedRelations& other,
                                    const EngineAnswer& answer) {
    const Relation* relation = tested().dialect->announces_all ? lost_by_one(original, other) : nullptr;
    if (relation == nullptr) return std::nullopt;
    core::Verdict verdict = verdict_on_lost(*relation, *tested().dialect);
    trial.answer = verdict.reason;
    return without_known_bugs(other.program, answer, std::move(verdict));
  }

  const EngineAnswer& answer_to_original(const OpenCase& open) {
    std::optional<StoredAnswer>& known = judges.original_answers_[target];
    std::string text = tested().dialect->print(open.original);
    const std::vector<std::string>& symbols = open.original.symbols;
    // An answer that reached a limit is replaced after some uses: the machine may have been busy.
    constexpr unsigned kMaxUses = 8;
    const bool outdated = known && known->answer.kind == EngineAnswer::Kind::Limited && ++known->uses >= kMaxUses;
    if (forgetful || !known || outdated || known->text != text || known->symbols != symbols)
      known = StoredAnswer{std::move(text), symbols, run(open.original, {})};
    note_input(open.original);
    trial.output = known->answer.text;
    return known->answer;
  }

  /// The reference evaluation, or a skip.
  std::variant<Evaluation, core::Verdict> evaluated(const Program& program) const {
    Evaluation evaluation = evaluate(program, judges.limits_of(target));
    if (evaluation.problem) return core::Verdict::skip(std::string(description(*evaluation.problem)));
    if (evaluation.join_on_floats) return core::Verdict::skip("floats compared for equality");
    return evaluation;
  }

  core::Verdict judge_reference(const OpenCase& open, const EngineAnswer& answer) {
    if (has_choices(open.original)) return judge_choices(open, answer);
    const Program judged = unrolled(open.original);
    auto expected = evaluated(judged);
    if (auto* skip = std::get_if<core::Verdict>(&expected)) return std::move(*skip);
    const auto& evaluation = std::get<Evaluation>(expected);
    return conclude(compare_with_reference(judged, answer.output, evaluation), open.original, answer);
  }

  /// The chosen tuples must be a legal choice, and all other relations must follow from them.
  core::Verdict judge_choices(const OpenCase& open, const EngineAnswer& answer) {
    const auto made = with_choices(open.original, answer.output);
    if (const auto* skip = std::get_if<core::Skip>(&made)) return core::Verdict::skip(skip->reason);
    const Program& chosen = std::get<Program>(made);
    auto expected = evaluated(chosen);
    if (auto* skip = std::get_if<core::Verdict>(&expected)) return std::move(*skip);
    return conclude(compare_with_choices(open.original, answer.output, std::get<Evaluation>(expected)), open.original,
                    answer);
  }

  core::Verdict judge_reference_on_disk(const OpenCase& open) {
    if (has_sql_meaning(open.original) || !table_states(open.original).empty())
      return core::Verdict::skip("the result is too large to compare as bags or at several times");
    auto expected = evaluated(open.original);
    if (auto* skip = std::get_if<core::Verdict>(&expected)) return std::move(*skip);
    const auto& evaluation = std::get<Evaluation>(expected);
    DiskBudget disk(judges.config_.options.disk_bytes);
    LargeComparison comparison(open.original, open.original, all_equal(open.original), disk, kReferenceClaim);
    const std::optional<Output> known = as_output(open.original, evaluation);
    if (!known) return core::Verdict::skip("a record is too long to compare");
    if (const Status added = add_all(known->relations, known->symbols, comparison.original()); !added)
      return core::Verdict::skip(added.error().message);
    const std::vector<bool> all(open.original.relations.size(), true);
    return finish_on_disk(comparison, {open.original, all}, {open.original, {}}, disk);
  }

  core::Verdict judge_pair(const OpenCase& open) {
    if (!open.transformed) return core::Verdict::skip("the case cannot be read");
    using Kind = EngineAnswer::Kind;
    const EngineAnswer& original = answer_to_original(open);
    if (original.kind == Kind::TooLarge) return judge_by_flags(open);
    if (auto none = no_output(original, open.original)) return std::move(*none);
    const EngineAnswer other = run(*open.transformed, {});
    if (other.kind == Kind::TooLarge) return judge_by_flags(open);
    if (auto none = no_output(other, *open.transformed)) return std::move(*none);
    if (auto gone = lost({open.original, original.output.present}, {*open.transformed, other.output.present}, other))
      return std::move(*gone);
    auto wrong = compare_results({&open.original, &original.output}, {&*open.transformed, &other.output},
                                 open.plan.expectations);
    // The finding shows the program whose result contradicts the reference evaluation.
    if (wrong && is_contradicted(open.original, original)) {
      note_input(open.original);
      trial.output = original.text;
    }
    return conclude(std::move(wrong), *open.transformed, other);
  }

  bool is_contradicted(const Program& program, const EngineAnswer& answer) const {
    const Program judged = unrolled(program);
    const auto expected = evaluated(judged);
    const auto* evaluation = std::get_if<Evaluation>(&expected);
    return evaluation != nullptr && compare_with_reference(judged, answer.output, *evaluation).has_value();
  }

  /// For results that are too large to read. The engine compares them itself; if it cannot, they are sorted on the
  /// disk.
  core::Verdict judge_by_flags(const OpenCase& open) {
    const auto made = difference_program(open.original, *open.transformed, open.plan.expectations);
    const auto* joined = std::get_if<DifferenceProgram>(&made);
    if (joined != nullptr && lacks(tested().capabilities, joined->program).empty()) {
      const EngineAnswer answer = run(joined->program, {});
      if (auto none = no_output(answer, joined->program)) return std::move(*none);
      if (!has_all_flags(*joined, answer.output)) return core::Verdict::skip("differences were not printed");
      return conclude(compare_by_flags(open.original, *joined, answer.output), joined->program, answer);
    }
    return compare_both_on_disk({open.original, {}}, {*open.transformed, {}}, open.plan.expectations);
  }

  struct EngineRun {
    const Program& program;
    std::vector<std::string> flags;
  };

  core::Verdict compare_both_on_disk(const EngineRun& original, const EngineRun& other,
                                     const std::vector<std::pair<std::string, Oracle>>& expectations,
                                     std::string_view claim = {}) {
    DiskBudget disk(judges.config_.options.disk_bytes);
    LargeComparison comparison(original.program, other.program, expectations, disk, claim);
    const EngineAnswer answer = run_large(original, comparison.original(), disk);
    if (auto none = no_output(answer, original.program)) return std::move(*none);
    return finish_on_disk(comparison, {original.program, answer.output.present}, other, disk);
  }

  EngineAnswer run_large(const EngineRun& asked, TupleSink& sink, DiskBudget& disk) {
    note_input(asked.program);
    return record_run(judges.engine(target).run_large(asked.program, asked.flags, sink, disk, stop), asked.program,
                      asked.flags);
  }

  /// Runs the second program and compares. The comparison already has the original's result.
  core::Verdict finish_on_disk(LargeComparison& comparison, const PrintedRelations& original, const EngineRun& other,
                               DiskBudget& disk) {
    const EngineAnswer answer = run_large(other, comparison.transformed(), disk);
    if (auto none = no_output(answer, other.program)) return std::move(*none);
    if (auto gone = lost(original, {other.program, answer.output.present}, answer)) return std::move(*gone);
    auto wrong = comparison.verdict(original.present, answer.output.present, stop);
    if (!wrong) return core::Verdict::skip(wrong.error().message);
    return conclude(std::move(*wrong), other.program, answer);
  }

  [[nodiscard]] std::optional<OptionVariation> variation_of(const OpenCase& open) const {
    return option_variation(tested().definition, open.original, open.plan.sweep);
  }

  core::Verdict judge_options(const OpenCase& open, const EngineAnswer& answer) {
    const std::optional<OptionVariation> sweep = variation_of(open);
    if (!sweep) return core::Verdict::skip("target has no options to vary");
    const EngineAnswer other = run(open.original, sweep->flags);
    if (other.kind == EngineAnswer::Kind::TooLarge) return judge_options_on_disk(open);
    trial.command = sweep->command;
    if (auto none = no_output(other, open.original)) return with_both_commands(*sweep, std::move(*none));
    if (auto gone = lost({open.original, answer.output.present}, {open.original, other.output.present}, other))
      return with_both_commands(*sweep, std::move(*gone));
    return with_both_commands(
        *sweep, conclude(compare_results({&open.original, &answer.output}, {&open.original, &other.output},
                                         all_equal(open.original), kSweepClaim),
                         open.original, other));
  }

  core::Verdict judge_options_on_disk(const OpenCase& open) {
    const std::optional<OptionVariation> sweep = variation_of(open);
    if (!sweep) return core::Verdict::skip("target has no options to vary");
    trial.command = sweep->command;
    return with_both_commands(*sweep, compare_both_on_disk({open.original, {}}, {open.original, sweep->flags},
                                                           all_equal(open.original), kSweepClaim));
  }

  /// Runs the whole program, which also prints the relations that the rules read. Then runs the rules alone over them.
  core::Verdict judge_rules_alone(const OpenCase& open) {
    const Program printed = printed_for(open.original, open.plan.relation);
    const EngineAnswer answer = run(printed, {});
    if (auto none = no_output(answer, printed)) return std::move(*none);
    auto alone_program = rules_alone(printed, answer.output, open.plan.relation);
    if (auto* skip = std::get_if<core::Skip>(&alone_program)) return core::Verdict::skip(skip->reason);
    const Program& program = std::get<Program>(alone_program);
    const EngineAnswer other = run(program, {});
    if (auto none = no_output(other, program)) return std::move(*none);
    // The relation that the rules fill takes the original's name, and the given relations get other names.
    Program renamed = program;
    renamed.relations.back().name = open.plan.relation;
    for (RelationId id = 0; id + 1 < renamed.relations.size(); ++id) renamed.relations[id].name.insert(0, "given ");
    return conclude(
        compare_results({&printed, &answer.output}, {&renamed, &other.output}, {{open.plan.relation, Oracle::Equal}},
                        "its rules alone, over the known results of all others, must give the same"),
        program, other);
  }

  core::Verdict conclude(std::optional<core::Verdict> wrong, const Program& program, const EngineAnswer& answer) {
    trial.answer = wrong ? wrong->reason : "as expected";
    if (!wrong) return core::Verdict::pass(*row);
    return without_known_bugs(program, answer, std::move(*wrong));
  }

  core::Verdict without_known_bugs(const Program& program, const EngineAnswer& answer, core::Verdict verdict) const {
    if (!verdict.is_bug() || tested().definition.known_bugs.empty()) return verdict;
    const std::string text = tested().dialect->print(program);
    const std::string_view feature = has_contradictions(program) ? kContradictionLine : std::string_view();
    for (const core::KnownBug& bug : tested().definition.known_bugs)
      if (bug.explains(core::name(verdict.kind), {text, answer.text, feature}))
        return core::Verdict::skip(std::string(kKnownBug) + bug.cause);
    return verdict;
  }
};

CaseJudge::CaseJudge(const FuzzConfig& config)
    : config_(config), engines_(config.targets.size()), original_answers_(config.targets.size()) {}

core::Verdict CaseJudge::judge(const OpenCase& open, const Mode& mode, core::Trial& trial,
                               std::vector<ObservedRun>* observed) {
  const auto judge_case = [&](const OpenCase& one) {
    if (observed != nullptr) observed->clear();
    return Judgement{*this, mode.target, mode.alone, mode.forgetful, mode.stop, trial, observed}.judge(one);
  };
  core::Verdict verdict = judge_case(open);
  const bool known = verdict.reason.starts_with(kKnownBug);
  if (!known || !(has_contradictions(open.original) || (open.transformed && has_contradictions(*open.transformed))))
    return verdict;
  // A known bug about contradictions must not hide another bug. Without these rules the case has the same result.
  OpenCase plain = open;
  plain.original = without_contradictions(std::move(plain.original));
  if (plain.transformed) plain.transformed = without_contradictions(*std::move(plain.transformed));
  core::Verdict other = judge_case(plain);
  return other.is_bug() ? other : verdict;
}

std::string CaseJudge::printed(const OpenCase& open, const Mode& mode, core::Trial& trial) {
  if (!lacks(config_.targets[mode.target].capabilities, open.original).empty()) return {};
  Judgement judgement{*this, mode.target, mode.alone, mode.forgetful, mode.stop, trial, nullptr};
  const EngineAnswer& answer = judgement.answer_to_original(open);
  const auto kind = static_cast<unsigned>(answer.kind);
  if (answer.kind != EngineAnswer::Kind::Computed) return std::to_string(kind) + " " + answer.reason;
  std::uint64_t hash = combine(limits_of(mode.target).integer_bits, answer.output.relations.size());
  for (const Tuples& tuples : answer.output.relations) {
    hash = combine(combine(hash, tuples.count), tuples.arity);
    for (const Value value : tuples.values) hash = combine(hash, static_cast<std::uint64_t>(value));
  }
  for (const bool present : answer.output.present) hash = combine(hash, present ? 1 : 0);
  for (const std::string& symbol : answer.output.symbols) hash = hash_bytes(symbol, hash);
  return std::to_string(kind) + " " + to_hex(hash);
}

EnginePort& CaseJudge::engine(std::size_t target) {
  if (!engines_[target])
    engines_[target] = config_.options.make_engine(config_.targets[target], config_.options.limits);
  return *engines_[target];
}

EvaluationLimits CaseJudge::limits_of(std::size_t target) const {
  EvaluationLimits limits = config_.options.generate.limits;
  limits.integer_bits = config_.targets[target].capabilities.integer_bits;
  return limits;
}

}  // namespace assay::datalog
