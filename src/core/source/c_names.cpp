#include "core/source/c_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/source/source_tokens.hpp"

namespace assay::core {
namespace {

using CTokenKind = SourceToken::Kind;
using CTokens = std::vector<SourceToken>;

/// Names before parentheses that are not functions.
constexpr std::array<std::string_view, 14> kNoFunctions = {
    "if",      "while",    "for",      "switch",        "return",     "sizeof",  "__attribute__",
    "alignas", "decltype", "noexcept", "static_assert", "__declspec", "defined", "_Static_assert"};
constexpr std::array<std::string_view, 8> kHolders = {"struct",    "union",  "enum",   "class",
                                                      "namespace", "extern", "inline", "typedef"};

bool one_of(std::string_view text, const auto& list) { return std::find(list.begin(), list.end(), text) != list.end(); }

/// Reads the declarations at the outermost level, one after the other. The content of a namespace or of extern "C" is
/// at that level, too.
class CReader {
 public:
  explicit CReader(CTokens tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] CNames read() {
    while (at_ < tokens_.size()) {
      const SourceToken& token = tokens_[at_];
      if (token.kind == CTokenKind::Directive) {
        read_directive(token.text);
        ++at_;
      } else if (token.is("{")) {
        open_brace();
      } else if (token.is("}")) {
        item_.clear();
        ++at_;
      } else if (token.is(";")) {
        end_declaration();
        ++at_;
      } else {
        use(at_);
        item_.push_back(at_++);
      }
    }
    return std::move(names_);
  }

 private:
  [[nodiscard]] const SourceToken& token(std::size_t item) const { return tokens_[item_[item]]; }

  void use(std::size_t at) {
    if (tokens_[at].kind != CTokenKind::Name) return;
    if (at > 0 && (tokens_[at - 1].is(".") || tokens_[at - 1].is("->"))) return;
    names_.used.emplace(tokens_[at].text);
    if (body_ != nullptr) body_->emplace(tokens_[at].text);
  }

  void read_directive(std::string_view line) {
    const CTokens words = source_tokens(line.substr(1), false);
    if (words.size() < 2 || !words[0].is("define")) return;
    std::vector<std::string>& body = names_.macros[std::string(words[1].text)];
    for (std::size_t i = 2; i < words.size(); ++i)
      if (words[i].kind == CTokenKind::Name) body.emplace_back(words[i].text);
  }

  /// Position in the item of the name in a function's declarator; npos: there is none.
  [[nodiscard]] std::size_t declarator() const {
    for (std::size_t i = 0; i + 1 < item_.size(); ++i) {
      if (token(i).is("=")) return std::string::npos;
      if (!token(i + 1).is("(") || token(i).kind != CTokenKind::Name) continue;
      if (token(i).is("__attribute__") || token(i).is("__declspec") || is_type_macro(i)) {
        i = past_parentheses(i + 1) - 1;
      } else {
        return one_of(token(i).text, kNoFunctions) ? std::string::npos : i;
      }
    }
    return std::string::npos;
  }

  /// True for M in "static M(char *) f(int a)": a macro for the type and the linkage of a function.
  [[nodiscard]] bool is_type_macro(std::size_t item) const {
    for (std::size_t i = 0; i < item; ++i)
      if (!token(i).is("static") && !token(i).is("extern") && !token(i).is("inline")) return false;
    const std::size_t after = past_parentheses(item + 1);
    return after + 1 < item_.size() && token(after).kind == CTokenKind::Name && token(after + 1).is("(");
  }

  [[nodiscard]] std::size_t past_parentheses(std::size_t from) const {
    std::size_t depth = 0;
    for (std::size_t i = from; i < item_.size(); ++i) {
      if (token(i).is("(")) ++depth;
      if (token(i).is(")") && --depth == 0) return i + 1;
    }
    return item_.size();
  }

  [[nodiscard]] bool says(std::string_view word) const {
    for (std::size_t i = 0; i < item_.size(); ++i)
      if (token(i).is(word)) return true;
    return false;
  }

  void open_brace() {
    const std::size_t name = declarator();
    if (name == std::string::npos && !old_style_.name.empty()) {
      define(std::exchange(old_style_, {}));
    } else if (name != std::string::npos) {
      define(function_at(name));
    } else if (says("=")) {
      add_variables();
      skip_braces();
      return;  // the declaration continues up to its ";"
    } else if (says("namespace") || (says("extern") && item_.size() == 2)) {
      ++at_;  // the content is at the outermost level, too
    } else if (!item_.empty() && one_of(token(0).text, kHolders)) {
      skip_braces();
      return;  // the form "struct s { } x;"
    } else {
      skip_braces();
    }
    item_.clear();
  }

  [[nodiscard]] CFunction function_at(std::size_t name) const {
    CFunction function;
    function.name = token(name).text;
    if (name >= 2 && token(name - 1).is("::")) function.qualifier = token(name - 2).text;
    function.first_line = token(0).line;
    function.is_static = says("static");
    return function;
  }

  void define(CFunction function) {
    body_ = &function.used;
    function.last_line = skip_braces();
    body_ = nullptr;
    names_.functions.push_back(std::move(function));
  }

  /// Skips to behind the closing brace, and returns its line.
  unsigned skip_braces() {
    std::size_t depth = 0;
    unsigned line = tokens_[at_].line;
    for (; at_ < tokens_.size(); ++at_) {
      line = tokens_[at_].line;
      if (tokens_[at_].kind == CTokenKind::Directive) read_directive(tokens_[at_].text);
      use(at_);
      if (tokens_[at_].is("{")) ++depth;
      if (tokens_[at_].is("}") && --depth == 0) {
        ++at_;
        break;
      }
    }
    return line;
  }

  void end_declaration() {
    const std::size_t name = declarator();
    if (name != std::string::npos) {
      // "int f(a) int a;" begins a definition in the old style.
      const std::size_t after = past_parentheses(name + 1);
      const bool old = after < item_.size() && token(after).kind == CTokenKind::Name &&
                       !token(after).is("__attribute__") && after + 1 < item_.size();
      old_style_ = old ? function_at(name) : CFunction{};
    } else {
      add_variables();
    }
    item_.clear();
  }

  /// Adds the variables of "int a, *b = 0, c[3]": the names before "=", "[", "," and the end.
  void add_variables() {
    if (item_.empty() || says("typedef") || says("static") || says("using") || says("friend")) return;
    if (says("extern") && !says("=")) return;
    if (item_.size() < 2) return;
    bool open = true;  // until "=" or "["; then false up to the next ","
    for (std::size_t i = 1; i <= item_.size(); ++i) {
      const bool end = i == item_.size();
      const bool stops = end || token(i).is("=") || token(i).is("[") || token(i).is(",");
      if (stops && open && token(i - 1).kind == CTokenKind::Name) names_.variables.emplace(token(i - 1).text);
      if (stops) open = !end && token(i).is(",");
    }
  }

  CTokens tokens_;
  std::size_t at_ = 0;
  std::vector<std::size_t> item_;  ///< tokens of the declaration so far
  CFunction old_style_;            ///< a definition in the old style whose parameters are being declared
  /// Identifiers of the current function; null: outside of functions.
  std::set<std::string, std::less<>>* body_ = nullptr;
  CNames names_;
};

}  // namespace

CNames c_names(std::string_view source) { return CReader(source_tokens(source, true)).read(); }

}  // namespace assay::core
