#include <algorithm>
#include <utility>

#include "assay/base/patterns.hpp"
#include "assay/base/text.hpp"
#include "assay/datalog/engine.hpp"
#include "scratch.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kShownOutput = 16384;
/// Engines keep something of every program: a process is replaced after so many, or when it has grown past this share
/// of the memory it may have.
constexpr unsigned kProgramsPerProcess = 1000;
constexpr std::uint64_t kMemoryShare = 4;
constexpr std::uint64_t kLeastTupleBytes = 8;  ///< of output, as the limit of tuples counts it

/// What ended, whichever way the engine was run.
struct Ended {
  core::Ending ending = core::Ending::Exited;
  int exit_code = 0;
  int signal = 0;
  std::string out;
  std::string err;
  std::string message;
  bool truncated = false;
};

class ProcessPort final : public EnginePort {
 public:
  ProcessPort(const EngineTarget& target, const core::Limits& limits)
      : target_(target), limits_(limits), crashes_(target.definition.crashes), skips_(target.definition.skips) {}

  EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool fresh,
                   const std::stop_token& stop) override {
    const std::string text = target_.dialect->print(program);
    const bool persistent = !fresh && flags.empty() && !target_.definition.persistent.empty();
    return persistent ? run_persistent(program, text, stop) : run_alone(program, text, flags, stop);
  }

 private:
  EngineAnswer run_alone(const Program& program, const std::string& text, const std::vector<std::string>& flags,
                         const std::stop_token& stop) {
    core::Command command;
    command.argv = target_.definition.argv;
    command.argv.insert(command.argv.begin() + 1, flags.begin(), flags.end());
    EngineAnswer answer;
    const auto place = std::find(command.argv.begin(), command.argv.end(), "{input}");
    const bool by_file = place != command.argv.end();
    if (by_file) {
      const Result<std::string> path = scratch_.write("program" + std::string(target_.dialect->extension), text);
      if (!path) {
        answer.kind = EngineAnswer::Kind::Limited;
        answer.reason = "no place for the program's file";
        answer.text = path.error().text();
        return answer;
      }
      *place = *path;
    }
    command.working_directory = scratch_.folder();
    core::ProcessResult result = core::run_process(command, by_file ? std::string() : text, limits_, stop);
    answer.usage = result.usage;
    judge({result.ending, result.exit_code, result.signal, std::move(result.out), std::move(result.err),
           std::move(result.message), result.truncated},
          program, answer);
    return answer;
  }

  EngineAnswer run_persistent(const Program& program, const std::string& text, const std::stop_token& stop) {
    EngineAnswer answer;
    if (!session_ || !session_->alive()) {
      if (Status status = start_session(); !status) {
        answer.kind = EngineAnswer::Kind::Crashed;
        answer.reason = "the engine cannot be started";
        answer.text = status.error().text();
        return answer;
      }
    }
    const EngineDefinition& definition = target_.definition;
    core::ChildSession::Answer got =
        session_->ask(definition.persistent_before + text + definition.persistent_after, kEndOfAnswer, stop);
    answer.usage = got.usage;
    judge({got.complete ? core::Ending::Exited : got.ending,
           got.exit_code,
           got.signal,
           std::move(got.out),
           std::move(got.err),
           {},
           got.truncated},
          program, answer);
    const bool grown = limits_.memory_bytes > 0 && got.usage.peak_memory_bytes > limits_.memory_bytes / kMemoryShare;
    // What went wrong may have left traces: the next program gets a process of its own.
    if (answer.kind != EngineAnswer::Kind::Computed || grown || ++served_ >= kProgramsPerProcess) session_.reset();
    return answer;
  }

  Status start_session() {
    core::Command command;
    command.argv = target_.definition.persistent;
    command.working_directory = scratch_.folder();
    if (const auto place = std::find(command.argv.begin(), command.argv.end(), "{driver}");
        place != command.argv.end()) {
      Result<std::string> path =
          scratch_.write("driver" + std::string(target_.dialect->extension), target_.definition.persistent_driver);
      if (!path) return path.error();
      *place = std::move(*path);
    }
    Result<std::unique_ptr<core::ChildSession>> started = core::ChildSession::start(command, limits_);
    if (!started) return started.error();
    session_ = std::move(*started);
    served_ = 0;
    return {};
  }

  void judge(const Ended& ended, const Program& program, EngineAnswer& answer) const {
    using Kind = EngineAnswer::Kind;
    answer.text = shortened(printable(ended.out + ended.err), kShownOutput);
    const auto set = [&](Kind kind, std::string reason) {
      answer.kind = kind;
      answer.reason = std::move(reason);
    };
    switch (ended.ending) {
      case core::Ending::Cancelled: return set(Kind::Cancelled, "cancelled");
      case core::Ending::TimedOut: return set(Kind::Limited, "timeout");
      case core::Ending::OutOfMemory: return set(Kind::Limited, "out of memory");
      case core::Ending::OutputLimit: return set(Kind::TooLarge, "too much output");
      case core::Ending::FailedToStart:
        answer.text = ended.message;
        return set(Kind::Crashed, "the engine cannot be started");
      case core::Ending::Exited:
      case core::Ending::Signalled: break;
    }
    const std::vector<std::string_view> errors = lines_of(ended.err);
    const std::vector<std::string_view> lines = lines_of(ended.out);
    for (const std::vector<std::string_view>* all : {&errors, &lines}) {
      if (const PatternList::Match skip = skips_.find(*all); skip.meaning != nullptr)
        return set(Kind::Skipped, *skip.meaning);
      if (const PatternList::Match crash = crashes_.find(*all); crash.meaning != nullptr)
        return set(Kind::Crashed, normalised((*all)[crash.line]));
    }
    if (ended.ending == core::Ending::Signalled)
      return set(Kind::Crashed,
                 "signal " + std::to_string(ended.signal) + (errors.empty() ? "" : ": " + normalised(errors.front())));
    if (ended.truncated) return set(Kind::TooLarge, "too much output");
    const ReadLimits bounds{static_cast<std::size_t>(limits_.output_bytes / kLeastTupleBytes)};
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
      return set(Kind::TooLarge, "too much output");
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
  PatternList crashes_;
  PatternList skips_;
  ScratchFolder scratch_;
  std::unique_ptr<core::ChildSession> session_;  ///< works in the folder: goes first
  unsigned served_ = 0;                          ///< programs that it has answered
};

}  // namespace

std::unique_ptr<EnginePort> make_engine_port(const EngineTarget& target, const core::Limits& limits) {
  return std::make_unique<ProcessPort>(target, limits);
}

}  // namespace assay::datalog
