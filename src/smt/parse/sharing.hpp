#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// Finds the sub-terms that occur more than once in a term, and the position of the `let` for each: at the top if the
/// sub-term is closed, else inside the innermost binder of its variables. The object can be reused for many
/// terms. Its tables grow with the largest term, not with the store.
class Sharing {
 public:
  explicit Sharing(const TermStore& store) : store_(store) {}

  /// Analyzes `root`. The other functions are about the last analyzed term.
  void analyze(TermId root);
  /// Whether the term contains a :named attribute. cvc5 rejects names inside a let.
  [[nodiscard]] bool has_names() const { return has_names_; }
  /// Gives up all sharing if the term then has at most `max_nodes` nodes. True if it did.
  bool unshare(TermId root, std::uint64_t max_nodes);

  // For the printer's traversal: each binder is entered and left; the calls must nest.

  /// Enters a binder and returns its region (region 0 is the whole term).
  std::uint32_t enter(TermId binder);
  void leave();
  /// The terms to bind in a region, sorted by depth. Terms of the same depth do not contain each other, so they share a
  /// `let`.
  [[nodiscard]] const std::vector<TermId>& shared(std::uint32_t region) const { return regions_[region].shared; }
  /// The number of the term's let name in the current region, or kNone.
  [[nodiscard]] std::uint32_t name(TermId term);
  void give_name(TermId term, std::uint32_t name);
  void forget_names(std::uint32_t region);
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// A prefix that no name in the term has.
  [[nodiscard]] const std::string& prefix() const { return prefix_; }

 private:
  struct Region {
    TermId binder;
    std::vector<TermId> shared;
  };
  struct Slot {
    TermId term;
    std::uint32_t epoch = 0;
    std::uint32_t region = 0;  ///< the region in which the term was last counted
    std::uint32_t count = 0;
    std::uint32_t name_region = kNone;
    std::uint32_t name = kNone;
    bool names_noted = false;
  };
  struct Frame {
    TermId term;
    std::uint32_t next = 0;
    bool entered = false;
  };

  Slot& slot(TermId term);
  void grow();
  /// The entered region to which a term belongs.
  std::uint32_t owner(TermId term) const;
  void visit(TermId term);
  void note_name(TermId term);
  void note_names_below(TermId term);
  /// The number of children in which sub-terms are shared. A binder's patterns are printed without lets.
  [[nodiscard]] std::size_t counted_children(TermId term) const;
  void note_spelling(SymbolId name);
  static std::uint64_t key(TermId binder, std::uint32_t region) { return (std::uint64_t{binder.index} << 32) | region; }

  const TermStore& store_;
  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t used_ = 0;
  std::uint32_t epoch_ = 0;
  std::vector<Region> regions_;
  std::unordered_map<std::uint64_t, std::uint32_t> region_of_;        ///< by binder and owning region
  std::vector<std::uint32_t> active_;                                 ///< entered regions, outermost first
  std::unordered_map<std::uint32_t, std::uint32_t> active_variable_;  ///< name to position in active_
  std::vector<Frame> frames_;
  bool has_names_ = false;
  std::size_t underscores_ = 0;
  std::string prefix_;
};

}  // namespace assay::smt
