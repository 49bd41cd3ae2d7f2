#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dialect_programs.hpp"

namespace assay::datalog {
namespace {

constexpr std::string_view kProgram = R"(.decl r0(a:number, b:symbol)
.output r0
.decl no()
.output no
.decl hidden(a:number)
r0(1, "a").
r0(2, "b").
)";
/// For the two dialects without relations without attributes.
constexpr std::string_view kWithoutNullary = R"(.decl r0(a:number, b:symbol)
.output r0
.decl hidden(a:number)
r0(1, "a").
r0(2, "b").
)";

Program program_for(std::string_view name) {
  return program_of(dialect(name)->capabilities.nullary ? kProgram : kWithoutNullary);
}

Result<Output> read_as(std::string_view name, std::string_view output, const ReadLimits& limits = {}) {
  return dialect(name)->read(program_for(name), output, limits);
}

struct Sample {
  std::string_view dialect;
  std::string_view output;  ///< r0 has (1, "a") and (2, "b")
};
const Sample kGood[] = {
    {"muz",
     "relation r0\nsat\n(or (and (= (:var 0) #b000010) (= (:var 1) #b1))\n    (and (= (:var 0) #b000001) (= (:var 1) "
     "#b0)))\n"
     "relation no\nunsat\nend\n"},
    {"bddbddb", "Tuples in r0: \n\t(a0=2(1),a1=s1(1))\n\t(a0=1(0),a1=s0(0))\nTime: 2ms\nParsing: 0ms, other: 1ms\n"},
    {"gringo", "r0(2,\"b\") r0(1,\"a\")\nSATISFIABLE\n"},
    {"prolog", "r0 2 \"b\"\nr0 1 \"a\"\nend\n"},
    {"racket", "r0(2, \"b\").\nr0(1, \"a\").\n\nassay_end.\n"},
    {"cozo", "r0(1, \"a\")\nr0(2, \"b\")\nend\n"},
    {"ascent", "r0(2, \"b\")\nr0(1, \"a\")\nend\n"},
    {"formulog",
     "Parsing...\n\n---------- no (0) ----------\n\n---------- r0 (2) ----------\nr0(1, \"a\")\nr0(2, \"b\")\n"},
};

TEST(Readers, ReadWhatEnginesPrint) {
  for (const Sample& sample : kGood) {
    SCOPED_TRACE(sample.dialect);
    const Result<Output> output = read_as(sample.dialect, sample.output);
    ASSERT_TRUE(output.ok()) << output.error().text();
    EXPECT_EQ(output->relations[0].values, (std::vector<Value>{1, 0, 2, 1}));
    EXPECT_EQ(output->relations[0].count, 2U);
    EXPECT_TRUE(output->present[0]);
    EXPECT_FALSE(output->present.back()) << "hidden is not printed";
    EXPECT_EQ(output->symbols, (std::vector<std::string>{"a", "b"}));
  }
}

TEST(Readers, RefuseEveryPrefix) {
  for (const Sample& sample : kGood) {
    SCOPED_TRACE(sample.dialect);
    // The reader ignores the text after bddbddb's "Time: ".
    const std::size_t whole = sample.dialect == "bddbddb" ? sample.output.find("Time: ") + 5 : sample.output.size() - 1;
    for (std::size_t length = 0; length <= whole; ++length) {
      const Result<Output> output = read_as(sample.dialect, sample.output.substr(0, length));
      EXPECT_FALSE(output.ok()) << sample.output.substr(0, length);
    }
  }
}

TEST(Readers, RefuseOrKeepEveryChangedByte) {
  for (const Sample& sample : kGood) {
    for (std::size_t at = 0; at < sample.output.size(); ++at) {
      for (const char c : std::string_view("x(\n\"9#\0 ", 8)) {
        std::string changed(sample.output);
        changed[at] = c;
        const Result<Output> output = read_as(sample.dialect, changed);
        if (output.ok()) continue;
        EXPECT_EQ(output.error().text().find('\n'), std::string::npos);
      }
    }
  }
}

TEST(Readers, StopAtTheLimit) {
  for (const Sample& sample : kGood) {
    SCOPED_TRACE(sample.dialect);
    EXPECT_TRUE(read_as(sample.dialect, sample.output, {.tuples = 2}).ok());
    const Result<Output> output = read_as(sample.dialect, sample.output, {.tuples = 1});
    ASSERT_FALSE(output.ok());
    EXPECT_EQ(output.error().message, "the output has more than 1 tuples");
  }
}

const Sample kBad[] = {
    {"muz", ""},
    {"muz", "end"},
    {"muz", "(error \"line 3 column 1: unknown constant\")\nend\n"},
    {"muz", "relation r0\nunknown\nend\n"},
    {"muz", "relation hidden\nunsat\nend\n"},
    {"muz", "relation r0\nsat\n(let ((a!1 (= (:var 0) #b000001))) a!1)\nend\n"},
    {"muz", "relation r0\nsat\n(= (:var 2) #b000001)\nend\n"},
    {"muz", "relation r0\nsat\n(= (:var 0) #x0001)\nend\n"},
    {"muz", "relation r0\nsat\n(= (:var 0) (:var 1))\nend\n"},
    {"muz", "relation r0\nsat\n(or)\nend\n"},
    {"muz", "relation r0\nunsat\nend\nrelation r0\n"},
    {"bddbddb", ""},
    {"bddbddb", "ERROR: failed to parse file\n"},
    {"bddbddb", "Tuples in hidden: \nTime: 2ms\n"},
    {"bddbddb", "Tuples in r0: \n\t(a0=1(0),a1=s2(0))\nTime: 2ms\n"},
    {"bddbddb", "Tuples in r0: \n\t(a0=1(0))\nTime: 2ms\n"},
    {"gringo", "SATISFIABLE\n"},
    {"gringo", "\nUNSATISFIABLE\n"},
    {"gringo", "\nSATISFIABLE\nmore\n"},
    {"gringo", "r0(1,2)\nSATISFIABLE\n"},
    {"gringo", "r0(2147483648,\"a\")\nSATISFIABLE\n"},
    {"gringo", "hidden(1)\nSATISFIABLE\n"},
    {"gringo", "r0(1,\"a\\q\")\nSATISFIABLE\n"},
    {"gringo", "no()\nSATISFIABLE\n"},
    {"prolog", ""},
    {"prolog", "r0 1\nend\n"},
    {"prolog", "r0 99999999999999999999 \"a\"\nend\n"},
    {"prolog", "r0 1 \"a\\x110000\\\"\nend\n"},
    {"prolog", "end\nend\n"},
    {"racket", ""},
    {"racket", "r0(1, \"a\")\nassay_end.\n"},
    {"racket", "assay_end.\nassay_end.\n"},
    {"cozo", ""},
    {"cozo", "r0(1, null)\nend\n"},
    {"cozo", "r0(1)\nend\n"},
    {"cozo", "hidden(1)\nend\n"},
    {"cozo", "end\nend\n"},
    {"ascent", "r0(1, a)\nend\n"},
    {"ascent", "r0(2147483648, \"a\")\nend\n"},
    {"ascent", "no(1)\nend\n"},
};

TEST(Readers, RefuseGarbage) {
  for (const Sample& sample : kBad) {
    const Result<Output> output = read_as(sample.dialect, sample.output);
    EXPECT_FALSE(output.ok()) << sample.dialect << ": " << sample.output;
  }
}

TEST(Readers, SayWhatIsWrongInOneShortLine) {
  std::string text(100000, 'q');
  text += "\n\x1b[31m";
  const Result<Output> output = read_as("gringo", text);
  ASSERT_FALSE(output.ok());
  EXPECT_LT(output.error().message.size(), 200U);
  EXPECT_EQ(output.error().message.substr(0, 46), "unexpected text in the output of clingo: 'qqqq");
}

TEST(Readers, NewSymbolsGetValuesOfTheirOwn) {
  const Result<Output> output = read_as("gringo", "r0(1,\"new\") r0(1,\"a\")\nSATISFIABLE\n");
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->symbols, (std::vector<std::string>{"a", "b", "new"}));
  EXPECT_EQ(output->relations[0].values, (std::vector<Value>{1, 0, 1, 2}));
}

TEST(Readers, RelationsWithoutTuplesAreMentioned) {
  const Result<Output> output = read_as("gringo", "no\nSATISFIABLE\n");
  ASSERT_TRUE(output.ok());
  EXPECT_TRUE(output->present[0]);
  EXPECT_EQ(output->relations[1].count, 1U);
  EXPECT_TRUE(output->relations[0].empty());
  const Result<Output> muz = read_as("muz", "relation no\nsat\ntrue\nend\n");
  ASSERT_TRUE(muz.ok());
  EXPECT_FALSE(muz->present[0]) << "muZ was not heard of it";
  EXPECT_EQ(muz->relations[1].count, 1U);
}

TEST(Readers, EscapesOfProlog) {
  const Result<Output> output = read_as("prolog", "r0 1 \"\\n\\t\\\\\\\"\\x1\\\\e\\a'\"\nend\n");
  ASSERT_TRUE(output.ok()) << output.error().text();
  EXPECT_EQ(output->symbols.back(), "\n\t\\\"\x01\x1b\a'");
}

TEST(Readers, PlainRowsHaveFloatsAndJsonStrings) {
  const Program program = program_of(".decl r(a:float, b:symbol)\n.output r\n");
  const Result<Output> output = dialect("cozo")->read(program, "r(-1.5e3, \"\\u0001\\\"\\n\")\nr(2, \"\")\nend\n", {});
  ASSERT_TRUE(output.ok()) << output.error().text();
  EXPECT_EQ(output->symbols, (std::vector<std::string>{"\x01\"\n", ""}));
  EXPECT_EQ(output->relations[0].count, 2U);
  EXPECT_FALSE(dialect("cozo")->read(program, "r(x, \"\")\nend\n", {}).ok());
  EXPECT_FALSE(dialect("cozo")->read(program, "r(inf, \"\")\nend\n", {}).ok());
}

TEST(MuzAnswers, ColumnsWithoutAConditionHaveAllValues) {
  const Program program = program_of(".decl r(a:symbol, b:symbol, c:symbol)\n.output r\nr(\"a\",\"b\",\"b\").\n");
  const auto count = [&](std::string_view formula) {
    const auto output = dialect("muz")->read(program, "relation r\nsat\n" + std::string(formula) + "\nend\n", {});
    return output.ok() ? static_cast<int>(output->relations[0].count) : -1;
  };
  EXPECT_EQ(count("true"), 8);
  EXPECT_EQ(count("(= (:var 1) #b0)"), 4);
  EXPECT_EQ(count("(= (:var 1) (:var 2))"), 4);
  EXPECT_EQ(count("(and (= (:var 0) (:var 1)) (= (:var 2) (:var 0)))"), 2);
  EXPECT_EQ(count("(and (= (:var 0) (:var 1)) (= #b1 (:var 0)))"), 2);
  EXPECT_EQ(count("(and (= (:var 0) #b1) (= (:var 0) (:var 1)))"), 2);
  EXPECT_EQ(count("(and (= (:var 0) #b1) (= (:var 0) #b0))"), 0);
  EXPECT_EQ(count("(or (= (:var 0) #b1) (= (:var 1) #b0))"), 6);
}

TEST(MuzAnswers, BitsAreSignedOrNot) {
  const Program program = program_of(".decl r(a:number, b:unsigned)\n.output r\n");
  const auto output =
      dialect("muz")->read(program, "relation r\nsat\n(and (= (:var 0) #b111111) (= (:var 1) #b111111))\nend\n", {});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->relations[0].values, (std::vector<Value>{-1, 63}));
}

TEST(MuzAnswers, ValuesThatAreNoSymbolsAreNewOnes) {
  const Program program = program_of(".decl r(a:symbol)\n.output r\nr(\"a\"). r(\"b\"). r(\"c\").\n");
  const auto output = dialect("muz")->read(program, "relation r\nsat\n(= (:var 0) #b11)\nend\n", {});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->symbols.size(), 4U);
  EXPECT_EQ(output->relations[0].values, (std::vector<Value>{3}));
}

}  // namespace
}  // namespace assay::datalog
