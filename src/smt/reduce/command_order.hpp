#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_tree.hpp"
#include "core/rng/rng.hpp"

namespace assay::smt {

/// The symbol without its bars.
[[nodiscard]] std::string_view plain_symbol(std::string_view symbol);

/// The orders of a script's commands that keep its meaning. Declarations, definitions and assertions without another
/// command between them may change their places, but a symbol stays declared before its uses.
class CommandOrder {
 public:
  explicit CommandOrder(const TextTree& tree);
  /// A random order, as positions of commands. Declarations come first in their run of commands, and the order of the
  /// assertions is uniform, unless assertions declare names that other commands use.
  [[nodiscard]] std::vector<std::size_t> shuffled(core::Rng rng) const;
  [[nodiscard]] std::size_t size() const { return commands_.size(); }

 private:
  struct Command {
    bool is_assertion = false;
    std::size_t run = 0;              ///< commands with the same number may change their places
    std::vector<std::size_t> before;  ///< commands of the run that must come earlier
  };
  std::vector<Command> commands_;
};

}  // namespace assay::smt
