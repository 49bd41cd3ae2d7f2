#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/domain/campaign.hpp"
#include "domain/worker/protocol.hpp"

namespace assay::domain {

/// A domain under test, and the worker that has it.
struct DomainTarget {
  std::string name;
  std::vector<std::string> argv;                ///< answers programs
  std::vector<std::string> reproduction;        ///< writes one program in C++
  std::vector<std::string> crash_reproduction;  ///< the same of one that ends its process
  std::vector<std::string> trace;               ///< answers programs, and tells each step
  std::vector<std::string> show;                ///< runs one program for people
  std::vector<std::string> exports;             ///< answers programs with their elements as constraints
  std::shared_ptr<const Description> description;
};

/// Asks the worker for each domain. An Error names the one that is not there, and says which are.
[[nodiscard]] Result<std::vector<DomainTarget>> resolve_targets(const TestOptions& options);

}  // namespace assay::domain
