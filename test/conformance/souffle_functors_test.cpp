// Compares the reference evaluator with Soufflé: functors, operators and aggregates at the ends of the types.
#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "core/proc/proc.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/fuzz/result/compare.hpp"

namespace assay::datalog::souffle_functors_test {
namespace {

/// Soufflé's text of constants: 'n' numbers, 'u' unsigned numbers, 's' symbols, 'i' places in texts.
std::vector<std::string> operands(char kind) {
  switch (kind) {
    case 'n':
      return {"-2147483648", "-2147483647", "-33", "-32", "-3", "-1",    "0",          "1",         "2",
              "3",           "30",          "31",  "32",  "33", "65536", "1073741824", "2147483647"};
    case 'u':
      return {"0u",  "1u",     "2u",          "3u",          "30u",         "31u",        "32u",
              "33u", "65536u", "1073741824u", "2147483647u", "2147483648u", "4294967295u"};
    case 'i': return {"-1", "0", "1", "2", "3", "4", "2147483647"};
    default:
      return {R"("")",          R"("a")",   R"("A")",   R"("b")",           R"("ab")",          R"("abc")",
              R"("\"")",        R"("a b")", R"("ä")",   R"("[")",           R"("0")",           R"("1")",
              R"("-1")",        R"("+1")",  R"("01")",  R"("-0")",          R"(" 1")",          R"("1 ")",
              R"("0x1f")",      R"("0b1")", R"("1.5")", R"("1e3")",         R"("2147483647")",  R"("2147483648")",
              R"("word 1")",    R"("1u")",  R"("-")",   R"("-2147483648")", R"("-2147483649")", R"("4294967295")",
              R"("4294967296")"};
  }
}

std::string_view type_of(char kind) { return kind == 'u' ? "unsigned" : kind == 's' ? "symbol" : "number"; }

/// `result = expression` for all operands of these kinds. A constraint has no result; `Aggregated` is an aggregate over
/// the set of the first two operands.
struct Row {
  enum class Form : std::uint8_t { Value, Constraint, Aggregated };
  std::string_view kinds;
  char result = 'n';
  std::string expression;
  Form form = Form::Value;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.kinds << " -> " << row.result << ": " << row.expression; }

using enum Row::Form;

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const char kind : {'n', 'u'}) {
    const std::string_view two = kind == 'n' ? "nn" : "uu";
    for (const char* op :
         {"+", "-", "*", "/", "%", "band", "bor", "bxor", "bshl", "bshr", "bshru", "land", "lor", "lxor"})
      all.push_back({two, kind, std::string("x0 ") + op + " x1"});
    for (const char* name : {"min", "max"}) all.push_back({two, kind, std::string(name) + "(x0, x1)"});
    for (const char* name : {"bnot", "lnot"}) all.push_back({two.substr(0, 1), kind, std::string(name) + " x0"});
    for (const char* op : {"<", "<=", ">", ">=", "=", "!="})
      all.push_back({two, 'n', std::string("x0 ") + op + " x1", Constraint});
    for (const char* name : {"sum", "min", "max"}) all.push_back({two, kind, std::string(name) + " y", Aggregated});
    all.push_back({two, 'n', "count", Aggregated});
    all.push_back({two, kind, "x0 - x1 * x0"});
    all.push_back({two, kind, "x0 bor x1 bxor x0 band x1"});
    for (const char to : {'n', 'u', 's'}) {
      const std::string name = to == 'n' ? "to_number(x0)" : to == 'u' ? "to_unsigned(x0)" : "to_string(x0)";
      all.push_back({two.substr(0, 1), to, name});
    }
  }
  all.push_back({"n", 'n', "-x0"});
  for (const char* op : {"<", "<=", ">", ">=", "=", "!="})
    all.push_back({"ss", 'n', std::string("x0 ") + op + " x1", Constraint});
  all.push_back({"ss", 'n', "contains(x0, x1)", Constraint});
  all.push_back({"ss", 'n', "!contains(x0, x1)", Constraint});
  all.push_back({"ss", 's', "cat(x0, x1)"});
  all.push_back({"ss", 's', "min(x0, x1)"});
  all.push_back({"ss", 's', "max(x0, x1)"});
  all.push_back({"s", 'n', "strlen(x0)"});
  all.push_back({"sii", 's', "substr(x0, x1, x2)"});
  all.push_back({"s", 'n', "to_number(x0)"});
  all.push_back({"s", 'u', "to_unsigned(x0)"});
  all.push_back({"s", 's', "to_string(x0)"});
  return all;
}

std::string variables(const Row& row) {
  std::string list;
  for (std::size_t i = 0; i < row.kinds.size(); ++i) list += (i > 0 ? ", x" : "x") + std::to_string(i);
  return list;
}

std::string columns(const Row& row) {
  std::string list;
  for (std::size_t i = 0; i < row.kinds.size(); ++i)
    list += (i > 0 ? ", x" : "x") + std::to_string(i) + ":" + std::string(type_of(row.kinds[i]));
  return list;
}

std::string text_of(const Row& row, const std::string& facts) {
  const std::string vars = variables(row);
  const std::string type(type_of(row.result));
  std::string text = ".decl given(" + columns(row) + ")\n.decl r(" + columns(row) +
                     (row.form == Constraint ? "" : ", value:" + type) + ")\n.output r\n" + facts;
  switch (row.form) {
    case Value: return text + "r(" + vars + ", " + row.expression + ") :- given(" + vars + ").\n";
    case Constraint: return text + "r(" + vars + ") :- given(" + vars + "), " + row.expression + ".\n";
    case Aggregated: break;
  }
  text += ".decl set(" + columns(row) + ", y:" + std::string(type_of(row.kinds[0])) + ")\n";
  text += "set(x0, x1, x0) :- given(x0, x1).\nset(x0, x1, x1) :- given(x0, x1).\n";
  return text + "r(x0, x1, v) :- given(x0, x1), v = " + row.expression + " : { set(x0, x1, y) }.\n";
}

/// All tuples of operands, as facts.
std::vector<std::string> facts_of(const Row& row) {
  std::vector<std::string> lists = {""};
  for (const char kind : row.kinds) {
    std::vector<std::string> longer;
    for (const std::string& list : lists)
      for (const std::string& operand : operands(kind)) longer.push_back(list + (list.empty() ? "" : ", ") + operand);
    lists = std::move(longer);
  }
  for (std::string& list : lists) list = "given(" + list + ").\n";
  return lists;
}

Program read(const std::string& text) {
  Result<Program> program = parse_souffle(text, "functors.dl");
  EXPECT_TRUE(program.ok()) << text;
  if (!program.ok()) return {};
  EXPECT_EQ(program->seed.reason, "") << text;
  const Status valid = check(*program);
  EXPECT_TRUE(valid.ok()) << valid.error().text() << "\n" << text;
  return *std::move(program);
}

class SouffleFunctors : public testing::TestWithParam<Row> {};

/// Gives Soufflé each tuple for which the reference has a value. The test leaves out tuples without a value (an
/// overflow, a division by zero).
TEST_P(SouffleFunctors, ReferenceAndEngineAgree) {
  std::string facts;
  std::size_t with_value = 0;
  for (const std::string& fact : facts_of(GetParam())) {
    if (evaluate(read(text_of(GetParam(), fact)), {}).problem) continue;
    facts += fact;
    ++with_value;
  }
  ASSERT_GT(with_value, 0u) << "the reference has no value for any operands";
  RecordProperty("with_value", static_cast<int>(with_value));
  if (core::find_program("souffle").empty())
    GTEST_SKIP() << "souffle is not on the PATH: the agreement of " << with_value << " values was NOT checked";
  const Program program = read(text_of(GetParam(), facts));
  const Evaluation evaluation = evaluate(program, {});
  ASSERT_FALSE(evaluation.problem.has_value());
  const auto targets = resolve_engines({"souffle"}, true);
  ASSERT_TRUE(targets.ok()) << targets.error().text();
  core::Limits limits;
  limits.wall_seconds = 60;
  const EngineAnswer answer = make_engine_port(targets->front(), limits)->run(program, {}, true, {});
  ASSERT_EQ(answer.kind, EngineAnswer::Kind::Computed) << answer.reason << "\n" << answer.text;
  const std::optional<core::Verdict> wrong = compare_with_reference(program, answer.output, evaluation);
  EXPECT_FALSE(wrong.has_value()) << (wrong ? wrong->reason + "\n" + wrong->detail : "");
}

INSTANTIATE_TEST_SUITE_P(Rows, SouffleFunctors, testing::ValuesIn(rows()));

}  // namespace
}  // namespace assay::datalog::souffle_functors_test
