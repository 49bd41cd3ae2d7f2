#pragma once

#include <string>
#include <vector>

namespace assay::llvm_worker {

struct Request;

/// An assertion in a module: a call that Clam and SeaHorn read as one (verifier.assert, verifier.error, ...), but of no
/// constant that holds.
struct Assertion {
  std::string function;
  std::string file;  ///< of the source, where debug information tells it
  unsigned line = 0;
  /// What is asserted: the name of the block that reports an error, without its number, where an instrumentation named
  /// it
  /// ("DivByZeroError"); else the name of the called function.
  std::string kind;
};

struct Marked {
  std::vector<Assertion> assertions;  ///< in the module's order: that of their numbers, which begin with 1
  std::string problem;                ///< the module cannot be read or written: why
};

/// Reads a module from a file, makes assumptions of the assertions with the numbers `assumed`, leaves out the bodies of
/// all functions but `only_function` (when it is named), and writes the module. There each assertion has a place in a
/// file "assay-checks", whose line is its number, so that what an analyzer prints names it; other places are gone.
[[nodiscard]] Marked mark_assertions(const Request& request);

}  // namespace assay::llvm_worker
