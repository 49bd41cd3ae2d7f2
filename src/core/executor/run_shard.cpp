#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/text.hpp"
#include "core/executor/attempts.hpp"
#include "core/executor/result_copy.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {
namespace {

/// Makes a new attempt's folder. If two processes try at once, mkdir succeeds in only one.
Result<std::string> make_attempt(Disk& disk, const RunFolder& folder, std::uint64_t index) {
  const std::string parent = folder.shard(index);
  if (Status made = disk.make_directory(parent); !made) return made.error();
  for (std::size_t number = 1;; ++number) {
    std::string path = parent + "/attempt-" + std::to_string(number);
    if (::mkdir(path.c_str(), 0777) == 0) return path;
    if (errno == EEXIST) continue;
    return Error{"cannot make the folder " + path + " on " + host_name() + ": " + std::strerror(errno),
                 "the run's folder must be one that all machines may write to"};
  }
}

/// The log of a shard's output. Ignores write errors, because the log is only for people.
class Log {
 public:
  explicit Log(const std::string& path)
      : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {}
  ~Log() {
    if (file_ >= 0) ::close(file_);
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  bool write(std::string_view text) {
    if (file_ < 0 || written_ > kMaxLogBytes) return true;
    written_ += text.size();
    static_cast<void>(::write(file_, text.data(), text.size()) == 0);
    return true;
  }

 private:
  static constexpr std::size_t kMaxLogBytes = std::size_t{16} << 20;
  int file_;
  std::size_t written_ = 0;
};

/// The last two lines of an error output: a message and its advice.
std::string last_lines(std::string_view text) {
  const std::string_view all = trim(text);
  std::size_t begin = all.rfind('\n');
  if (begin != std::string_view::npos && begin > 0) begin = all.rfind('\n', begin - 1);
  const std::string shown = printable(begin == std::string_view::npos ? all : all.substr(begin + 1));
  constexpr std::size_t kShown = 600;
  return std::string(trim(shown.size() <= kShown ? shown : shown.substr(shown.size() - kShown)));
}

/// The reason of a shard's failure.
std::string failure(const ProcessResult& result) {
  switch (result.ending) {
    case Ending::Exited: return "exit code " + std::to_string(result.exit_code) + ": " + last_lines(result.err);
    case Ending::Signalled: return "killed by signal " + std::to_string(result.signal);
    case Ending::OutOfMemory: return "it used more than --shard-memory allows";
    case Ending::FailedToStart: return result.message;
    case Ending::TimedOut:
    case Ending::OutputLimit:
    case Ending::Cancelled: break;
  }
  return std::string(name(result.ending));
}

/// One attempt at a shard.
class ShardTask {
 public:
  ShardTask(const ShardedRun& run, RunFolder folder, std::uint64_t index, Disk& disk)
      : run_(run), folder_(std::move(folder)), index_(index), disk_(disk), work_(run.options.scratch) {}

  [[nodiscard]] Result<ShardEnd> run(const std::stop_token& stop) {
    if (exists(done_folder(folder_, index_))) return ShardEnd{ShardState::Done, "it was done before"};
    if (is_cancelled()) return ShardEnd{ShardState::Stopped, "the run is cancelled"};
    if (Status ready = prepare(); !ready) return ready.error();
    const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    const ProcessResult result = run_command();
    ShardEnd end = judge(result);
    if (Status kept = keep(end); !kept) {
      work_.keep();
      return Error{"the results of shard " + std::to_string(index_) + " cannot be stored: " + kept.error().message,
                   "they are in " + out_ + " on " + host_name() + "; " + kept.error().advice};
    }
    return end;
  }

 private:
  [[nodiscard]] bool is_cancelled() const { return exists(folder_.cancelled_file()); }

  [[nodiscard]] Status prepare() {
    const std::vector<Attempt> earlier = attempts_at(run_, folder_, index_);
    Result<std::string> made = make_attempt(disk_, folder_, index_);
    if (!made) return made.error();
    attempt_ = std::move(*made);
    const Result<std::string> work = work_.path();
    if (!work) return work.error();
    out_ = *work + "/out";
    status_.host = host_name();
    status_.pid = ::getpid();
    status_.started = start_of_process(status_.pid).value_or(0);
    const Attempt* const best = run_.resume.empty() ? nullptr : best_of(earlier);
    if (best != nullptr) {
      if (Status copied = take_over(*best); !copied) return copied;
      resumed_ = true;
      // With the copy, best_of() ranks this attempt no lower than the earlier one.
      if (Status copied = copy_out(); !copied) return copied;
    }
    return update_status("running", "");
  }

  /// Copies the results of another attempt, which may still be running. The database is read first, so that all
  /// findings that it names exist in the copied folders.
  [[nodiscard]] Status take_over(const Attempt& other) {
    const std::string database = "/campaign.sqlite";
    const Result<std::string> first = read_text_file(other.result_folder() + database);
    if (Status copied = copy_folder(other.result_folder(), out_); !copied) return copied;
    return first ? Disk::real().write_file(out_ + database, *first) : Status();
  }

  [[nodiscard]] ProcessResult run_command() {
    Command command;
    command.argv = shard_command(run_, folder_, index_, out_, resumed_);
    command.working_directory = run_.directory;
    if (!run_.options.scratch.empty()) command.environment.emplace_back("TMPDIR", run_.options.scratch);
    Limits limits;
    constexpr double kYear = 365.0 * 86400;
    limits.wall_seconds = kYear;  // the command or the batch system has its own limit
    limits.memory_bytes = run_.options.shard_memory_bytes;
    limits.file_bytes = 0;
    Log log(attempt_ + "/log");
    const std::jthread keeper([this](const std::stop_token& ended) { keep_copying(ended); });
    ProcessResult result = run_process(
        command, "", limits, [&log](std::string_view text) { return log.write(text); }, stop_.get_token());
    log.write(result.err);
    return result;
  }

  /// While the command runs: copies its results and checks for cancellation.
  void keep_copying(const std::stop_token& ended) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    const auto pause = std::chrono::duration_cast<Clock::duration>(Seconds(run_.options.keep_seconds));
    const auto look = std::min<Clock::duration>(pause, std::chrono::seconds(2));
    Clock::time_point next = Clock::now() + pause;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!ended.stop_requested()) {
      static_cast<void>(wake.wait_for(lock, ended, look, [] { return false; }));
      if (ended.stop_requested()) return;
      if (is_cancelled()) stop_.request_stop();
      if (Clock::now() < next) continue;
      next = Clock::now() + pause;
      // An error may vanish until the next copy; keep() reports a lasting error.
      if (has_result(run_, out_) && copy_out()) static_cast<void>(update_status("running", ""));
    }
  }

  /// Copies the command's results to the shared folder.
  [[nodiscard]] Status copy_out() {
    if (!exists(out_)) return {};
    if (!copy_) copy_.emplace(disk_, out_, attempt_ + kResultFolder, ready_file(run_));
    if (Status copied = copy_->update(); !copied) return copied;
    status_.tests = copy_->tests();
    status_.findings = copy_->findings();
    return {};
  }

  [[nodiscard]] Status update_status(std::string_view state, const std::string& message) {
    status_.state = state;
    status_.message = message;
    status_.updated = static_cast<std::int64_t>(std::time(nullptr));
    return write_status(disk_, attempt_, status_);
  }

  [[nodiscard]] ShardEnd judge(const ProcessResult& result) const {
    if (stop_.stop_requested())
      return {ShardState::Stopped, is_cancelled() ? "the run was cancelled" : "it was stopped before its end"};
    // Exit code 1 means findings.
    const bool fine = result.ending == Ending::Exited && (result.exit_code == 0 || result.exit_code == 1);
    if (!fine) return {ShardState::Failed, failure(result)};
    if (!exists(out_)) return {ShardState::Failed, "its command has made no " + out_};
    return {ShardState::Done, ""};
  }

  [[nodiscard]] Status keep(ShardEnd& end) {
    if (Status copied = copy_out(); !copied) {
      static_cast<void>(update_status("failed", copied.error().text()));
      return copied;
    }
    if (Status told = update_status(name(end.state), end.message); !told) return told;
    if (end.state != ShardState::Done) return {};
    if (Status synced = sync_file_system(attempt_); !synced) return synced;
    const Status first = disk_.rename(attempt_, done_folder(folder_, index_));
    if (first) return {};
    if (!exists(done_folder(folder_, index_))) return first;
    end.message = "another attempt finished first";
    return {};
  }

  const ShardedRun& run_;
  RunFolder folder_;
  std::uint64_t index_;
  Disk& disk_;
  ScratchFolder work_;
  std::string out_;      ///< the command's output folder on this machine
  std::string attempt_;  ///< the attempt's folder in the shared folder
  bool resumed_ = false;
  std::optional<ResultCopy> copy_;
  AttemptStatus status_;
  std::stop_source stop_;
};

}  // namespace

Result<ShardEnd> run_shard(const std::string& folder, std::uint64_t index, const std::stop_token& stop, Disk& disk) {
  const Result<ShardedRun> run = load_run(folder);
  if (!run) return run.error();
  if (index >= run->options.shards) {
    return Error{"there is no shard " + std::to_string(index) + " of " + std::to_string(run->options.shards),
                 "shards count from 0 and are fewer than their number"};
  }
  return ShardTask(*run, RunFolder(absolute_path(folder)), index, disk).run(stop);
}

}  // namespace assay::core
