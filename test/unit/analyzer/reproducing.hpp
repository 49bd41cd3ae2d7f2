#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "analyzer/test/reproducer.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/target/scratch.hpp"

namespace assay::analyzer {

/// What the script of a reproducer prints and ends with: 1 a run contradicts the claim, 0 it does not, 2 something is
/// missing.
inline core::ProcessResult run_reproducer(Reproducer reproducer) {
  core::ScratchFolder scratch;
  std::string script;
  core::Finding finding;
  finding.reproduction = reproduction_of_claim(std::move(reproducer), {"target", "claim", "witness"});
  for (const core::File& file : core::reproduction_files(finding)) {
    const Result<std::string> path = scratch.write(file.name, file.content);
    EXPECT_TRUE(path) << path.error().text();
    if (path && script.empty()) script = *path;
  }
  core::Limits limits;
  limits.wall_seconds = limits.cpu_seconds = 120;
  return core::run_process({{"/bin/sh", script}, {}, "/"}, "", limits);
}

}  // namespace assay::analyzer
