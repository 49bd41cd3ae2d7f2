#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// Which sub-terms of a term occur more than once, and where a `let` for each belongs: at the top when they are closed,
/// inside the innermost binder that binds one of their variables otherwise. One object serves many terms: its tables
/// grow with the largest term, not with the store.
class Sharing {
 public:
  explicit Sharing(const TermStore& store) : store_(store) {}

  /// Finds everything out about `root`.
  void analyze(TermId root);
  /// Whether a term with a :named attribute is inside. cvc5 takes no name below a let.
  [[nodiscard]] bool has_names() const { return has_names_; }
  /// Whether the term is small also when nothing is shared; then shares nothing.
  bool unshare(TermId root, std::uint64_t most_nodes);

  // The traversal of the one who prints: it enters and leaves binders in any order that nests.

  /// The region of a binder that is printed now (0: the whole term), to be left again.
  std::uint32_t enter(TermId binder);
  void leave();
  /// What to bind in a region, in blocks: terms of one block have one depth, so none is inside of another.
  [[nodiscard]] const std::vector<TermId>& shared(std::uint32_t region) const { return regions_[region].shared; }
  /// The number of the let name of a term here, or kNone.
  [[nodiscard]] std::uint32_t name(TermId term);
  void give_name(TermId term, std::uint32_t name);
  void forget_names(std::uint32_t region);
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// A name prefix that nothing in the term has.
  [[nodiscard]] const std::string& prefix() const { return prefix_; }

 private:
  struct Region {
    TermId binder;
    std::vector<TermId> shared;
  };
  struct Slot {
    TermId term;
    std::uint32_t epoch = 0;
    std::uint32_t region = 0;  ///< where it was counted last
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
  /// The region, of those entered, that a term belongs to.
  std::uint32_t owner(TermId term) const;
  void visit(TermId term);
  void note_name(TermId term);
  void note_names_below(TermId term);
  /// The children of a binder that take part: patterns are printed in full.
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
