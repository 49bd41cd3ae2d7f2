#include "datalog/dialect/reader/seed_builder.hpp"

namespace assay::datalog {
namespace {

std::vector<SeedType> flix_types() {
  return {{"Int", Type::Number},    {"Int32", Type::Number},  {"Int64", Type::Number},  {"BigInt", Type::Number},
          {"Float", Type::Float},   {"Float32", Type::Float}, {"Float64", Type::Float}, {"Str", Type::Symbol},
          {"String", Type::Symbol}, {"Bool", Type::Bool}};
}

/// Reads `rel Edge(x: Int32, y: Int32)` and `type alias Node = Int32` at the top level. Does not find predicates that
/// only occur in the types of constraint values.
class FlixReader {
 public:
  FlixReader(std::string_view text, std::string_view file, const Tokens& tokens)
      : builder_("flix", text, file, flix_types()), cursor_(tokens) {}

  Result<Program> run() {
    while (!builder_.failed() && !cursor_.at_end()) {
      const Token token = cursor_.peek();
      if (bracket(token) > 0) {
        if (!cursor_.skip_brackets()) builder_.fail(token, "a bracket that is not closed");
      } else if (token.is("rel") && cursor_.peek(1).is_identifier() && cursor_.peek(2).is("(")) {
        cursor_.take();
        const Token name = cursor_.take();
        builder_.add(name, builder_.read_attributes(cursor_), false, true);
      } else if (token.is("type") && cursor_.peek(1).is("alias") && cursor_.peek(3).is("=")) {
        read_alias();
      } else {
        cursor_.take();
      }
    }
    return builder_.finish();
  }

 private:
  void read_alias() {
    cursor_.take();
    cursor_.take();
    const Token name = cursor_.take();
    cursor_.take();
    const bool plain = cursor_.peek().is_identifier() && bracket(cursor_.peek(1)) == 0;
    builder_.alias(name.text, plain ? cursor_.peek().text : std::string_view());
  }

  SeedBuilder builder_;
  Cursor cursor_;
};

}  // namespace

Result<Program> read_flix_seed(std::string_view text, std::string_view file) {
  LexicalRules rules;
  rules.nested_blocks = true;
  const Result<Tokens> tokens = tokenize(text, file, rules);
  if (!tokens) return tokens.error();
  return FlixReader(text, file, *tokens).run();
}

}  // namespace assay::datalog
