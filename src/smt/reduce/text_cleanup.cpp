#include "smt/reduce/text_cleanup.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/text_tree.hpp"

namespace assay::smt {
namespace {

/// The list without operands that are `unit`; `zero` if one is `zero`.
std::string simplified_connective(std::string_view head, std::vector<std::string> operands, std::string_view unit,
                                  std::string_view zero) {
  std::erase(operands, unit);
  if (std::find(operands.begin(), operands.end(), zero) != operands.end()) return std::string(zero);
  if (operands.empty()) return std::string(unit);
  if (operands.size() == 1) return std::move(operands.front());
  return "(" + std::string(head) + " " + join(operands, " ") + ")";
}

/// The text of a list whose parts have these texts; nullopt if it stays as it is.
std::optional<std::string> simplified_list(std::string_view head, std::vector<std::string> parts) {
  const auto is_constant = [](const std::string& text) { return text == "true" || text == "false"; };
  if (head == "and") return simplified_connective(head, {parts.begin() + 1, parts.end()}, "true", "false");
  if (head == "or") return simplified_connective(head, {parts.begin() + 1, parts.end()}, "false", "true");
  if (head == "=>" && parts.size() > 2) {
    std::vector<std::string> hypotheses(parts.begin() + 1, parts.end() - 1);
    std::erase(hypotheses, "true");
    const bool is_true = std::find(hypotheses.begin(), hypotheses.end(), "false") != hypotheses.end();
    if (is_true || parts.back() == "true") return "true";
    if (hypotheses.empty()) return std::move(parts.back());
    return "(=> " + join(hypotheses, " ") + " " + parts.back() + ")";
  }
  if (head == "not" && parts.size() == 2 && is_constant(parts[1])) return parts[1] == "true" ? "false" : "true";
  const bool has_body = (head == "let" || head == "forall" || head == "exists") && parts.size() == 3;
  if (has_body && is_constant(parts.back())) return std::move(parts.back());
  if (head == "!" && parts.size() > 1 && is_constant(parts[1])) return std::move(parts[1]);
  return std::nullopt;
}

/// New parts of a list: nullopt leaves the list as it is.
using EditList = std::function<std::optional<std::string>(const TextTree& tree, std::size_t node,
                                                          const std::vector<std::string>& parts)>;

/// The text in which each list, from the inside to the outside, is what `edit` makes of it. A change deep inside copies
/// all lists around it: the text stays as it is if that costs more than kMaxCopies times its size.
constexpr std::size_t kMaxCopies = 100;
std::string with_edited_lists(const TextTree& tree, const EditList& edit) {
  const std::string_view script = tree.text;
  std::vector<std::string> texts(tree.nodes.size());
  std::size_t copied = 0;
  for (std::size_t node = tree.nodes.size(); node-- > 0;) {
    const std::vector<std::size_t>& children = tree.nodes[node].children;
    std::vector<std::string> parts;
    bool changed = false;
    for (const std::size_t child : children) {
      changed = changed || texts[child] != tree.text_of(child);
      parts.push_back(std::move(texts[child]));
    }
    if (auto list = node == 0 || children.empty() ? std::nullopt : edit(tree, node, parts)) {
      texts[node] = std::move(*list);
      copied += texts[node].size();
    } else if (!changed) {
      texts[node] = tree.text_of(node);
    } else {
      std::size_t at = tree.nodes[node].begin;
      for (std::size_t i = 0; i < children.size(); ++i) {
        texts[node].append(script, at, tree.nodes[children[i]].begin - at).append(parts[i]);
        at = tree.nodes[children[i]].end;
      }
      texts[node].append(script, at, tree.nodes[node].end - at);
      copied += texts[node].size();
    }
    if (copied > kMaxCopies * script.size()) return std::string(script);
  }
  return std::move(texts.front());
}

/// For each node, whether it is a binding of `let` whose name occurs nowhere else.
std::vector<bool> unused_bindings(const TextTree& tree) {
  std::unordered_map<std::string_view, std::size_t> uses;
  for (std::size_t node = 1; node < tree.nodes.size(); ++node)
    if (tree.nodes[node].children.empty()) ++uses[tree.text_of(node)];
  std::vector<bool> unused(tree.nodes.size());
  for (std::size_t node = 1; node < tree.nodes.size(); ++node) {
    if (tree.head(node) != "let" || tree.nodes[node].children.size() != 3) continue;
    for (const std::size_t binding : tree.nodes[tree.nodes[node].children[1]].children)
      unused[binding] = uses[tree.head(binding)] == 1;
  }
  return unused;
}

}  // namespace

std::string without_constant_operands(std::string_view script) {
  const TextTree tree = text_tree(script);
  const std::vector<bool> unused = unused_bindings(tree);
  return with_edited_lists(tree, [&](const TextTree&, std::size_t node, const std::vector<std::string>& parts) {
    if (unused[node]) return std::optional<std::string>("");
    if (auto simpler = simplified_list(tree.head(node), parts)) return simpler;
    if (tree.head(node) != "let" || parts.size() != 3) return std::optional<std::string>();
    const std::vector<std::size_t>& bindings = tree.nodes[tree.nodes[node].children[1]].children;
    const bool has_none =
        std::all_of(bindings.begin(), bindings.end(), [&](std::size_t binding) { return unused[binding]; });
    return has_none ? std::optional(parts.back()) : std::nullopt;
  });
}

std::string without_quantifier_names(std::string_view script) {
  return with_edited_lists(
      text_tree(script),
      [](const TextTree& tree, std::size_t node, const std::vector<std::string>& parts) -> std::optional<std::string> {
        if (tree.head(node) != "!" || parts.size() < 2) return std::nullopt;
        std::string attributes;
        for (std::size_t i = 2; i + 1 < parts.size(); i += 2)
          if (parts[i] != ":qid" && parts[i] != ":skolemid") attributes += " " + parts[i] + " " + parts[i + 1];
        return attributes.empty() ? parts[1] : "(! " + parts[1] + attributes + ")";
      });
}

}  // namespace assay::smt
