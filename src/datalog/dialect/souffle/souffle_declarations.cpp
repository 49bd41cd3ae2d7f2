#include "datalog/dialect/souffle/souffle_declarations.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "datalog/dialect/souffle/words/souffle_qualifiers.hpp"

namespace assay::datalog {
namespace {

/// Maximum number of attributes of all relations. `.decl a, b, c (x:number, ...)` repeats all attributes for every
/// name, so that a short text can have a huge number.
constexpr std::size_t kMaxAttributes = 1U << 20;

bool is_foreign(const Token& token) {
  if (token.kind == TokenKind::Character) return true;
  return token.kind == TokenKind::Punctuation && token.text.size() == 1 &&
         std::string_view("|[]$+-(),:;.=*/^%{}<>!@").find(token.text[0]) == std::string_view::npos;
}

class DeclarationReader {
 public:
  DeclarationReader(const Tokens& tokens, std::size_t begin, std::size_t end, std::string_view file,
                    Declarations* before)
      : cursor_(tokens, begin, end), file_(file), before_(before) {
    const std::vector<std::size_t>& lines = tokens.preprocessor_lines;
    const auto line = std::lower_bound(lines.begin(), lines.end(), begin);
    preprocessed_ = line != lines.end() && *line <= end;
  }

  Result<Declarations> run() {
    out_.hides = preprocessed_;
    if (preprocessed_) unsupported(cursor_.peek(), "lines of the C preprocessor");
    while (!error_ && !cursor_.at_end()) read_item();
    if (!error_) finish();
    if (error_) return *std::move(error_);
    return std::move(out_);
  }

 private:
  /// A directive's relation. It is looked up after all declarations.
  struct Mention {
    Token relation;
    bool input;
  };
  /// The position of the current token in a clause.
  enum class ClauseState : std::uint8_t { LiteralBegins, InName, Elsewhere, Over };
  /// An attribute of consecutive relations. Its type is looked up after all declarations.
  struct PendingType {
    RelationId first;  ///< the first relation of the declaration
    std::size_t relations;
    std::size_t attribute;
    Token where;
  };

  void fail(const Token& at, std::string_view what, std::string_view advice = {}) {
    if (!error_) error_ = error_at(file_, at.where, what, advice);
  }
  void unsupported(const Token& at, std::string_view what) {
    if (!out_.unsupported)
      out_.unsupported = error_at(file_, at.where, std::string(what) + " cannot be read completely");
  }
  bool expect(std::string_view word, std::string_view what) {
    if (cursor_.accept(word)) return true;
    fail(cursor_.peek(), "'" + std::string(word) + "' is missing " + std::string(what));
    return false;
  }
  bool expect_name(Token& name, std::string_view what) {
    name = cursor_.take();
    if (name.is_identifier()) return true;
    fail(name, "a name is missing " + std::string(what));
    return false;
  }
  bool skip_brackets(std::string_view what) {
    const Token open = cursor_.peek();
    if (bracket(open) > 0 && cursor_.skip_brackets()) return true;
    fail(open, "brackets are missing or not closed " + std::string(what));
    return false;
  }

  void read_item();
  void read_annotation();
  void read_directive(const Token& directive);
  std::string read_qualified_name(std::string_view what);
  void read_relations();
  std::vector<Attribute> read_attributes(std::vector<Token>& types);
  void add_relations(const std::vector<Token>& names, const Relation& model, const std::vector<Token>& types);
  void read_type();
  void read_type_definition(const Token& name);
  void read_branch(StructuredType& type, std::string_view name, std::string_view close);
  void settle_fields();
  void add_structure(StructuredType structure);
  void read_mentions(const Token& directive);
  bool skip_parameters();
  void read_component();
  void read_functor();
  void read_plan();
  void read_other(const Token& directive);
  void read_clause();
  [[nodiscard]] ClauseState next_state(ClauseState state) const;
  void finish();
  void set_type(Attribute& attribute, const Token& where);
  void mark(const Mention& mention);

  Cursor cursor_;
  std::string_view file_;
  bool preprocessed_ = false;  ///< whether macros may change the text, so that errors are not certain
  Declarations* before_;
  Declarations out_;
  std::optional<Error> error_;
  std::vector<Mention> mentions_;
  std::vector<PendingType> pending_;
  std::size_t attributes_ = 0;
};

void DeclarationReader::read_item() {
  const Token token = cursor_.peek();
  if (token.kind == TokenKind::Directive) {
    cursor_.take();
    read_directive(token);
  } else if (token.is("@")) {
    read_annotation();
  } else {
    read_clause();
  }
}

/// Skips `@[name = value]` or `@![...]`, which do not change results.
void DeclarationReader::read_annotation() {
  cursor_.take();
  cursor_.accept("!");
  skip_brackets("behind an annotation's @");
}

void DeclarationReader::read_directive(const Token& directive) {
  if (directive.is(".decl")) return read_relations();
  if (directive.is(".type") || directive.is(".number_type") || directive.is(".symbol_type")) return read_type();
  if (directive.is(".input") || directive.is(".output") || directive.is(".printsize") || directive.is(".limitsize"))
    return read_mentions(directive);
  if (directive.is(".functor")) return read_functor();
  if (directive.is(".plan")) return read_plan();
  if (!directive.is(".pragma")) unsupported(directive, directive.text);
  if (directive.is(".comp")) return read_component();
  read_other(directive);
}

std::string DeclarationReader::read_qualified_name(std::string_view what) {
  Token name;
  if (!expect_name(name, what)) return {};
  std::string out(name.text);
  while (cursor_.peek().is(".") && cursor_.peek(1).is_identifier()) {
    cursor_.take();
    const Token part = cursor_.take();
    // Assay could not print the name: with a space behind it, its end would be a directive.
    if (is_directive("." + std::string(part.text))) fail(part, "a name may not end like a directive", "rename it");
    out += "." + std::string(part.text);
  }
  return out;
}

// ---- relations

void DeclarationReader::read_relations() {
  std::vector<Token> names(1);
  if (!expect_name(names[0], "behind .decl")) return;
  if (cursor_.peek().is("=")) {  // .decl delta = debug_delta(relation)
    unsupported(names[0], "debug_delta");
    out_.hides = true;
    cursor_.take();
    cursor_.take();
    skip_brackets("behind debug_delta");
    return;
  }
  while (cursor_.accept(",")) {
    names.emplace_back();
    if (!expect_name(names.back(), "behind the comma of .decl")) return;
  }
  if (!expect("(", "behind the relation's name: .decl r(a:number)")) return;
  Relation model;
  model.is_output = false;
  std::vector<Token> types;
  model.attributes = read_attributes(types);
  if (error_) return;
  Qualifiers qualifiers = read_qualifiers(cursor_, model);
  if (qualifiers.problem) return fail(qualifiers.problem_at, *qualifiers.problem);
  if (qualifiers.unsupported) unsupported(qualifiers.unsupported_at, *qualifiers.unsupported);
  add_relations(names, model, types);
}

std::vector<Attribute> DeclarationReader::read_attributes(std::vector<Token>& types) {
  std::vector<Attribute> attributes;
  if (cursor_.accept(")")) return attributes;
  do {
    while (!error_ && cursor_.peek().is("@")) read_annotation();
    Token name;
    if (error_ || !expect_name(name, "for an attribute: r(a:number)")) return {};
    if (!expect(":", "between an attribute and its type: r(a:number)")) return {};
    types.push_back(cursor_.peek());
    Attribute attribute;
    attribute.name = name.text;
    attribute.declared =
        read_qualified_name("for an attribute's type: number, symbol, unsigned, float or a declared one");
    if (cursor_.peek().is("<") && cursor_.peek(1).is(">")) {
      unsupported(cursor_.take(), "lattices");
      cursor_.take();
    }
    attributes.push_back(std::move(attribute));
  } while (!error_ && cursor_.accept(","));
  if (!error_) expect(")", "behind the attributes");
  return attributes;
}

void DeclarationReader::add_relations(const std::vector<Token>& names, const Relation& model,
                                      const std::vector<Token>& types) {
  attributes_ += names.size() * (1 + model.attributes.size());
  if (attributes_ > kMaxAttributes) return fail(names[0], "more than 1048576 attributes");
  const auto first = static_cast<RelationId>(out_.relations.size());
  for (const Token& name : names) {
    const auto id = static_cast<RelationId>(out_.relations.size());
    const bool known = before_ != nullptr && before_->index.contains(std::string(name.text));
    if (known || !out_.index.emplace(name.text, id).second) {
      if (preprocessed_) continue;
      return fail(name, "relation " + std::string(name.text) + " is declared twice", "remove or rename one of them");
    }
    out_.relations.push_back(model);
    Relation& relation = out_.relations.back();
    relation.name = name.text;
    relation.facts.arity = relation.arity();
  }
  for (std::size_t i = 0; i < types.size(); ++i)
    pending_.push_back({first, out_.relations.size() - first, i, types[i]});
}

// ---- types

void DeclarationReader::read_type() {
  const bool numbers = cursor_.previous().is(".number_type");
  Token name;
  if (!expect_name(name, "behind .type")) return;
  if (out_.types.declared(name.text) || TypeTable::built_in(name.text)) {
    if (!preprocessed_)
      return fail(name, "type " + std::string(name.text) + " is declared twice", "rename one of them");
  }
  if (cursor_.accept("<:")) {
    std::string parent = read_qualified_name("for the type above");
    out_.related_types = out_.related_types || !TypeTable::built_in(parent);
    out_.types.declare(name.text, {std::move(parent)});
  } else if (cursor_.accept("=")) {
    out_.related_types = true;
    read_type_definition(name);
  } else {
    out_.types.declare(name.text, {numbers ? "number" : "symbol"});
  }
}

/// Reads a record `[a:number, ...]`, an algebraic data type `A {} | B {a:number}`, an alias `A`, or a union `A | B`.
void DeclarationReader::read_type_definition(const Token& name) {
  StructuredType structure{std::string(name.text), cursor_.accept("["), {}};
  if (structure.is_record) read_branch(structure, {}, "]");
  if (structure.is_record) return add_structure(std::move(structure));
  std::vector<std::string> parts;
  do {
    while (!error_ && cursor_.peek().is("@")) read_annotation();
    if (error_) return;
    parts.push_back(read_qualified_name("for a part of the type"));
    if (!error_ && cursor_.accept("{")) read_branch(structure, parts.back(), "}");
  } while (!error_ && cursor_.accept("|"));
  if (!structure.branches.empty()) return add_structure(std::move(structure));
  out_.types.declare(name.text, std::move(parts));
}

/// Reads `a:number, b:t]`. The cursor is behind the opening bracket.
void DeclarationReader::read_branch(StructuredType& type, std::string_view name, std::string_view close) {
  Branch branch{std::string(name), {}};
  while (!error_ && !cursor_.accept(close)) {
    if (!branch.fields.empty() && !expect(",", "between the fields of a type")) return;
    while (!error_ && cursor_.peek().is("@")) read_annotation();
    Token field;
    if (!expect_name(field, "for a field of a type") || !expect(":", "between a field and its type")) return;
    branch.fields.push_back({std::string(field.text), Type::Opaque, read_qualified_name("for a field's type")});
  }
  type.branches.push_back(std::move(branch));
}

void DeclarationReader::add_structure(StructuredType structure) {
  if (out_.types.declared(structure.name)) return;  // declared in both branches of a preprocessor's condition
  out_.types.declare_structure(structure.name);
  out_.structures.push_back(std::move(structure));
}

/// Sets the resolved types of fields.
void DeclarationReader::settle_fields() {
  for (StructuredType& structure : out_.structures) {
    for (Branch& branch : structure.branches) {
      for (Attribute& field : branch.fields) {
        field.type = out_.types.find(field.declared).value_or(Type::Opaque);
        field.declared = out_.types.structure(field.declared);
        if (field.type == Type::Opaque && field.declared.empty())
          unsupported(cursor_.peek(), "a field of " + structure.name + " with a mixed or unknown type");
      }
    }
  }
}

// ---- other directives

/// Reads `.output a, b.c (IO=file, filename="x")`. Every name may have parameters.
void DeclarationReader::read_mentions(const Token& directive) {
  const bool output = directive.is(".output");
  do {
    const Token relation = cursor_.peek();
    const std::string name = read_qualified_name("behind " + std::string(directive.text));
    if (error_) return;
    const bool qualified = name.size() != relation.text.size();
    if (qualified) unsupported(relation, "relations of components");
    if (!qualified && directive.is(".printsize")) out_.sized.emplace_back(name);
    if (!qualified && (output || directive.is(".input"))) mentions_.push_back({relation, !output});
    if (cursor_.peek().is("(") && !skip_parameters()) return;
  } while (cursor_.accept(","));
}

bool DeclarationReader::skip_parameters() { return skip_brackets("around parameters"); }

void DeclarationReader::read_component() {
  out_.hides = true;
  const Token start = cursor_.peek();
  while (!cursor_.at_end() && !cursor_.peek().is("{")) cursor_.take();
  if (cursor_.at_end()) return fail(start, "a component without a body", "write it in braces");
  skip_brackets("around a component's body");
}

void DeclarationReader::read_functor() {
  Token name;
  if (!expect_name(name, "behind .functor") || !skip_brackets("around a functor's arguments")) return;
  if (!expect(":", "in front of a functor's result")) return;
  read_qualified_name("for a functor's result");
  cursor_.accept("stateful");
}

/// Reads `.plan 0:(1,2), 1:(2,1)`.
void DeclarationReader::read_plan() {
  do {
    const Token version = cursor_.take();
    if (version.kind != TokenKind::Number) return fail(version, "a number is missing in .plan 0:(1,2)");
    if (!expect(":", "in .plan 0:(1,2)") || !skip_brackets("in .plan 0:(1,2)")) return;
  } while (cursor_.accept(","));
}

void DeclarationReader::read_other(const Token& directive) {
  if (directive.is(".init")) {
    out_.hides = true;
    Token name;
    if (!expect_name(name, "behind .init") || !expect("=", "in .init a = Component")) return;
    read_qualified_name("of the component");
    if (!cursor_.accept("<")) return;
    while (!cursor_.at_end() && !cursor_.accept(">")) cursor_.take();
  } else if (directive.is(".lattice")) {
    while (!cursor_.at_end() && !cursor_.peek().is("{")) cursor_.take();
    skip_brackets("around a lattice's operations");
  } else if (directive.is(".pragma") || directive.is(".include")) {
    out_.hides = out_.hides || directive.is(".include");
    if (cursor_.peek().kind != TokenKind::String) return fail(cursor_.peek(), "a string is missing here");
    while (cursor_.peek().kind == TokenKind::String) cursor_.take();
  } else if (directive.is(".override")) {
    Token name;
    expect_name(name, "behind .override");
  } else if (directive.is(".once")) {
    out_.hides = true;
  }
}

// ---- clauses

/// Reads up to the dot that ends the fact or rule, and stores its position.
void DeclarationReader::read_clause() {
  const Token start = cursor_.peek();
  const std::size_t begin = cursor_.position();
  ClauseState state = ClauseState::LiteralBegins;
  std::size_t depth = 0;
  while (!cursor_.at_end() && cursor_.peek().kind != TokenKind::Directive) {
    state = next_state(state);
    if (is_foreign(cursor_.peek()) && !preprocessed_)
      return fail(cursor_.peek(), "'" + std::string(cursor_.peek().text) + "' means nothing in Souffle", "remove it");
    const int step = bracket(cursor_.take());
    if (step < 0 && depth == 0 && !preprocessed_)
      return fail(cursor_.previous(), "a bracket is closed that was not opened", "remove it");
    if (step > 0) ++depth;
    if (step < 0 && depth > 0) --depth;
    if (depth == 0 && state == ClauseState::Over) return out_.clauses.push_back({begin, cursor_.position()});
  }
  // A macro may stand for clauses and needs no dot.
  if (!preprocessed_) fail(start, "a fact or a rule without an end", "close its brackets and end it with a dot");
}

/// A dot inside of the name of a component's relation does not end the clause. At the beginning of a literal, a name, a
/// dot and a name form a longer name. Elsewhere the dot ends the clause, as in `p(x) :- q(x), x = y.` before `r(1).`
DeclarationReader::ClauseState DeclarationReader::next_state(ClauseState state) const {
  const Token& token = cursor_.peek();
  if (token.is("true") || token.is("false")) return ClauseState::Elsewhere;
  if (token.is_identifier()) return state == ClauseState::LiteralBegins ? ClauseState::InName : ClauseState::Elsewhere;
  if (token.is("."))
    return state == ClauseState::InName && cursor_.peek(1).is_identifier() ? ClauseState::LiteralBegins
                                                                           : ClauseState::Over;
  const bool begins = token.is(",") || token.is(":-") || token.is(";") || token.is("!");
  return begins ? ClauseState::LiteralBegins : ClauseState::Elsewhere;
}

// ---- after all declarations

void DeclarationReader::finish() {
  out_.types.resolve();
  settle_fields();
  for (const PendingType& pending : pending_) {
    for (std::size_t i = 0; i < pending.relations && !error_; ++i)
      set_type(out_.relations[pending.first + i].attributes[pending.attribute], pending.where);
  }
  for (const Mention& mention : mentions_) mark(mention);
}

void DeclarationReader::set_type(Attribute& attribute, const Token& where) {
  const std::string& name = attribute.declared;
  std::optional<Type> type = out_.types.find(name);
  if (!type && before_ != nullptr) type = before_->types.find(name);
  if (!type && !out_.hides && (before_ == nullptr || !before_->hides))
    return fail(where, "type " + name + " is not declared", "declare it: .type " + name + " <: number");
  attribute.type = type.value_or(Type::Opaque);
  if (attribute.type == Type::Opaque && before_ == nullptr && out_.types.structure(name).empty())
    unsupported(where, "a mixed or unknown type");
  if (TypeTable::built_in(name)) attribute.declared.clear();
}

void DeclarationReader::mark(const Mention& mention) {
  const std::string name(mention.relation.text);
  Declarations* where = &out_;
  auto found = out_.index.find(name);
  if (found == out_.index.end() && before_ != nullptr) {
    where = before_;
    found = before_->index.find(name);
  }
  if (found == where->index.end()) {
    if (out_.hides || (before_ != nullptr && before_->hides)) return;
    return fail(mention.relation, "relation " + name + " is not declared", "declare it: .decl " + name + "(a:number)");
  }
  Relation& relation = where->relations[found->second];
  (mention.input ? relation.is_input : relation.is_output) = true;
}

}  // namespace

const LexicalRules& souffle_rules() {
  static const LexicalRules rules = [] {
    LexicalRules out;
    out.directives = true;
    out.addresses = true;
    out.preprocessor = true;
    return out;
  }();
  return rules;
}

Result<Declarations> read_declarations(const Tokens& tokens, std::size_t begin, std::size_t end, std::string_view file,
                                       Declarations* before) {
  return DeclarationReader(tokens, begin, end, file, before).run();
}

}  // namespace assay::datalog
