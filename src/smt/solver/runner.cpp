#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "answer.hpp"
#include "base/text.hpp"
#include "core/target/scratch.hpp"
#include "script_shape.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {
namespace {

/// A process that answers many scripts is restarted after this number of scripts, which bounds its leftover state ...
constexpr unsigned kScriptsPerProcess = 1000;
/// ... or when its memory exceeds the memory limit divided by this number.
constexpr std::uint64_t kMemoryShare = 4;

/// The text after which an answer is complete. Unique among runners.
std::string unique_marker() {
  static std::atomic<std::uint64_t> counter{0};
  return "assay-end-" + std::to_string(counter.fetch_add(1));
}

bool is_incremental(const ScriptShape& shape) { return shape.pushes || shape.checks_together > 1; }

/// Adds the definition's flags for scripts with `push` or several checks, if they are missing.
std::vector<std::string> with_incremental(const SolverDefinition& definition, std::vector<std::string> argv) {
  std::vector<std::string> missing;
  std::copy_if(definition.incremental.begin(), definition.incremental.end(), std::back_inserter(missing),
               [&](const std::string& flag) { return std::find(argv.begin(), argv.end(), flag) == argv.end(); });
  argv.insert(argv.empty() ? argv.end() : argv.begin() + 1, missing.begin(), missing.end());
  return argv;
}

bool asks_for(const ScriptShape& shape, CertificateKind kind) {
  return std::any_of(shape.requests.begin(), shape.requests.end(),
                     [&](const RequestPlace& request) { return request.kind == kind; });
}

std::vector<std::string> fresh_argv(const SolverDefinition& definition, const ScriptShape& shape, const Query& asked) {
  std::vector<std::string> argv =
      is_incremental(shape) ? with_incremental(definition, definition.argv) : definition.argv;
  if (!asked.certificates) return argv;
  for (const GivenCertificate& given : definition.certificates)
    if (asks_for(shape, given.kind)) argv.insert(argv.end(), given.flags.begin(), given.flags.end());
  return argv;
}

/// The queries to send: none for a script without checks, and none that the solver does not support.
Query asked_of(const SolverDefinition& definition, const ScriptShape& shape, const Query& query) {
  Query asked = shape.checks > 0 ? query : Query{};
  asked.certificates = query.certificates && !shape.requests.empty();
  asked.core = asked.core && !definition.prelude_core.empty();
  if (definition.prelude_proof.empty()) asked.proof.clear();
  asked.matching = asked.matching && !definition.prelude_matching.empty();
  for (const std::string& lacking : definition.lacks) {
    asked.model = asked.model && lacking != "models";
    asked.objectives = asked.objectives && lacking != "optimize";
  }
  return asked;
}

std::string preludes_of(const SolverDefinition& definition, const ScriptShape& shape, const Query& asked) {
  std::string text = definition.prelude;
  if (asked.model) text += definition.prelude_model;
  if (asked.core) text += definition.prelude_core;
  if (asked.matching) text += definition.prelude_matching;
  if (!asked.proof.empty()) text += replace_all(definition.prelude_proof, "{format}", asked.proof);
  if (!asked.certificates) return text;
  for (const GivenCertificate& given : definition.certificates)
    if (asks_for(shape, given.kind)) text += given.prelude;
  return text;
}

std::string composed(const SolverDefinition& definition, std::string_view script, const ScriptShape& shape,
                     const Query& query, bool cut_exit, bool mark_replies) {
  const Query asked = asked_of(definition, shape, query);
  return compose(script, shape, {preludes_of(definition, shape, asked), asked, cut_exit, mark_replies});
}

}  // namespace

SolverInput solver_input(const SolverDefinition& definition, std::string_view script, const Query& query) {
  const ScriptShape shape = scan_script(script);
  return {fresh_argv(definition, shape, asked_of(definition, shape, query)),
          composed(definition, script, shape, query, false, false)};
}

struct SolverRunner::State {
  struct Session {
    std::vector<std::string> argv;
    core::ScratchFolder scratch;  ///< the child works in it
    std::unique_ptr<core::ChildSession> child;
    unsigned served = 0;
    bool started_before = false;
  };

  State(const SolverDefinition& given, const core::Limits& given_limits)
      : definition(given), patterns(given), limits(given_limits), marker(unique_marker()) {
    for (const std::string& word : definition.argv) uses_file = uses_file || word == "{input}";
    persistent.argv = definition.persistent;
    if (!definition.persistent.empty()) incremental.argv = with_incremental(definition, definition.persistent);
    if (const std::string worker = library_worker(definition); !worker.empty()) library.argv = {worker};
  }

  RawRun run_fresh(const std::string& text, std::vector<std::string> argv, const std::stop_token& stop);
  RawRun ask(Session& session, const std::string& text, const std::stop_token& stop);
  [[nodiscard]] bool keeps_its_way(const ScriptShape& shape, const Query& asked) const;
  Session* session_for(RunStyle style, const ScriptShape& shape, const Query& asked);

  SolverDefinition definition;
  Patterns patterns;
  core::Limits limits;
  core::ScratchFolder scratch;  ///< for processes that answer one script
  std::string marker;
  bool uses_file = false;
  Session persistent;   ///< for scripts with one check
  Session incremental;  ///< for scripts with `push` or several checks, with the definition's flags for them
  Session library;
  std::uint64_t restarts = 0;
};

/// Whether a persistent process would run this script with the same flags as a fresh process. Flags matter because
/// cvc5, for example, uses another engine in incremental mode. The option to produce models is ignored: most scripts
/// set it.
bool SolverRunner::State::keeps_its_way(const ScriptShape& shape, const Query& asked) const {
  const bool sets_options =
      shape.sets_options || (asked.core && !definition.prelude_core.empty()) || asked.matching || !asked.proof.empty();
  std::vector<std::string> fresh = fresh_argv(definition, shape, asked);
  std::vector<std::string> kept = is_incremental(shape) ? incremental.argv : persistent.argv;
  std::sort(fresh.begin(), fresh.end());
  std::sort(kept.begin(), kept.end());
  return !sets_options && fresh == kept;
}

RawRun SolverRunner::State::run_fresh(const std::string& text, std::vector<std::string> argv,
                                      const std::stop_token& stop) {
  if (uses_file) {
    const Result<std::string> path = scratch.write("input.smt2", text);
    if (!path) {
      RawRun raw;
      raw.ending = core::Ending::FailedToStart;
      raw.message = path.error().text();
      return raw;
    }
    for (std::string& word : argv) {
      if (word == "{input}") word = *path;
    }
  }
  const std::string_view input = uses_file ? std::string_view() : std::string_view(text);
  core::ProcessResult result = core::run_in(scratch, {std::move(argv), {}, {}}, input, limits, stop);
  return {result.ending,         true,
          result.exit_code,      result.signal,
          std::move(result.out), std::move(result.err),
          result.truncated,      std::move(result.message),
          result.usage};
}

RawRun SolverRunner::State::ask(Session& session, const std::string& text, const std::stop_token& stop) {
  if (session.child && !session.child->alive()) session.child.reset();
  if (!session.child) {
    if (session.started_before) ++restarts;
    session.scratch.clear();
    Result<std::unique_ptr<core::ChildSession>> started =
        core::start_in(session.scratch, {session.argv, {}, {}}, limits);
    if (!started) {
      RawRun raw;
      raw.ending = core::Ending::FailedToStart;
      raw.message = started.error().text();
      return raw;
    }
    session.child = std::move(*started);
    session.served = 0;
    session.started_before = true;
  }
  core::ChildSession::Answer answer = session.child->ask(text + "(reset)\n(echo \"" + marker + "\")\n", marker, stop);
  ++session.served;
  const bool grown = answer.usage.peak_memory_bytes > limits.memory_bytes / kMemoryShare && limits.memory_bytes > 0;
  if (!answer.complete || grown || session.served >= kScriptsPerProcess) session.child.reset();
  RawRun raw{answer.ending,         !answer.complete,      answer.exit_code, answer.signal,
             std::move(answer.out), std::move(answer.err), answer.truncated, {},
             answer.usage};
  if (answer.complete) {
    raw.ending = core::Ending::Exited;
    raw.exit_code = 0;
  }
  return raw;
}

SolverRunner::State::Session* SolverRunner::State::session_for(RunStyle style, const ScriptShape& shape,
                                                               const Query& asked) {
  if (!shape.balanced || shape.redirects || asked.certificates) return nullptr;
  if (style == RunStyle::Auto) style = keeps_its_way(shape, asked) ? RunStyle::Persistent : RunStyle::Process;
  if (style == RunStyle::Persistent && !persistent.argv.empty())
    return is_incremental(shape) && incremental.argv != persistent.argv ? &incremental : &persistent;
  if (style == RunStyle::Library && !library.argv.empty()) return &library;
  return nullptr;
}

SolverRunner::SolverRunner(const SolverDefinition& definition, const core::Limits& limits)
    : state_(std::make_unique<State>(definition, limits)) {}

SolverRunner::~SolverRunner() = default;

SolverAnswer SolverRunner::run(std::string_view script, const Query& query, RunStyle style,
                               const std::stop_token& stop) {
  State& s = *state_;
  const ScriptShape shape = scan_script(script);
  const Query asked = asked_of(s.definition, shape, query);
  State::Session* session = s.session_for(style, shape, asked);
  const std::string text = composed(s.definition, script, shape, query, session != nullptr, true);
  const RawRun raw = session != nullptr ? s.ask(*session, text, stop)
                                        : s.run_fresh(text, fresh_argv(s.definition, shape, asked), stop);
  SolverAnswer answer = read_answer(s.patterns, raw, shape.checks, asked);
  if (raw.ended && raw.ending == core::Ending::Exited) answer.exit_code = raw.exit_code;
  return answer;
}

std::uint64_t SolverRunner::restarts() const { return state_->restarts; }

}  // namespace assay::smt
