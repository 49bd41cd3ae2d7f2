#include "smt/reduce/command_order.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace assay::smt {
namespace {

bool declares_names(std::string_view head) { return head.starts_with("declare-") || head.starts_with("define-"); }

/// The atoms below a node, without bars.
std::set<std::string_view> atoms_of(const TextTree& tree, std::size_t node) {
  std::set<std::string_view> atoms;
  for (std::size_t at = node; at < tree.nodes[node].last; ++at)
    if (tree.text[tree.nodes[at].begin] != '(') atoms.insert(plain_symbol(tree.text_of(at)));
  return atoms;
}

/// The names that a declaration or definition declares. Those of datatypes are all of its atoms.
std::set<std::string_view> declared_names(const TextTree& tree, std::size_t node) {
  const std::vector<std::size_t>& parts = tree.nodes[node].children;
  if (tree.head(node).starts_with("declare-datatype") || tree.head(node).starts_with("declare-codatatype"))
    return atoms_of(tree, node);
  return parts.size() < 2 ? std::set<std::string_view>() : atoms_of(tree, parts[1]);
}

/// The names of `:named` terms below a node.
std::set<std::string_view> labels_of(const TextTree& tree, std::size_t node) {
  std::set<std::string_view> labels;
  for (std::size_t at = node; at + 1 < tree.nodes[node].last; ++at)
    if (tree.text_of(at) == ":named") labels.insert(plain_symbol(tree.text_of(at + 1)));
  return labels;
}

}  // namespace

std::string_view plain_symbol(std::string_view symbol) {
  const bool has_bars = symbol.size() >= 2 && symbol.front() == '|' && symbol.back() == '|';
  return has_bars ? symbol.substr(1, symbol.size() - 2) : symbol;
}

CommandOrder::CommandOrder(const TextTree& tree) {
  std::size_t run = 0;
  std::map<std::string_view, std::vector<std::size_t>> declared;  // in this run, by name
  for (const std::size_t node : tree.nodes.front().children) {
    Command command;
    const std::string_view head = tree.head(node);
    command.is_assertion = head == "assert";
    if (!command.is_assertion && !declares_names(head)) {
      declared.clear();
      command.run = ++run;
      ++run;
    } else {
      command.run = run;
      const std::set<std::string_view> atoms = atoms_of(tree, node);
      std::set<std::size_t> before;
      for (const std::string_view atom : atoms)
        if (const auto earlier = declared.find(atom); earlier != declared.end())
          before.insert(earlier->second.begin(), earlier->second.end());
      command.before.assign(before.begin(), before.end());
      for (const std::string_view name : command.is_assertion ? labels_of(tree, node) : declared_names(tree, node))
        declared[name].push_back(commands_.size());
    }
    commands_.push_back(std::move(command));
  }
}

std::vector<std::size_t> CommandOrder::shuffled(core::Rng rng) const {
  using Key = std::tuple<std::size_t, bool, std::uint64_t, std::size_t>;  // run, assertion, random, position
  std::vector<std::size_t> open(commands_.size());
  std::vector<std::vector<std::size_t>> after(commands_.size());
  std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < commands_.size(); ++i) keys.push_back(rng.next());
  const auto key_of = [&](std::size_t i) { return Key{commands_[i].run, commands_[i].is_assertion, keys[i], i}; };
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    open[i] = commands_[i].before.size();
    for (const std::size_t earlier : commands_[i].before) after[earlier].push_back(i);
    if (open[i] == 0) ready.push(key_of(i));
  }
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t next = std::get<3>(ready.top());
    ready.pop();
    order.push_back(next);
    for (const std::size_t later : after[next])
      if (--open[later] == 0) ready.push(key_of(later));
  }
  return order;
}

}  // namespace assay::smt
