#include <algorithm>
#include <array>
#include <span>
#include <variant>
#include <vector>

#include "assay/smt/operator.hpp"
#include "trigger/explain/derivation.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// The infix operators and their signs.
constexpr std::array kInfix = {
    std::pair{"=", " = "},   std::pair{"distinct", " != "}, std::pair{"and", " and "}, std::pair{"or", " or "},
    std::pair{"=>", " => "}, std::pair{"<", " < "},         std::pair{"<=", " <= "},   std::pair{">", " > "},
    std::pair{">=", " >= "}, std::pair{"+", " + "},         std::pair{"-", " - "},     std::pair{"*", " * "},
    std::pair{"/", " / "},   std::pair{"div", " div "},     std::pair{"mod", " mod "}, std::pair{"xor", " xor "}};

/// Writes a term from left to right with a stack of unwritten parts, so that the time for deep and widely shared terms
/// is bounded by the length limit of the text.
class Writer {
 public:
  Writer(const TermStore& store, const SourceNames& names) : store_(store), names_(names) {}

  std::string write(TermId root, std::size_t limit) {
    todo_.push_back(root);
    while (!todo_.empty() && text_.size() <= limit) {
      const Piece piece = std::move(todo_.back());
      todo_.pop_back();
      if (const auto* plain = std::get_if<std::string>(&piece))
        text_ += *plain;
      else
        open(std::get<TermId>(piece));
    }
    if (text_.size() <= limit) return std::move(text_);
    std::size_t cut = limit;
    while (cut > 0 && (static_cast<unsigned char>(text_[cut]) & 0xC0U) == 0x80U) --cut;
    return text_.substr(0, cut) + "...";
  }

 private:
  using Piece = std::variant<std::string, TermId>;

  void open(TermId term) {
    switch (store_.node(term).kind) {
      case TermKind::Variable: text_ += names_.variable(store_.spelling(store_.variable_name(term))); break;
      case TermKind::Call:
        call(names_.function(store_.spelling(store_.node(store_.function_of(term)).name)), store_.children(term));
        break;
      case TermKind::Apply: apply(term); break;
      case TermKind::Annotated: todo_.push_back(store_.children(term)[0]); break;
      case TermKind::Binder: binder(term); break;
      default: text_ += smt::to_string(store_, term); break;
    }
  }

  void call(std::string_view name, std::span<const TermId> children) {
    text_ += name;
    if (children.empty()) return;
    text_ += '(';
    todo_.emplace_back(")");
    list(children, ", ", false);
  }

  void apply(TermId term) {
    const std::span<const TermId> children = store_.children(term);
    const std::string_view name = smt::Operators::get().row(store_.op(term)).name;
    if (name == "not") {
      text_ += "not ";
      operand(children[0]);
      return;
    }
    if (name == "-" && children.size() == 1) {
      text_ += '-';
      operand(children[0]);
      return;
    }
    const auto* infix = sign_of(name);
    if (infix != kInfix.end() && children.size() > 1) return list(children, infix->second, true);
    if (children.empty() || !store_.indices(term).empty()) {
      text_ += smt::to_string(store_, term);
      return;
    }
    call(name, children);
  }

  void binder(TermId term) {
    const smt::BinderInfo& info = store_.binder_info(term);
    text_ += info.keyword;
    for (const smt::BoundVariable& variable : info.variables)
      text_ += " " + names_.variable(store_.spelling(variable.name)) + ": " + smt::to_string(store_, variable.sort);
    text_ += ". ";
    operand(store_.children(term)[0]);
  }

  void list(std::span<const TermId> terms, const std::string& separator, bool parentheses) {
    for (std::size_t i = terms.size(); i > 0; --i) {
      if (parentheses && is_wide(terms[i - 1])) {
        todo_.emplace_back(")");
        todo_.emplace_back(terms[i - 1]);
        todo_.emplace_back("(");
      } else {
        todo_.emplace_back(terms[i - 1]);
      }
      if (i > 1) todo_.emplace_back(separator);
    }
  }

  void operand(TermId term) { list({&term, 1}, "", true); }

  static const std::pair<const char*, const char*>* sign_of(std::string_view name) {
    return std::find_if(kInfix.begin(), kInfix.end(), [&](const auto& row) { return name == row.first; });
  }

  /// True if a term needs parentheses as an operand.
  [[nodiscard]] bool is_wide(TermId term) const {
    if (store_.node(term).kind == TermKind::Binder) return true;
    if (store_.node(term).kind != TermKind::Apply || store_.children(term).size() < 2) return false;
    return sign_of(smt::Operators::get().row(store_.op(term)).name) != kInfix.end();
  }

  const TermStore& store_;
  const SourceNames& names_;
  std::vector<Piece> todo_;
  std::string text_;
};

}  // namespace

std::string readable(const TermStore& store, TermId term, const SourceNames& names, std::size_t limit) {
  return Writer(store, names).write(term, limit);
}

}  // namespace assay::trigger
