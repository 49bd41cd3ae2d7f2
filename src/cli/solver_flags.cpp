#include "solver_flags.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include "assay/base/text.hpp"
#include "assay/smt/solver.hpp"
#include "session.hpp"

namespace assay::cli {

void LimitFlags::add_to(CLI::App& app) {
  app.add_option("--timeout", timeout, "wall-clock limit of one run")->group("Targets");
  app.add_option("--memory", memory_megabytes, "memory limit of one run, in MiB")
      ->check(CLI::Range(std::uint64_t{16}, std::uint64_t{1} << 20))
      ->group("Targets");
}

Status LimitFlags::apply(core::Limits& limits) const {
  const std::optional<double> seconds = parse_duration(timeout);
  if (!seconds || *seconds <= 0)
    return Error{"--timeout '" + timeout + "' is no duration", "write it like 500ms or 10s"};
  limits.wall_seconds = *seconds;
  limits.memory_bytes = memory_megabytes << 20;
  return {};
}

void SolverFlags::add_to(CLI::App& app) {
  app.add_option("--style", style,
                 "process: a fresh one per script; persistent: one with (reset); library: in a forked worker")
      ->check(CLI::IsMember({"process", "persistent", "library"}))
      ->group("Targets");
  limits.add_to(app);
}

Status SolverFlags::apply(smt::RunStyle& into_style, core::Limits& into_limits) const {
  static const std::vector<std::pair<std::string, smt::RunStyle>> styles = {{"process", smt::RunStyle::Process},
                                                                            {"persistent", smt::RunStyle::Persistent},
                                                                            {"library", smt::RunStyle::Library}};
  for (const auto& [name, value] : styles) {
    if (name == style) into_style = value;
  }
  return limits.apply(into_limits);
}

std::string default_folder() {
  return fmt::format("assay-campaign-{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
}

Result<core::Shard> parse_shard(const std::string& text) {
  const std::size_t at = text.find('/');
  const auto index = parse_unsigned(std::string_view(text).substr(0, at));
  const auto count = at == std::string::npos ? std::nullopt : parse_unsigned(std::string_view(text).substr(at + 1));
  if (!index || !count || *index >= *count)
    return Error{"--shard '" + text + "' is no slice", "write i/n with 0 <= i < n, like 0/4"};
  return core::Shard{*index, *count};
}

}  // namespace assay::cli
