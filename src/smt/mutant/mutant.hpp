#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "base/text_tree.hpp"
#include "smt/reduce/command_order.hpp"
#include "smt/reduce/renamed_text.hpp"

namespace assay::smt {

/// The changes that a mutant makes. They keep the meaning of a script.
struct Mutations {
  bool order = false;      ///< of assertions and declarations between the same other commands
  bool names = false;      ///< of declared and defined functions and of declared sorts
  bool seeds = false;      ///< the solver's random seeds
  bool variables = false;  ///< order of the variables that one `forall` or `exists` binds
};
/// "order", "names", "seeds", "variables"
[[nodiscard]] const std::vector<std::string>& mutation_names();
/// Fails for another name.
[[nodiscard]] Result<Mutations> mutations_of(const std::vector<std::string>& names);

struct Mutant {
  std::string script;
  std::uint64_t solver_seed = 0;  ///< for with_seed; 0: the solver's own seed
};

/// Makes mutants of a script as text: expressions stay as they are written, and comments are lost. A mutant is a
/// function of seed, script, number and mutations; each mutation has random numbers of its own.
class MutantMaker {
 public:
  /// `script` stays as long as this object. A script with unbalanced parentheses only gets other seeds.
  MutantMaker(std::string_view script, const Mutations& mutations, std::uint64_t seed);
  [[nodiscard]] Mutant make(std::uint64_t number) const;

 private:
  [[nodiscard]] SymbolNames new_names(core::Rng rng) const;
  /// The command with the variables of its quantifiers in another order.
  [[nodiscard]] std::string with_other_variables(std::size_t command, core::Rng& rng) const;

  std::string_view script_;
  Mutations mutations_;
  core::Rng rng_;
  bool is_balanced_;
  TextTree tree_;
  CommandOrder order_;
  std::vector<std::string> symbols_;  ///< of the script, sorted
  std::vector<std::string> renamed_;  ///< the symbols that get other names
  std::vector<std::size_t> binders_;  ///< the lists of at least two variables of quantifiers, in order
};

}  // namespace assay::smt
