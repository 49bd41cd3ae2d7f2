#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// The name of a named assertion; empty if it has none.
[[nodiscard]] std::string name_of_assertion(const TermStore& store, TermId term);

/// The assertion stack of a solver that has read a script up to some command (SMT-LIB 2.6, section 4.1.4).
class AssertionStack {
 public:
  /// Applies the command. True if the command is a check of active() and of the command's own terms.
  bool step(const Command& command);

  /// The assert commands in force, in order.
  [[nodiscard]] const std::vector<const Command*>& active() const { return active_; }
  /// True if a pop asked for more levels than there were. Such a pop is an error and leaves the stack unchanged.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  void push(std::uint64_t count);
  void pop(std::uint64_t count);

  std::vector<const Command*> active_;
  std::vector<std::size_t> levels_;  ///< the size of active_ at the start of each level
  bool broken_ = false;
};

}  // namespace assay::smt
