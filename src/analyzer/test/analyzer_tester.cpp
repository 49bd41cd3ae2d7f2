#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/program/joined.hpp"
#include "analyzer_config.hpp"
#include "base/text.hpp"
#include "case_program.hpp"
#include "core/finding/finding.hpp"
#include "core/rng/rng.hpp"
#include "core/target/ending.hpp"
#include "core/target/slow.hpp"
#include "cvise.hpp"
#include "inspection.hpp"
#include "reproducer.hpp"
#include "self_contained.hpp"
#include "shape.hpp"
#include "slow.hpp"
#include "together.hpp"

namespace assay::analyzer {
namespace {

/// In 1 of kAskTwice cases the analyzer runs twice: the same program must have the same facts.
constexpr std::uint64_t kAskTwice = 16;

/// The number of programs for the expected duration of an analysis, and the name of their random stream.
constexpr std::uint64_t kUsualPrograms = 5;
constexpr std::string_view kUsualStream = "usual programs";
constexpr const char* kSlowReason = "slower than on like programs";
constexpr std::string_view kUserStrategy = "user";

class AnalyzerTester final : public core::Tester {
 public:
  AnalyzerTester(std::shared_ptr<const TestConfig> config, std::vector<std::unique_ptr<Analyzer>> analyzers)
      : config_(std::move(config)),
        analyzers_(std::move(analyzers)),
        batches_(analyzers_.size()),
        usual_(analyzers_.size()) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    CaseProgram subject;
    std::string strategy;
    if (!config_->programs.empty()) {
      const std::vector<std::string>& classes = config_->options.classes;
      const std::uint64_t count = config_->programs.size();
      subject.program = config_->programs[index % count].program;
      if (!classes.empty()) subject.wanted = classes[index / count % classes.size()];
      strategy = kUserStrategy;
    } else {
      const ProgramGenerator& generator = generator_of(index);
      core::Rng rng = core::Rng(config_->options.seed).split(generator.name).split(index);
      subject.program = generator.make(rng, config_->options.size);
      strategy = generator.name;
    }
    core::Case made = case_of(subject);
    made.index = index;
    made.strategy = strategy;
    return made;
  }

  bool belongs_to(const core::Case& subject, std::size_t target) const override {
    return config_->targets[target].definition.supports(subject.group);
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override {
    core::Trial trial;
    Result<CaseProgram> program = program_of(subject);
    if (!program) {
      trial.verdict = core::Verdict::skip("the case cannot be read");
      trial.output = program.error().text();
      return trial;
    }
    if (mode == core::RunMode::Campaign && !subject.strategy.empty() && program->wanted.empty() &&
        can_batch(*program, target)) {
      if (const Inspection* share = share_in_batch(subject, *program, target, stop); share != nullptr)
        return trial_of(*share, *program, subject, target, stop);
    }
    Result<Analyzer*> asked = asked_for(*program, target);
    if (!asked) {
      trial.verdict = core::Verdict::skip("the lying target cannot be opened");
      trial.output = asked.error().text();
      return trial;
    }
    return trial_of(inspect(**asked, *program, known(target), session_for(stop)), *program, subject, target, stop,
                    *asked);
  }

  /// The batch in which the case failed.
  std::vector<core::Case> as_in_kept_process(const core::Case& subject, std::size_t target) override {
    const Result<CaseProgram> program = program_of(subject);
    if (!program || subject.strategy.empty() || !can_batch(*program, target)) return {};
    const std::map<std::uint64_t, Program> members = members_of(subject.index, program->program.language, target);
    if (members.size() < 2 || !members.contains(subject.index)) return {};
    CaseProgram together = *program;
    together.program = join_programs(pointers_to(members)).program;
    core::Case made = case_of(together);
    made.index = subject.index;
    made.strategy = subject.strategy;
    return {made};
  }

  /// The trial that an inspection amounts to. `asked`: the analyzer; null: the inspection is a share of a batch by the
  /// target's own.
  core::Trial trial_of(const Inspection& inspection, const CaseProgram& program, const core::Case& subject,
                       std::size_t target, const std::stop_token& stop, Analyzer* asked = nullptr) {
    core::Trial trial;
    Analyzer& analyzer = asked != nullptr ? *asked : *analyzers_[target];
    trial.command =
        inspection.claims.command.empty() ? config_->targets[target].definition.argv : inspection.claims.command;
    trial.cpu_seconds = inspection.target_cpu_seconds;
    trial.wall_seconds = inspection.wall_seconds;
    trial.output = inspection.claims.output;
    trial.verdict = verdict_of(inspection, program, subject.index);
    if (trial.verdict.outcome == core::Verdict::Outcome::Pass && subject.index % kAskTwice == 0) {
      Session session = session_for(stop);
      if (asked == nullptr) session.batch = subject.index / batch_size(target);
      ask_twice(analyzer, program.program, session, trial.verdict);
    }
    if (!trial.verdict.is_bug() && is_slow(program, target, inspection.claims, stop))
      trial.verdict =
          core::Verdict::bug(core::BugKind::Slow, kSlowReason, slow_detail(program, target, inspection.claims));
    for (core::Verdict& further : further_verdicts(inspection, trial.verdict)) {
      CaseProgram about = program;
      about.wanted = further.reason;
      core::Case made = case_of(about);
      made.index = subject.index;
      made.strategy = subject.strategy;
      trial.also.push_back({std::move(made), std::move(further)});
    }
    if (trial.output.empty()) trial.output = inspection.checks.undefined_at;
    trial.answer = answer_of(inspection);
    measure(inspection, trial);
    return trial;
  }

  /// Compares releases and configurations of one analyzer only: analyzers of another kind may be slower by their
  /// nature.
  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case&,
                                                             const std::vector<core::Trial>& trials) override {
    std::vector<core::TimedRun> runs;
    for (std::size_t i = 0; i < trials.size(); ++i) runs.push_back(timed(i, trials[i]));
    return core::slower_than_peers(runs, slow_rule());
  }

  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    Result<CaseProgram> program = program_of(failing);
    if (!program || wanted.kind == core::BugKind::Nondeterministic) return failing;
    budget_ = budget;
    CaseProgram smallest = *program;
    if (wanted.kind == core::BugKind::Unsound) smallest.wanted = wanted.reason;
    core::ReductionClock clock(budget);
    const bool by_class = wanted.kind == core::BugKind::Unsound && !smallest.lie;
    step_seconds_ = by_class && clock.take() ? seconds_of_a_step(smallest, target, budget.stop) : 0;
    without_headers(smallest, target, wanted, failing.index, clock);
    without_files(smallest, target, wanted, failing.index, clock);
    if (by_class && failing.strategy == kUserStrategy)
      reduce_by_cvise_first(smallest, target, wanted, failing.index, clock);
    steps_ = {smallest};
    if (by_class) reduce_to_one_iteration(smallest, target, wanted, failing.index, clock);
    reduce_by_all_edits(smallest, target, wanted, failing.index, by_class, clock);
    // A quick inspection may accept a program that a full one does not.
    if (by_class && !shows(smallest, target, wanted, failing.index, false, budget.stop)) {
      smallest = last_full_step(target, wanted, failing.index, budget.stop);
      reduce_by_all_edits(smallest, target, wanted, failing.index, false, clock);
    }
    steps_.clear();
    without_files(smallest, target, wanted, failing.index, clock);
    core::Case reduced = case_of(smallest);
    reduced.index = failing.index;
    reduced.strategy = failing.strategy;
    return reduced;
  }

  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    const std::string head =
        config_->targets[target].definition.name + " " + std::string(core::name(verdict.kind)) + ": ";
    const std::string cause = verdict.kind == core::BugKind::Unsound ? cause_of(reduced, target, verdict) : "";
    if (!cause.empty()) return head + cause;
    const bool has_shape = verdict.kind == core::BugKind::Unsound || verdict.kind == core::BugKind::Slow;
    const std::string shape =
        has_shape && !reduced.files.empty() ? shape_of(reduced.files.front().content) : std::string();
    return head + verdict.reason + (shape.empty() ? "" : " [" + shape + "]");
  }
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override {
    Result<CaseProgram> subject = program_of(finding.smallest());
    if (!subject || subject->lie) return core::reproduction_of_run(finding);
    subject->program = self_contained(subject->program);
    const Session session = session_for(stop);
    ReproducedFinding reproduced{finding, *subject, *analyzers_[target], session, {}};
    if (finding.kind == core::BugKind::Unsound || finding.kind == core::BugKind::Miscompiled) {
      reproduced.inspection = inspect(reproduced.analyzer, *subject, known(target), session);
    } else {
      reproduced.inspection.claims = reproduced.analyzer.claims(subject->program, session);
    }
    reduction_cpu_seconds_ += reproduced.inspection.target_cpu_seconds;
    return analyzer_reproduction(reproduced);
  }
  double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  /// The cases of a batch have one language.
  [[nodiscard]] const ProgramGenerator& generator_of(std::uint64_t index) const {
    const std::vector<const ProgramGenerator*>& all = config_->generators;
    const std::string_view language = all[index / kLargestBatch % all.size()]->language;
    std::vector<const ProgramGenerator*> same;
    std::copy_if(all.begin(), all.end(), std::back_inserter(same),
                 [&](const ProgramGenerator* one) { return one->language == language; });
    return *same[index % same.size()];
  }

  /// The option, or less where the target's definition says so.
  [[nodiscard]] std::uint64_t batch_size(std::size_t target) const {
    const std::uint64_t size = config_->options.batch;
    const std::uint64_t most = config_->targets[target].definition.batch;
    return std::max<std::uint64_t>(most == 0 ? size : std::min(size, most), 1);
  }
  [[nodiscard]] bool can_batch(const CaseProgram& program, std::size_t target) const {
    return batch_size(target) > 1 && !config_->options.only_changes && config_->programs.empty() && !program.lie &&
           can_join(program.program);
  }
  /// The programs of the case's batch, by case.
  std::map<std::uint64_t, Program> members_of(std::uint64_t index, std::string_view language, std::size_t target) {
    std::map<std::uint64_t, Program> members;
    const std::uint64_t size = batch_size(target), first = index - index % size;
    for (std::uint64_t i = first; i < first + size; ++i) {
      const auto made = generate(i, {});
      const Result<CaseProgram> program = program_of(std::get<core::Case>(made));
      if (program && program->program.language == language && can_join(program->program))
        members.emplace(i, program->program);
    }
    return members;
  }
  static std::vector<const Program*> pointers_to(const std::map<std::uint64_t, Program>& members) {
    std::vector<const Program*> pointers;
    for (const auto& [index, program] : members) pointers.push_back(&program);
    return pointers;
  }
  /// The case's share of the inspection of its batch; null: it has to be inspected alone.
  const Inspection* share_in_batch(const core::Case& subject, const CaseProgram& program, std::size_t target,
                                   const std::stop_token& stop) {
    Batch& batch = batches_[target];
    const std::uint64_t first = subject.index - subject.index % batch_size(target);
    if (!batch.shares || batch.first != first || batch.language != program.program.language) {
      batch = {first, program.program.language, {}};
      std::map<std::uint64_t, std::optional<Inspection>> shares = inspect_batch(subject.index, program, target, stop);
      if (stop.stop_requested()) return nullptr;
      batch.shares = std::move(shares);
    }
    const auto share = batch.shares->find(subject.index);
    return share == batch.shares->end() || !share->second ? nullptr : &*share->second;
  }
  std::map<std::uint64_t, std::optional<Inspection>> inspect_batch(std::uint64_t index, const CaseProgram& like,
                                                                   std::size_t target, const std::stop_token& stop) {
    const std::map<std::uint64_t, Program> members = members_of(index, like.program.language, target);
    const auto inspect_joined = [&](const Program& joined, std::size_t programs) {
      Session session = session_for(stop);
      for (core::Limits* limits : {&session.analyzer, &session.program}) {
        limits->wall_seconds *= static_cast<double>(programs);
        limits->cpu_seconds *= static_cast<double>(programs);
      }
      session.batch = index / batch_size(target);
      CaseProgram subject = like;
      subject.program = joined;
      Inspection inspection = inspect(*analyzers_[target], subject, known(target), session);
      if (!inspection.trouble && is_slow(subject, target, inspection.claims, stop))
        inspection.trouble = core::Verdict::skip(kSlowReason);
      return inspection;
    };
    std::vector<std::optional<Inspection>> found =
        inspect_together(pointers_to(members), known(target), inspect_joined, stop);
    std::map<std::uint64_t, std::optional<Inspection>> shares;
    std::size_t next = 0;
    for (const auto& [one, program] : members) shares.emplace(one, std::move(found[next++]));
    return shares;
  }

  /// Analyzer::cause of the first broken fact of the verdict's class; empty: the fact has none, or does not break.
  std::string cause_of(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) {
    Result<CaseProgram> subject = program_of(reduced);
    if (!subject || subject->lie) return {};
    subject->wanted = verdict.reason;
    const Session session = session_for({});
    const Inspection inspection = inspect_wanted(*analyzers_[target], *subject, known(target), session);
    reduction_cpu_seconds_ += inspection.target_cpu_seconds;
    for (const BrokenFact& broken : inspection.broken)
      if (broken.cause == verdict.reason)
        return analyzers_[target]->cause(subject->program, inspection.claims.facts[broken.fact], session);
    return {};
  }

  /// The target's analyzer. For a planted lie, the lying analyzer if the adapter has one; then the claims
  /// are not changed.
  Result<Analyzer*> asked_for(CaseProgram& subject, std::size_t target) {
    const std::optional<Definition> liar =
        subject.lie && !config_->options.open ? with_planted_lie(config_->targets[target].definition) : std::nullopt;
    if (!liar) return analyzers_[target].get();
    Result<std::unique_ptr<Analyzer>> opened = open_analyzer(*liar);
    if (!opened) return opened.error();
    liar_ = std::move(*opened);
    subject.lie = false;
    return liar_.get();
  }

  /// Whether a program still has the wanted failure, and the reduction's budget accepts it.
  bool shows(const CaseProgram& candidate, std::size_t target, const core::Verdict& wanted, std::uint64_t index,
             bool quick, const std::stop_token& stop) {
    const auto alone = [&] { return shows_alone(candidate, target, wanted, index, quick, stop); };
    if (!budget_.differs) return alone();
    core::Case subject = case_of(candidate);
    subject.index = index;
    return budget_.accepts(subject, alone);
  }
  bool shows_alone(const CaseProgram& candidate, std::size_t target, const core::Verdict& wanted, std::uint64_t index,
                   bool quick, const std::stop_token& stop) {
    Session session = session_for(stop);
    session.step_seconds = step_seconds_;
    Analyzer& analyzer = *analyzers_[target];
    if (wanted.kind == core::BugKind::Slow && wanted.reason != kSlowReason)
      return hangs_beside_peers(candidate.program, target, session);
    if (wanted.kind == core::BugKind::Slow) {
      const Claims claims = analyzer.claims(candidate.program, session);
      reduction_cpu_seconds_ += claims.usage.cpu_seconds();
      return is_slow(candidate, target, claims, stop);
    }
    const Inspection inspection = quick ? inspect_wanted(analyzer, candidate, known(target), session)
                                        : inspect(analyzer, candidate, known(target), session);
    reduction_cpu_seconds_ += inspection.target_cpu_seconds;
    const core::Verdict verdict = verdict_of(inspection, candidate, index);
    return verdict.is_bug() && verdict.kind == wanted.kind && verdict.reason == wanted.reason;
  }

  /// A run that the time limit ended counts as slow beside a peer that ended. If both ended, their times are not
  /// compared, because their facts differ.
  [[nodiscard]] core::TimedRun timed(std::size_t target, const core::Trial& trial) const {
    using End = core::TimedRun::End;
    const Definition& definition = config_->targets[target].definition;
    const bool skipped = trial.verdict.outcome == core::Verdict::Outcome::Skip;
    const bool timed_out = skipped && trial.verdict.reason == core::kTimeout;
    return {definition.name, definition.adapter,
            timed_out ? End::TimedOut
            : skipped ? End::Other
                      : End::Answered,
            trial.answer + " by " + definition.name, trial.cpu_seconds};
  }

  bool hangs_beside_peers(const Program& program, std::size_t target, const Session& session) {
    const std::string& adapter = config_->targets[target].definition.adapter;
    std::vector<std::size_t> peers;
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      if (i != target && config_->targets[i].definition.adapter == adapter) peers.push_back(i);
    const auto run = [&](std::size_t which) {
      const Claims claims = analyzers_[which]->claims(program, session);
      reduction_cpu_seconds_ += claims.usage.cpu_seconds();
      core::Trial trial;
      trial.cpu_seconds = claims.usage.cpu_seconds();
      if (claims.trouble) trial.verdict = *claims.trouble;
      return timed(which, trial);
    };
    return core::slow_beside_peers(target, peers, run, slow_rule()).has_value();
  }

  /// CPU limit of a step's run: a multiple of the program's own time. A loop that no longer ends would cost as much as
  /// a hundred steps. 0: the usual limit.
  double seconds_of_a_step(const CaseProgram& subject, std::size_t target, const std::stop_token& stop) {
    constexpr double kTimes = 5, kMinSeconds = 0.5;
    const Inspection inspection = inspect_wanted(*analyzers_[target], subject, known(target), session_for(stop));
    reduction_cpu_seconds_ += inspection.target_cpu_seconds;
    if (inspection.checks.checked_runs == 0) return 0;
    const double one = inspection.checks.run_cpu_seconds / static_cast<double>(inspection.checks.checked_runs);
    const double seconds = std::max(kMinSeconds, kTimes * one);
    return seconds < config_->options.run_seconds ? seconds : 0;
  }

  /// The last quick step that a full inspection accepts; the next step is not accepted.
  CaseProgram last_full_step(std::size_t target, const core::Verdict& wanted, std::uint64_t index,
                             const std::stop_token& stop) {
    std::size_t good = 0;
    for (std::size_t bad = steps_.size() - 1; bad > good + 1;) {
      const std::size_t middle = good + (bad - good) / 2;
      (shows(steps_[middle], target, wanted, index, false, stop) ? good : bad) = middle;
    }
    return steps_[good];
  }

  static std::size_t bytes_of(const Program& program) {
    std::size_t bytes = 0;
    for (const core::File& file : program.files) bytes += file.content.size();
    return bytes;
  }

  [[nodiscard]] core::SlowRule slow_rule() const {
    return {config_->options.slow_factor, config_->options.slow_seconds};
  }

  /// Whether an analysis took much longer than the same analyzer's analyses of similar programs.
  bool is_slow(const CaseProgram& subject, std::size_t target, const Claims& claims, const std::stop_token& stop) {
    if (subject.lie || claims.analysis_seconds < 0 || !slow_rule().holds(claims.analysis_seconds, 0)) return false;
    if (!usual_[target]) {
      std::vector<AnalysisCost> took = usual_times(subject.program, target, stop);
      if (stop.stop_requested()) return false;
      usual_[target] = std::move(took);
    }
    const std::optional<double> usual = expected_analysis_seconds(*usual_[target], bytes_of(subject.program));
    return usual && slow_rule().holds(claims.analysis_seconds, *usual);
  }

  /// Measured when an analysis seems slow: on the same machine, at about the same time.
  std::vector<AnalysisCost> usual_times(const Program& slow, std::size_t target, const std::stop_token& stop) {
    std::vector<AnalysisCost> took;
    for (const Program& program : usual_programs(slow)) {
      const Claims claims = analyzers_[target]->claims(program, session_for(stop));
      if (claims.analysis_seconds >= 0) took.push_back({claims.analysis_seconds, bytes_of(program)});
    }
    return took;
  }

  /// The user's other programs, or programs of the campaign's generators.
  std::vector<Program> usual_programs(const Program& slow) const {
    std::vector<Program> programs;
    for (const UserProgram& user : config_->programs)
      if (user.program.language == slow.language && user.program.files.front().content != slow.files.front().content &&
          programs.size() < kUsualPrograms)
        programs.push_back(user.program);
    if (!config_->programs.empty()) return programs;
    std::vector<const ProgramGenerator*> spoken;
    for (const ProgramGenerator* generator : config_->generators)
      if (generator->language == slow.language) spoken.push_back(generator);
    for (std::uint64_t i = 0; i < kUsualPrograms && !spoken.empty(); ++i) {
      core::Rng rng = core::Rng(config_->options.seed).split(kUsualStream).split(i);
      programs.push_back(spoken[i % spoken.size()]->make(rng, config_->options.size));
    }
    return programs;
  }

  std::string slow_detail(const CaseProgram& subject, std::size_t target, const Claims& claims) const {
    return "The analysis took " + std::to_string(claims.analysis_seconds) + " s of CPU time; on " +
           std::to_string(usual_[target]->size()) + " other programs, scaled to this one's size, it takes " +
           std::to_string(expected_analysis_seconds(*usual_[target], bytes_of(subject.program)).value_or(0)) +
           " s (their median).";
  }

  static CaseProgram with_text(CaseProgram subject, std::size_t file, const std::string& text) {
    subject.program.files[file].content = text;
    return subject;
  }

  /// Moves a file to the front, where analyzers and reducers look.
  static Program beginning_with(Program program, std::size_t file) {
    const auto first = program.files.begin();
    std::rotate(first, first + static_cast<std::ptrdiff_t>(file), first + static_cast<std::ptrdiff_t>(file) + 1);
    return program;
  }

  /// Reduces a user's own C sources with cvise first, which knows the language better than our edits.
  void reduce_by_cvise_first(CaseProgram& smallest, std::size_t target, const core::Verdict& wanted,
                             std::uint64_t index, core::ReductionClock& clock) {
    const TestOptions& options = config_->options;
    if (smallest.program.language != "c" || options.checker.empty() || target >= options.targets.size() ||
        find_cvise().empty())
      return;
    const std::stop_token stop = clock.rest().stop;
    for (std::size_t file = 0; file < smallest.program.files.size() && !clock.is_over(); ++file) {
      const std::string text = reduce_by_cvise(beginning_with(smallest.program, file), wanted.reason,
                                               options.targets[target], options, session_for(stop), clock);
      CaseProgram smaller = with_text(smallest, file, text);
      if (shows(smaller, target, wanted, index, true, stop)) smallest = std::move(smaller);
    }
  }

  /// Puts the user's headers into the program, so that it needs no folder of this machine, and headers are reduced,
  /// too.
  void without_headers(CaseProgram& subject, std::size_t target, const core::Verdict& wanted, std::uint64_t index,
                       core::ReductionClock& clock) {
    CaseProgram whole = subject;
    whole.program = self_contained(subject.program);
    if (whole.program.flags != subject.program.flags && clock.take() &&
        shows(whole, target, wanted, index, false, clock.rest().stop))
      subject = std::move(whole);
  }

  /// Removes files of a program of several files, the last ones first.
  void without_files(CaseProgram& subject, std::size_t target, const core::Verdict& wanted, std::uint64_t index,
                     core::ReductionClock& clock) {
    for (std::size_t file = subject.program.files.size(); file-- > 0 && subject.program.files.size() > 1;) {
      CaseProgram fewer = subject;
      fewer.program.files.erase(fewer.program.files.begin() + static_cast<std::ptrdiff_t>(file));
      if (!clock.take()) return;
      if (shows(fewer, target, wanted, index, false, clock.rest().stop)) subject = std::move(fewer);
    }
  }

  /// Drivers call functions thousands of times: a run tells which call broke the fact first, and only that call stays.
  void reduce_to_one_iteration(CaseProgram& subject, std::size_t target, const core::Verdict& wanted,
                               std::uint64_t index, core::ReductionClock& clock) {
    const std::stop_token stop = clock.rest().stop;
    for (std::size_t file = 0; file < subject.program.files.size(); ++file) {
      const std::optional<Analyzer::Traced> traced =
          analyzers_[target]->traced(beginning_with(subject.program, file), session_for(stop));
      if (!traced || !clock.take()) continue;
      const std::vector<std::int64_t> marks = marks_of(with_text(subject, file, traced->text), target, wanted, stop);
      if (marks.empty()) continue;
      for (const std::string& text : traced->narrowed(marks)) {
        if (!clock.take()) return;
        CaseProgram smaller = with_text(subject, file, text);
        if (!shows(smaller, target, wanted, index, true, stop)) continue;
        subject = std::move(smaller);
        steps_.push_back(subject);
        break;
      }
    }
  }
  /// The program's notes when it first broke a fact of the wanted class; empty: it does not break one.
  std::vector<std::int64_t> marks_of(const CaseProgram& noting, std::size_t target, const core::Verdict& wanted,
                                     const std::stop_token& stop) {
    const Inspection inspection = inspect_wanted(*analyzers_[target], noting, known(target), session_for(stop));
    reduction_cpu_seconds_ += inspection.target_cpu_seconds;
    for (const BrokenFact& broken : inspection.broken)
      if (broken.cause == wanted.reason) return inspection.checks.facts[broken.fact].marks;
    return {};
  }

  /// Reduces each file by edits, until none gets smaller.
  void reduce_by_all_edits(CaseProgram& subject, std::size_t target, const core::Verdict& wanted, std::uint64_t index,
                           bool quick, core::ReductionClock& clock) {
    const std::stop_token stop = clock.rest().stop;
    for (std::size_t before = 0; before != bytes_of(subject.program) && !clock.is_over();) {
      before = bytes_of(subject.program);
      for (std::size_t file = 0; file < subject.program.files.size(); ++file) {
        const auto edits_of = [&](const std::string& text) {
          return analyzers_[target]->edits(beginning_with(with_text(subject, file, text).program, file),
                                           session_for(stop));
        };
        const auto fails = [&](const std::string& text) {
          CaseProgram smaller = with_text(subject, file, text);
          if (!shows(smaller, target, wanted, index, quick, stop)) return false;
          if (quick) steps_.push_back(std::move(smaller));
          return true;
        };
        subject.program.files[file].content =
            reduce_by_edits(subject.program.files[file].content, edits_of, fails, clock);
      }
      if (subject.program.files.size() == 1) return;
    }
  }

  Session session_for(const std::stop_token& stop) {
    core::Limits runs = config_->options.limits;
    runs.wall_seconds = config_->options.run_seconds;
    runs.cpu_seconds = config_->options.run_seconds;
    Session session{scratch_, config_->options.limits, runs, stop};
    session.run_folder = config_->options.run_folder;
    return session;
  }

  [[nodiscard]] std::vector<core::KnownBug> known(std::size_t target) const {
    const TestTarget& tested = config_->targets[target];
    std::vector<core::KnownBug> rows = tested.definition.known_bugs;
    for (const core::KnownBug& row : config_->known)
      if (row.may_be_in(tested.version)) rows.push_back(row);
    return rows;
  }

  static void ask_twice(Analyzer& analyzer, const Program& program, const Session& session, core::Verdict& verdict) {
    const Claims first = analyzer.claims(program, session);
    const Claims second = analyzer.claims(program, session);
    if (first.trouble || second.trouble || second.facts == first.facts) return;
    std::string which = std::to_string(first.facts.size()) + " facts, and then " + std::to_string(second.facts.size());
    for (std::size_t i = 0; i < std::min(first.facts.size(), second.facts.size()); ++i) {
      if (first.facts[i] == second.facts[i]) continue;
      which = to_text(first.facts[i]) + "\n" + to_text(second.facts[i]);
      break;
    }
    verdict = core::Verdict::bug(core::BugKind::Nondeterministic, "two runs claim different facts", which);
  }

  static std::string answer_of(const Inspection& inspection) {
    if (inspection.claims.trouble) return inspection.claims.trouble->reason;
    return std::to_string(inspection.claims.facts.size()) + " facts";
  }

  static void measure(const Inspection& inspection, core::Trial& trial) {
    std::map<std::string, std::uint64_t> counts;
    for (std::size_t i = 0; i < inspection.checks.facts.size() && i < inspection.claims.facts.size(); ++i) {
      const CheckedFact& checked = inspection.checks.facts[i];
      ++counts["facts = claimed"];
      ++counts[!checked.skip.empty() ? "facts = without a check"
               : checked.runs == 0   ? "facts = never reached"
                                     : "facts = judged"];
      counts["checks = run"] += checked.runs;
      if (!checked.skip.empty()) ++counts["no check = " + checked.skip];
      if (checked.runs > 0) ++counts["judged = " + kind(inspection.claims.facts[i].property)];
    }
    for (const auto& [reason, count] : inspection.claims.unread) counts["not read = " + reason] += count;
    for (const BrokenFact& broken : inspection.broken) ++counts["broken = " + broken.cause];
    if (inspection.known > 0) counts["broken = known cause"] += inspection.known;
    if (inspection.following > 0) counts["broken = follows from another"] += inspection.following;
    trial.measures.assign(counts.begin(), counts.end());
  }

  std::shared_ptr<const TestConfig> config_;
  std::vector<std::unique_ptr<Analyzer>> analyzers_;
  /// The steps of a reduction that quick inspections accepted; the first is the original.
  std::vector<CaseProgram> steps_;
  /// The shares of the last batch of a target.
  struct Batch {
    std::uint64_t first = 0;
    std::string language;
    std::optional<std::map<std::uint64_t, std::optional<Inspection>>> shares;
  };
  std::vector<Batch> batches_;
  std::unique_ptr<Analyzer> liar_;  ///< the lying analyzer of the current control
  core::ScratchFolder scratch_;
  std::vector<std::optional<std::vector<AnalysisCost>>> usual_;  ///< for each target, once it was measured
  double reduction_cpu_seconds_ = 0;
  double step_seconds_ = 0;    ///< Session::step_seconds of the reduction
  core::ReduceBudget budget_;  ///< of the reduction
};

}  // namespace

Result<std::unique_ptr<core::Tester>> make_tester(std::shared_ptr<const TestConfig> config) {
  std::vector<std::unique_ptr<Analyzer>> analyzers;
  for (const TestTarget& target : config->targets) {
    Result<std::unique_ptr<Analyzer>> analyzer =
        config->options.open ? config->options.open(target.definition) : open_analyzer(target.definition);
    if (!analyzer) return analyzer.error();
    analyzers.push_back(std::move(*analyzer));
  }
  return std::unique_ptr<core::Tester>(std::make_unique<AnalyzerTester>(std::move(config), std::move(analyzers)));
}

}  // namespace assay::analyzer
