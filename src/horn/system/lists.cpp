#include "horn/system/lists.hpp"

#include <algorithm>

namespace assay::horn {
namespace {

/// The end of the word, quoted symbol or string that begins at `at`.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  if (text[at] == '|' || text[at] == '"') {
    const std::size_t end = text.find(text[at], at + 1);
    return end == std::string_view::npos ? text.size() : end + 1;
  }
  return std::min(text.find_first_of(" \t\r\n();", at), text.size());
}

}  // namespace

std::string_view Lists::head(std::uint32_t id) const {
  const ListNode& node = nodes[id];
  if (!node.is_list || node.children.empty() || nodes[node.children[0]].is_list) return {};
  return nodes[node.children[0]].text;
}

std::optional<Lists> read_lists(std::string_view text) {
  Lists lists;
  lists.nodes.push_back({text, true, {}});
  std::vector<std::pair<std::uint32_t, std::size_t>> open = {{0, 0}};
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ';') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '(') {
      const auto id = static_cast<std::uint32_t>(lists.nodes.size());
      lists.nodes[open.back().first].children.push_back(id);
      lists.nodes.push_back({{}, true, {}});
      open.emplace_back(id, at++);
    } else if (c == ')') {
      if (open.size() == 1) return std::nullopt;
      lists.nodes[open.back().first].text = text.substr(open.back().second, at + 1 - open.back().second);
      open.pop_back();
      ++at;
    } else if (std::string_view(" \t\r\n").find(c) != std::string_view::npos) {
      ++at;
    } else {
      const std::size_t end = end_of_word(text, at);
      lists.nodes[open.back().first].children.push_back(static_cast<std::uint32_t>(lists.nodes.size()));
      lists.nodes.push_back({text.substr(at, end - at), false, {}});
      at = end;
    }
  }
  if (open.size() > 1) return std::nullopt;
  return lists;
}

}  // namespace assay::horn
