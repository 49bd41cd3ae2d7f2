#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/adapters/ciao/ciao.hpp"
#include "core/proc/proc.hpp"
#include "paths.hpp"

namespace assay::analyzer::ciao {

/// A definition whose ciaopp is the double, and whose checked programs SWI-Prolog runs.
inline Definition recorded_definition(const std::string& domains) {
  Definition out;
  out.name = "double";
  out.adapter = "ciao";
  out.languages = {"prolog"};
  out.install = "nothing";
  out.settings = {{"domains", domains},
                  {"engine", "swipl"},
                  {"home", source_dir() + "/test/double/ciao"},
                  {"points", "500"},
                  {"tests", "12"}};
  return out;
}

/// A program, and an analyzer's output for it by the name of the file: "output_shfr".
struct Recorded {
  std::string source;
  std::vector<std::pair<std::string, std::string>> answers;

  [[nodiscard]] Program program() const {
    Program out;
    out.language = "prolog";
    out.files = {{"program.pl", source}};
    for (const auto& [name, text] : answers)
      out.files.push_back({"recorded_" + name + (name.rfind("error_", 0) == 0 ? "" : ".pl"), text});
    return out;
  }
};

struct Looked {
  Claims claims;
  Checks checks;
  /// "PROPERTY at FUNCTION [CONTEXT]" of the facts that were broken.
  [[nodiscard]] std::vector<std::string> broken() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < claims.facts.size(); ++i) {
      const Fact& fact = claims.facts[i];
      if (i < checks.facts.size() && checks.facts[i].broken != 0)
        out.push_back(kind(fact.property) + " at " + fact.place.function + " [" + fact.place.context + "]");
    }
    return out;
  }
  [[nodiscard]] std::size_t judged() const {
    std::size_t count = 0;
    for (const CheckedFact& fact : checks.facts) count += fact.runs != 0 ? 1 : 0;
    return count;
  }
};

inline Looked look(Analyzer& analyzer, const Program& program) {
  core::ScratchFolder scratch;
  Session session{scratch, {}, {}, {}};
  session.analyzer.wall_seconds = 60;
  session.program.wall_seconds = 60;
  Looked out;
  out.claims = analyzer.claims(program, session);
  out.checks = analyzer.check(program, out.claims, session);
  return out;
}

/// Skips a test with a message if no program can run Prolog.
#define ASSAY_NEEDS_SWIPL() \
  if (assay::core::find_program("swipl").empty()) GTEST_SKIP() << "swipl is not installed: apt install swi-prolog-nox"

}  // namespace assay::analyzer::ciao
