#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "cli_session.hpp"
#include "core/case/budget.hpp"
#include "core/proc/proc.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay::cli {

/// The flags of every command that reduces a file.
struct ReductionFlags {
  std::string file;
  std::string out;
  std::string keep;
  std::string keep_command;
  std::string timeout = "10s";
  std::string time = "5m";
  std::size_t runs = 5000;

  /// `file`: name and help of the file. `--keep` with these forms, which needs the option `target`; null: neither.
  void add_to(CLI::App& app, const std::string& file, const std::string& help, std::span<const std::string_view> forms,
              CLI::Option* target);
};

/// The result of a reduction.
struct ReducedFile {
  std::string text;
  bool fails = false;  ///< the target fails on it, for which the exit code is 1
};
using Reduce = std::function<Result<ReducedFile>(const std::string& text, const core::Limits& limits,
                                                 const core::ReduceBudget& budget)>;

/// Reads the file, calls `reduce`, and writes the result. Ctrl-C ends the reduction with the smallest text so far.
void run_reduction(const ReductionFlags& flags, Session& session, const Reduce& reduce);

}  // namespace assay::cli
