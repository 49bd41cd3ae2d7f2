#include "smt/stability/instantiation_log.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "smt/mutant/command_order.hpp"
#include "smt/reduce/text_tree.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kPrefix = "assay!";

/// A part of a text that is replaced.
struct TextEdit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// The edits that name the quantifier `node`, and the name that it has.
std::string add_name(const TextTree& tree, std::size_t node, const std::string& name, std::vector<TextEdit>& edits) {
  const std::size_t body = tree.nodes[node].children.back();
  const std::vector<std::size_t>& parts = tree.nodes[body].children;
  if (tree.head(body) != "!") {
    edits.push_back({tree.nodes[body].begin, tree.nodes[body].begin, "(! "});
    edits.push_back({tree.nodes[body].end, tree.nodes[body].end, " :qid " + name + ")"});
    return {};
  }
  for (std::size_t i = 2; i + 1 < parts.size(); ++i) {
    if (tree.text_of(parts[i]) != ":qid") continue;
    const TextNode& value = tree.nodes[parts[i + 1]];
    edits.push_back({value.begin, value.end, name});
    return std::string(plain_symbol(tree.text_of(parts[i + 1])));
  }
  edits.push_back({tree.nodes[body].end - 1, tree.nodes[body].end - 1, " :qid " + name});
  return {};
}

std::string edited(std::string_view text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t copied = 0;
  for (const TextEdit& edit : edits) {
    out += text.substr(copied, edit.begin - copied);
    out += edit.text;
    copied = edit.end;
  }
  out += text.substr(copied);
  return out;
}

/// The next word, up to a space.
std::string_view word(std::string_view& rest) {
  rest = trim(rest);
  const std::string_view found = rest.substr(0, rest.find(' '));
  rest.remove_prefix(found.size());
  return found;
}

}  // namespace

NamedQuantifiers with_named_quantifiers(std::string_view script) {
  const TextTree tree = text_tree(script);
  NamedQuantifiers named;
  std::vector<TextEdit> edits;
  const std::vector<std::size_t>& commands = tree.nodes.front().children;
  std::size_t line = 1, counted = 0;
  for (std::size_t command = 0; command < commands.size(); ++command) {
    for (std::size_t node = commands[command]; node < tree.nodes[commands[command]].last; ++node) {
      const std::string_view head = tree.head(node);
      if ((head != "forall" && head != "exists") || tree.nodes[node].children.size() < 3) continue;
      const std::size_t begin = tree.nodes[node].begin;
      line += static_cast<std::size_t>(std::count(script.begin() + static_cast<std::ptrdiff_t>(counted),
                                                  script.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
      counted = begin;
      std::string name = add_name(tree, node, std::string(kPrefix) + std::to_string(named.sites.size()), edits);
      named.sites.push_back({std::move(name), line, command});
    }
  }
  named.script = edited(script, std::move(edits));
  return named;
}

void InstantiationCounter::line(std::string_view line) {
  std::string_view rest = line;
  const std::string_view kind = word(rest);
  if (kind == "[mk-quant]") {
    const std::string id(word(rest));
    std::string_view name = word(rest);
    quantifiers_.erase(id);  // z3 uses identifiers of deleted terms again
    if (!name.starts_with(kPrefix)) return;
    name.remove_prefix(kPrefix.size());
    const std::optional<std::uint64_t> site = parse_unsigned(name.substr(0, name.find_first_not_of("0123456789")));
    if (site && *site < counts_.size()) quantifiers_[id] = static_cast<std::size_t>(*site);
  } else if (kind == "[new-match]" || kind == "[inst-discovered]") {
    if (kind == "[inst-discovered]") (void)word(rest);  // the method
    std::string address(word(rest));
    if (const auto found = quantifiers_.find(std::string(word(rest))); found != quantifiers_.end())
      found_[std::move(address)] = found->second;
  } else if (kind == "[instance]") {
    const auto found = found_.find(std::string(word(rest)));
    if (found == found_.end()) return;
    ++counts_[found->second];
    found_.erase(found);
  }
}

}  // namespace assay::smt
