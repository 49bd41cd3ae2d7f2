#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "analyzer/tune/report/tune_job.hpp"

namespace assay::analyzer::tune {

/// The result of the examination of an ingredient.
struct Examination {
  std::string verdict;  ///< "holds: 120 facts judged", "broken: ...", "not examined: ..."
  bool broken = false;
  std::string finding{};  ///< if broken: the folder of the stored finding
};

/// The definition with a configuration's words in its command.
[[nodiscard]] Definition with_words(Definition definition, const std::vector<std::string>& words);

/// Cross-examines a configuration by checkification (assay analyzer check): the analyzer's claims about the code under
/// these words must hold in a run of it. Only code that can run is examined: its files define main.
[[nodiscard]] Examination cross_examine(const Definition& definition, const Code& code,
                                        const std::vector<std::string>& words, const std::stop_token& stop);

}  // namespace assay::analyzer::tune
