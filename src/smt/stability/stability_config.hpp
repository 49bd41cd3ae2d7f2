#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "smt/solver/target.hpp"
#include "smt/stability/stability.hpp"

namespace assay::smt {

/// A campaign that is ready to run.
struct StabilityConfig {
  StabilityOptions options;
  SamplerSetup sampler;
  std::vector<std::string> scripts;  ///< paths
  std::vector<std::string> names;    ///< of the scripts: their file names, or their paths where two have the same name
  std::vector<Target> targets;

  [[nodiscard]] bool fails_on(std::string_view what) const {
    return std::find(options.fail_on.begin(), options.fail_on.end(), what) != options.fail_on.end();
  }
};

}  // namespace assay::smt
