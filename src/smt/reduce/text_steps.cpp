#include "smt/reduce/text_steps.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <queue>
#include <unordered_set>
#include <utility>

#include "base/text_tree.hpp"
#include "smt/reduce/command_order.hpp"
#include "smt/reduce/text_cleanup.hpp"

namespace assay::smt {
namespace {

/// A part of the script that goes: a command (which becomes nothing), or a formula (which becomes a constant, or else
/// the other one).
struct Part {
  std::size_t node = 0;
  std::string_view constant;
  std::string_view other = {};  ///< empty: no other constant is tried
};

/// The most orders that a step is tried with beside the current one, by the share of the bytes that it removes.
std::size_t max_orders(std::size_t removed, std::size_t all) {
  return removed * 2 >= all ? 8 : removed * 4 >= all ? 4 : removed * 8 >= all ? 2 : removed * 20 >= all ? 1 : 0;
}
/// No other orders are tried after this many failures, and as many more for each success as kOrdersPerSuccess says.
constexpr std::size_t kMaxOrderFailures = 20;
constexpr std::size_t kOrdersPerSuccess = 10;
/// Runs of parts are removed as long as a try removes this share of the bytes on average; the second share counts
/// until a try in another order has succeeded.
constexpr double kMinGain = 0.008, kMinFirstGain = 0.03;

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
                core::ReductionClock& clock, bool reorders)
      : tree_(text_tree(script)),
        replaced_(tree_.nodes.size()),
        order_(tree_.nodes.front().children.size()),
        keeps_(keeps),
        clock_(clock),
        best_(script) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (reorders) orders_.emplace(tree_);
    find_terms();
  }

  std::string run(const std::vector<std::size_t>& core) {
    attempt({});  // the declarations that nothing needs
    std::vector<Part> others, needed;
    std::size_t position = 0;
    for (const std::size_t command : tree_.nodes.front().children) {
      if (tree_.head(command) != "assert") continue;
      const bool in_core = std::find(core.begin(), core.end(), position++) != core.end();
      (in_core ? needed : others).push_back({command, {}});
    }
    if (orders_ && !others.empty() && !attempt(others)) remove_runs(others);
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
    const std::size_t bytes = bytes_of(parts);
    groups_.push({std::move(parts), bytes, next_number_++});
  }

  [[nodiscard]] std::size_t bytes_of(const std::vector<Part>& parts) const {
    std::size_t bytes = 0;
    for (const Part& part : parts) bytes += tree_.text_of(part.node).size();
    return bytes;
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
        const Part& part = group.parts.front();
        if (!part.other.empty()) {
          add({{part.node, part.other}});
        } else {
          reduce_inside(part.constant.empty() ? tree_.nodes[part.node].children.back() : part.node);
        }
        continue;
      }
      const auto middle = group.parts.begin() + static_cast<std::ptrdiff_t>(group.parts.size() / 2);
      add({group.parts.begin(), middle});
      add({middle, group.parts.end()});
    }
  }

  /// Removes random runs of the parts, in random orders of the assertions. A run has a half of the bytes, a quarter,
  /// and so on: the share that has removed most bytes for each try so far. For failures that every step may lose by
  /// chance: then halving ends at single parts, which gain little.
  void remove_runs(std::vector<Part>& parts) {
    constexpr std::size_t kShares = 6;
    std::array<double, kShares> tries{}, successes{};
    core::Rng rng(2);
    while (!parts.empty() && !clock_.is_over()) {
      const double all = static_cast<double>(bytes_of(parts)) / static_cast<double>(best_.size());
      const auto gain = [&](std::size_t share) {
        return all * (successes[share] + 1) / (tries[share] + 3) / static_cast<double>(std::size_t{2} << share);
      };
      std::size_t share = 0;
      for (std::size_t i = 1; i < kShares; ++i)
        if (gain(i) > gain(share)) share = i;
      if (gain(share) < (order_successes_ > 0 ? kMinGain : kMinFirstGain)) return;
      std::rotate(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(rng.below(parts.size())), parts.end());
      const std::size_t bytes = bytes_of(parts) / (std::size_t{2} << share);
      std::vector<Part> run;
      for (std::size_t taken = 0; run.size() < parts.size() && taken <= bytes; taken += bytes_of({run.back()}))
        run.push_back(parts[run.size()]);
      const std::vector<std::size_t> before = order_;
      const bool reorders = rng.below(2) == 1;
      if (reorders) order_ = orders_->shuffled(rng.split(rng.next()));
      ++tries[share];
      if (attempt_in_this_order(run)) {
        ++successes[share];
        order_successes_ += reorders ? 1 : 0;
        parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(run.size()));
      } else {
        order_ = before;
      }
    }
  }

  /// Reduces a formula that cannot go. Formulas whose largest operand has most of their bytes are a chain: a binary
  /// search finds the first operand of the chain that can go. All other operands are a group.
  void reduce_inside(std::size_t formula) {
    std::vector<Part> chain, others;
    std::vector<std::vector<Part>> levels;
    for (std::size_t at = formula;; at = chain.back().node) {
      std::vector<Part>& operands = levels.emplace_back();
      collect(at, operands);
      const auto bytes = [&](const Part& part) { return tree_.text_of(part.node).size(); };
      const auto largest = std::max_element(operands.begin(), operands.end(),
                                            [&](const Part& a, const Part& b) { return bytes(a) < bytes(b); });
      if (largest == operands.end() || 2 * bytes(*largest) < tree_.text_of(at).size()) break;
      chain.push_back(*largest);
      operands.erase(largest);
    }
    std::size_t first = 0;
    for (std::size_t last = chain.size(); first < last;) {
      const std::size_t middle = first + (last - first) / 2;
      if (attempt({chain[middle]}))
        last = middle;
      else
        first = middle + 1;
    }
    levels.resize(std::min(levels.size(), first + 1));
    for (std::vector<Part>& operands : levels) others.insert(others.end(), operands.begin(), operands.end());
    add(std::move(others));
  }

  /// False if the text of a term tells that its sort is not Bool.
  [[nodiscard]] bool may_be_formula(std::size_t node) const {
    const std::vector<std::size_t>& parts = tree_.nodes[node].children;
    const std::string_view head = tree_.head(node);
    if (head == "ite" && parts.size() == 4) return may_be_formula(parts[2]);
    return !terms_.contains(parts.empty() ? tree_.text_of(node) : head);
  }

  void find_terms() {
    for (const std::string_view head :
         {"+", "-", "*", "/", "div", "mod", "abs", "to_int", "to_real", "select", "store"})
      terms_.insert(head);
    for (const std::size_t command : tree_.nodes.front().children) {
      const std::vector<std::size_t>& words = tree_.nodes[command].children;
      const std::string_view head = tree_.head(command);
      const std::size_t sort = head == "declare-const" ? 2 : 3;
      if ((sort == 2 || head == "declare-fun" || head == "define-fun") && words.size() > sort &&
          tree_.text_of(words[sort]) != "Bool")
        terms_.insert(tree_.text_of(words[1]));
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
          if (tree_.nodes[binding].children.size() == 2 && may_be_formula(tree_.nodes[binding].children.back()))
            add_operand({}, tree_.nodes[binding].children.back(), "true");
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
    if (attempt_in_this_order(parts)) return true;
    if (!orders_) return false;
    const std::vector<std::size_t> before = order_;
    const std::size_t orders = max_orders(bytes_of(parts), best_.size());
    for (std::size_t i = 0; i < orders && !clock_.is_over(); ++i) {
      if (order_failures_ > kMaxOrderFailures + kOrdersPerSuccess * order_successes_) break;
      order_ = orders_->shuffled(core::Rng(1).split(order_failures_ + order_successes_));
      if (attempt_in_this_order(parts)) return ++order_successes_ > 0;
      ++order_failures_;
    }
    order_ = before;
    return false;
  }

  bool attempt_in_this_order(const std::vector<Part>& parts) {
    for (const Part& part : parts) replaced_[part.node] = part.constant;
    if (adopt(current_text())) return true;
    for (const Part& part : parts) replaced_[part.node].reset();
    return false;
  }

  bool adopt(std::string text) {
    if (text.size() >= best_.size() || !clock_.take() || !keeps_(text)) return false;
    best_ = std::move(text);
    return true;
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
    for (std::size_t at = commands.size(); at-- > 0;) {
      const std::size_t i = order_[at];
      const auto name = declared_name(commands[i]);
      if (replaced_[commands[i]] || (name && !words.contains(*name))) continue;
      print_command(commands[i], i == 0 ? 0 : tree_.nodes[commands[i - 1]].end, texts[at], words);
    }
    std::string text;
    for (const std::string& one : texts) text += one;
    return commands.empty() ? text : text.append(tree_.text, tree_.nodes[commands.back()].end);
  }

  TextTree tree_;
  std::vector<std::optional<std::string_view>> replaced_;  ///< by node; a command that is gone has the empty text
  std::unordered_set<std::string_view> terms_;             ///< functions whose result is not of sort Bool
  std::vector<std::size_t> order_;                         ///< of the commands, as positions
  std::optional<CommandOrder> orders_;                     ///< nullopt: the commands stay in their order
  std::size_t order_successes_ = 0, order_failures_ = 0;   ///< of tries in other orders
  std::priority_queue<Group> groups_;
  std::size_t next_number_ = 0;
  const std::function<bool(const std::string&)>& keeps_;
  core::ReductionClock& clock_;
  std::string best_;
};

}  // namespace

std::string reduced_text(std::string_view script, const std::function<bool(const std::string&)>& keeps,
                         core::ReductionClock& clock, const TextSteps& steps) {
  std::string text = TextReduction(script, keeps, clock, steps.reorders).run(steps.core);
  for (const auto& shortened : {without_constant_operands, without_quantifier_names}) {
    std::string shorter = shortened(text);
    if (shorter.size() < text.size() && clock.take() && keeps(shorter)) text = std::move(shorter);
  }
  return text;
}

}  // namespace assay::smt
