#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "assay/analyzer/tune_job.hpp"

namespace assay::analyzer::tune {

/// What one look at a suspicious ingredient came to.
struct Examined {
  std::string verdict;  ///< "holds: 120 facts judged", "broken: ...", "not examined: ..."
  bool broken = false;
  std::string finding{};  ///< of a broken one: the folder where it is stored
};

/// The adapter's command with the words of a configuration.
[[nodiscard]] Definition with_words(Definition definition, const std::vector<std::string>& words);

/// Cross-examines a configuration by checkification (assay analyzer check): what the analyzer claims about the code
/// under these words of its command must hold in a run of it. Only a program that can be run is examined: one whose
/// files define main.
[[nodiscard]] Examined cross_examine(const Definition& definition, const Code& code,
                                     const std::vector<std::string>& words, const std::stop_token& stop);

}  // namespace assay::analyzer::tune
