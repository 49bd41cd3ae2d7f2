#include "smt/parse/terms.hpp"

#include <utility>

#include "smt/parse/literals.hpp"
#include "smt/parse/renaming.hpp"
#include "smt/parse/sorts.hpp"

namespace assay::smt {

TermId TermReader::read() {
  const std::size_t floor = frames_.size();
  const std::size_t base = values_.size();
  start();
  while (!reader_.failed() && frames_.size() > floor) {
    step();
  }
  if (reader_.failed()) {
    return store_.bool_constant(false);
  }
  const TermId result = values_.back();
  values_.resize(base);
  return result;
}

void TermReader::start() {
  const SourceLocation where = reader_.where();
  if (!reader_.at(TokenKind::Open)) {
    atom();
    return;
  }
  reader_.lexer.take();
  start_list(where);
}

void TermReader::start_list(SourceLocation where) {
  if (reader_.at(TokenKind::Open)) {
    start_nested_head(where);
    return;
  }
  if (!reader_.lexer.peek().quoted && start_special(where)) {
    return;
  }
  Head head;
  head.name = reader_.symbol("a term");
  push_application(where, std::move(head));
}

bool TermReader::start_special(SourceLocation where) {
  const std::string_view word = reader_.lexer.peek().text;
  if (word == "_" || word == "as") {
    reader_.lexer.take();
    if (word == "_") {
      start_underscore(where);
      return true;
    }
    const Head head = read_identifier_tail(true);
    arguments_.clear();
    const auto made = reader_.failed() ? std::nullopt : reader_.applications.make(head, arguments_);
    if (!made) {
      reader_.fail(where, reader_.applications.problem());
      return true;
    }
    values_.push_back(*made);
    return true;
  }
  static constexpr std::pair<std::string_view, BinderKind> kBinders[] = {
      {"forall", BinderKind::Forall},
      {"exists", BinderKind::Exists},
      {"lambda", BinderKind::Lambda},
      {"choice", BinderKind::Choice},
      {"witness", BinderKind::Choice},
      {"set.comprehension", BinderKind::Comprehension},
      {"bag.comprehension", BinderKind::Opaque},
  };
  for (const auto& [name, kind] : kBinders) {
    if (word == name && reader_.scope.functions(store_.symbol(word)).empty()) {
      start_binder(where, kind);
      return true;
    }
  }
  if (word == "let") {
    reader_.lexer.take();
    reader_.open();
    push_frame(Kind::Let, where, std::make_unique<Details>());
  } else if (word == "!") {
    reader_.lexer.take();
    push_frame(Kind::Annotation, where, std::make_unique<Details>());
  } else if (word == "match" && reader_.scope.functions(store_.symbol(word)).empty()) {
    reader_.lexer.take();
    push_frame(Kind::Match, where);
  } else {
    return false;
  }
  return true;
}

void TermReader::start_nested_head(SourceLocation where) {
  Lexer ahead = reader_.lexer;
  ahead.take();
  const Token& word = ahead.peek();
  const bool plain = word.kind == TokenKind::Symbol && !word.quoted;
  bool identifier = plain && word.text == "as";
  if (plain && word.text == "_") {
    ahead.take();
    identifier = ahead.peek().kind == TokenKind::Symbol && !names_a_term(ahead.peek());
  }
  if (!identifier) {
    push_frame(Kind::ApplyTerm, where);
    return;
  }
  reader_.lexer.take();
  const bool ascribed = reader_.at_word("as");
  reader_.lexer.take();
  Head head = read_identifier_tail(ascribed);
  push_application(where, std::move(head));
}

bool TermReader::names_a_term(const Token& token) const {
  const SymbolId name = store_.symbol(token.text);
  return token.text != "is" && token.text != "update" &&
         (reader_.scope.local(name) != nullptr || !reader_.scope.functions(name).empty());
}

/// `(_ f i ...)` is an indexed identifier, or an application if `f` is a term (SMT-LIB 2.7).
void TermReader::start_underscore(SourceLocation where) {
  if (reader_.at(TokenKind::Symbol)) {
    if (!names_a_term(reader_.lexer.peek())) {
      const Head head = read_identifier_tail(false);
      arguments_.clear();
      const auto made = reader_.failed() ? std::nullopt : reader_.applications.make(head, arguments_);
      if (!made) {
        reader_.fail(where, reader_.applications.problem());
        return;
      }
      values_.push_back(*made);
      return;
    }
  }
  push_frame(Kind::ApplyTerm, where);
}

void TermReader::read_indices(Head& head) {
  head.name = reader_.symbol("a name");
  while (!reader_.failed() && !reader_.at(TokenKind::Close)) {
    head.indices.push_back(read_index(reader_));
  }
  if (head.indices.empty()) {
    reader_.fail(reader_.where(), "expected an index");
  }
  reader_.close();
}

/// Reads the rest of `(_ name index ...)` or, if `ascribed`, of `(as identifier sort)`.
Head TermReader::read_identifier_tail(bool ascribed) {
  Head head;
  if (!ascribed) {
    read_indices(head);
    return head;
  }
  if (reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    if (!reader_.at_word("_")) {
      reader_.fail(reader_.where(), "expected '_'");
    }
    reader_.lexer.take();
    read_indices(head);
  } else {
    head.name = reader_.symbol("a name");
  }
  head.ascribed = read_sort(reader_);
  reader_.close();
  return head;
}

void TermReader::push_frame(Kind kind, SourceLocation where, std::unique_ptr<Details> details) {
  Frame frame;
  frame.kind = kind;
  frame.where = where;
  frame.base = values_.size();
  frame.details = std::move(details);
  frames_.push_back(std::move(frame));
}

void TermReader::push_application(SourceLocation where, Head head) {
  const SymbolId name = head.name;
  std::unique_ptr<Details> details;
  if (!head.indices.empty() || head.ascribed) {
    details = std::make_unique<Details>();
    details->head = std::move(head);
  }
  push_frame(Kind::Apply, where, std::move(details));
  frames_.back().head = name;
}

void TermReader::atom() {
  const Token token = reader_.lexer.take();
  switch (token.kind) {
    case TokenKind::Symbol: named(store_.symbol(token.text), token.where); return;
    case TokenKind::Numeral:
      values_.push_back(reader_.real_numerals
                            ? store_.constant(Value(mpq_class(integer_literal(token.text))), store_.real_sort())
                            : store_.constant(Value(integer_literal(token.text)), store_.int_sort()));
      return;
    case TokenKind::Decimal:
      values_.push_back(store_.constant(Value(decimal_literal(token.text)), store_.real_sort()));
      return;
    case TokenKind::Hexadecimal:
    case TokenKind::Binary: {
      const Value bits = bits_literal(token.text);
      values_.push_back(store_.constant(bits, store_.bit_vector_sort(bits.as_bits().width)));
      return;
    }
    case TokenKind::String:
      values_.push_back(
          store_.constant(Value(string_value(token.text, reader_.unicode_escapes)), store_.string_sort()));
      return;
    case TokenKind::Bad: reader_.fail(token.where, "expected a term but found " + std::string(token.text)); return;
    case TokenKind::End: reader_.fail(token.where, "expected a term but found the end of the text"); return;
    default: reader_.fail(token.where, "expected a term but found '" + std::string(token.text) + "'"); return;
  }
}

void TermReader::named(SymbolId name, SourceLocation where) { values_.push_back(referenced(name, where)); }

TermId TermReader::referenced(SymbolId name, SourceLocation where) {
  const Scope::Local* local = reader_.scope.local(name);
  if (local != nullptr) {
    if (local->variable || !store_.has(local->term, kHasBinder) || !reader_.scope.anything_bound()) {
      return local->term;
    }
    const auto [it, is_new] = renamed_.try_emplace(local->term.index, local->term);
    if (is_new) {
      it->second = renamed_apart(store_, reader_.scope, local->term);
    }
    return it->second;
  }
  Head head;
  head.name = name;
  arguments_.clear();
  const auto made = reader_.applications.make(head, arguments_);
  if (!made) {
    reader_.fail(where, reader_.applications.problem());
    return store_.bool_constant(false);
  }
  return *made;
}

void TermReader::step() {
  Frame& frame = frames_.back();
  switch (frame.kind) {
    case Kind::Apply:
    case Kind::ApplyTerm: step_application(frame); break;
    case Kind::Let: step_let(frame); break;
    case Kind::Binder: step_binder(frame); break;
    case Kind::Annotation: step_annotation(frame); break;
    case Kind::Match: step_match(frame); break;
    case Kind::Case: step_case(frame); break;
  }
}

void TermReader::step_application(Frame& frame) {
  if (!reader_.at(TokenKind::Close)) {
    start();
    return;
  }
  reader_.lexer.take();
  finish_application(frame);
}

void TermReader::finish_application(Frame& frame) {
  const std::size_t base = frame.base;
  if (frame.kind == Kind::ApplyTerm) {
    if (values_.size() < base + 2) {
      reader_.fail(frame.where, "an application without arguments");
      return;
    }
    const std::vector<TermId> given(values_.begin() + static_cast<std::ptrdiff_t>(base), values_.end());
    finish(base, reader_.applications.apply_value(given[0], std::span(given).subspan(1)));
    return;
  }
  if (!frame.details && reader_.scope.local(frame.head) != nullptr) {
    const std::vector<TermId> given(values_.begin() + static_cast<std::ptrdiff_t>(base), values_.end());
    const TermId function = referenced(frame.head, frame.where);
    finish(base, given.empty() ? function : reader_.applications.apply_value(function, given));
    return;
  }
  arguments_.assign(values_.begin() + static_cast<std::ptrdiff_t>(base), values_.end());
  Head plain;
  plain.name = frame.head;
  const auto made = reader_.applications.make(frame.details ? frame.details->head : plain, arguments_);
  if (!made) {
    reader_.fail(frame.where, reader_.applications.problem());
    return;
  }
  finish(base, *made);
}

void TermReader::finish(std::size_t base, TermId result) {
  values_.resize(base);
  values_.push_back(result);
  frames_.pop_back();
}

void TermReader::step_let(Frame& frame) {
  Details& details = *frame.details;
  if (frame.state == 1) {  // a bound term is complete
    reader_.close();
    frame.state = 0;
  }
  if (frame.state == 2) {  // the body is complete
    reader_.close();
    for (const SymbolId name : details.names) {
      reader_.scope.unbind(name);
    }
    finish(frame.base, values_.back());
    return;
  }
  if (reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    details.names.push_back(reader_.symbol("a name"));
    frame.state = 1;
    start();
    return;
  }
  reader_.close();
  for (std::size_t i = 0; i < details.names.size() && !reader_.failed(); ++i) {
    reader_.scope.bind(details.names[i], values_[frame.base + i], false);
  }
  frame.state = 2;
  start();
}

}  // namespace assay::smt
