#include <algorithm>
#include <limits>
#include <list>
#include <utility>

#include "assay/base/message.hpp"
#include "assay/base/text.hpp"
#include "assay/core/target/ending.hpp"
#include "assay/core/target/patterns.hpp"
#include "assay/core/target/scratch.hpp"
#include "assay/datalog/engine.hpp"
#include "temporary_file.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kShownOutput = 16384;
/// Engines keep something of every program: a process is replaced after so many, or when it has grown past this share
/// of the memory it may have.
constexpr unsigned kProgramsPerProcess = 1000;
constexpr std::uint64_t kMemoryShare = 4;
/// Processes that live at a time: one without flags, and those with the flags of the last cases.
constexpr std::size_t kProcesses = 3;
constexpr std::uint64_t kLeastTupleBytes = 8;  ///< of output, as the limit of tuples counts it

/// What ended, whichever way the engine was run.
struct Ended {
  core::Ending ending = core::Ending::Exited;
  int exit_code = 0;
  int signal = 0;
  std::string_view out;
  std::string err;
  std::string message;
  bool truncated = false;
};

/// Passes tuples on, keeps in mind what was wrong with one, and lets go of the printed text that has been read.
class ReadingSink final : public TupleSink {
 public:
  ReadingSink(TupleSink& next, const MappedFile& printed, const std::stop_token& stop)
      : next_(next), printed_(printed), stop_(stop) {}

  Status add(RelationId relation, const Value* tuple, const std::vector<std::string>& symbols) override {
    constexpr std::uint64_t kPeriod = 1U << 16;
    if (++tuples_ % kPeriod == 0) {
      printed_.release();
      if (stop_.stop_requested()) return status_ = Error{std::string(kCancelled), ""};
    }
    return status_ = next_.add(relation, tuple, symbols);
  }
  [[nodiscard]] const Status& status() const { return status_; }
  static constexpr std::string_view kCancelled = "cancelled";

 private:
  TupleSink& next_;
  const MappedFile& printed_;
  const std::stop_token& stop_;
  std::uint64_t tuples_ = 0;
  Status status_;
};

/// The result is not known: there is no place for it.
EngineAnswer without_place(EngineAnswer answer, const Error& why) {
  const bool cancelled = why.message == ReadingSink::kCancelled;
  answer.kind = cancelled ? EngineAnswer::Kind::Cancelled : EngineAnswer::Kind::TooLarge;
  answer.reason = why.message;
  if (!cancelled) answer.text = why.text();
  answer.output = {};
  return answer;
}

class ProcessPort final : public EnginePort {
 public:
  ProcessPort(const EngineTarget& target, const core::Limits& limits)
      : target_(target), limits_(limits), crashes_(target.definition.crashes), skips_(target.definition.skips) {}

  EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool fresh,
                   const std::stop_token& stop) override {
    const std::string text = target_.dialect->print(program);
    const EngineDefinition& engine = target_.definition;
    const bool persistent = !fresh && !engine.persistent.empty() && (flags.empty() || engine.persistent_flags);
    return persistent ? run_persistent(program, text, flags, stop) : run_alone(program, text, flags, stop);
  }

  EngineAnswer run_large(const Program& program, const std::vector<std::string>& flags, TupleSink& sink,
                         DiskBudget& disk, const std::stop_token& stop) override {
    EngineAnswer answer;
    Result<Call> call = call_for(target_.dialect->print(program), flags);
    if (!call) return without_place(std::move(answer), call.error());
    TemporaryFile file(disk);
    if (!file.status()) return without_place(std::move(answer), file.status().error());
    const core::ProcessResult result = core::run_in(
        scratch_, std::move(call->command), call->input, limits_,
        [&](std::string_view data) { return file.append(data).ok(); }, stop);
    answer.usage = result.usage;
    if (!file.status()) return without_place(std::move(answer), file.status().error());
    const MappedFile printed(file);
    if (!printed.ok()) return without_place(std::move(answer), Error{kDiskBroken, ""});
    ReadingSink reading(sink, printed, stop);
    judge(ended(result, printed.text()), program, {std::numeric_limits<std::size_t>::max(), &reading}, answer);
    if (!reading.status()) return without_place(std::move(answer), reading.status().error());
    return answer;
  }

 private:
  struct Call {
    core::Command command;
    std::string input;
  };

  Result<Call> call_for(std::string text, const std::vector<std::string>& flags) {
    Call call;
    call.command.argv = with_flags(target_.definition.argv, flags);
    if (const auto driver = std::find(call.command.argv.begin(), call.command.argv.end(), "{driver}");
        driver != call.command.argv.end()) {
      Result<std::string> path = scratch_.write("driver", target_.definition.driver);
      if (!path) return path.error();
      *driver = std::move(*path);
    }
    const auto place = std::find(call.command.argv.begin(), call.command.argv.end(), "{input}");
    if (place == call.command.argv.end()) {
      call.input = std::move(text);
      return call;
    }
    Result<std::string> path = scratch_.write("program" + std::string(target_.dialect->extension), text);
    if (!path) return path.error();
    *place = std::move(*path);
    return call;
  }

  static Ended ended(const core::ProcessResult& result, std::string_view out) {
    return {result.ending, result.exit_code, result.signal, out, result.err, result.message, result.truncated};
  }

  [[nodiscard]] ReadLimits usual_bounds() const {
    return {static_cast<std::size_t>(limits_.output_bytes / kLeastTupleBytes), nullptr};
  }

  EngineAnswer run_alone(const Program& program, const std::string& text, const std::vector<std::string>& flags,
                         const std::stop_token& stop) {
    EngineAnswer answer;
    Result<Call> call = call_for(text, flags);
    if (!call) {
      answer.kind = EngineAnswer::Kind::Limited;
      answer.reason = core::kCannotStart;
      answer.text = call.error().text();
      return answer;
    }
    const core::ProcessResult result = core::run_in(scratch_, std::move(call->command), call->input, limits_, stop);
    answer.usage = result.usage;
    judge(ended(result, result.out), program, usual_bounds(), answer);
    return answer;
  }

  /// A process that answers many programs, with flags of its own.
  struct PersistentProcess {
    std::vector<std::string> flags;
    core::ScratchFolder scratch;
    std::unique_ptr<core::ChildSession> session;  ///< works in the folder: goes first
    unsigned served = 0;                          ///< programs that it has answered
  };

  EngineAnswer run_persistent(const Program& program, const std::string& text, const std::vector<std::string>& flags,
                              const std::stop_token& stop) {
    EngineAnswer answer;
    PersistentProcess& process = process_with(flags);
    if (!process.session || !process.session->alive()) {
      if (Status status = start(process); !status) {
        answer.kind = EngineAnswer::Kind::Limited;
        answer.reason = core::kCannotStart;
        answer.text = status.error().text();
        return answer;
      }
    }
    const EngineDefinition& definition = target_.definition;
    core::ChildSession::Answer got =
        process.session->ask(definition.persistent_before + text + definition.persistent_after, kEndOfAnswer, stop);
    answer.usage = got.usage;
    judge({got.complete ? core::Ending::Exited : got.ending,
           got.exit_code,
           got.signal,
           got.out,
           std::move(got.err),
           {},
           got.truncated},
          program, usual_bounds(), answer);
    const bool grown = limits_.memory_bytes > 0 && got.usage.peak_memory_bytes > limits_.memory_bytes / kMemoryShare;
    // What went wrong may have left traces: the next program gets a process of its own.
    if (answer.kind != EngineAnswer::Kind::Computed || grown || ++process.served >= kProgramsPerProcess)
      process.session.reset();
    return answer;
  }

  /// The process with these flags; a new one takes the place of the least recently used.
  PersistentProcess& process_with(const std::vector<std::string>& flags) {
    const auto known = std::find_if(processes_.begin(), processes_.end(),
                                    [&](const PersistentProcess& one) { return one.flags == flags; });
    if (known != processes_.end()) {
      processes_.splice(processes_.begin(), processes_, known);
    } else {
      if (processes_.size() >= kProcesses) processes_.pop_back();
      processes_.emplace_front().flags = flags;
    }
    return processes_.front();
  }

  Status start(PersistentProcess& process) {
    core::Command command;
    command.argv = with_flags(target_.definition.persistent, process.flags);
    process.scratch.clear();
    if (const auto place = std::find(command.argv.begin(), command.argv.end(), "{driver}");
        place != command.argv.end()) {
      Result<std::string> path = process.scratch.write("driver" + std::string(target_.dialect->extension),
                                                       target_.definition.persistent_driver);
      if (!path) return path.error();
      *place = std::move(*path);
    }
    Result<std::unique_ptr<core::ChildSession>> started = core::start_in(process.scratch, std::move(command), limits_);
    if (!started) return started.error();
    process.session = std::move(*started);
    process.served = 0;
    return {};
  }

  void judge(const Ended& ended, const Program& program, const ReadLimits& bounds, EngineAnswer& answer) const {
    using Kind = EngineAnswer::Kind;
    answer.text = printable(shortened(ended.out, kShownOutput)) + printable(shortened(ended.err, kShownOutput));
    const auto set = [&](Kind kind, std::string reason) {
      answer.kind = kind;
      answer.reason = std::move(reason);
    };
    const core::TargetEnd end = core::classify(ended.ending, ended.exit_code, ended.signal, ended.message);
    const bool too_large = end.limit == core::TargetEnd::Limit::Output;
    switch (end.kind) {
      case core::TargetEnd::Kind::Cancelled: return set(Kind::Cancelled, std::string(end.skip_reason()));
      case core::TargetEnd::Kind::Limited:
        return set(too_large ? Kind::TooLarge : Kind::Limited, std::string(end.skip_reason()));
      case core::TargetEnd::Kind::Missing:
        answer.text = end.message;
        return set(Kind::Limited, std::string(end.skip_reason()));
      case core::TargetEnd::Kind::Ended:
      case core::TargetEnd::Kind::Crashed: break;
    }
    const std::vector<std::string_view> errors = lines_of(ended.err);
    const std::vector<std::string_view> lines = lines_of(ended.out);
    for (const std::vector<std::string_view>* all : {&errors, &lines}) {
      if (const core::PatternList::Match skip = skips_.find(*all); skip.meaning != nullptr)
        return set(Kind::Skipped, *skip.meaning);
      if (const core::PatternList::Match crash = crashes_.find(*all); crash.meaning != nullptr)
        return set(Kind::Crashed, normalised((*all)[crash.line]));
    }
    if (end.kind == core::TargetEnd::Kind::Crashed)
      return set(Kind::Crashed,
                 "signal " + std::to_string(ended.signal) + (errors.empty() ? "" : ": " + normalised(errors.front())));
    const std::string output_limit(core::kOutputLimit);
    if (ended.truncated) return set(Kind::TooLarge, output_limit);
    Result<Output> output = target_.dialect->read(program, ended.out, bounds);
    // What was printed before an error message is no result, though it may read as one: in some dialects nothing is
    // what an empty result looks like. (An exit code alone is no error: clingo has one for each kind of success.)
    const bool complains = ended.exit_code != 0 || !errors.empty();
    const bool fails = ended.exit_code != 0 && !errors.empty();
    if (output && !fails && !(complains && says_nothing(program, *output))) {
      answer.output = std::move(*output);
      return;
    }
    if (output) return set(Kind::Rejected, complaint(errors, lines, ended.exit_code));
    // What every reader says about a result that is longer than the bounds: no fault of the engine's.
    if (output.error().message.find("more than " + std::to_string(bounds.tuples) + " tuples") != std::string::npos)
      return set(Kind::TooLarge, output_limit);
    if (complains) return set(Kind::Rejected, complaint(errors, lines, ended.exit_code));
    answer.text = output.error().text() + "\n" + answer.text;
    set(Kind::Crashed, "output that cannot be read: " + normalised(output.error().message));
  }

  /// Relations were asked for, and none of them was printed.
  static bool says_nothing(const Program& program, const Output& output) {
    bool asked = false;
    for (std::size_t i = 0; i < program.relations.size(); ++i) {
      if (output.present[i]) return false;
      asked = asked || program.relations[i].is_output;
    }
    return asked;
  }

  static std::string complaint(const std::vector<std::string_view>& errors, const std::vector<std::string_view>& lines,
                               int exit_code) {
    if (errors.empty() && lines.empty()) return "exit code " + std::to_string(exit_code);
    return normalised(errors.empty() ? lines.front() : errors.front());
  }

  static std::vector<std::string_view> lines_of(std::string_view text) {
    constexpr std::size_t kLooked = 1U << 16;  // messages stand at the beginning, or instead of everything else
    std::vector<std::string_view> lines;
    for (const std::string_view line : split(text.substr(0, kLooked), '\n'))
      if (!trim(line).empty()) lines.push_back(line);
    return lines;
  }

  const EngineTarget& target_;
  core::Limits limits_;
  core::PatternList crashes_;
  core::PatternList skips_;
  core::ScratchFolder scratch_;             ///< of processes that answer one program
  std::list<PersistentProcess> processes_;  ///< the most recently used first
};

}  // namespace

EngineAnswer EnginePort::run_large(const Program& program, const std::vector<std::string>& flags, TupleSink& sink,
                                   DiskBudget&, const std::stop_token& stop) {
  EngineAnswer answer = run(program, flags, true, stop);
  if (answer.kind != EngineAnswer::Kind::Computed) return answer;
  const Status added = add_all(answer.output.relations, answer.output.symbols, sink);
  if (!added) return without_place(std::move(answer), added.error());
  for (Tuples& tuples : answer.output.relations) tuples = Tuples();
  return answer;
}

Status add_all(const std::vector<Tuples>& relations, const std::vector<std::string>& symbols, TupleSink& sink) {
  for (std::size_t id = 0; id < relations.size(); ++id)
    for (std::size_t row = 0; row < relations[id].count; ++row)
      if (Status added = sink.add(static_cast<RelationId>(id), relations[id].row(row), symbols); !added) return added;
  return {};
}

std::unique_ptr<EnginePort> make_engine_port(const EngineTarget& target, const core::Limits& limits) {
  return std::make_unique<ProcessPort>(target, limits);
}

}  // namespace assay::datalog
