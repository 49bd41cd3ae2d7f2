#include "smt/reduce/named_assertions.hpp"

namespace assay::smt {

std::set<std::size_t> NamedAssertions::commands_of(const std::vector<std::string>& core) const {
  std::set<std::size_t> commands;
  for (const std::string& name : core)
    if (const auto found = positions.find(name); found != positions.end()) commands.insert(found->second);
  return commands;
}

NamedAssertions name_assertions(const TextTree& tree, const std::set<std::size_t>& left_out) {
  NamedAssertions out;
  const std::vector<std::size_t>& commands = tree.nodes.front().children;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (left_out.contains(i)) continue;
    const std::vector<std::size_t>& parts = tree.nodes[commands[i]].children;
    if (tree.head(commands[i]) != "assert" || parts.size() != 2) {
      out.script += std::string(tree.text_of(commands[i])) + "\n";
      continue;
    }
    const std::string name = "assay-core!" + std::to_string(i);
    out.positions[name] = i;
    out.script += "(assert (! " + std::string(tree.text_of(parts[1])) + " :named " + name + "))\n";
  }
  return out;
}

}  // namespace assay::smt
