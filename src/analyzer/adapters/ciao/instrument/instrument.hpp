#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/output.hpp"
#include "assay/analyzer/fact.hpp"

namespace assay::analyzer::ciao {

/// Who runs the checked program.
enum class Engine : std::uint8_t { Ciao, SwiProlog };

/// A goal that an entry assertion admits, to run.
struct TestGoal {
  std::string text;
};

/// A program that runs the tests, counts how often the facts were judged, and tells which were broken.
struct CheckedProgram {
  std::string text;
  std::vector<std::size_t> runs;   ///< by fact: the number (from 1) of what counts its runs; 0: it is not checked
  std::vector<std::string> skips;  ///< by fact: why not
};
struct InstrumentOptions {
  Engine engine = Engine::Ciao;
  std::size_t points_per_test = 20000;
  /// Path of the module of tests inside of Ciao's engine (EngineModule); empty: all tests are in Prolog.
  std::string engine_module;
};

/// Puts a direct test of each fact at its place in the annotated module (Algorithm 1, lines 4 and 5: `true` becomes
/// `check`). Predicates that only the source defines (versions are renamed; goals in findall/3 are not) are taken from
/// there, without checks.
[[nodiscard]] CheckedProgram instrument(const Module& output, const Module& source, const std::vector<Fact>& facts,
                                        const std::vector<TestGoal>& tests, const InstrumentOptions& options);

/// What the run printed, by fact.
struct RunReport {
  struct Broken {
    std::size_t test = 0;  ///< from 0
    std::string values;
    std::uint64_t times = 1;
  };
  std::vector<std::uint64_t> runs;                     ///< by the number of what counts, from 0
  std::vector<std::pair<std::size_t, Broken>> broken;  ///< by fact
  std::vector<std::string> ended;                      ///< tests that an exception ended: its name
  std::size_t begun = 0;                               ///< tests that began
  bool complete = false;
};
[[nodiscard]] RunReport read_report(const std::string& out, std::size_t facts);

}  // namespace assay::analyzer::ciao
