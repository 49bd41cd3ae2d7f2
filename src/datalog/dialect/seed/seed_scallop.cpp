#include <set>
#include <string>

#include "datalog/dialect/reader/seed_builder.hpp"

namespace assay::datalog {
namespace {

std::vector<SeedType> scallop_types() {
  return {{"i32", Type::Number},   {"i64", Type::Number},   {"i128", Type::Number},   {"isize", Type::Number},
          {"u32", Type::Unsigned}, {"u64", Type::Unsigned}, {"u128", Type::Unsigned}, {"usize", Type::Unsigned},
          {"f32", Type::Float},    {"f64", Type::Float},    {"bool", Type::Bool},     {"String", Type::Symbol},
          {"&str", Type::Symbol}};
}

class ScallopReader {
 public:
  ScallopReader(std::string_view text, std::string_view file, const Tokens& tokens)
      : builder_("scallop", text, file, scallop_types()), cursor_(tokens) {}

  Result<Program> run() {
    while (!builder_.failed() && !cursor_.at_end()) read_item();
    for (auto& [name, attributes] : untyped_)
      if (builder_.find(name.text) == nullptr) builder_.add(name, std::move(attributes), false, true);
    Result<Program> program = builder_.finish();
    if (program && !queries_.empty()) set_outputs(*program);
    return program;
  }

 private:
  void read_item() {
    const Token token = cursor_.peek();
    if (bracket(token) > 0) {
      if (!cursor_.skip_brackets()) builder_.fail(token, "a bracket that is not closed");
      return;
    }
    cursor_.take();
    if (!cursor_.peek().is_identifier()) return;
    if (token.is("type")) {
      read_types();
      input_ = false;
    } else if (token.is("rel") || token.is("relation")) {
      read_values();
    } else if (token.is("query")) {
      queries_.emplace(cursor_.take().text);
    } else if (token.is("@")) {
      input_ = cursor_.peek().is("file") || cursor_.peek().is("input");
    }
  }

  /// Reads `type r(i32, String), s(a: f32)`, `type A <: B` or `type A = B`.
  void read_types() {
    do {
      const Token name = cursor_.take();
      if (cursor_.peek().is("(")) {
        builder_.add(name, builder_.read_attributes(cursor_), input_, true);
      } else if (cursor_.accept("<:") || cursor_.accept("=")) {
        const bool plain = cursor_.peek().is_identifier() && !cursor_.peek(1).is("(") && !cursor_.peek(1).is("|");
        builder_.alias(name.text, plain ? cursor_.take().text : std::string_view());
      }
    } while (!builder_.failed() && cursor_.peek().is(",") && cursor_.peek(1).is_identifier() && cursor_.accept(","));
  }

  /// Reads `rel r = {(0, "a"), ...}` or `rel r(0, "a")`. The first tuple gives the types of a relation without a
  /// `type`.
  void read_values() {
    const Token name = cursor_.take();
    Cursor ahead = cursor_;
    const bool set = ahead.accept("=") && ahead.accept("{");
    if (set && ahead.peek(1).is("::")) {  // a probability
      ahead.take();
      ahead.take();
    }
    std::vector<Attribute> attributes;
    bool good = set || ahead.peek().is("(");
    if (good && ahead.accept("(")) {
      do {
        good = good && read_constant(ahead, attributes);
      } while (good && ahead.accept(","));
      good = good && ahead.accept(")") && !(ahead.peek().is("=") || ahead.peek().is(":-"));
    } else if (good) {
      good = read_constant(ahead, attributes);
    }
    if (good) untyped_.emplace_back(name, std::move(attributes));
  }

  static bool read_constant(Cursor& cursor, std::vector<Attribute>& attributes) {
    cursor.accept("-");
    const Token& token = cursor.take();
    Attribute attribute;
    attribute.name = "a" + std::to_string(attributes.size());
    if (token.kind == TokenKind::Number) {
      attribute.declared = "i32";
    } else if (token.kind == TokenKind::Float) {
      attribute.declared = "f32";
    } else if (token.kind == TokenKind::String) {
      attribute.declared = "String";
    } else if (token.is("true") || token.is("false")) {
      attribute.declared = "bool";
    } else {
      return false;
    }
    attributes.push_back(std::move(attribute));
    return cursor.peek().is(",") || cursor.peek().is(";") || bracket(cursor.peek()) < 0;
  }

  void set_outputs(Program& program) {
    for (Relation& relation : program.relations) relation.is_output = queries_.contains(relation.name);
  }

  SeedBuilder builder_;
  Cursor cursor_;
  bool input_ = false;  ///< whether the last attribute was @file or @input
  std::vector<std::pair<Token, std::vector<Attribute>>> untyped_;
  std::set<std::string> queries_;  ///< empty: every relation is an output
};

}  // namespace

Result<Program> read_scallop_seed(std::string_view text, std::string_view file) {
  const Result<Tokens> tokens = tokenize(text, file, LexicalRules());
  if (!tokens) return tokens.error();
  return ScallopReader(text, file, *tokens).run();
}

}  // namespace assay::datalog
