// Readers of the Datalog area: programs in all dialects, output of engines, definitions, plans of cases.

#include <gtest/gtest.h>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/fuzz/case/case_text.hpp"
#include "reader_fuzz.hpp"

namespace assay::fuzz {
namespace {

constexpr std::string_view kProgram =
    ".decl r0(a:number, b:symbol)\n.output r0\n.decl r1(a:number)\n.output r1\nr0(1, \"a\").\nr0(2, \"b\").\n";

const std::vector<std::string>& souffle_programs() {
  static const std::vector<std::string> kPrograms = {
      ".type list = [head:number, tail:list]\n.type shape = Dot {x:number} | Line {x:number, y:number}\n"
      ".decl e(a:number, b:number) brie\n.decl l(l:list)\n.output e\ne(1, 2). e(2, -3).\n"
      "l([n, nil]) :- e(n, _), n != 2, !e(n, 3).\nl(x) :- l(x), x = [n, _], n < sum y : { e(y, _) }.\n",
      "// c\n#define X 3\n.comp A<T> { .decl p(x:T) p(X) :- q(X). }\n.init a = A<number>\n.pragma \"x\" \"y\"\n"
      ".decl s(a:symbol, b:float, c:unsigned)\n.input s(IO=file)\n.output s\ns(cat(\"a\", x), 1.5e3, 7u) :- s(x, _, "
      "_).\n"
      ".plan 0:(1,2)\n/* end */\n"};
  return kPrograms;
}

void read_souffle(const std::string& text) {
  const Result<datalog::Program> program = datalog::parse_souffle(text, "a.dl");
  if (!program || !program->seed.dialect.empty()) return;
  const datalog::Dialect* souffle = datalog::dialect("souffle");
  if (!datalog::lacks(souffle->capabilities, *program).empty()) return;
  const std::string printed = souffle->print(*program);
  const Result<datalog::Program> again = datalog::parse_souffle(printed, "b.dl");
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << printed << "\n---\n" << again.error().text();
  EXPECT_EQ(souffle->print(*again), printed) << text;
}

/// Relations and symbols of the output must exist in the program.
void read_output_of(std::string_view name, const std::string& text) {
  const Result<datalog::Program> program = datalog::parse_souffle(kProgram, "a.dl");
  ASSERT_TRUE(program.ok());
  const datalog::Dialect* dialect = datalog::dialect(name);
  ASSERT_NE(dialect, nullptr);
  const Result<datalog::Output> output = dialect->read(*program, text, {.tuples = 1000});
  if (!output) return;
  ASSERT_EQ(output->relations.size(), program->relations.size());
  for (const datalog::Tuples& tuples : output->relations) {
    EXPECT_LE(tuples.count, 1000U);
    EXPECT_EQ(tuples.values.size(), tuples.count * tuples.arity);
  }
  const datalog::Tuples& first = output->relations.front();
  for (std::size_t i = 0; i < first.count; ++i)
    EXPECT_LT(static_cast<std::uint64_t>(first.row(i)[1]), output->symbols.size()) << text;
}

struct OutputRow {
  std::string dialect;
  std::string printed;
};
const std::vector<OutputRow>& outputs() {
  static const std::vector<OutputRow> kRows = {
      {"souffle",
       "---------------\nr0\n===============\n1\ta\n2\tb\n===============\n---------------\nr1\n====\n====\n"},
      {"muz",
       "relation r0\nsat\n(or (and (= (:var 0) #b000010) (= (:var 1) #b1))\n    (and (= (:var 0) #b000001) (= (:var 1) "
       "#b0)))\nrelation r1\nunsat\nend\n"},
      {"bddbddb",
       "Tuples in r0: \n\t(a0=2(1),a1=s1(1))\n\t(a0=1(0),a1=s0(0))\nTuples in r1: \nTime: 2ms\nParsing: 0ms\n"},
      {"gringo", "r0(2,\"b\") r0(1,\"a\") r1(-3)\nSATISFIABLE\n"},
      {"prolog", "r0 2 \"b\"\nr0 1 \"a\"\nend\n"},
      {"racket", "r0(2, \"b\").\nr0(1, \"a\").\n\nassay_end.\n"},
      {"cozo", "r0(1, \"a\")\nr0(2, \"b\")\nend\n"},
      {"ascent", "r0(2, \"b\")\nr0(1, \"a\")\nr1(7)\nend\n"}};
  return kRows;
}

void read_plan(const std::string& text) {
  const Result<datalog::Plan> plan = datalog::plan_from_json(text);
  if (!plan) return;
  const std::string written = datalog::to_json(*plan);
  const Result<datalog::Plan> again = datalog::plan_from_json(written);
  ASSERT_TRUE(again.ok()) << written;
  EXPECT_EQ(datalog::to_json(*again), written);
}

std::string some_plan() {
  datalog::Plan plan;
  plan.question = datalog::Question::Metamorphic;
  plan.output = "r0";
  plan.steps = {{"add-rule", 17}};
  plan.expectations = {{"r0", datalog::Oracle::Equal}};
  return datalog::to_json(plan);
}

}  // namespace

std::vector<Reader> datalog_readers() {
  std::vector<Reader> all = {
      {"SouffleProgram",
       souffle_programs(),
       {".decl r(x:number)\n",
        ".output r\n",
        ".type ",
        ".comp ",
        ".init ",
        "#define ",
        " :- ",
        "!",
        "_",
        ", ",
        "sum x : {",
        "[n, nil]",
        "$Dot(1)",
        "eqrel",
        "choice-domain x",
        "//",
        "/*",
        "*/",
        "0x",
        "as(x, number)",
        "count : {",
        "<=",
        "."},
       read_souffle},
      {"EngineDefinition",
       {file_text("data/engines/souffle.toml"), file_text("data/engines/muz.toml"),
        file_text("data/engines/cozo.toml")},
       {"[[sweep]]", "dialect = \"", "argv = [", "persistent_driver = '''", "[[known_bug]]", "flags = ["},
       [](const std::string& text) { (void)datalog::parse_engine(text, "mine.toml"); }},
      {"DatalogPlan", {some_plan()}, {"\"steps\":[", "\"question\":", "\"equal\"", "\"expectations\":["}, read_plan},
  };
  for (const OutputRow& row : outputs()) {
    const std::vector<std::string> tokens = {"r0",  "r1",           "(1, \"a\")", "\n", "end\n",
                                             "#b1", "(= (:var 0) ", "\t",         "1",  "\"b\""};
    all.push_back({"OutputOf_" + row.dialect, {row.printed}, tokens, [name = row.dialect](const std::string& text) {
                     read_output_of(name, text);
                   }});
  }
  all.push_back({"Seed_formulog",
                 {"input edge(i32, string)\noutput path(i32)\npath(X) :- edge(X, _).\n"},
                 {"input ", "output ", "rel ", "type ", "(", ":-", "edge(", "i32", "\"", "(*", "."},
                 [](const std::string& text) { (void)datalog::read_seed("formulog", text, "a.seed"); }});
  return all;
}

}  // namespace assay::fuzz
