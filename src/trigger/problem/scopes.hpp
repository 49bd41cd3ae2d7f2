#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::trigger {

/// What a binder becomes, and what stands for variables inside of it.
struct Opening {
  std::vector<std::pair<smt::SymbolId, smt::TermId>> replaced;
  std::optional<smt::BinderInfo> info;  ///< std::nullopt: the binder goes, and its body stays in its place
};

/// Rewrites binders and variables in one pass with an explicit stack, where a substitution at each binder would make
/// nested ones quadratic. What a node becomes is remembered as long as all scopes are open on which it depends. Once
/// `stop` is requested, the term comes back as it is.
class ScopedRewriting {
 public:
  /// What to do with a binder; `top`: only nodes for which `passes` holds are around it. Binders are opened from the
  /// outermost in; std::nullopt: rebuilt as any other node.
  using Open = std::function<std::optional<Opening>(smt::TermId binder, bool top)>;
  using Passes = std::function<bool(smt::TermId)>;

  ScopedRewriting(smt::TermStore& store, Open open, Passes passes, std::stop_token stop = {})
      : store_(store), open_(std::move(open)), passes_(std::move(passes)), stop_(std::move(stop)) {}

  [[nodiscard]] smt::TermId run(smt::TermId root);

 private:
  struct Item {
    smt::TermId term;
    bool top = true;
    bool entered = false;
    bool opened = false;  ///< a scope
    [[nodiscard]] std::uint64_t key() const { return (std::uint64_t{term.index} << 1U) | (top ? 1U : 0U); }
  };
  /// A term, and the innermost scope (counted from 1; 0: none) on which it depends.
  struct Made {
    smt::TermId term;
    std::size_t scope = 0;
  };
  struct Scope {
    std::optional<smt::BinderInfo> info;
    std::vector<std::pair<std::uint32_t, std::optional<Made>>> shadowed;  ///< what the variables stood for around it
    std::vector<std::uint64_t> remembered;                                ///< keys of what depends on it
  };

  [[nodiscard]] std::optional<Made> find(const Item& item) const;
  void enter(std::vector<Item>& stack);
  void open_scope(Opening opening);
  void leave(const Item& item);
  void close_scope();
  [[nodiscard]] std::size_t scope_of_free_variables(smt::TermId term) const;

  smt::TermStore& store_;
  Open open_;
  Passes passes_;
  std::stop_token stop_;
  std::unordered_map<std::uint32_t, Made> variables_;  ///< by symbol
  std::unordered_map<std::uint64_t, Made> done_;
  std::vector<Scope> scopes_;
};

}  // namespace assay::trigger
