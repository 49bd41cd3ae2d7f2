// Functors, records and algebraic data types: from Soufflé's text to values, and back to text.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "assay/datalog/evaluate.hpp"
#include "datalog/dialect/souffle/words/souffle.hpp"

namespace assay::datalog::calls_test {
namespace {

using Rows = std::set<std::string>;

Program complete(const std::string& text) {
  Result<Program> program = parse_souffle(text, "p.dl");
  EXPECT_TRUE(program.ok()) << program.error().text();
  if (!program.ok()) return {};
  EXPECT_EQ(program->seed.reason, "") << text;
  const Status valid = check(*program);
  EXPECT_TRUE(valid.ok()) << valid.error().text() << "\n" << text;
  // Reading the printed program gives the same program.
  const std::string printed = print_souffle(*program);
  const Result<Program> again = parse_souffle(printed, "again.dl");
  EXPECT_TRUE(again.ok() && again->seed.dialect.empty()) << printed;
  if (again.ok()) {
    EXPECT_EQ(print_souffle(*again), printed);
  }
  return *std::move(program);
}

/// The tuples of the last relation as texts.
Rows rows(const std::string& text) {
  const Program program = complete(text);
  const Evaluation evaluation = evaluate(program, {});
  if (evaluation.problem) return {std::string(description(*evaluation.problem))};
  Rows out;
  const Relation& relation = program.relations.back();
  const Tuples& tuples = evaluation.relations.back();
  for (std::size_t i = 0; i < tuples.count; ++i) {
    std::string row;
    for (std::size_t j = 0; j < relation.arity(); ++j) {
      const Value value = tuples.row(i)[j];
      row += j > 0 ? "," : "";
      row += relation.attributes[j].type == Type::Symbol
                 ? symbols_of(program, evaluation).at(static_cast<std::size_t>(value))
                 : std::to_string(value);
    }
    out.insert(row);
  }
  return out;
}

/// The value of an expression of the type, over the variable `x`.
Rows valued(const std::string& type, const std::string& expression, const std::string& x = "0") {
  const std::string of = x[0] == '"' ? "symbol" : x.back() == 'u' ? "unsigned" : "number";
  return rows(".decl in(x:" + of + ")\n.decl out(y:" + type + ")\nin(" + x + ").\nout(" + expression + ") :- in(x).");
}

const Rows kNoValue = {"a number leaves its width, or a division has no value"};

TEST(Calls, FunctorsOnSymbolsHaveSouffleSValues) {
  EXPECT_EQ(valued("symbol", R"(cat(x, "b", x))", R"("a")"), Rows{"aba"});
  EXPECT_EQ(valued("number", "strlen(x)", R"("")"), Rows{"0"});
  EXPECT_EQ(valued("number", "strlen(x)", R"("a\nb")"), Rows{"3"});
  EXPECT_EQ(valued("symbol", "substr(x, 1, 2)", R"("abcd")"), Rows{"bc"});
  EXPECT_EQ(valued("symbol", "substr(x, 3, 9)", R"("abcd")"), Rows{"d"});
  EXPECT_EQ(valued("symbol", "substr(x, 4, 1)", R"("abcd")"), Rows{""});
  EXPECT_EQ(valued("symbol", "min(x, \"b\", \"ab\")", R"("abc")"), Rows{"ab"});
  EXPECT_EQ(valued("symbol", "max(x, \"B\")", R"("a")"), Rows{"a"});
}

TEST(Calls, WhatTheManualLeavesOpenHasNoValue) {
  EXPECT_EQ(valued("symbol", "substr(x, 5, 1)", R"("abcd")"), kNoValue);
  EXPECT_EQ(valued("symbol", "substr(x, -1, 1)", R"("abcd")"), kNoValue);
  EXPECT_EQ(valued("symbol", "substr(x, 0, -1)", R"("abcd")"), kNoValue);
  for (const char* text : {R"("")", R"("1a")", R"(" 1")", R"("+1")", R"("2147483648")", R"("0x1")"})
    EXPECT_EQ(valued("number", "to_number(x)", text), kNoValue) << text;
  EXPECT_EQ(valued("unsigned", "to_unsigned(x)", R"("-1")"), kNoValue);
  EXPECT_EQ(valued("number", "to_number(x)", "2147483648u"), kNoValue);
  EXPECT_EQ(valued("number", "x bshl 31", "1"), kNoValue);
  EXPECT_EQ(valued("number", "x bshr 1", "-1"), kNoValue);
  EXPECT_EQ(valued("number", "x bshl 32", "1"), kNoValue);
}

TEST(Calls, ConversionsKeepTheWidthsEnds) {
  EXPECT_EQ(valued("number", "to_number(x)", R"("-2147483648")"), Rows{"-2147483648"});
  EXPECT_EQ(valued("number", "to_number(x)", R"("2147483647")"), Rows{"2147483647"});
  EXPECT_EQ(valued("unsigned", "to_unsigned(x)", R"("4294967295")"), Rows{"4294967295"});
  EXPECT_EQ(valued("symbol", "to_string(x)", "-2147483648"), Rows{"-2147483648"});
  EXPECT_EQ(valued("symbol", "to_string(x)", "4294967295u"), Rows{"4294967295"});
  EXPECT_EQ(valued("symbol", "to_string(x)", R"("a")"), Rows{"a"});
}

TEST(Calls, BitsAreThoseOfTheWidth) {
  EXPECT_EQ(valued("number", "bnot x", "0"), Rows{"-1"});
  EXPECT_EQ(valued("unsigned", "bnot x", "0u"), Rows{"4294967295"});
  EXPECT_EQ(valued("number", "x band 6", "-3"), Rows{"4"});
  EXPECT_EQ(valued("number", "x bor 1 bxor 3", "4"), Rows{"6"});  // bxor binds more: 4 bor 2
  EXPECT_EQ(valued("number", "x + 1 bshl 2", "1"), Rows{"8"});
  EXPECT_EQ(valued("number", "x bshl 30", "1"), Rows{"1073741824"});
  EXPECT_EQ(valued("unsigned", "x bshl 31u", "1u"), Rows{"2147483648"});
  EXPECT_EQ(valued("number", "x land 0 lor 1", "5"), Rows{"1"});
  EXPECT_EQ(valued("number", "lnot x", "5"), Rows{"0"});
  EXPECT_EQ(valued("number", "x lxor 7", "5"), Rows{"0"});
}

TEST(Calls, ConstraintsOnSymbols) {
  const std::string head =
      ".decl in(x:symbol)\n.decl out(x:symbol)\nin(\"abc\"). in(\"b\"). in(\"\").\nout(x) :- in(x), ";
  EXPECT_EQ(rows(head + R"(contains("b", x).)"), (Rows{"abc", "b"}));
  EXPECT_EQ(rows(head + R"(!contains("b", x).)"), Rows{""});
  EXPECT_EQ(rows(head + R"(contains(x, "ab").)"), (Rows{"", "b"}));
  EXPECT_EQ(rows(head + R"(x < "b".)"), (Rows{"", "abc"}));
  EXPECT_EQ(rows(head + R"(x >= "abc".)"), (Rows{"abc", "b"}));
  EXPECT_EQ(rows(head + "true."), (Rows{"", "abc", "b"}));
  EXPECT_EQ(rows(head + "false."), Rows{});
}

TEST(Calls, RecordsAreBuiltAndTakenApart) {
  const std::string list = ".type list = [head:number, tail:list]\n.decl l(x:list)\n.decl out(x:number, y:number)\n";
  EXPECT_EQ(rows(list + "l([1, [2, nil]]).\nout(x, y) :- l([x, [y, nil]])."), Rows{"1,2"});
  EXPECT_EQ(rows(list + "l([1, [2, nil]]).\nout(x, x) :- l([x, [x, _]])."), Rows{});
  EXPECT_EQ(rows(list + "l([3, [3, nil]]).\nout(x, x) :- l([x, [x, _]])."), Rows{"3,3"});
  EXPECT_EQ(rows(list + "l(nil). l([1, nil]).\nl([x + 1, r]) :- l(r), r = [x, _], x < 3.\nout(x, 0) :- l([x, _])."),
            (Rows{"1,0", "2,0", "3,0"}));
  EXPECT_EQ(rows(list + "l(nil). l([1, nil]).\nout(0, 0) :- l(x), x != nil."), Rows{"0,0"});
}

TEST(Calls, BranchesAreToldApartByTheirNames) {
  const std::string text =
      ".type e = Num {n:number} | Add {a:e, b:e} | None {}\n.decl e(x:e)\n.decl out(x:number)\n"
      "e($Num(1)). e($Add($Num(2), $None())). e($None()).\n";
  EXPECT_EQ(rows(text + "out(n) :- e($Num(n))."), Rows{"1"});
  EXPECT_EQ(rows(text + "out(n) :- e($Add($Num(n), _))."), Rows{"2"});
  EXPECT_EQ(rows(text + "out(7) :- e(x), x = $None()."), Rows{"7"});
}

TEST(Calls, AliasesOfRecordsAreTheRecord) {
  EXPECT_EQ(rows(".type r = [x:number]\n.type s <: r\n.type t = s\n.decl a(x:t)\n.decl out(x:number)\n"
                 "a([4]).\nout(x) :- a([x])."),
            Rows{"4"});
}

TEST(Calls, WhatTheReferenceDoesNotKnowHasNoValue) {
  const Rows unknown = {"the program has parts that the reference evaluator does not know"};
  EXPECT_EQ(valued("number", "x ^ 2", "3"), unknown);
  EXPECT_EQ(valued("number", "range(x, 3)", "1"), unknown);
  EXPECT_EQ(valued("float", "to_float(x)", "1"), unknown);
  EXPECT_EQ(rows(".decl in(x:symbol)\n.decl out(x:symbol)\nin(\"a\").\nout(x) :- in(x), match(\"a.*\", x)."), unknown);
}

TEST(Calls, WordsThatGrowForeverAreTooLarge) {
  EXPECT_EQ(rows(".decl out(x:symbol)\nout(\"ab\").\nout(cat(x, x)) :- out(x)."),
            Rows{"the program has too many tuples for the reference evaluator"});
}

TEST(Calls, DisjunctionsAreRulesOfTheirOwn) {
  const std::string head = ".decl in(x:number)\n.decl out(x:number)\nin(1). in(2). in(3).\nout(x) :- ";
  EXPECT_EQ(rows(head + "in(x), (x = 1; x = 3)."), (Rows{"1", "3"}));
  EXPECT_EQ(rows(head + "(in(x); x = 7), (x < 2; (x = 3; x > 6))."), (Rows{"1", "3", "7"}));
  EXPECT_EQ(rows(head + "in(x), (x + 1) > 2; x = 9."), (Rows{"2", "3", "9"}));
}

TEST(Calls, AWildcardInAnAggregateCountsEachTuple) {
  EXPECT_EQ(rows(".decl in(x:number, y:number)\n.decl out(x:number)\nin(1, 1). in(1, 2). in(2, 1).\n"
                 "out(n) :- n = count : { in(1, _) }."),
            Rows{"2"});
  EXPECT_EQ(rows(".decl in(x:number, y:number)\n.decl out(x:number)\nin(1, 5). in(1, 2). in(2, 1).\n"
                 "out(n) :- n = sum 3 : in(_, _)."),
            Rows{"9"});
}

TEST(Calls, HeirsOverrideClauses) {
  const std::string text =
      ".comp A { .decl r(x:number) overridable\n r(1). .comp I { r(9). } }\n"
      ".comp B : A { .override r\n r(2). .init i = I }\n";
  EXPECT_EQ(rows(text + ".init b = B\n.decl out(x:number)\nout(x) :- b.r(x)."), (Rows{"2", "9"}));
  EXPECT_EQ(rows(text + ".init a = A\n.decl out(x:number)\nout(x) :- a.r(x)."), Rows{"1"});
}

TEST(Calls, WhatIsNotReadSaysWhy) {
  const auto reason = [](const std::string& text) {
    const Result<Program> program = parse_souffle(text, "p.dl");
    return program.ok() ? program->seed.reason : program.error().text();
  };
  const std::string head = ".decl in(x:symbol)\n.decl out(x:number)\n";
  EXPECT_NE(reason(head + "out(ord(x)) :- in(x).").find("'ord' here"), std::string::npos);
  EXPECT_NE(reason(head + "out(autoinc()) :- in(_).").find("'autoinc' here"), std::string::npos);
  EXPECT_NE(reason(head + "out(1) :- [1, 2] = [1, 2].").find("whose type is not known"), std::string::npos);
  EXPECT_NE(
      reason(".comp A { .decl r(x:number)\n r(1). }\n.comp B : A { .override r\n r(2). }\n.init b = B").find(".comp"),
      std::string::npos);
}

TEST(Calls, EnginesWithoutThemAreToldSo) {
  Capabilities none = dialect("muz")->capabilities;
  EXPECT_EQ(lacks(none, complete(".decl out(x:number)\nout(1 band 3).")), "functors");
  EXPECT_EQ(lacks(dialect("souffle")->capabilities, complete(".type r = [x:number]\n.decl out(x:r)\nout([1]).")), "");
  EXPECT_EQ(lacks(none, complete(".type r = [x:number]\n.decl out(x:r)\nout([1]).")),
            "records and algebraic data types");
}

}  // namespace
}  // namespace assay::datalog::calls_test
