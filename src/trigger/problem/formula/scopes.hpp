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

/// The replacement of a binder and of variables in its body.
struct Opening {
  std::vector<std::pair<smt::SymbolId, smt::TermId>> replaced;
  std::optional<smt::BinderInfo> info;  ///< the new binder; nullopt: the body replaces the binder
};

/// Rewrites binders and variables in one pass with an explicit stack. (A substitution at each binder would take
/// quadratic time for nested binders.) The result of a node is cached until a scope on which it depends is closed.
class ScopedRewriting {
 public:
  /// Returns the replacement of a binder; nullopt: the binder is rebuilt as any other node. `top`: `passes` holds for
  /// all nodes around the binder. Called for outer binders before inner binders.
  using Open = std::function<std::optional<Opening>(smt::TermId binder, bool top)>;
  using Passes = std::function<bool(smt::TermId)>;

  ScopedRewriting(smt::TermStore& store, Open open, Passes passes, std::stop_token stop = {})
      : store_(store), open_(std::move(open)), passes_(std::move(passes)), stop_(std::move(stop)) {}

  /// The rewritten term, or `root` itself once `stop` is requested.
  [[nodiscard]] smt::TermId run(smt::TermId root);

 private:
  struct Item {
    smt::TermId term;
    bool top = true;
    bool entered = false;
    bool opened = false;  ///< a binder for which `open_` returned a replacement: it has a scope
    [[nodiscard]] std::uint64_t key() const { return (std::uint64_t{term.index} << 1U) | (top ? 1U : 0U); }
  };
  /// A result, and the innermost scope (counted from 1; 0: none) on which it depends.
  struct Made {
    smt::TermId term;
    std::size_t scope = 0;
  };
  struct Scope {
    std::optional<smt::BinderInfo> info;
    std::vector<std::pair<std::uint32_t, std::optional<Made>>> shadowed;  ///< the variables' values outside
    std::vector<std::uint64_t> remembered;                                ///< keys of results that depend on the scope
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
