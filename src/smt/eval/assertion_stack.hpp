#pragma once

#include <cstddef>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// The assertion stack of a solver that has read a script up to some command (SMT-LIB 2.6, section 4.1.4).
class AssertionStack {
 public:
  /// Follows the command. True when it asks for satisfiability, of active() and its own terms.
  bool step(const Command& command);

  /// The assert commands in force, in order.
  [[nodiscard]] const std::vector<const Command*>& active() const { return active_; }
  /// Whether a pop asked for more levels than there were: an error, which leaves the stack as it is.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  void push(std::uint64_t count);
  void pop(std::uint64_t count);

  std::vector<const Command*> active_;
  std::vector<std::size_t> levels_;  ///< active_'s size where each began
  bool broken_ = false;
};

}  // namespace assay::smt
