#include "datalog/dialect/reader/seed_builder.hpp"

namespace assay::datalog {
namespace {

std::vector<SeedType> formulog_types() {
  return {{"i32", Type::Number},    {"i64", Type::Number}, {"bv[32]", Type::Number}, {"bv[64]", Type::Number},
          {"fp32", Type::Float},    {"fp64", Type::Float}, {"fp[32]", Type::Float},  {"fp[64]", Type::Float},
          {"string", Type::Symbol}, {"bool", Type::Bool}};
}

class FormulogReader {
 public:
  FormulogReader(std::string_view text, std::string_view file, const Tokens& tokens)
      : builder_("formulog", text, file, formulog_types()), cursor_(tokens) {}

  Result<Program> run() {
    while (!builder_.failed() && !cursor_.at_end()) {
      const Token token = cursor_.peek();
      if (bracket(token) > 0) {
        if (!cursor_.skip_brackets()) builder_.fail(token, "a bracket that is not closed");
      } else if (token.is("type") && cursor_.peek(1).is_identifier()) {
        read_type();
      } else if (declares(token)) {
        read_relation();
      } else {
        if (token.is(".")) edb_ = false;
        if (token.is("edb") && cursor_.previous().is("@")) edb_ = true;
        cursor_.take();
      }
    }
    return builder_.finish();
  }

 private:
  [[nodiscard]] bool declares(const Token& token) const {
    return (token.is("input") || token.is("output") || token.is("rel")) && cursor_.peek(1).is_identifier();
  }

  /// Reads `type node = i32.` Types with constructors or fields are opaque.
  void read_type() {
    cursor_.take();
    const Token name = cursor_.take();
    if (!cursor_.accept("=")) return;
    const Token first = cursor_.peek();
    bool constructors = false;
    while (!cursor_.at_end() && !cursor_.peek().is(".") && !cursor_.peek().is("and")) {
      constructors = constructors || cursor_.peek().is("|") || cursor_.peek().is("{");
      cursor_.take();
    }
    builder_.alias(name.text, constructors ? std::string_view() : builder_.text_from(first, cursor_));
  }

  /// Reads `input r(i32, string).`, `output r.` or `@edb rel r(a: i32)`.
  void read_relation() {
    const Token keyword = cursor_.take();
    const Token name = cursor_.take();
    std::vector<Attribute> attributes;
    if (cursor_.peek().is("(")) attributes = builder_.read_attributes(cursor_);
    const bool input = keyword.is("input") || (keyword.is("rel") && edb_);
    builder_.add(name, std::move(attributes), input, !input);
    edb_ = false;
  }

  SeedBuilder builder_;
  Cursor cursor_;
  bool edb_ = false;  ///< whether `@edb` is in front of the next declaration
};

}  // namespace

Result<Program> read_formulog_seed(std::string_view text, std::string_view file) {
  LexicalRules rules;
  rules.block_open = "(*";
  rules.block_close = "*)";
  rules.nested_blocks = true;
  const Result<Tokens> tokens = tokenize(text, file, rules);
  if (!tokens) return tokens.error();
  return FormulogReader(text, file, *tokens).run();
}

}  // namespace assay::datalog
