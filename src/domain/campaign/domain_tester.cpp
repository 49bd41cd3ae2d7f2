#include "domain_tester.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "assay/base/hash.hpp"
#include "assay/domain/law.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cause.hpp"
#include "core/finding/finding.hpp"
#include "core/target/ending.hpp"
#include "core/target/scratch.hpp"
#include "domain/kernel/reduce/domain_reduce.hpp"
#include "domain/worker/protocol.hpp"
#include "domain/worker/worker.hpp"
#include "native_program.hpp"
#include "pass_rows.hpp"
#include "shape.hpp"
#include "variant_sessions.hpp"

namespace assay::domain {
namespace {

constexpr const char* kProgramFile = "program.txt";
constexpr std::string_view kOwnWorkTooLong = "timeout of Assay's own checks";
constexpr double kEndlessFactor = 2;  ///< multiple of the time limit after which an operation counts as endless
/// Maximum number of dimensions for which an operation that reaches the limit counts as endless. Above it, domains may
/// take exponential time by design.
constexpr unsigned kMaxEndlessDimensions = 8;
constexpr std::string_view kManyDimensions = "timeout in more than 8 dimensions";

core::BugKind kind_of(LawClass kind) {
  switch (kind) {
    case LawClass::Soundness: return core::BugKind::Unsound;
    case LawClass::Precision: return core::BugKind::Imprecise;
    case LawClass::Convergence: break;
  }
  return core::BugKind::Diverges;
}

/// True if cases of one target are cases of the other: the contracts differ in name and version at most.
bool takes_same_programs(const DomainTarget& one, const DomainTarget& other) {
  const auto text = [](const DomainTarget& target) {
    Contract contract = target.description->contract;
    contract.name.clear();
    contract.version.clear();
    return to_json(contract, target.description->transformers);
  };
  return text(one) == text(other);
}

/// The result of one run of a worker on one program.
struct Answer {
  std::optional<RunResult> result;
  core::TargetEnd end;
  std::string problem;              ///< description of a crash or an endless operation
  bool endless = false;             ///< an operation of the domain used up the CPU time limit
  bool is_exponential = false;      ///< the run timed out with more than kMaxEndlessDimensions dimensions
  bool is_own_work = false;         ///< the run ended in Assay's own code, not in the domain
  std::optional<std::size_t> step;  ///< last step that began; nullopt without --trace
  std::string asked;                ///< last operation that the step, a law, called; empty if unknown
  std::string text;
  core::Usage usage;
};

class DomainTester final : public core::Tester {
 public:
  explicit DomainTester(std::shared_ptr<const TestConfig> config)
      : config_(std::move(config)),
        scratch_(config_->targets.size()),
        sessions_(config_->targets.size()),
        variants_(config_) {}

  /// The cases of the targets alternate: case `index` is made from the contract of one target.
  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    const DomainTarget& target = config_->targets[index % config_->targets.size()];
    const Description& description = *target.description;
    core::Case made = case_of(
        random_program(config_->options.seed, index, description.contract, description.transformers, config_->program),
        target);
    made.index = index;
    made.strategy = "laws";
    return made;
  }

  bool belongs_to(const core::Case& subject, std::size_t target) const override {
    const DomainTarget& tested = config_->targets[target];
    if (subject.group == tested.name || !config_->options.only_changes) return subject.group == tested.name;
    // Versions of a domain are compared: they take the same programs.
    const auto made_for = std::find_if(config_->targets.begin(), config_->targets.end(),
                                       [&](const DomainTarget& other) { return other.name == subject.group; });
    return made_for != config_->targets.end() && takes_same_programs(*made_for, tested);
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override {
    core::Trial trial;
    const DomainTarget& tested = config_->targets[target];
    trial.command = tested.show;
    const core::File* file = subject.file(kProgramFile);
    const Result<Program> program =
        parse_program(file == nullptr ? "" : file->content, tested.description->transformers);
    if (!program) {
      trial.verdict = core::Verdict::skip("the case cannot be read");
      trial.output = program.error().text();
      return trial;
    }
    Answer answer = mode == core::RunMode::Fresh ? fresh(file->content, *program, tested,
                                                         by_processor(config_->options.limits, kEndlessFactor), stop)
                                                 : persistent(file->content, *program, target, stop);
    add_variant(answer, *program, file->content, target, stop);
    trial.cpu_seconds = answer.usage.cpu_seconds();
    trial.wall_seconds = answer.usage.wall_seconds;
    trial.output = answer.text;
    trial.verdict = judged(answer, *program, subject.index, tested);
    trial.answer = trial.verdict.is_bug() ? trial.verdict.reason : "as promised";
    if (answer.result) measure(*answer.result, tested, trial);
    measure_end(answer, *program, tested, trial);
    return trial;
  }

  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const DomainTarget& tested = config_->targets[target];
    const core::File* file = failing.file(kProgramFile);
    const Result<Program> program =
        parse_program(file == nullptr ? "" : file->content, tested.description->transformers);
    if (!program) return failing;
    const auto ask = [&](const Program& candidate) {
      const core::Case trial = case_of(candidate, tested);
      Answer answer = persistent(trial.files[0].content, candidate, target, budget.stop);
      add_variant(answer, candidate, trial.files[0].content, target, budget.stop);
      reduction_cpu_seconds_ += answer.usage.cpu_seconds();
      return answer;
    };
    const auto fails_alone = [&](const Program& candidate) {
      return fails_so(ask(candidate), candidate, wanted, tested);
    };
    const auto fails = [&](const Program& candidate) {
      if (!budget.differs) return fails_alone(candidate);
      return budget.accepts(case_of(candidate, tested), [&] { return fails_alone(candidate); });
    };
    const Program smallest = domain::reduce_program(
        *program, fails, budget, [&](const Program& few) { return beginning_of(few, wanted, tested, ask, fails); });
    core::Case reduced = case_of(smallest, tested);
    reduced.index = failing.index;
    reduced.strategy = failing.strategy;
    return reduced;
  }

  /// One operation may have several bugs, which the shape of the smallest program distinguishes.
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    constexpr std::size_t kReadable = 300;
    const DomainTarget& tested = config_->targets[target];
    std::string text = tested.name + " " + std::string(core::name(verdict.kind)) + " ";
    text += cause_of(verdict.reason);
    const core::File* file = reduced.file(kProgramFile);
    const Result<Program> program =
        parse_program(file == nullptr ? "" : file->content, tested.description->transformers);
    if (!program || !told_by_shape(verdict)) return text;
    std::string shape;
    for (const std::string& line :
         shape_of_cause(shape_of(*program, tested.description->transformers, {}), verdict.reason))
      shape += (shape.empty() ? "" : "; ") + line;
    return text + " [" + (shape.size() <= kReadable ? shape : to_hex(hash_bytes(shape))) + "]";
  }
  /// Also runs after a stop request: the time limits of the compiler and of the program bound its duration.
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override {
    const DomainTarget& tested = config_->targets[target];
    const core::File* file = finding.smallest().file(kProgramFile);
    const Result<Program> program =
        parse_program(file == nullptr ? "" : file->content, tested.description->transformers);
    if (!program) return core::reproduction_of_run(finding);
    RunResult elsewhere;  // violations that only the comparison of two targets finds
    elsewhere.violations = variants_.compare(*program, file->content, target, {});
    std::optional<NativeProgram> native = native_program(file->content, tested, elsewhere);
    if (!native) return without_program(finding);
    // An endless operation gets the time limit of the test. Other programs may take longer than in the test.
    const double seconds = finding.kind == core::BugKind::Diverges
                               ? std::min(kNativeSeconds, kEndlessFactor * config_->options.limits.wall_seconds)
                               : kNativeSeconds;
    NativeRun run = run_native(*native, config_->options.load, seconds, stop);
    if (run.compiled && !shows_bug(finding.kind, run)) {
      NativeProgram quiet = without_shows(*native);
      NativeRun other = run_native(quiet, config_->options.load, seconds, stop);
      if (shows_bug(finding.kind, other)) {
        native = std::move(quiet);
        run = std::move(other);
      }
    }
    return native_reproduction(finding, *native, run);
  }
  double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  /// False for crashes with a message (it identifies the cause) and for nondeterministic bugs (not reduced).
  static bool told_by_shape(const core::Verdict& verdict) {
    const bool has_message = verdict.kind == core::BugKind::Crash && verdict.reason.find(": ") != std::string::npos;
    return !has_message && verdict.kind != core::BugKind::Nondeterministic;
  }

  static core::Reproduction without_program(const core::Finding& finding) {
    core::Reproduction out = core::reproduction_of_run(finding);
    out.expected +=
        "\nThe adapter cannot write this sequence of steps as a program against the library's own interface: "
        "the command is Assay's own.";
    return out;
  }

  void add_variant(Answer& answer, const Program& program, const std::string& text, std::size_t target,
                   const std::stop_token& stop) {
    if (!answer.result) return;
    for (Violation& violation : variants_.compare(program, text, target, stop))
      answer.result->violations.push_back(std::move(violation));
  }

  /// The program in C or C++. Nullopt if the library's adapter cannot translate it.
  std::optional<NativeProgram> native_program(const std::string& text, const DomainTarget& tested,
                                              const RunResult& elsewhere) {
    const std::string asked =
        text + std::string(kEndOfProgram) + "\n" + to_json(elsewhere) + "\n" + std::string(kEndOfResult) + "\n";
    for (const std::vector<std::string>& argv : {tested.reproduction, tested.crash_reproduction}) {
      const core::ProcessResult result = core::run_in(alone_, {argv, {}, {}}, asked, config_->options.limits);
      if (result.ending == core::Ending::Exited && result.exit_code == 0) return read_native_program(result.out);
    }
    return std::nullopt;
  }

  Answer persistent(const std::string& text, const Program& program, std::size_t target, const std::stop_token& stop) {
    std::unique_ptr<core::ChildSession>& session = sessions_[target];
    if (!session || !session->alive()) {
      session.reset();
      scratch_[target].clear();
      core::Limits limits = config_->options.limits;
      limits.counts_waiting = false;
      auto started = core::start_in(scratch_[target], {config_->targets[target].argv, {}, {}}, limits);
      if (!started) return without_worker(started.error());
      session = std::move(*started);
    }
    Answer answer = answered(*session, text, stop);
    // The next case must not run in a process that failed.
    if (!answer.result) session.reset();
    answer.is_exponential = ran_out_of_time(answer) && program.dimensions > kMaxEndlessDimensions;
    // Persistent workers do not report steps: run the program again in a tracing worker.
    if (!answer.result && answer.end.kind != core::TargetEnd::Kind::Cancelled && !answer.step && !answer.is_exponential)
      return fresh(text, program, config_->targets[target], by_processor(config_->options.limits, 1), stop);
    return answer;
  }

  static Answer without_worker(const Error& why) {
    Answer answer;
    answer.end.kind = core::TargetEnd::Kind::Missing;
    answer.text = why.text();
    return answer;
  }

  /// Limits the CPU time to `times` the time limit, so that a busy machine makes no operation look endless. The wall
  /// time limit becomes kWallFactor times as long.
  static core::Limits by_processor(core::Limits limits, double times) {
    constexpr double kWallFactor = 6;
    if (limits.cpu_seconds <= 0) limits.cpu_seconds = limits.wall_seconds;
    limits.cpu_seconds *= times;
    limits.wall_seconds *= kWallFactor;
    limits.counts_waiting = false;
    return limits;
  }

  static bool ran_out_of_time(const Answer& answer) {
    return answer.end.kind == core::TargetEnd::Kind::Limited && answer.end.limit == core::TargetEnd::Limit::Time;
  }

  Answer fresh(const std::string& text, const Program& program, const DomainTarget& target, const core::Limits& limits,
               const std::stop_token& stop) {
    alone_.clear();
    auto started = core::start_in(alone_, {target.trace, {}, {}}, limits);
    if (!started) return without_worker(started.error());
    Answer answer = answered(**started, text, stop);
    answer.is_exponential = ran_out_of_time(answer) && program.dimensions > kMaxEndlessDimensions;
    answer.endless = ran_out_of_time(answer) && !answer.is_exponential &&
                     answer.usage.cpu_seconds() >= limits.cpu_seconds && !answer.is_own_work;
    if (answer.endless) answer.problem = "no answer within the time limit";
    return answer;
  }

  static Answer answered(core::ChildSession& session, const std::string& text, const std::stop_token& stop) {
    const core::ChildSession::Answer got = session.ask(text + std::string(kEndOfProgram) + "\n", kEndOfResult, stop);
    Answer answer;
    answer.usage = got.usage;
    std::string last;
    for (const std::string_view line : split(got.out, '\n')) {
      if (line.starts_with("step ")) {
        const std::vector<std::string_view> words = split(line, ' ');
        if (const auto number = parse_unsigned(words[1])) answer.step = static_cast<std::size_t>(*number);
        answer.is_own_work = words.size() > 2 && words[2] == kOwnWork;
        if (!answer.is_own_work) answer.asked = words.size() > 2 ? words[2] : "";
      } else if (!line.empty()) {
        last = line;
      }
    }
    answer.text = got.err;
    if (got.complete) {
      Result<RunResult> result = result_from_json(last);
      if (result) {
        answer.result = std::move(*result);
      } else {
        answer.problem = result.error().text();
      }
      return answer;
    }
    answer.end = core::classify(got);
    const bool crashed = answer.end.kind == core::TargetEnd::Kind::Crashed;
    answer.problem = crashed ? "signal " + std::to_string(got.signal) : "exit code " + std::to_string(got.exit_code);
    // The last line that the library printed, the message of an assertion for example.
    const std::vector<std::string_view> lines = split(trim(got.err), '\n');
    if (!lines.empty() && !lines.back().empty()) answer.problem += ": " + normalised(lines.back());
    return answer;
  }

  /// Adds the tallies and, for each law, the numbers of checks with a true and with a false premise.
  void measure(const RunResult& result, const DomainTarget& tested, core::Trial& trial) const {
    for (const Tally& tally : result.tallies)
      trial.measures.emplace_back(tally.question + " of " + tested.name + " = " + tally.answer, tally.count);
    const std::vector<unsigned>& only = config_->program.laws;
    for (std::size_t i = 0; i < laws().size(); ++i) {
      const Law& law = laws()[i];
      if (!applies(law, tested.description->contract)) continue;
      if (!only.empty() && std::find(only.begin(), only.end(), law.number) == only.end()) continue;
      const std::string question =
          "law " + std::to_string(law.number) + " (" + std::string(law.statement) + ") of " + tested.name;
      trial.measures.emplace_back(question + " = checked", result.counts[i].checked);
      trial.measures.emplace_back(question + " = vacuous", result.counts[i].vacuous);
    }
  }

  /// Adds the step in which the program ended, unless Assay's limits or the machine ended it.
  static void measure_end(const Answer& answer, const Program& program, const DomainTarget& tested,
                          core::Trial& trial) {
    if (!answer.result && !answer.endless && !answer.end.skip_reason().empty()) return;
    const Place place = answer.result ? Place{} : place_of(program, answer);
    const std::string& where = place.operation.empty() ? place.law : place.operation;
    const bool is_cut = answer.result && answer.result->cut;
    const std::string end = is_cut ? "time limit" : answer.result ? "whole" : where.empty() ? "unknown" : where;
    trial.measures.emplace_back(end_question(tested.name) + " = " + end, 1);
  }

  /// The operation of a step, or the law with its last operation. An empty text means unknown or none.
  struct Place {
    std::string operation;
    std::string law;
  };
  static Place place_of(const Program& program, const Answer& answer) {
    if (!answer.step) return {};
    if (*answer.step < program.instructions.size())
      return {std::string(name(program.instructions[*answer.step].operation)), ""};
    const std::size_t check = *answer.step - program.instructions.size();
    if (check >= program.checks.size()) return {};
    return {answer.asked, "law " + std::to_string(program.checks[check].law)};
  }

  core::Verdict broken(const Answer& answer, const Program& program, const DomainTarget& tested) const {
    if (answer.is_exponential) return core::Verdict::skip(std::string(kManyDimensions));
    if (!answer.endless && !answer.end.skip_reason().empty())
      return core::Verdict::skip(std::string(answer.is_own_work && answer.end.skip_reason() == core::kTimeout
                                                 ? kOwnWorkTooLong
                                                 : answer.end.skip_reason()));
    const Place place = place_of(program, answer);
    // A crash of an operation is one cause, whichever law called it.
    const std::string& where = place.operation.empty() ? place.law : place.operation;
    const std::string reason = answer.problem + (where.empty() ? "" : " in " + where);
    const core::BugKind kind = answer.endless ? core::BugKind::Diverges : core::BugKind::Crash;
    const KnownRow* const known = config_->known.of(
        {tested.name, core::name(kind), place.law, place.operation, reason, asked_for(program),
         shape_at(program, tested, answer.step ? std::vector{*answer.step} : std::vector<std::size_t>{})});
    if (known != nullptr) return masked(*known);
    const std::string asked_by =
        place.operation.empty() || place.law.empty() ? "" : ", which " + place.law + " asks for";
    return core::Verdict::bug(kind, reason, reason + asked_by + "\n" + answer.text);
  }

  static core::Verdict masked(const KnownRow& known) { return core::Verdict::skip("known bug: " + known.bug.cause); }

  /// The shape of the failing steps and the steps that made their arguments; only if there are known causes.
  [[nodiscard]] std::vector<std::string> shape_at(const Program& program, const DomainTarget& tested,
                                                  const std::vector<std::size_t>& steps) const {
    if (config_->known.rows().empty()) return {};
    return shape_of(program, tested.description->transformers, steps);
  }

  const KnownRow* known_cause(const Violation& violation, const Program& program, const DomainTarget& tested) const {
    const std::string text = reason_of(violation) + "\n" + violation.detail;
    std::vector<std::size_t> roots = violation.asked;
    roots.push_back(violation.instruction);
    return config_->known.of({tested.name, core::name(kind_of(violation.kind)), violation.oracle,
                              name(violation.operation), text, asked_for(program), shape_at(program, tested, roots)});
  }

  /// Reports only one violation, chosen by the case's index, so that no cause always hides another.
  core::Verdict judged(const Answer& answer, const Program& program, std::uint64_t index,
                       const DomainTarget& tested) const {
    if (!answer.result) return broken(answer, program, tested);
    std::vector<const Violation*> different;
    const KnownRow* known = nullptr;
    for (const Violation& violation : answer.result->violations) {
      const auto same = [&](const Violation* other) { return reason_of(*other) == reason_of(violation); };
      if (std::any_of(different.begin(), different.end(), same)) continue;
      if (const KnownRow* const cause = program.planted ? nullptr : known_cause(violation, program, tested)) {
        known = cause;
      } else {
        different.push_back(&violation);
      }
    }
    if (different.empty() && known != nullptr) return masked(*known);
    if (different.empty()) return core::Verdict::pass(passes::kLaws, answer.result->cut ? passes::kCut : "");
    const Violation& chosen = *different[index % different.size()];
    std::string detail = chosen.detail;
    for (const Violation* other : different)
      if (other != &chosen) detail += "also " + other->oracle + ": " + other->detail;
    return core::Verdict::bug(kind_of(chosen.kind), reason_of(chosen), detail);
  }

  bool fails_so(const Answer& answer, const Program& program, const core::Verdict& wanted,
                const DomainTarget& tested) const {
    if (!answer.result) {
      const core::Verdict verdict = broken(answer, program, tested);
      return verdict.is_bug() && verdict.kind == wanted.kind && verdict.reason == wanted.reason;
    }
    return std::any_of(
        answer.result->violations.begin(), answer.result->violations.end(), [&](const Violation& violation) {
          return kind_of(violation.kind) == wanted.kind && same_cause(reason_of(violation), wanted.reason) &&
                 known_cause(violation, program, tested) == nullptr;
        });
  }

  /// The program with which the reduction begins: the first of `beginnings` that fails in the wanted way.
  template <typename Ask, typename Fails>
  static Program beginning_of(const Program& program, const core::Verdict& wanted, const DomainTarget& tested, Ask ask,
                              Fails fails) {
    const Answer answer = ask(program);
    if (!answer.result) return program;
    for (const Violation& violation : answer.result->violations) {
      if (kind_of(violation.kind) != wanted.kind || reason_of(violation) != wanted.reason) continue;
      for (Program& candidate : beginnings(program, violation, tested.description->transformers))
        if (fails(candidate)) return std::move(candidate);
    }
    return program;
  }

  std::shared_ptr<const TestConfig> config_;
  core::ScratchFolder alone_;                 ///< folder of workers that run one program
  std::vector<core::ScratchFolder> scratch_;  ///< folders of sessions_, which must be destroyed first
  std::vector<std::unique_ptr<core::ChildSession>> sessions_;
  VariantSessions variants_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace

std::string end_question(const std::string& target) { return "where programs of " + target + " end"; }

core::Case case_of(const Program& program, const DomainTarget& target) {
  core::Case made;
  made.strategy = "laws";
  made.group = target.name;
  made.files = {{kProgramFile, to_text(program, target.description->transformers)}};
  std::set<std::string_view> used;
  for (const Instruction& instruction : program.instructions) used.insert(name(instruction.operation));
  for (const std::string_view operation : used) made.labels.emplace_back(operation);
  return made;
}

std::unique_ptr<core::Tester> make_domain_tester(std::shared_ptr<const TestConfig> config) {
  return std::make_unique<DomainTester>(std::move(config));
}

}  // namespace assay::domain
