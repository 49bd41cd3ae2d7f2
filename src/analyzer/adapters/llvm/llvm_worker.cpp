#include "analyzer/adapters/llvm/llvm_worker.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/target/ending.hpp"

namespace assay::analyzer {
namespace {

/// Limit of an answer: a claim has a hundred bytes, and one program may have many files.
constexpr std::uint64_t kAnswerBytes = std::uint64_t{1} << 30;

}  // namespace

Result<LlvmWorker> LlvmWorker::find(const Definition& definition) {
  constexpr std::string_view kProgram = "assay-llvm-worker";
  std::vector<std::string> argv = definition.argv;
  if (argv.empty()) argv.emplace_back();
  if (argv.front().find('/') == std::string::npos) argv.front() = core::find_hidden_program(kProgram);
  if (argv.front().empty())
    return Error{
        "the analyzer " + definition.name + " needs the program " + std::string(kProgram) + ", which was not built",
        definition.install};
  for (const auto& [name, value] : definition.settings)
    if (name == "lie") argv.insert(argv.end(), {"--lie", value});
  return LlvmWorker(std::move(argv));
}

core::ChildSession::Answer LlvmWorker::ask(const std::string& request, const Session& session) {
  core::ChildSession::Answer answer;
  if (!process_ || !process_->alive()) {
    process_.reset();
    core::Limits limits = session.analyzer;
    limits.output_bytes = std::max(limits.output_bytes, kAnswerBytes);
    Result<std::unique_ptr<core::ChildSession>> started = core::start_in(*scratch_, {argv_, {}, {}}, limits);
    if (!started) {
      answer.ending = core::Ending::FailedToStart;
      answer.err = started.error().text();
      return answer;
    }
    process_ = std::move(*started);
  }
  process_->limit_time(session.analyzer.wall_seconds, session.analyzer.cpu_seconds);
  const std::string marker = "assay-end-" + std::to_string(++asked_);
  return process_->ask(request + (request.back() == '\n' ? "" : "\n") + marker + "\n", marker, session.stop);
}

core::Verdict llvm_trouble(const core::ChildSession::Answer& answer) {
  const core::TargetEnd end = core::classify(answer);
  if (end.kind == core::TargetEnd::Kind::Limited || end.kind == core::TargetEnd::Kind::Cancelled ||
      end.kind == core::TargetEnd::Kind::Missing)
    return core::Verdict::skip(std::string(end.skip_reason()));
  // LLVM's reason for its end, and its last activity, without addresses or names of the program.
  std::string reason;
  for (const std::string_view line : split(answer.err, '\n')) {
    const bool said =
        line.find("LLVM ERROR") != std::string_view::npos || line.find("Assertion") != std::string_view::npos;
    if (said && reason.empty()) reason = trim(line);
    const std::size_t at = line.find("crash in ");
    if (at != std::string_view::npos) reason += (reason.empty() ? "" : ", ") + std::string(line.substr(at));
  }
  if (reason.empty()) reason = "ended with " + std::to_string(answer.signal != 0 ? answer.signal : answer.exit_code);
  return core::Verdict::bug(core::BugKind::Crash, reason, shortened(printable(answer.err), 4000));
}

}  // namespace assay::analyzer
