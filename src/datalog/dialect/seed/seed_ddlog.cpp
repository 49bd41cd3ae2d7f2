#include "datalog/dialect/reader/seed_builder.hpp"

namespace assay::datalog {
namespace {

/// The built-in types, and the types of the library for Soufflé programs that were converted to DDlog.
std::vector<SeedType> ddlog_types() {
  return {{"bigint", Type::Number},      {"signed<32>", Type::Number},  {"signed<64>", Type::Number},
          {"signed<128>", Type::Number}, {"s32", Type::Number},         {"s64", Type::Number},
          {"s128", Type::Number},        {"i32", Type::Number},         {"i64", Type::Number},
          {"i128", Type::Number},        {"isize", Type::Number},       {"Tnumber", Type::Number},
          {"bit<32>", Type::Unsigned},   {"bit<64>", Type::Unsigned},   {"bit<128>", Type::Unsigned},
          {"u32", Type::Unsigned},       {"u64", Type::Unsigned},       {"u128", Type::Unsigned},
          {"usize", Type::Unsigned},     {"Tunsigned", Type::Unsigned}, {"float", Type::Float},
          {"double", Type::Float},       {"Tfloat", Type::Float},       {"string", Type::Symbol},
          {"bool", Type::Bool}};
}

class DdlogReader {
 public:
  DdlogReader(std::string_view text, std::string_view file, const Tokens& tokens)
      : builder_("ddlog", text, file, ddlog_types()), cursor_(tokens) {}

  Result<Program> run() {
    while (!builder_.failed() && !cursor_.at_end()) {
      const Token token = cursor_.peek();
      if (bracket(token) > 0) {
        if (!cursor_.skip_brackets()) builder_.fail(token, "a bracket that is not closed");
      } else if (token.is("typedef")) {
        read_typedef();
      } else if (token.is("relation") || token.is("multiset") || token.is("stream")) {
        read_relation();
      } else {
        cursor_.take();
      }
    }
    return builder_.finish();
  }

 private:
  /// Reads `typedef A = B`. `B<C>` and `(B, C)` make aliases; types with constructors are opaque.
  void read_typedef() {
    cursor_.take();
    const Token name = cursor_.take();
    if (!name.is_identifier()) return builder_.fail(name, "a name is missing behind typedef");
    if (!cursor_.accept("=")) return;  // with parameters
    const Token first = cursor_.peek();
    if (cursor_.take().is_identifier() && cursor_.accept("<")) {
      for (int depth = 1; depth > 0 && !cursor_.at_end();) {
        const Token& token = cursor_.take();
        depth += token.is("<") ? 1 : token.is(">") ? -1 : 0;
      }
    }
    const bool constructors = !first.is_identifier() || cursor_.peek().is("{") || cursor_.peek().is("|");
    builder_.alias(name.text, constructors ? std::string_view() : builder_.text_from(first, cursor_));
  }

  /// Reads `input relation R(a: T)`, `output relation &R(a: T)`. Skips `relation R[T]`: its rows are values of one
  /// type, which atoms cannot match by columns.
  void read_relation() {
    const bool input = cursor_.previous().is("input");
    const bool output = cursor_.previous().is("output");
    cursor_.take();
    cursor_.accept("&");
    if (!cursor_.peek().is_identifier() || !cursor_.peek(1).is("(")) return;
    const Token name = cursor_.take();
    builder_.add(name, builder_.read_attributes(cursor_), input, output);
  }

  SeedBuilder builder_;
  Cursor cursor_;
};

}  // namespace

Result<Program> read_ddlog_seed(std::string_view text, std::string_view file) {
  LexicalRules rules;
  rules.nested_blocks = true;
  rules.raw_open = "[|";
  rules.raw_close = "|]";
  const Result<Tokens> tokens = tokenize(text, file, rules);
  if (!tokens) return tokens.error();
  return DdlogReader(text, file, *tokens).run();
}

}  // namespace assay::datalog
