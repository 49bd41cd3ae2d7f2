#include <utility>

#include "smt/parse/sorts.hpp"
#include "smt/parse/terms.hpp"
#include "smt/theory/container/sets.hpp"

namespace assay::smt {

void TermReader::bind_variable(SymbolId spelled, BoundVariable& variable) {
  if (!reader_.noted_declarations) {
    reader_.scope.note_declarations(reader_.text);
    reader_.noted_declarations = true;
  }
  variable.name = reader_.scope.fresh(spelled);
  if (variable.name != spelled) store_.note_written_name(variable.name, spelled);
  reader_.scope.bind(spelled, store_.variable(variable), true);
  renamed_.clear();
}

std::vector<BoundVariable> TermReader::read_variables(std::vector<SymbolId>& spelled) {
  std::vector<BoundVariable> variables;
  reader_.open();
  while (!reader_.failed() && reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    const SymbolId name = reader_.symbol("a variable");
    BoundVariable variable;
    variable.sort = read_sort(reader_);
    reader_.close();
    if (reader_.failed()) {
      break;
    }
    bind_variable(name, variable);
    spelled.push_back(name);
    variables.push_back(variable);
  }
  reader_.close();
  return variables;
}

void TermReader::unbind(const std::vector<SymbolId>& spelled) {
  for (auto it = spelled.rbegin(); it != spelled.rend(); ++it) {
    reader_.scope.unbind(*it);
  }
  renamed_.clear();
}

void TermReader::start_binder(SourceLocation where, BinderKind kind) {
  auto details = std::make_unique<Details>();
  details->binder.kind = kind;
  details->binder.keyword = std::string(reader_.lexer.take().text);
  details->binder.variables = read_variables(details->names);
  if (details->names.empty()) {
    reader_.fail(where, "a binder without variables");
    return;
  }
  push_frame(Kind::Binder, where, std::move(details));
}

void TermReader::step_binder(Frame& frame) {
  Details& details = *frame.details;
  const bool takes_more = details.binder.kind == BinderKind::Opaque || details.binder.kind == BinderKind::Comprehension;
  const bool more = takes_more && !reader_.at(TokenKind::Close);
  if (frame.state == 0 || more) {
    frame.state = 1;
    start();
    return;
  }
  reader_.close();
  unbind(details.names);
  if (reader_.failed()) {
    return;
  }
  std::vector<TermId> children(values_.begin() + static_cast<std::ptrdiff_t>(frame.base), values_.end());
  if (details.binder.kind == BinderKind::Comprehension) {
    complete_comprehension(details.binder, children);
  }
  if (children.size() > 1) {
    details.binder.attributes.push_back({"", "", static_cast<std::uint32_t>(children.size() - 1)});
  } else if (store_.node(children[0]).kind == TermKind::Annotated) {
    const auto attributes = store_.attributes(children[0]);
    details.binder.attributes.assign(attributes.begin(), attributes.end());
    const auto parts = store_.children(children[0]);
    children.assign(parts.begin(), parts.end());
  }
  if (details.binder.kind != BinderKind::Lambda && details.binder.kind != BinderKind::Opaque) {
    children[0] = reader_.applications.coerced(children[0], store_.bool_sort());
    const SortId body = store_.sort_of(children[0]);
    if (body != store_.bool_sort() && store_.kind(body) != SortKind::Unknown) {
      reader_.fail(frame.where, "the body of a quantifier is not Boolean");
      return;
    }
  }
  finish(frame.base, store_.binder(details.binder, children));
}

/// Adds the missing term for the members: by cvc5's manual the members are then the variable's values. A comprehension
/// whose members have no canonical values becomes opaque.
void TermReader::complete_comprehension(BinderInfo& binder, std::vector<TermId>& children) {
  if (children.size() == 1 && binder.variables.size() == 1) {
    children.push_back(store_.variable(binder.variables[0]));
  }
  const SortId member = children.size() == 2 ? store_.sort_of(children[1]) : store_.unknown_sort();
  if (!has_canonical_values(store_, member) || store_.kind(member) == SortKind::Unknown) {
    binder.kind = BinderKind::Opaque;
  }
}

void TermReader::step_annotation(Frame& frame) {
  Details& details = *frame.details;
  enum State : std::uint8_t { kTerm, kAttributes, kPattern, kSingle };
  if (frame.state == kTerm) {
    frame.state = kAttributes;
    start();
    return;
  }
  if (frame.state == kPattern) {
    if (!reader_.at(TokenKind::Close)) {
      ++details.attributes.back().term_count;
      start();
      return;
    }
    reader_.lexer.take();
    frame.state = kAttributes;
  } else if (frame.state == kSingle) {
    frame.state = kAttributes;
  }
  if (reader_.at(TokenKind::Close)) {
    reader_.lexer.take();
    finish_annotation(frame);
    return;
  }
  Attribute attribute;
  attribute.keyword = std::string(reader_.expect(TokenKind::Keyword, "an attribute").text);
  if (attribute.keyword == ":pattern" && reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    frame.state = kPattern;
  } else if (attribute.keyword == ":no-pattern") {
    attribute.term_count = 1;
    frame.state = kSingle;
  } else if (!reader_.at(TokenKind::Keyword) && !reader_.at(TokenKind::Close)) {
    if (attribute.keyword == ":named" && reader_.at(TokenKind::Symbol)) {
      details.name = std::string(reader_.lexer.peek().text);
      attribute.text = quoted_symbol(details.name);
      reader_.lexer.take();
    } else {
      attribute.text = reader_.expression();
    }
  }
  details.attributes.push_back(std::move(attribute));
  if (frame.state == kSingle) {
    start();
  }
}

void TermReader::finish_annotation(Frame& frame) {
  const Details& details = *frame.details;
  const std::vector<TermId> children(values_.begin() + static_cast<std::ptrdiff_t>(frame.base), values_.end());
  if (details.attributes.empty()) {
    finish(frame.base, children[0]);
    return;
  }
  if (!details.name.empty()) {
    if (store_.has(children[0], kHasVariable)) {
      reader_.fail(frame.where, "a name for a term that is not closed");
      return;
    }
    define_named(details.name, children[0]);
  }
  finish(frame.base, store_.annotated(details.attributes, children));
}

void TermReader::define_named(const std::string& name, TermId term) {
  Function function;
  function.name = store_.symbol(name);
  function.kind = FunctionKind::Defined;
  function.result = store_.sort_of(term);
  function.body = term;
  reader_.scope.declare(function.name, store_.function(function));
}

void TermReader::step_match(Frame& frame) {
  if (frame.state == 0) {
    frame.state = 1;
    start();
    return;
  }
  if (frame.state == 1) {
    reader_.open();
    frame.state = 2;
  }
  if (reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    start_case(values_[frame.base]);
    return;
  }
  reader_.close();
  reader_.close();
  const std::vector<TermId> children(values_.begin() + static_cast<std::ptrdiff_t>(frame.base), values_.end());
  if (children.size() < 2) {
    reader_.fail(frame.where, "a match without cases");
    return;
  }
  finish(frame.base, store_.match(children, store_.sort_of(children[1])));
}

void TermReader::bind_pattern_variable(Details& details, SortId sort) {
  const SymbolId name = reader_.symbol("a variable");
  if (reader_.failed()) {
    return;
  }
  BoundVariable variable;
  variable.sort = sort;
  // A wild card is an unused variable.
  bind_variable(store_.spelling(name) == "_" ? store_.symbol("wild") : name, variable);
  details.names.push_back(store_.spelling(name) == "_" ? store_.symbol("wild") : name);
  details.binder.variables.push_back(variable);
}

void TermReader::start_case(TermId subject) {
  auto details = std::make_unique<Details>();
  details->binder.kind = BinderKind::MatchCase;
  const SourceLocation where = reader_.where();
  read_pattern(*details, subject);
  push_frame(Kind::Case, where, std::move(details));
}

void TermReader::read_pattern(Details& details, TermId subject) {
  const SourceLocation where = reader_.where();
  const SortNode& sort = store_.node(store_.sort_of(subject));
  Head head;
  bool list = false;
  if (reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    list = !reader_.at_word("as");
    if (reader_.at(TokenKind::Open)) {
      reader_.lexer.take();
    }
    if (reader_.at_word("as")) {
      reader_.lexer.take();
      head = read_identifier_tail(true);
    } else {
      head.name = reader_.symbol("a constructor");
    }
  } else if (reader_.at(TokenKind::Symbol)) {
    head.name = store_.symbol(reader_.lexer.peek().text);
    if (!sort.datatype || !reader_.applications.constructor(head.name, sort.datatype)) {
      details.binder.is_default = true;
      bind_pattern_variable(details, store_.sort_of(subject));
      return;
    }
    reader_.lexer.take();
  }
  const auto constructor = sort.datatype ? reader_.applications.constructor(head.name, sort.datatype) : std::nullopt;
  if (!constructor) {
    reader_.fail(where, "a pattern that is no constructor of the matched term's sort");
    return;
  }
  details.binder.constructor = *constructor;
  const Function& function = store_.node(*constructor);
  const Datatype& datatype = store_.node(function.datatype);
  for (std::size_t i = 0; list && !reader_.failed() && !reader_.at(TokenKind::Close); ++i) {
    if (i >= function.parameters.size()) {
      reader_.fail(reader_.where(), "a pattern with too many variables");
      return;
    }
    bind_pattern_variable(details, store_.substitute(function.parameters[i], datatype.parameters, sort.arguments));
  }
  if (list) {
    reader_.close();
  }
  if (!reader_.failed() && details.binder.variables.size() != function.parameters.size()) {
    reader_.fail(where, "a pattern with too few variables");
  }
}

void TermReader::step_case(Frame& frame) {
  if (frame.state == 0) {
    frame.state = 1;
    start();
    return;
  }
  reader_.close();
  unbind(frame.details->names);
  if (!reader_.failed()) {
    const TermId body = values_.back();
    finish(frame.base, store_.binder(frame.details->binder, std::vector{body}));
  }
}

}  // namespace assay::smt
