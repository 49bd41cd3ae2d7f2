#include <algorithm>
#include <limits>
#include <list>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "core/target/patterns.hpp"
#include "core/target/scratch.hpp"
#include "datalog/engine/engine.hpp"
#include "temporary_file.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxShownBytes = 16384;
/// Engines leak memory with every program. A process is replaced after this number of programs, or when its memory
/// has grown by 1 / kMemoryFraction of the limit.
constexpr unsigned kProgramsPerProcess = 1000;
constexpr std::uint64_t kMemoryFraction = 4;
/// Maximum number of processes at a time: one without flags, the others with the flags of recent cases.
constexpr std::size_t kMaxProcesses = 3;
/// Assumed size of a tuple in an output; converts the limit on output bytes into one on tuples.
constexpr std::uint64_t kMinTupleBytes = 8;

/// How a run of the engine ended, in any style.
struct RunEnd {
  core::Ending ending = core::Ending::Exited;
  int exit_code = 0;
  int signal = 0;
  std::string_view out;
  std::string err;
  std::string message;
  bool truncated = false;
};

/// Passes tuples on, stores the first error, and regularly frees the memory of the text that has been read.
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

/// The answer of a run whose result could not be stored or was cancelled.
EngineAnswer without_result(EngineAnswer answer, const Error& why) {
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
    if (!call) return without_result(std::move(answer), call.error());
    TemporaryFile file(disk);
    if (!file.status()) return without_result(std::move(answer), file.status().error());
    const core::ProcessResult result = core::run_in(
        scratch_, std::move(call->command), call->input, limits_,
        [&](std::string_view data) { return file.append(data).ok(); }, stop);
    answer.usage = result.usage;
    if (!file.status()) return without_result(std::move(answer), file.status().error());
    const MappedFile printed(file);
    if (!printed.ok()) return without_result(std::move(answer), Error{kDiskBroken, ""});
    ReadingSink reading(sink, printed, stop);
    judge(end_of(result, printed.text()), program, {std::numeric_limits<std::size_t>::max(), &reading}, answer);
    if (!reading.status()) return without_result(std::move(answer), reading.status().error());
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

  static RunEnd end_of(const core::ProcessResult& result, std::string_view out) {
    return {result.ending, result.exit_code, result.signal, out, result.err, result.message, result.truncated};
  }

  [[nodiscard]] ReadLimits default_bounds() const {
    return {static_cast<std::size_t>(limits_.output_bytes / kMinTupleBytes), nullptr};
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
    judge(end_of(result, result.out), program, default_bounds(), answer);
    return answer;
  }

  /// A process that answers many programs with the same flags.
  struct PersistentProcess {
    std::vector<std::string> flags;
    core::ScratchFolder scratch;
    std::unique_ptr<core::ChildSession> session;  ///< works in `scratch`, so it is destroyed first
    unsigned served = 0;                          ///< number of answered programs
    std::uint64_t first_peak = 0;                 ///< memory after the first of them
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
          program, default_bounds(), answer);
    if (process.served == 0) process.first_peak = got.usage.peak_memory_bytes;
    const bool grown = limits_.memory_bytes > 0 &&
                       got.usage.peak_memory_bytes > process.first_peak + limits_.memory_bytes / kMemoryFraction;
    // A failed program may have damaged the process: the next program gets a new one.
    using Kind = EngineAnswer::Kind;
    const bool refused = got.complete && (answer.kind == Kind::Rejected || answer.kind == Kind::Skipped);
    const bool good = answer.kind == Kind::Computed || (refused && definition.persistent_survives);
    if (!good || grown || ++process.served >= kProgramsPerProcess) process.session.reset();
    return answer;
  }

  /// The process with these flags. A new one replaces the least recently used process if there are kMaxProcesses.
  PersistentProcess& process_with(const std::vector<std::string>& flags) {
    const auto known = std::find_if(processes_.begin(), processes_.end(),
                                    [&](const PersistentProcess& one) { return one.flags == flags; });
    if (known != processes_.end()) {
      processes_.splice(processes_.begin(), processes_, known);
    } else {
      if (processes_.size() >= kMaxProcesses) processes_.pop_back();
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
      const EngineDefinition& engine = target_.definition;
      Result<std::string> path =
          process.scratch.write("driver" + std::string(target_.dialect->extension),
                                engine.persistent_driver.empty() ? engine.driver : engine.persistent_driver);
      if (!path) return path.error();
      *place = std::move(*path);
    }
    Result<std::unique_ptr<core::ChildSession>> started = core::start_in(process.scratch, std::move(command), limits_);
    if (!started) return started.error();
    process.session = std::move(*started);
    process.served = 0;
    return {};
  }

  void judge(const RunEnd& run_end, const Program& program, const ReadLimits& bounds, EngineAnswer& answer) const {
    using Kind = EngineAnswer::Kind;
    answer.text = printable(shortened(run_end.out, kMaxShownBytes)) + printable(shortened(run_end.err, kMaxShownBytes));
    const auto set = [&](Kind kind, std::string reason) {
      answer.kind = kind;
      answer.reason = std::move(reason);
    };
    const core::TargetEnd end = core::classify(run_end.ending, run_end.exit_code, run_end.signal, run_end.message);
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
    const std::vector<std::string_view> errors = lines_of(run_end.err);
    const std::vector<std::string_view> lines = lines_of(run_end.out);
    for (const std::vector<std::string_view>* all : {&errors, &lines}) {
      if (const core::PatternList::Match skip = skips_.find(*all); skip.meaning != nullptr)
        return set(Kind::Skipped, *skip.meaning);
      if (const core::PatternList::Match crash = crashes_.find(*all); crash.meaning != nullptr)
        return set(Kind::Crashed, normalised((*all)[crash.line]));
    }
    if (end.kind == core::TargetEnd::Kind::Crashed)
      return set(Kind::Crashed, "signal " + std::to_string(run_end.signal) +
                                    (errors.empty() ? "" : ": " + normalised(errors.front())));
    const std::string output_limit(core::kOutputLimit);
    if (run_end.truncated) return set(Kind::TooLarge, output_limit);
    Result<Output> output = target_.dialect->read(program, run_end.out, bounds);
    // Output before an error message is no result, even if it can be read: in some dialects an empty result is an empty
    // output. (A nonzero exit code alone is no error: clingo has one for each kind of success.)
    const bool complains = run_end.exit_code != 0 || !errors.empty();
    const bool fails = run_end.exit_code != 0 && !errors.empty();
    if (output && !fails && !(complains && prints_no_relation(program, *output))) {
      answer.output = std::move(*output);
      return;
    }
    if (output) return set(Kind::Rejected, complaint(errors, lines, run_end.exit_code));
    // All readers use this message for a result that exceeds the bounds, which is no fault of the engine.
    if (output.error().message.find("more than " + std::to_string(bounds.tuples) + " tuples") != std::string::npos)
      return set(Kind::TooLarge, output_limit);
    if (complains) return set(Kind::Rejected, complaint(errors, lines, run_end.exit_code));
    answer.text = output.error().text() + "\n" + answer.text;
    answer.is_unreadable = true;
    set(Kind::Crashed, "output that cannot be read: " + normalised(output.error().message));
  }

  /// Whether the program has output relations and the engine printed no relation.
  static bool prints_no_relation(const Program& program, const Output& output) {
    bool has_output = false;
    for (std::size_t i = 0; i < program.relations.size(); ++i) {
      if (output.present[i]) return false;
      has_output = has_output || program.relations[i].is_output;
    }
    return has_output;
  }

  static std::string complaint(const std::vector<std::string_view>& errors, const std::vector<std::string_view>& lines,
                               int exit_code) {
    if (errors.empty() && lines.empty()) return "exit code " + std::to_string(exit_code);
    return normalised(errors.empty() ? lines.front() : errors.front());
  }

  static std::vector<std::string_view> lines_of(std::string_view text) {
    constexpr std::size_t kMaxBytes = 1U << 16;  // messages stand at the beginning of an output
    std::vector<std::string_view> lines;
    for (const std::string_view line : split(text.substr(0, kMaxBytes), '\n'))
      if (!trim(line).empty()) lines.push_back(line);
    return lines;
  }

  const EngineTarget& target_;
  core::Limits limits_;
  core::PatternList crashes_;
  core::PatternList skips_;
  core::ScratchFolder scratch_;             ///< for processes that answer one program
  std::list<PersistentProcess> processes_;  ///< the most recently used first
};

}  // namespace

EngineAnswer EnginePort::run_large(const Program& program, const std::vector<std::string>& flags, TupleSink& sink,
                                   DiskBudget&, const std::stop_token& stop) {
  EngineAnswer answer = run(program, flags, true, stop);
  if (answer.kind != EngineAnswer::Kind::Computed) return answer;
  const Status added = add_all(answer.output.relations, answer.output.symbols, sink);
  if (!added) return without_result(std::move(answer), added.error());
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
