#pragma once

#include <cstdint>
#include <string>

#include "assay/base/result.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/store.hpp"

namespace CLI {
class App;
}
namespace assay::smt {
enum class RunStyle : std::uint8_t;
}

namespace assay::cli {

/// What one run of a target may use.
struct LimitFlags {
  std::string timeout = "10s";
  std::uint64_t memory_megabytes = 2048;

  void add_to(CLI::App& app);
  /// Writes what the flags say; an Error names the one that makes no sense.
  [[nodiscard]] Status apply(core::Limits& limits) const;
};

/// How solvers are run: what every campaign against them takes.
struct SolverFlags {
  std::string style = "process";
  LimitFlags limits;

  void add_to(CLI::App& app);
  /// Writes what the flags say; an Error names the one that makes no sense.
  [[nodiscard]] Status apply(smt::RunStyle& into_style, core::Limits& into_limits) const;
};

/// Where a campaign goes that was given no folder.
[[nodiscard]] std::string default_folder();

/// "0/4": the slice of a campaign.
[[nodiscard]] Result<core::Shard> parse_shard(const std::string& text);

}  // namespace assay::cli
