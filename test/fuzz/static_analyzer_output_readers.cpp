// Readers of static analyzers' output and of workers: SARIF, XML, JSON, logs, syntax trees, reports of checked runs.

#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/adapters/gcc/gcc_points.hpp"
#include "analyzer/adapters/llvm/llvm_answer.hpp"
#include "analyzer/adapters/text/cppcheck_dump.hpp"
#include "analyzer/adapters/text/eva_log.hpp"
#include "analyzer/adapters/text/printed_facts.hpp"
#include "analyzer/check/run/run_report.hpp"
#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/check/tree/c_tree_filter.hpp"
#include "analyzer/command/readers/reader.hpp"
#include "analyzer/split/report/split_report.hpp"
#include "analyzer/tune/run/clam_checks.hpp"
#include "reader_fuzz.hpp"

namespace assay::fuzz {
namespace {

const std::string kSarif =
    R"({"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a","rules":[{"id":"r"}]}},"originalUriBaseIds":{"S":{"uri":"file:///p/"}},)"
    R"("invocations":[{"toolExecutionNotifications":[{"level":"error","message":{"text":"x"}}]}],"results":[{"ruleId":"r","level":"error",)"
    R"("message":{"text":"said"},"properties":{"property":"interval","low":1,"high":"256"},"locations":[{"physicalLocation":)"
    R"({"artifactLocation":{"uri":"a%20.c","uriBaseId":"S"},"region":{"startLine":3,"startColumn":13}},"logicalLocations":[{"name":"f"}]}]}]}]})";
const std::string kDump =
    R"(<?xml version="1.0"?><dumps language="c"><rawtokens/><dump cfg=""><tokenlist><token id="1" file="a.c" linenr="3" column="10" str="x" )"
    R"(type="name" varId="1" astParent="2" values="v" valueType-type="int" valueType-sign="signed"/><token id="2" file="a.c" linenr="3" )"
    R"(column="12" str="&lt;" type="op" astOperand1="1" astOperand2="3"/><token id="3" file="a.c" linenr="3" column="14" str="y" )"
    R"(astParent="2"/></tokenlist><valueflow><values id="v"><value intvalue="5" bound="Upper" impossible="true" path="0"/></values></valueflow></dump></dumps>)";
/// Operands and parents that form a cycle.
const std::string kCircle =
    R"(<dumps><dump cfg=""><tokenlist><token id="1" file="a.c" linenr="3" column="12" str="-" astParent="2" astOperand1="2" values="v"/>)"
    R"(<token id="2" file="a.c" linenr="3" column="14" str="y" astParent="1" astOperand1="1" values="v"/></tokenlist>)"
    R"(<valueflow><values id="v"><value intvalue="5" bound="Point" known="true"/></values></valueflow></dump></dumps>)";
const std::string kErrors =
    R"(<?xml version="1.0"?><results version="2"><cppcheck version="2.10"/><errors><error id="knownConditionTrueFalse" severity="style" )"
    R"(msg="Condition 'x&lt;2' is always false" verbose="v"><location file="a.c" line="3" column="12"/></error></errors></results>)";

std::string definition_text(const std::string& adapter) {
  return "name = \"mine\"\nadapter = \"" + adapter + "\"\nlanguage = \"c\"\nargv = [\"mine\", \"{input}\"]\n" +
         (adapter != "text"
              ? ""
              : "[[fact]]\npattern = '^(?P<file>[^:]+):(?P<line>\\d+):(?P<column>\\d+): in \\[(?P<low>-?\\d+), "
                "(?P<high>-?\\d+)\\]'\nproperty = \"interval\"\nsource = \"text\"\n");
}

void read_printed(const std::string& text) {
  for (const std::string adapter : {"json", "sarif", "text"}) {
    const Result<analyzer::Definition> definition = analyzer::parse_analyzer(definition_text(adapter), "mine.toml");
    ASSERT_TRUE(definition.ok()) << definition.error().text();
    analyzer::Claims claims;
    (void)analyzer::read_printed_facts(*definition, text, "a.c", claims);
    for (const analyzer::Fact& fact : claims.facts) (void)analyzer::to_json(fact);
  }
}

void read_by(const std::string& reader, const std::string& text) {
  const analyzer::Reader* row = analyzer::find_reader(reader);
  ASSERT_NE(row, nullptr) << reader;
  constexpr const char* kPattern =
      R"re((?P<file>[a-z.]+):(?P<line>[0-9]+): (?P<function>\w+): (?P<kind>\w+): (?P<property>.*): (unknown|(?P<proved>proved))$)re";
  (void)row->read({text, true, text, text, kPattern, "/home/me/project"});
}

void read_cppcheck(const std::string& text) {
  analyzer::Claims claims;
  (void)analyzer::read_cppcheck_dump(text, "a.c", claims);
  (void)analyzer::read_cppcheck_errors(text, kDump, "a.c", claims);
  (void)analyzer::read_cppcheck_errors(kErrors, text, "a.c", claims);
}

void read_eva(const std::string& text) {
  (void)analyzer::read_eva_value(text);
  for (const auto& [point, values] : analyzer::read_eva_log(text).points)
    for (const analyzer::EvaValue& value : values) (void)analyzer::properties_of(value, "unsigned char");
}

void read_llvm(const std::string& text) {
  const core::File file{"a.ll", "define i32 @f(i32 %x) {\nentry:\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"};
  (void)analyzer::llvm_property(text);
  const std::optional<analyzer::LlvmAnswer> answer = analyzer::read_llvm_answer(text, file);
  if (!answer) return;
  EXPECT_EQ(answer->facts.size(), answer->checked.size());
  for (const analyzer::Fact& fact : answer->facts) (void)analyzer::to_text(fact.property);
}

void read_gcc(const std::string& text) {
  const Result<analyzer::GccAnswer> answer = analyzer::read_gcc_answer(text, {"-O2", "late", 1});
  if (answer)
    for (const analyzer::Fact& fact : answer->facts) (void)analyzer::to_text(fact.property);
}

/// Every node of a tree lies within its source.
void read_tree(const std::string& text) {
  const std::string source = "int f(int a) { return a + 1; }\n";
  const Result<analyzer::CTree> tree = analyzer::CTree::parse(text, "a.c", source);
  (void)analyzer::without_headers(text, "a.c");
  if (!tree) return;
  for (const analyzer::CNode& node : tree->nodes()) {
    (void)tree->text(node);
    (void)tree->main_token(node);
    (void)analyzer::operation_of(node);
  }
}

const std::string kTree =
    R"j({"id":"0x1","kind":"TranslationUnitDecl","loc":{},"range":{"begin":{},"end":{}},"inner":[{"id":"0x2","kind":"FunctionDecl",)j"
    "\n"
    R"j("loc":{"offset":4,"file":"a.c","line":1,"col":5,"tokLen":1},"range":{"begin":{"offset":0,"col":1,"tokLen":3},"end":{"offset":29,"col":30,"tokLen":1}},)j"
    "\n"
    R"j("name":"f","type":{"qualType":"int (int)"},"inner":[{"id":"0x3","kind":"ParmVarDecl","loc":{"offset":10,"col":11,"tokLen":1},)j"
    R"j("range":{"begin":{"offset":6,"col":7,"tokLen":3},"end":{"offset":10,"col":11,"tokLen":1}},"name":"a","type":{"qualType":"int"}},)j"
    R"j({"id":"0x4","kind":"CompoundStmt","range":{"begin":{"offset":13,"col":14,"tokLen":1},"end":{"offset":29,"col":30,"tokLen":1}},"inner":[)j"
    R"j({"id":"0x5","kind":"BinaryOperator","range":{"begin":{"offset":22,"col":23,"tokLen":1},"end":{"offset":26,"col":27,"tokLen":1}},)j"
    R"j("type":{"qualType":"int"},"valueCategory":"prvalue","opcode":"+","inner":[{"id":"0x6","kind":"DeclRefExpr","range":{"begin":{"offset":22,)j"
    R"j("col":23,"tokLen":1},"end":{"offset":22,"col":23,"tokLen":1}},"type":{"qualType":"int"},"valueCategory":"lvalue","referencedDecl":)j"
    R"j({"id":"0x3","kind":"ParmVarDecl","name":"a"}}]}]}]}]})j";

Reader by(const std::string& reader, std::vector<std::string> seeds, std::vector<std::string> tokens) {
  std::string name = "Printed_" + reader;
  std::replace(name.begin(), name.end(), '-', '_');
  return {name, std::move(seeds), std::move(tokens), [reader](const std::string& text) { read_by(reader, text); }};
}

std::vector<Reader> command_readers() {
  return {
      by("sarif", {kSarif},
         {"\"results\":[", "\"locations\":[", "\"uri\":\"../", "\"startLine\":", "\"message\":{", "\"runs\":["}),
      by("cppcheck-xml", {kErrors}, {"<error ", "<location ", "line=\"", "id=\"", "&lt;", "</errors>", "<![CDATA["}),
      by("eva-csv",
         {"directory\tfile\tline\tfunction\tproperty "
          "kind\tstatus\tproperty\n/home/me/project/src\ta.c\t7\tsum\tsigned_overflow\tUnknown\ts + "
          "t[i] ≤ 2147483647\n.\tb.c\t9\tf\tdivision_by_zero\tValid\tx ≢ "
          "0\nFRAMAC_SHARE/libc\tstring.h\t367\tstrcpy\tprecondition\tUnknown\tsrc\n"},
         {"\t", "\n", "Unknown", "Valid", "Dead", "FRAMAC_SHARE/", "Unreached functions (3) =\n",
          "<src/a.c>: one; two;\n"}),
      by("gcc-json",
         {R"([{"kind":"warning","locations":[{"caret":{"file":"a.c","line":4,"column":2}}],"message":"x","option":"-Wanalyzer-leak","children":[]}])"},
         {"\"locations\":[", "\"caret\":{", "\"line\":", "\"option\":", "[]"}),
      by("pysa-json",
         {R"([{"line":4,"column":2,"path":"/home/me/project/a.py","code":5001,"name":"RCE","description":"Data  from x","define":"a.f"}])"},
         {"\"line\":", "\"path\":", "\"code\":", "\"define\":"}),
      by("tai-e",
         {"-------------------- <app.Main: void main(java.lang.String[])> (poly-call) --------------------\n[8@L6] $r4 "
          "= "
          "invokevirtual $r0.<app.A: void f()>(); true\n\n"},
         {"--------------------", " <", ": ", "> (", ") ", "[8@L", "] ", "; true", "; false", "\n\n"}),
      by("lines", {"a.c:3: f: overflow: x + 1 <= 255: unknown\nb.c:4: g: division: y: proved\nanalysis complete\n"},
         {"a.c:", ": proved", ": unknown", "f: ", "\n"}),
  };
}

std::vector<Reader> adapter_readers() {
  return {
      {"PrintedFacts",
       {kSarif,
        R"({"line":3,"column":13,"subject":"a + 1","operation":"+","type":"int","property":"interval","low":1,"high":256})",
        "a.c:3:13: in [1, 256]\n"},
       {"\"property\":", "\"low\":", "a.c:3:13: in [", "]\n", "\"results\":["},
       read_printed},
      {"CppcheckXml",
       {kDump, kErrors, kCircle},
       {"<token ", "<value ", "intvalue=\"", "astParent=\"", "astOperand1=\"", "linenr=\"", "known=\"true\"",
        "<location "},
       read_cppcheck},
      {"EvaLog",
       {"[eva] a.c:3: Frama_C_show_each_7: {-4; -3; 2}, [1..125],1%4\n[eva] a.c:4:\n  Frama_C_show_each_8: {{ NULL ; "
        "&x + {4; 8} }}, ⊥\n"
        "[eva] using specification for function strlen\n[eva] done for function main\n",
        "[--..7]", "{}", "{{ &x + [0..--],1%4 }}"},
       {"Frama_C_show_each_", "[eva] ", "{", "}", "..", "--", "%", "⊥", "{{ ", " + ", "NULL", "&x",
        "[eva] done for function main\n"},
       read_eva},
      {"LlvmAnswer",
       {"claim\tf\t%y\tadd\ti32\trange\tinterval 0 7\tlazy-value-info\tafter\t12\t1\tvalue 9 (0x9) for i8 "
        "3\tnext\t\t0\t0\n"
        "unread\tno place\t3\nmiscompiled\tx\\ny\njudged\t12\t3\n",
        "problem\tno module\n", "relation slt %a + 1", "relation  x", "relation s x", "bits 8 0f f0",
        "named no-alias a b", "values !0", "alias %p 1"},
       {"claim\t", "\t", "interval 0 7", "interval - -", "relation ult x", "relation  x", "bits 8 zz ", "named ",
        "range ", "unreachable"},
       read_llvm},
      {"GccAnswer",
       {R"({"file":"a.c","line":3,"column":5,"function":"f","kind":"value","subject":"x_1","type":"int","operation":"phi","property":"interval","low":0,"high":7,"source":"stored range"})"
        "\n{\"unread\":\"no place\",\"count\":3}\n{\"facts\":1}\n"},
       {"{\"facts\":", "{\"unread\":", "\"count\":", "\"property\":\"values\"", "\"low\":", "\n"},
       read_gcc},
      {"ClangTree",
       {kTree},
       {"\"inner\":[", "\"offset\":", "\"range\":{", "\"kind\":\"ForStmt\"", "\"expansionLoc\":{", "\"spellingLoc\":{",
        "\"tokLen\":", "{}"},
       read_tree},
      {"ClamChecks",
       {"assertion\tf\ta.c\t7\tDivByZeroError\nassertion\tf\t\t0\tDivByZeroError\n",
        "main declare main()\n_1:\n  // loc(file=assay-checks line=3 col=0) id=1 Result:  OK\n  assert(false);\n"
        "  // loc(file=assay-checks line=12 col=0) id=2 Result:  FAIL -- num of warnings=1 \n"},
       {"assertion\t", "problem\t", "// loc(file=assay-checks line=", "Result:  OK", "\n", "\t"},
       [](const std::string& text) {
         (void)analyzer::tune::clam::read_assertions(text, "a.bc");
         analyzer::tune::clam::ProvedAndAlarms said;
         analyzer::tune::clam::read_crabir(text, said);
         for (const std::size_t number : said.proved) EXPECT_FALSE(said.alarms.contains(number));
       }},
      {"RunReport",
       {"broken 1 ffffffffffffffff ffffffffffffffff\nundefined 7 a.c signed overflow of +\nfact 0 12 0\nfact 1 3 "
        "2\nend exit\n"},
       {"broken ", "fact ", "undefined ", "end ", "\n", "ffffffffffffffff"},
       [](const std::string& text) { EXPECT_EQ(analyzer::read_run_report(text, 3).facts.size(), 3U); }},
      {"ReportOfSarif",
       {kSarif},
       {"\"results\":[", "\"codeFlows\":[{\"threadFlows\":[{\"locations\":[", "\"uri\":\"file:///p/a.c\"",
        "\"rules\":[", "\"level\":"},
       [](const std::string& text) {
         (void)analyzer::splitting::report_of_sarif(text, {"/p", "/p", "/p"});
       }},
  };
}

}  // namespace

std::vector<Reader> static_analyzer_output_readers() {
  std::vector<Reader> all = command_readers();
  for (Reader& reader : adapter_readers()) all.push_back(std::move(reader));
  return all;
}

}  // namespace assay::fuzz
