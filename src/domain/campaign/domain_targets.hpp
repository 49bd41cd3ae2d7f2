#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domain/campaign/campaign.hpp"
#include "domain/worker/protocol.hpp"

namespace assay::domain {

/// A domain under test, and the command lines of its worker (worker.hpp).
struct DomainTarget {
  std::string name;
  std::vector<std::string> argv;                ///< runs programs
  std::vector<std::string> reproduction;        ///< translates one program to C or C++
  std::vector<std::string> crash_reproduction;  ///< the same for a program that ends its process
  std::vector<std::string> trace;               ///< runs programs and prints each step
  std::vector<std::string> show;                ///< runs one program, with output for people
  std::vector<std::string> exports;             ///< runs programs and exports their elements as constraints
  std::shared_ptr<const Description> description;
};

/// Gets the description of each target from the worker. An Error names the first target that does not exist.
[[nodiscard]] Result<std::vector<DomainTarget>> resolve_targets(const TestOptions& options);

}  // namespace assay::domain
