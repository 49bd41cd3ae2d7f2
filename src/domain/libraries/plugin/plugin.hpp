#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/domain.hpp"
#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// A domain of a plugin.
struct PluginTarget {
  std::string name;  ///< "ppl:C_Polyhedron"
  DomainFactory make;
  /// Translates a program to C or C++ against the library's own API, without Assay. The result shows every element,
  /// checks the laws and the violations, and exits with 1 if something is violated, else with 0. A program whose last
  /// step ends its process has a violation with the oracle kCrashOracle. `note` becomes a comment at the top. Null: not
  /// available.
  std::function<std::string(const Program& program, std::span<const Violation> violations, std::string_view note)>
      reproduction;
  /// Compile command of the reproduction, as shell words without the option -o: "g++ {file} -lppl -lgmpxx -lgmp".
  std::string compile;
  std::string file = "reproduction.cpp";  ///< file name of the reproduction
};

/// Adapters to a library whose license or symbols must not get into the main program: a shared object that a worker
/// loads for its domains. It is built with Assay and uses its C++ interface; domains of others use assay_domain.h.
struct Plugin {
  std::string library;  ///< "PPL 1.2"
  std::vector<PluginTarget> targets;
};

/// Loads the shared object, which stays loaded. An Error if it is missing or does not export `assay_domain_plugin_1`.
[[nodiscard]] Result<const Plugin*> load_plugin(const std::string& path);

}  // namespace assay::domain

/// The function that a plugin exports. Its name ends with the version of this interface.
extern "C" const assay::domain::Plugin* assay_domain_plugin_1();
