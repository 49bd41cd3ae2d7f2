#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analyzer/test/test.hpp"

namespace assay::analyzer {

/// The cases of a chunk of this size have one language.
inline constexpr unsigned kLargestBatch = 16;

/// An analyzer under test with its version.
struct TestTarget {
  Definition definition;
  std::string version;  ///< the version that it prints, or "unknown"
};

/// The configuration that all workers share.
struct TestConfig {
  TestOptions options;
  std::vector<TestTarget> targets;
  std::vector<const ProgramGenerator*> generators;
  std::vector<UserProgram> programs;
  std::vector<core::KnownBug> known;
};

[[nodiscard]] Result<std::unique_ptr<core::Tester>> make_tester(std::shared_ptr<const TestConfig> config);

}  // namespace assay::analyzer
