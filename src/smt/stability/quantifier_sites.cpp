#include "smt/stability/quantifier_sites.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "smt/reduce/command_order.hpp"

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

}  // namespace

NamedQuantifiers with_named_quantifiers(const TextTree& tree) {
  const std::string_view script = tree.text;
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
      named.sites.push_back({std::move(name), line, command, node});
    }
  }
  named.script = edited(script, std::move(edits));
  return named;
}

std::optional<std::size_t> site_of(std::string_view qid) {
  if (!qid.starts_with(kPrefix)) return std::nullopt;
  qid.remove_prefix(kPrefix.size());
  // z3 appends other numbers to the names of quantifiers that it makes.
  const std::optional<std::uint64_t> site = parse_unsigned(qid.substr(0, qid.find_first_not_of("0123456789")));
  return site ? std::optional(static_cast<std::size_t>(*site)) : std::nullopt;
}

std::vector<std::uint64_t> instances_by_site(const LogCounts& counts, std::size_t sites) {
  std::vector<std::uint64_t> numbers(sites);
  for (const QuantifierCounts& one : counts.quantifiers)
    if (const std::optional<std::size_t> site = site_of(one.name); site && *site < sites)
      numbers[*site] += one.all_instances();
  return numbers;
}

}  // namespace assay::smt
