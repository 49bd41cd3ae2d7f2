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

/// A domain that a plugin brings along.
struct PluginTarget {
  std::string name;  ///< "ppl:C_Polyhedron"
  DomainFactory make;
  /// C or C++ against the library's own API that does what the program says, shows every element, and checks the
  /// program's laws and what else was found. It includes nothing of Assay; it exits with 1 where something is violated,
  /// and with 0 where nothing is. A program whose last step ends its process has a violation with the oracle
  /// kCrashOracle. `note` is put on top of it as a comment. Null: there is none.
  std::function<std::string(const Program& program, std::span<const Violation> violations, std::string_view note)>
      reproduction;
  /// How the reproduction is compiled: "g++ {file} -lppl -lgmpxx -lgmp", shell words without the name of
  /// the result.
  std::string compile;
  std::string file = "reproduction.cpp";  ///< its name
};

/// Adapters to a library whose license or symbols must not get into the main program: a shared object that is loaded
/// when its domains are asked for. It is built with Assay and speaks its C++ interface; for domains of others there is
/// assay_domain.h.
struct Plugin {
  std::string library;  ///< "PPL 1.2"
  std::vector<PluginTarget> targets;
};

/// Loads the shared object. It stays loaded. An Error where it is missing, or exports no `assay_domain_plugin_1`.
[[nodiscard]] Result<const Plugin*> load_plugin(const std::string& path);

}  // namespace assay::domain

/// What a plugin exports. The number is that of this interface.
extern "C" const assay::domain::Plugin* assay_domain_plugin_1();
