#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::horn {

/// A node of a text of nested lists: a word (or a quoted symbol, or a string), or a list.
struct ListNode {
  std::string_view text;  ///< the word, or the whole list with its parentheses
  bool is_list = false;
  std::vector<std::uint32_t> children;
};

/// The lists of a text, such as a proof or a muZ script. Node 0 is a list of the top-level nodes.
struct Lists {
  std::vector<ListNode> nodes;

  [[nodiscard]] const ListNode& at(std::uint32_t id) const { return nodes[id]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes.size()); }
  [[nodiscard]] const std::vector<std::uint32_t>& top() const { return nodes[0].children; }
  /// The word that is the first child; empty if there is none.
  [[nodiscard]] std::string_view head(std::uint32_t id) const;
};

/// Nullopt if the parentheses are not balanced. Comments are skipped. Iterative.
[[nodiscard]] std::optional<Lists> read_lists(std::string_view text);

}  // namespace assay::horn
