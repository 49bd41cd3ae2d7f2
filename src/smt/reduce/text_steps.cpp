#include "smt/reduce/text_steps.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <unordered_set>
#include <utility>

#include "smt/reduce/text_cleanup.hpp"
#include "smt/reduce/text_tree.hpp"

namespace assay::smt {
namespace {

/// A part of the script that goes: a command (which becomes nothing), or a formula (which becomes a constant, or else
/// the other one).
struct Part {
  std::size_t node = 0;
  std::string_view constant;
  std::string_view other = {};  ///< empty: no other constant is tried
};

/// Parts that go together, and the bytes that they have. The largest group is tried first; of equal ones, the earliest.
struct Group {
  std::vector<Part> parts;
  std::size_t bytes = 0;
  std::size_t number = 0;
  friend bool operator<(const Group& a, const Group& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : a.number > b.number;
  }
};

class TextReduction {
 public:
  TextReduction(std::string_view script, const std::function<bool(const std::string&)>& keeps,
                core::ReductionClock& clock)
      : tree_(text_tree(script)), replaced_(tree_.nodes.size()), keeps_(keeps), clock_(clock), best_(script) {}

  std::string run(const std::vector<std::size_t>& core) {
    attempt({});  // the declarations that nothing needs
    std::vector<Part> others, needed;
    std::size_t position = 0;
    for (const std::size_t command : tree_.nodes.front().children) {
      if (tree_.head(command) != "assert") continue;
      const bool in_core = std::find(core.begin(), core.end(), position++) != core.end();
      (in_core ? needed : others).push_back({command, {}});
    }
    add(std::move(others));
    std::vector<Part> operands;
    for (const Part& assertion : needed) collect(tree_.nodes[assertion.node].children.back(), operands);
    add(std::move(operands));
    add(defined_formulas());
    remove_all();
    add(std::move(needed));
    remove_all();
    return std::move(best_);
  }

 private:
  void add(std::vector<Part> parts) {
    if (parts.empty()) return;
    std::size_t bytes = 0;
    for (const Part& part : parts) bytes += tree_.text_of(part.node).size();
    groups_.push({std::move(parts), bytes, next_number_++});
  }

  /// The bodies of definitions of sort Bool.
  [[nodiscard]] std::vector<Part> defined_formulas() const {
    std::vector<Part> bodies;
    for (const std::size_t command : tree_.nodes.front().children) {
      const std::vector<std::size_t>& words = tree_.nodes[command].children;
      if (tree_.head(command) != "define-fun" || words.size() != 5 || tree_.text_of(words[3]) != "Bool") continue;
      if (tree_.text_of(words[4]).size() > 5) bodies.push_back({words[4], "true", "false"});
    }
    return bodies;
  }

  void remove_all() {
    while (!groups_.empty() && !clock_.is_over()) {
      Group group = groups_.top();
      groups_.pop();
      if (attempt(group.parts)) continue;
      if (group.parts.size() == 1) {
        std::vector<Part> inner;
        const Part& part = group.parts.front();
        if (!part.other.empty()) {
          add({{part.node, part.other}});
          continue;
        }
        collect(part.constant.empty() ? tree_.nodes[part.node].children.back() : part.node, inner);
        add(std::move(inner));
        continue;
      }
      const auto middle = group.parts.begin() + static_cast<std::ptrdiff_t>(group.parts.size() / 2);
      add({group.parts.begin(), middle});
      add({middle, group.parts.end()});
    }
  }

  /// Adds the outermost operands of a formula. Nested `and` are one list of operands.
  void collect(std::size_t formula, std::vector<Part>& out) const {
    std::vector<std::size_t> waiting = {formula};
    const auto add_operand = [&](std::string_view head, std::size_t operand, std::string_view constant) {
      if (!head.empty() && tree_.head(operand) == head) return waiting.push_back(operand);
      if (tree_.text_of(operand).size() > constant.size()) out.push_back({operand, constant});
    };
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      const std::string_view head = tree_.head(at);
      const std::vector<std::size_t>& parts = tree_.nodes[at].children;
      if (head == "and" || head == "or") {
        for (std::size_t i = parts.size(); i-- > 1;) add_operand(head, parts[i], head == "and" ? "true" : "false");
      } else if (head == "=>") {
        waiting.push_back(parts.back());
        for (std::size_t i = 1; i + 1 < parts.size(); ++i) add_operand("and", parts[i], "true");
      } else if (head == "let" && parts.size() == 3) {
        waiting.push_back(parts.back());
        for (const std::size_t binding : tree_.nodes[parts[1]].children)
          if (tree_.nodes[binding].children.size() == 2) add_operand({}, tree_.nodes[binding].children.back(), "true");
      } else if (head == "not" || head == "=" || head == "xor" || head == "ite") {
        waiting.insert(waiting.end(), parts.begin() + 1, parts.end());
      } else if ((head == "forall" || head == "exists") && parts.size() == 3) {
        waiting.push_back(parts.back());
      } else if (head == "!" && parts.size() > 1) {
        waiting.push_back(parts[1]);
      }
    }
  }

  bool attempt(const std::vector<Part>& parts) {
    for (const Part& part : parts) replaced_[part.node] = part.constant;
    std::string text = current_text();
    if (text.size() < best_.size() && clock_.take() && keeps_(text)) {
      best_ = std::move(text);
      return true;
    }
    for (const Part& part : parts) replaced_[part.node].reset();
    return false;
  }

  /// The text of a command with its replaced operands, and with the blanks and comments before it from `begin` on. Adds
  /// its words to `words`.
  void print_command(std::size_t command, std::size_t begin, std::string& text,
                     std::unordered_set<std::string_view>& words) const {
    for (std::size_t node = command; node < tree_.nodes[command].last;) {
      if (replaced_[node]) {
        text.append(tree_.text, begin, tree_.nodes[node].begin - begin).append(*replaced_[node]);
        begin = tree_.nodes[node].end;
        node = tree_.nodes[node].last;
      } else {
        if (tree_.nodes[node].children.empty()) words.insert(tree_.text_of(node));
        ++node;
      }
    }
    text.append(tree_.text, begin, tree_.nodes[command].end - begin);
  }

  /// The name that a command declares or defines, if it may go when nothing names it.
  [[nodiscard]] std::optional<std::string_view> declared_name(std::size_t command) const {
    constexpr std::string_view kDeclarations[] = {"declare-fun", "declare-const", "define-fun", "define-const",
                                                  "define-fun-rec"};
    const bool declares =
        std::find(std::begin(kDeclarations), std::end(kDeclarations), tree_.head(command)) != std::end(kDeclarations);
    if (!declares || tree_.nodes[command].children.size() < 2) return std::nullopt;
    return tree_.text_of(tree_.nodes[command].children[1]);
  }

  [[nodiscard]] std::string current_text() const {
    const std::vector<std::size_t>& commands = tree_.nodes.front().children;
    std::unordered_set<std::string_view> words;
    std::vector<std::string> texts(commands.size());
    // A declaration stands before its uses.
    for (std::size_t i = commands.size(); i-- > 0;) {
      const auto name = declared_name(commands[i]);
      if (replaced_[commands[i]] || (name && !words.contains(*name))) continue;
      print_command(commands[i], i == 0 ? 0 : tree_.nodes[commands[i - 1]].end, texts[i], words);
    }
    std::string text;
    for (const std::string& one : texts) text += one;
    return commands.empty() ? text : text.append(tree_.text, tree_.nodes[commands.back()].end);
  }

  TextTree tree_;
  std::vector<std::optional<std::string_view>> replaced_;  ///< by node; a command that is gone has the empty text
  std::priority_queue<Group> groups_;
  std::size_t next_number_ = 0;
  const std::function<bool(const std::string&)>& keeps_;
  core::ReductionClock& clock_;
  std::string best_;
};

}  // namespace

std::string reduced_text(std::string_view script, const std::function<bool(const std::string&)>& keeps,
                         core::ReductionClock& clock, const std::vector<std::size_t>& core) {
  std::string text = TextReduction(script, keeps, clock).run(core);
  for (const auto& shortened : {without_constant_operands, without_quantifier_names}) {
    std::string shorter = shortened(text);
    if (shorter.size() < text.size() && clock.take() && keeps(shorter)) text = std::move(shorter);
  }
  return text;
}

}  // namespace assay::smt
