#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer::ciao {

/// Of a definition with this adapter (docs/user/analyzer-ciaopp.md).
struct Settings {
  std::string ciaopp;  ///< absolute path
  std::string runner;  ///< of the checked program: ciao-shell or swipl
  Engine engine = Engine::Ciao;
  std::vector<std::string> domains;
  std::size_t per_program = 3;  ///< domains that a program of ours is analysed with
  bool versions = true;         ///< ask for one predicate a version (section 3.4)
  bool report_crashes = true;   ///< of single domains; else they are counted, and the others judged
  bool engine_tests = true;     ///< test inside of Ciao's engine where that can be built
  bool rtchecks = false;        ///< judge Ciao's own run-time checks beside ours
  std::size_t tests = 40;
  std::size_t points = 20000;  ///< that one test may pass
};
[[nodiscard]] Result<Settings> settings_of(const Definition& definition);

}  // namespace assay::analyzer::ciao
