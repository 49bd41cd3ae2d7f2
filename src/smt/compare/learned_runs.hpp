#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/proc/proc.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {

/// The content of the file of CompareOptions::learned: runs of earlier comparisons that used up their CPU time without
/// an answer, and flags that brought answers back.
class LearnedRuns {
 public:
  /// The table of the file; an empty one if there is no file, or if it cannot be read: `problem` says why.
  [[nodiscard]] static Result<LearnedRuns> read(const std::string& path, std::string& problem);
  [[nodiscard]] Status write(const std::string& path) const;

  /// The key of a target's runs on a script; `program` is from program_hash().
  [[nodiscard]] static std::string key(std::uint64_t program, std::string_view script);
  /// The hash of the target's program, version and command line.
  [[nodiscard]] static std::uint64_t program_hash(const Target& target);

  /// True if the run had no answer within at least these limits.
  [[nodiscard]] bool has_no_answer(const std::string& key, const core::Limits& limits) const;
  /// The flags, those first that brought most answers back.
  [[nodiscard]] std::vector<std::string> in_order(std::vector<std::string> flags) const;

  /// Adds a run of a campaign with these limits.
  void learn(const std::string& key, const std::string& answer, const core::Measurement& run,
             const core::Limits& limits);

 private:
  [[nodiscard]] static Result<LearnedRuns> parse(const std::string& text);

  std::map<std::string, std::pair<double, std::uint64_t>> no_answer_;  ///< limits: CPU seconds, bytes
  std::map<std::string, std::uint64_t> flags_;                         ///< number of answers
};

/// "with FLAG: unsat 0.40 s", the end of a note, behind "; ", on a run whose answer the flag brings back.
[[nodiscard]] std::string note_on_flag(const std::string& flag, const std::string& answer);

}  // namespace assay::smt
