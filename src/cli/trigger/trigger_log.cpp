#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "cli/trigger/trigger_commands.hpp"
#include "core/proc/unique_fd.hpp"
#include "core/report/report.hpp"
#include "smt/log/log_profile.hpp"

namespace assay::cli {
namespace {

using smt::LogCounts;

constexpr std::size_t kPart = std::size_t{1} << 20;
constexpr std::size_t kMaxShownLoops = 5;
constexpr unsigned kMaxStrangeParts = 4;  ///< parts without a line of a log, after which the file is none

struct LogJob {
  std::string file;
  std::size_t top = 20;
  bool json = false;
};

/// The counts of a log, read in parts. Ends early when a stop is requested: the counts are then incomplete.
Result<LogCounts> read_log(const std::string& file, const std::stop_token& stop) {
  const bool is_input = file == "-";
  const core::UniqueFd opened(is_input ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  const int descriptor = is_input ? STDIN_FILENO : opened.get();
  const auto failure = [&] { return Error{"cannot read " + file + ": " + std::strerror(errno), "check the path"}; };
  if (descriptor < 0) return failure();
  smt::LogProfile profile;
  std::vector<char> part(kPart);
  unsigned strange_parts = 0;
  while (!stop.stop_requested()) {
    const ssize_t count = ::read(descriptor, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure();
    if (count == 0) break;
    profile.add({part.data(), static_cast<std::size_t>(count)});
    if (!profile.is_log() && ++strange_parts > kMaxStrangeParts) break;
  }
  if (!profile.is_log())
    return Error{file + " is no log of z3", "z3 writes one with: z3 trace=true trace_file_name=z3.log SCRIPT.smt2"};
  return profile.counts();
}

std::uint64_t instances_of(const LogCounts& counts, bool by_models) {
  std::uint64_t sum = 0;
  for (const smt::QuantifierCounts& one : counts.quantifiers) sum += by_models ? one.by_models : one.instances;
  return sum;
}

std::string full_name(const smt::QuantifierCounts& one) {
  return printable(one.variables.empty() ? one.name : one.name + " (" + one.variables + ")");
}

std::string loop_text(const LogCounts& counts, const smt::MatchingLoop& loop) {
  constexpr std::size_t kMaxNames = 6;
  std::vector<std::string> names;
  for (const std::uint32_t one : loop.quantifiers) names.push_back(printable(counts.quantifiers[one].name));
  const std::size_t more = names.size() > kMaxNames ? names.size() - kMaxNames : 0;
  names.resize(names.size() - more);
  const std::string first = names.front();
  if (more > 0) names.push_back(fmt::format("{} more", more));
  names.push_back(first);
  return join(names, " -> ");
}

void print_text(const LogJob& job, const LogCounts& counts, double seconds) {
  const std::uint64_t matching = instances_of(counts, false), models = instances_of(counts, true);
  print_out("{}: {}{:.1f} MB in {:.2f} s, {} lines\n", printable(job.file),
            counts.version.empty() ? std::string() : printable(counts.version) + ", ",
            static_cast<double>(counts.bytes) / 1e6, seconds, with_commas(counts.lines));
  if (!counts.complete)
    print_out("  The log has no end: the run was cut, or the file was. The counts are those up to there.\n");
  print_out("  {} instances by E-matching, {} by models, {} by theories; {} conflicts\n", with_commas(matching),
            with_commas(models), with_commas(counts.theories), with_commas(counts.conflicts));
  if (counts.others > 0) print_out("  {} instances of matches too many to remember\n", with_commas(counts.others));
  if (matching + models == 0) {
    print_out("  No quantifier was instantiated.\n");
    return;
  }
  print_out("\n  {:>12} {:>6} {:>12} {:>12} {:>6}  {}\n", "instances", "share", "by models", "matches", "depth",
            "quantifier");
  const std::size_t shown = std::min(job.top, counts.quantifiers.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const smt::QuantifierCounts& one = counts.quantifiers[i];
    if (one.all_instances() == 0) break;
    const double share = 100.0 * static_cast<double>(one.all_instances()) / static_cast<double>(matching + models);
    print_out("  {:>12} {:>4.1f} % {:>12} {:>12} {:>6}  {}\n", with_commas(one.all_instances()), share,
              with_commas(one.by_models), with_commas(one.matches), one.depth, one_line(full_name(one), 100));
  }
  if (counts.loops.empty()) return;
  print_out("\n  Matching loops (each quantifier makes terms that the next one matches)\n");
  for (std::size_t i = 0; i < std::min(counts.loops.size(), kMaxShownLoops); ++i)
    print_out("    {} instances, {} deep: {}\n", with_commas(counts.loops[i].instances), counts.loops[i].depth,
              loop_text(counts, counts.loops[i]));
  if (counts.loops.size() > kMaxShownLoops) print_out("    and {} more\n", counts.loops.size() - kMaxShownLoops);
}

void print_json(const LogJob& job, const LogCounts& counts) {
  nlohmann::ordered_json json = {{"format", core::kJsonFormat}, {"file", job.file},
                                 {"version", counts.version},   {"complete", counts.complete},
                                 {"bytes", counts.bytes},       {"lines", counts.lines},
                                 {"checks", counts.checks},     {"conflicts", counts.conflicts},
                                 {"theories", counts.theories}, {"others", counts.others}};
  json["quantifiers"] = nlohmann::ordered_json::array();
  for (const smt::QuantifierCounts& one : counts.quantifiers)
    json["quantifiers"].push_back({{"name", one.name},
                                   {"variables", one.variables},
                                   {"instances", one.instances},
                                   {"by_models", one.by_models},
                                   {"matches", one.matches},
                                   {"depth", one.depth}});
  const auto name_of = [&](std::uint32_t index) { return counts.quantifiers[index].name; };
  json["edges"] = nlohmann::ordered_json::array();
  for (const smt::QuantifierEdge& edge : counts.edges)
    json["edges"].push_back({{"from", name_of(edge.from)}, {"to", name_of(edge.to)}, {"matches", edge.matches}});
  json["loops"] = nlohmann::ordered_json::array();
  for (const smt::MatchingLoop& loop : counts.loops) {
    auto names = nlohmann::ordered_json::array();
    for (const std::uint32_t one : loop.quantifiers) names.push_back(name_of(one));
    json["loops"].push_back({{"quantifiers", names}, {"instances", loop.instances}, {"depth", loop.depth}});
  }
  print_out("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void run_log(const LogJob& job, Session& session) {
  const auto begin = std::chrono::steady_clock::now();
  const Listening listening(session);
  const Result<LogCounts> counts = read_log(job.file, listening.stop());
  if (!counts) return session.fail(counts.error());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  job.json ? print_json(job, *counts) : print_text(job, *counts, seconds);
}

}  // namespace

CLI::App* add_trigger_log(CLI::App& trigger, Session& session) {
  CLI::App* log =
      trigger.add_subcommand("log", "Which quantifiers did z3 instantiate, how often, and is there a loop?");
  const auto job = std::make_shared<LogJob>();
  log->add_option("file", job->file, "a log of z3; - is standard input")->required();
  log->add_option("--top", job->top, "number of quantifiers to print (default: 20)");
  log->add_flag("--json", job->json, "one JSON object: all quantifiers, the edges between them, the loops");
  log->footer(
      "z3 writes a log with: z3 trace=true trace_file_name=z3.log SCRIPT.smt2\n"
      "Depth: the longest chain of instances in which each one made a term that the next one matched.\n"
      "Exit code: 0 it was read, 2 usage, 3 it cannot be read.");
  log->callback([job, &session] { run_log(*job, session); });
  return log;
}

}  // namespace assay::cli
