#include "smt/stability/split_assertions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text_tree.hpp"

namespace assay::smt {
namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view script) : tree_(text_tree(script)) {
    for (std::size_t i = 0; i < script.size(); ++i)
      if (script[i] == '\n') ends_.push_back(i);
  }

  SplitScript run() {
    const std::vector<std::size_t>& commands = tree_.nodes.front().children;
    const bool has_pop =
        std::any_of(commands.begin(), commands.end(), [&](std::size_t one) { return head(one) == "pop"; });
    for (const std::size_t command : commands) {
      const std::vector<std::size_t>& parts = tree_.nodes[command].children;
      if (head(command) == "assert" && parts.size() == 2 && !has_pop) {
        split(parts[1]);
        continue;
      }
      if (head(command) == "define-fun" && parts.size() == 5 && tree_.text_of(parts[2]) == "()")
        definitions_[tree_.text_of(parts[1])] = parts[4];
      add(command, std::string(tree_.text_of(command)));
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view head(std::size_t node) const { return tree_.head(node); }

  /// Adds a command that stands at the line of a node.
  void add(std::size_t node, const std::string& text) {
    const auto before = std::lower_bound(ends_.begin(), ends_.end(), tree_.nodes[node].begin) - ends_.begin();
    out_.shifts.push_back(before - lines_);
    lines_ += 1 + std::count(text.begin(), text.end(), '\n');
    out_.text += text + "\n";
  }

  void split(std::size_t asserted) {
    std::vector<std::pair<std::size_t, bool>> pending = {{asserted, true}};  // the next one is the last; false: negated
    std::set<std::pair<std::size_t, bool>> seen;
    while (!pending.empty()) {
      const auto [node, positive] = pending.back();
      pending.pop_back();
      if (!seen.insert({node, positive}).second) continue;
      const std::vector<std::size_t>& parts = tree_.nodes[node].children;
      const auto definition = definitions_.find(tree_.text_of(node));
      if (definition != definitions_.end()) {
        pending.emplace_back(definition->second, positive);
      } else if (head(node) == "not" && parts.size() == 2) {
        pending.emplace_back(parts[1], !positive);
      } else if (head(node) == (positive ? "and" : "or") || (head(node) == "=>" && !positive)) {
        const bool implies = head(node) == "=>";
        for (std::size_t i = parts.size(); i > 1; --i)
          pending.emplace_back(parts[i - 1], positive != (implies && i < parts.size()));
      } else {
        const std::string text(tree_.text_of(node));
        add(node, positive ? "(assert " + text + ")" : "(assert (not " + text + "))");
      }
    }
  }

  TextTree tree_;
  std::map<std::string_view, std::size_t> definitions_;  ///< the bodies
  std::vector<std::size_t> ends_;                        ///< of the lines
  std::ptrdiff_t lines_ = 0;                             ///< of `out_`
  SplitScript out_;
};

}  // namespace

SplitScript with_split_assertions(std::string_view script) { return Splitter(script).run(); }

}  // namespace assay::smt
