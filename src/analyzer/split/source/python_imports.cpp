#include "analyzer/split/source/python_imports.hpp"

#include <utility>

#include "base/ascii.hpp"

namespace assay::analyzer::splitting {
namespace {

bool name_starts(char c) { return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool name_goes_on(char c) { return name_starts(c) || is_digit(c); }

/// Splits a source into names and single characters, without strings, comments and white space. "
/// " and ";" end a statement.
class PythonTokens {
 public:
  explicit PythonTokens(std::string_view source) : source_(source) {}

  [[nodiscard]] std::vector<std::string_view> all() {
    while (at_ < source_.size()) step();
    tokens_.emplace_back("\n");
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = source_[at_];
    if (c == '#') {
      while (at_ < source_.size() && source_[at_] != '\n') ++at_;
    } else if (c == '\'' || c == '"') {
      skip_string();
    } else if (c == '\\' && at_ + 1 < source_.size() && (source_[at_ + 1] == '\n' || source_[at_ + 1] == '\r')) {
      at_ += source_.substr(at_ + 1).starts_with("\r\n") ? 3 : 2;
    } else if (c == '\n' || c == '\r') {
      if (depth_ == 0) tokens_.emplace_back("\n");
      ++at_;
    } else if (name_starts(c)) {
      const std::size_t begin = at_;
      while (at_ < source_.size() && name_goes_on(source_[at_])) ++at_;
      // Letters directly before a quote are the string's prefix.
      if (at_ < source_.size() && (source_[at_] == '\'' || source_[at_] == '"')) return;
      tokens_.push_back(source_.substr(begin, at_ - begin));
    } else {
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
      if (c != ' ' && c != '\t' && c != '\f') tokens_.push_back(source_.substr(at_, 1));
      ++at_;
    }
  }

  /// In a raw string, a backslash before a quote keeps the quote from ending the string, too.
  void skip_string() {
    const char quote = source_[at_];
    const std::string triple(3, quote);
    const bool is_triple = source_.substr(at_).starts_with(triple);
    at_ += is_triple ? 3 : 1;
    while (at_ < source_.size()) {
      if (source_[at_] == '\\') {
        at_ += 2;
      } else if (is_triple ? source_.substr(at_).starts_with(triple) : source_[at_] == quote) {
        at_ += is_triple ? 3 : 1;
        return;
      } else if (!is_triple && source_[at_] == '\n') {
        return;  // an unclosed string, which Python would reject
      } else {
        ++at_;
      }
    }
    at_ = source_.size();
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<std::string_view> tokens_;
};

class PythonStatements {
 public:
  explicit PythonStatements(std::vector<std::string_view> tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] std::vector<PythonImport> imports() {
    bool begins = true;
    while (at_ < tokens_.size()) {
      const std::string_view token = tokens_[at_++];
      if (begins && token == "import") {
        read_import();
      } else if (begins && token == "from") {
        read_from();
      }
      begins = token == "\n" || token == ";" || token == ":";  // the form "try: import x"
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string_view peek() const { return at_ < tokens_.size() ? tokens_[at_] : "\n"; }
  [[nodiscard]] bool at_name() const { return name_starts(peek().front()); }

  std::string dotted() {
    std::string name;
    while (at_name()) {
      name += tokens_[at_++];
      if (peek() != ".") break;
      name += '.';
      ++at_;
    }
    return name;
  }

  void skip_alias() {
    if (peek() == "as") at_ += 2;
  }

  void read_import() {
    while (at_name()) {
      PythonImport one;
      one.module = dotted();
      skip_alias();
      found_.push_back(std::move(one));
      if (peek() != ",") return;
      ++at_;
    }
  }

  void read_from() {
    PythonImport one;
    one.from = true;
    for (; peek() == "."; ++at_) ++one.level;
    if (peek() != "import") one.module = dotted();
    if (peek() != "import" || (one.level == 0 && one.module.empty())) return;
    ++at_;
    if (peek() == "(") ++at_;
    if (peek() == "*") one.names.emplace_back("*");
    while (at_name()) {
      one.names.emplace_back(tokens_[at_++]);
      skip_alias();
      if (peek() != ",") break;
      ++at_;
    }
    found_.push_back(std::move(one));
  }

  std::vector<std::string_view> tokens_;
  std::size_t at_ = 0;
  std::vector<PythonImport> found_;
};

}  // namespace

std::vector<PythonImport> python_imports(std::string_view source) {
  return PythonStatements(PythonTokens(source).all()).imports();
}

}  // namespace assay::analyzer::splitting
