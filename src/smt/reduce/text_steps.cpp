#include "smt/reduce/text_steps.hpp"

#include <algorithm>
#include <deque>
#include <unordered_set>
#include <utility>
#include <vector>

#include "smt/solver/script_shape.hpp"

namespace assay::smt {
namespace {

using Words = std::vector<std::string_view>;

bool is_part_of_symbol(char c) { return std::string_view(" \t\r\n()\";|").find(c) == std::string_view::npos; }

/// The symbols and literals in a text, without comments and strings.
Words words_in(std::string_view text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t end = at + 1;
    if (c == ';') {
      end = std::min(text.find('\n', at), text.size());
    } else if (c == '"' || c == '|') {
      end = std::min(text.find(c, at + 1), text.size() - 1) + 1;
      if (c == '|') words.push_back(text.substr(at, end - at));
    } else if (is_part_of_symbol(c)) {
      while (end < text.size() && is_part_of_symbol(text[end])) ++end;
      words.push_back(text.substr(at, end - at));
    }
    at = end;
  }
  return words;
}

/// One command of a script: its text, with the blanks and comments before it.
struct TextCommand {
  std::string_view text;
  Words words;
  bool declares = false;  ///< a name: the first word after the command's
  bool stays = false;     ///< never removed: checks, levels, options, sorts and datatypes
};

/// The commands of a balanced script; the rest of the text belongs to the last one.
std::vector<TextCommand> commands_in(std::string_view script) {
  constexpr std::string_view kDeclarations[] = {"declare-fun", "declare-const", "define-fun", "define-const",
                                                "define-fun-rec"};
  std::vector<TextCommand> commands;
  for (std::size_t at = 0; at < script.size();) {
    std::size_t end = skip_expression(script, at);
    if (end == std::string_view::npos) end = script.size();
    TextCommand& command = commands.emplace_back();
    command.text = script.substr(at, end - at);
    command.words = words_in(command.text);
    const std::string_view kind = command.words.empty() ? std::string_view() : command.words.front();
    command.declares = std::find(std::begin(kDeclarations), std::end(kDeclarations), kind) != std::end(kDeclarations) &&
                       command.words.size() > 1;
    command.stays = !command.declares && kind != "assert";
    at = end;
  }
  return commands;
}

class TextReduction {
 public:
  TextReduction(std::string_view script, const std::function<bool(const std::string&)>& keeps,
                core::ReductionClock& clock)
      : commands_(commands_in(script)), gone_(commands_.size()), keeps_(keeps), clock_(clock), best_(script) {}

  std::string run() {
    std::vector<std::size_t> assertions;
    for (std::size_t i = 0; i < commands_.size(); ++i)
      if (!commands_[i].stays && !commands_[i].declares) assertions.push_back(i);
    attempt({});  // the declarations that nothing needs
    std::deque<std::pair<std::size_t, std::size_t>> groups;
    if (!assertions.empty()) groups.emplace_back(0, assertions.size());
    while (!groups.empty() && !clock_.is_over()) {
      const auto [first, last] = groups.front();
      groups.pop_front();
      const auto begin = assertions.begin();
      if (attempt({begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)})) continue;
      if (last - first == 1) continue;
      const std::size_t middle = first + (last - first) / 2;
      groups.emplace_back(middle, last);
      groups.emplace_back(first, middle);
    }
    return std::move(best_);
  }

 private:
  /// The script without the removed commands, and without declarations that nothing left names.
  [[nodiscard]] std::string text_without(const std::vector<bool>& gone) const {
    std::unordered_set<std::string_view> needed;
    std::vector<bool> left(commands_.size());
    for (std::size_t i = commands_.size(); i-- > 0;) {
      const TextCommand& command = commands_[i];
      // A declaration stands before its uses.
      left[i] = !gone[i] && (!command.declares || needed.contains(command.words[1]));
      if (left[i]) needed.insert(command.words.begin(), command.words.end());
    }
    std::string text;
    for (std::size_t i = 0; i < commands_.size(); ++i)
      if (left[i]) text += commands_[i].text;
    return text;
  }

  bool attempt(const std::vector<std::size_t>& removed) {
    std::vector<bool> gone = gone_;
    for (const std::size_t at : removed) gone[at] = true;
    std::string text = text_without(gone);
    if (text.size() >= best_.size() || !clock_.take() || !keeps_(text)) return false;
    gone_ = std::move(gone);
    best_ = std::move(text);
    return true;
  }

  std::vector<TextCommand> commands_;
  std::vector<bool> gone_;
  const std::function<bool(const std::string&)>& keeps_;
  core::ReductionClock& clock_;
  std::string best_;
};

}  // namespace

std::string without_commands(std::string_view script, const std::function<bool(const std::string&)>& keeps,
                             core::ReductionClock& clock) {
  return TextReduction(script, keeps, clock).run();
}

}  // namespace assay::smt
