#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/core/options.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// How solvers are run, in a module's options: "style".
inline std::vector<std::pair<std::string, RunStyle>> run_style_names() {
  return {{"process", RunStyle::Process}, {"persistent", RunStyle::Persistent}, {"library", RunStyle::Library}};
}
inline constexpr const char* kRunStyleHelp =
    "process: a fresh one per script; persistent: one with (reset); library: in a forked worker";

}  // namespace assay::smt
