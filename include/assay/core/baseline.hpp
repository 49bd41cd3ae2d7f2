#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/finding.hpp"

namespace assay::core {

/// Findings that are known: they do not count for the exit code.
class Baseline {
 public:
  Baseline() = default;
  /// Reads what `findings export --format baseline` writes (JSON), or a text file with one signature a line; empty
  /// lines and lines that start with '#' do not count.
  [[nodiscard]] static Result<Baseline> load(const std::string& path);
  [[nodiscard]] static Result<Baseline> parse(std::string_view text, const std::string& path);

  /// An entry with a target covers findings of that target; one without covers its signature on any target.
  [[nodiscard]] bool covers(const Finding& finding) const;
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string target;
    std::string signature;
  };
  std::vector<Entry> entries_;
};

/// The findings that the baseline does not cover.
[[nodiscard]] std::vector<const Finding*> uncovered(const std::vector<Finding>& findings, const Baseline& baseline);

}  // namespace assay::core
