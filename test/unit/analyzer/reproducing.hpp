#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "core/finding/finding.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer {

/// Runs the script of a reproduction. Exit code 1: the bug shows; 0: it does not; 2: it cannot be tried. `folder`: a
/// folder with doubles of programs, first in the PATH. `has_runtime`: the program has checks that need Assay's runtime,
/// because its language has no runtime.
inline core::ProcessResult run_reproduction(core::Reproduction reproduction, bool has_runtime = false,
                                            const std::string& folder = {}) {
  core::ScratchFolder scratch;
  std::string script;
  core::Finding finding;
  finding.reproduction = std::move(reproduction);
  for (const core::File& file : core::reproduction_files(finding)) {
    if (!has_runtime) {
      EXPECT_EQ(file.content.find("assay"), std::string::npos) << file.name << " needs Assay:\n" << file.content;
    }
    const Result<std::string> path = scratch.write(file.name, file.content);
    EXPECT_TRUE(path) << path.error().text();
    if (path && script.empty()) script = *path;
  }
  core::Limits limits;
  limits.wall_seconds = limits.cpu_seconds = 240;
  const char* path = std::getenv("PATH");
  const std::string programs = (folder.empty() ? "" : folder + ":") + (path == nullptr ? "/usr/bin:/bin" : path);
  return core::run_process({{"/bin/sh", script}, {{"PATH", programs}}, "/"}, "", limits);
}

}  // namespace assay::analyzer
