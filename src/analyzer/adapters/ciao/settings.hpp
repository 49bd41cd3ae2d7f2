#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer::ciao {

/// The settings of a definition with this adapter (docs/user/analyzer-ciaopp.md).
struct Settings {
  std::string ciaopp;  ///< absolute path
  std::string runner;  ///< runs the checked program: ciao-shell or swipl
  Engine engine = Engine::Ciao;
  std::vector<std::string> domains;
  std::size_t per_program = 3;  ///< number of domains for a generated program
  bool versions = true;         ///< ask for one predicate for each version (section 3.4)
  /// Crashes of single domains are bugs; false: they are counted, and the other domains are judged.
  bool report_crashes = true;
  bool engine_tests = true;    ///< test inside of Ciao's engine if that can be built
  bool rtchecks = false;       ///< also compare Ciao's own run-time checks with ours
  bool until_covered = false;  ///< make more tests as long as they reach more facts
  std::size_t tests = 40;
  std::size_t points = 20000;  ///< maximum number of points that one test may pass
};
[[nodiscard]] Result<Settings> settings_of(const Definition& definition);

}  // namespace assay::analyzer::ciao
