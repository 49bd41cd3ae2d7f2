#pragma once

#include <string>
#include <vector>

namespace assay::llvm_worker {

struct Request;

/// An assertion in a module: a call that Clam and SeaHorn treat as an assertion (verifier.assert, verifier.error, ...)
/// and that does not hold trivially.
struct Assertion {
  std::string function;
  std::string file;  ///< the source file, if there is debug information
  unsigned line = 0;
  /// The kind of assertion: the name of the block that reports the error, without its number, if an instrumentation
  /// named it ("DivByZeroError"); else the name of the called function.
  std::string kind;
};

struct MarkedAssertions {
  std::vector<Assertion> assertions;  ///< in the module's order; the first has number 1
  std::string problem;                ///< the reason why the module cannot be read or written, or empty
};

/// Reads a module from a file, turns the assertions with the numbers `assumed` into assumptions, deletes the bodies of
/// all functions but `only_function` (if it is not empty), and writes the module. The debug location of each assertion
/// becomes its number as the line in a file "assay-checks", so that an analyzer's output identifies the assertion.
/// Other debug information is removed.
[[nodiscard]] MarkedAssertions mark_assertions(const Request& request);

}  // namespace assay::llvm_worker
