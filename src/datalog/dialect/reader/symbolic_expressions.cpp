#include "datalog/dialect/reader/symbolic_expressions.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"

namespace assay::datalog {
namespace {

class ExpressionsReader {
 public:
  ExpressionsReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<Expressions> run() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (is_space(c)) {
        ++position_;
      } else if (c == ';') {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (c == '(') {
        open_.push_back(add({{}, {}, true}));
        ++position_;
      } else if (c == ')') {
        if (open_.empty()) return problem("a bracket that closes nothing");
        open_.pop_back();
        ++position_;
      } else if (!read_atom()) {
        return problem("a string or quoted symbol without an end");
      }
    }
    if (!open_.empty()) return problem("a bracket that is not closed");
    return std::move(read_);
  }

 private:
  std::uint32_t add(Expression node) {
    const auto id = static_cast<std::uint32_t>(read_.nodes.size());
    for (; counted_ < position_; ++counted_) line_ += text_[counted_] == '\n' ? 1 : 0;
    node.line = line_;
    read_.nodes.push_back(std::move(node));
    if (open_.empty()) {
      read_.top.push_back(id);
    } else {
      read_.nodes[open_.back()].parts.push_back(id);
    }
    return id;
  }

  bool read_atom() {
    const char c = text_[position_];
    if (c != '"' && c != '|') {
      const std::size_t begin = position_;
      while (position_ < text_.size() && !ends_atom(text_[position_])) ++position_;
      add({text_.substr(begin, position_ - begin), {}, false});
      return true;
    }
    const std::size_t end = text_.find(c, position_ + 1);
    if (end == std::string_view::npos) return false;
    const std::string_view whole = text_.substr(position_, end + 1 - position_);
    add({c == '|' ? whole.substr(1, whole.size() - 2) : whole, {}, false});
    position_ = end + 1;
    return true;
  }

  static bool ends_atom(char c) { return is_space(c) || c == '(' || c == ')' || c == ';' || c == '"' || c == '|'; }

  [[nodiscard]] Error problem(std::string_view what) const {
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position_), '\n') + 1;
    return {std::string(file_) + ":" + std::to_string(line) + ": " + std::string(what), ""};
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t position_ = 0;
  std::size_t counted_ = 0;  ///< the position in the text whose line is `line_`
  std::uint32_t line_ = 1;
  Expressions read_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

std::string_view Expressions::head(std::uint32_t node) const {
  const Expression& expression = nodes[node];
  return expression.parts.empty() ? std::string_view() : nodes[expression.parts.front()].atom;
}

Result<Expressions> read_expressions(std::string_view text, std::string_view file) {
  return ExpressionsReader(text, file).run();
}

}  // namespace assay::datalog
