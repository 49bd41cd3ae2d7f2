#include "analyzer/check/edit/c_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/check/tree/c_pieces.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

using Index = std::size_t;

/// Tables of at most this many elements also lose single elements.
constexpr std::size_t kFew = 8;

/// `for (T n = 0; n < BOUND; ++n)`, and the tables of BOUND elements that `n` indexes.
struct CountedLoop {
  Index bound = 0;
  std::uint64_t turns = 0;
  std::set<Index> lists;
};

class TableFinder {
 public:
  explicit TableFinder(const CTree& tree) : tree_(tree) {}

  CountedTables all() const {
    CountedTables found;
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      std::optional<CountedLoop> loop = counted_loop(i);
      if (!loop || loop->lists.empty() || loop->turns < 2) continue;
      for (const std::size_t size : sizes_of(loop->turns))
        for (std::size_t from = 0; from + size <= loop->turns; from += size)
          found.shorter.push_back(without_turns(*loop, from, from + size));
      found.lists.merge(loop->lists);
    }
    return found;
  }

 private:
  /// Numbers of elements to remove at a time.
  static std::vector<std::size_t> sizes_of(std::size_t turns) {
    std::vector<std::size_t> sizes;
    for (const std::size_t size : {turns / 2, turns / 4, turns <= kFew ? std::size_t{1} : std::size_t{0}})
      if (size > 0 && (sizes.empty() || sizes.back() != size)) sizes.push_back(size);
    return sizes;
  }

  [[nodiscard]] Index without_casts(Index i) const {
    while (tree_.node(i).kind == "ImplicitCastExpr" && !tree_.node(i).children.empty()) i = tree_.first_child(i);
    return i;
  }
  [[nodiscard]] std::optional<std::uint64_t> literal(Index i) const {
    const CNode& node = tree_.node(i);
    if (node.kind != "IntegerLiteral" || node.in_macro) return std::nullopt;
    std::string_view text = tree_.text(node);
    text = text.substr(0, text.find_last_not_of("uUlL") + 1);
    return parse_unsigned(text);
  }

  [[nodiscard]] std::optional<CountedLoop> counted_loop(Index i) const {
    constexpr std::size_t kParts = 5;  // initialisation, declaration in the condition, condition, step, body
    const CNode& loop = tree_.node(i);
    if (loop.kind != "ForStmt" || loop.in_macro || loop.children.size() != kParts) return std::nullopt;
    const CNode& begin = tree_.node(loop.children[0]);
    const CNode& condition = tree_.node(loop.children[2]);
    if (begin.kind != "DeclStmt" || begin.children.size() != 1 || condition.opcode != "<" ||
        condition.children.size() != 2 || tree_.node(loop.children[3]).opcode != "++")
      return std::nullopt;
    const CNode& counter = tree_.node(begin.children[0]);
    if (counter.kind != "VarDecl" || counter.children.empty()) return std::nullopt;
    const Index bound = without_casts(condition.children[1]);
    const std::optional<std::uint64_t> turns = literal(bound);
    const bool ours = tree_.node(without_casts(condition.children[0])).referenced_id == counter.id;
    if (!ours || !turns || literal(without_casts(counter.children.back())) != 0) return std::nullopt;
    return CountedLoop{bound, *turns, selected_by(counter.id, *turns)};
  }

  /// The initialiser lists of all tables of `elements` elements that a variable indexes.
  [[nodiscard]] std::set<Index> selected_by(std::uint64_t counter, std::uint64_t elements) const {
    std::set<Index> lists;
    for (const CNode& node : tree_.nodes()) {
      if (node.kind != "ArraySubscriptExpr" || node.children.size() != 2 ||
          tree_.node(without_casts(node.children[1])).referenced_id != counter)
        continue;
      const std::uint64_t table = tree_.node(without_casts(node.children[0])).referenced_id;
      for (const CNode& declared : tree_.nodes()) {
        if (declared.kind != "VarDecl" || declared.id != table || declared.children.empty()) continue;
        const CNode& list = tree_.node(declared.children.back());
        if (list.kind == "InitListExpr" && !list.in_macro && list.children.size() == elements)
          lists.insert(declared.children.back());
      }
    }
    return lists;
  }

  [[nodiscard]] std::string without_turns(const CountedLoop& loop, std::size_t from, std::size_t to) const {
    const CNode& bound = tree_.node(loop.bound);
    std::vector<Piece> pieces = {{bound.begin, bound.end, std::to_string(loop.turns - (to - from))}};
    for (const Index list : loop.lists) {
      const std::vector<Index>& elements = tree_.node(list).children;
      if (to < elements.size()) {
        pieces.push_back({tree_.node(elements[from]).begin, tree_.node(elements[to]).begin, {}});
      } else {
        pieces.push_back({tree_.node(elements[from - 1]).end, tree_.node(elements.back()).end, {}});
      }
    }
    return with_pieces(tree_.source(), std::move(pieces));
  }

  const CTree& tree_;
};

}  // namespace

CountedTables counted_tables(const CTree& tree) { return TableFinder(tree).all(); }

}  // namespace assay::analyzer
