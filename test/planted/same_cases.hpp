#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/tester.hpp"

namespace assay {

/// Compares the cases and verdicts of a campaign with seed 1 with the stored ones: one hash for each thousand cases, in
/// test/planted/same_cases/NAME.txt. A change that must not alter cases is safe when the hashes stay; a change that
/// alters them renews the file (ASSAY_UPDATE=1 and ASSAY_SLOW=1) and says so in its commit.
class SameCases {
 public:
  static constexpr std::uint64_t kBlock = 1000;
  /// Number of cases of a full comparison (ASSAY_SLOW). Other runs compare the first few blocks.
  static constexpr std::uint64_t kAll = 20'000;

  explicit SameCases(std::string name);

  /// Adds the text that stands for the next case.
  void add(std::string_view text);
  /// Fails the test at the first block that differs from the stored one.
  void expect_as_stored() const;

 private:
  std::string path_;
  std::vector<std::uint64_t> blocks_;  ///< the last one is not complete
  std::uint64_t cases_ = 0;
};

/// Compares the first `cases` cases of a tester, and the verdicts on the first target's answers.
void expect_same_cases(const std::string& name, core::Tester& tester, std::uint64_t cases);

}  // namespace assay
