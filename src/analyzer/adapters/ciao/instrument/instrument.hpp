#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/output.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer::ciao {

/// The system that runs the checked program.
enum class Engine : std::uint8_t { Ciao, SwiProlog };

/// A goal to run, which an entry assertion admits.
struct TestGoal {
  std::string text;
};

/// A program that runs the tests, counts how often the facts were judged, and reports broken facts.
struct CheckedProgram {
  std::string text;
  std::vector<std::size_t> runs;   ///< by fact: the number (from 1) of the counter of its runs; 0: it is not checked
  std::vector<std::string> skips;  ///< by fact: why it is not checked
};
struct InstrumentOptions {
  Engine engine = Engine::Ciao;
  std::size_t points_per_test = 20000;
  /// Path of the module with tests inside of Ciao's engine (EngineModule); empty: all tests are in Prolog.
  std::string engine_module;
};

/// Puts a direct test of each fact at its place in the annotated module (Algorithm 1, lines 4 and 5: `true` becomes
/// `check`). Predicates that only the source defines are copied from there, without checks: versions are renamed, goals
/// in findall/3 are not.
[[nodiscard]] CheckedProgram instrument(const Module& output, const Module& source, const std::vector<Fact>& facts,
                                        const std::vector<TestGoal>& tests, const InstrumentOptions& options);

/// The printed results of a run, by fact.
struct RunReport {
  struct Broken {
    std::size_t test = 0;  ///< number of the test, from 0
    std::string values;
    std::uint64_t times = 1;
  };
  std::vector<std::uint64_t> runs;                     ///< by the number of the counter, from 0
  std::vector<std::pair<std::size_t, Broken>> broken;  ///< by fact
  std::vector<std::string> ended;                      ///< names of the exceptions that ended tests
  std::size_t begun = 0;                               ///< number of tests that began
  bool complete = false;
};
[[nodiscard]] RunReport read_report(const std::string& out, std::size_t facts);

}  // namespace assay::analyzer::ciao
