#include <gtest/gtest.h>

#include "analyzer/command/readers/reader.hpp"

namespace assay::analyzer::tune {
namespace {

Result<Readings> read(std::string_view reader, std::string_view results, std::string_view err = {},
                      std::string_view pattern = {}) {
  const Reader* const row = find_reader(reader);
  EXPECT_NE(row, nullptr) << reader;
  return row->read({results, true, {}, err, pattern, "/home/me/project"});
}

std::string why_not(std::string_view reader, std::string_view results, std::string_view err = {}) {
  const Result<Readings> readings = read(reader, results, err);
  return readings.ok() ? "was read" : readings.error().text();
}

const std::string kEvaHead = "directory\tfile\tline\tfunction\tproperty kind\tstatus\tproperty\n";

TEST(PysaReport, IsAnArrayOfErrors) {
  const Result<Readings> readings = read(
      "pysa-json",
      R"([{"line": 4, "column": 2, "path": "/home/me/project/a.py", "code": 5001, "name": "Possible RCE", "description": "Data  from x", "define": "a.f"}])");
  ASSERT_TRUE(readings.ok());
  EXPECT_EQ(readings->alarms, (std::vector<CheckKey>{{"a.py", "a.f", 4, "5001", "Data from x"}}));
  EXPECT_TRUE(read("pysa-json", "[]")->alarms.empty());
  for (const char* broken : {"", "[", "{}", "[3]", "[{}]"}) EXPECT_NE(why_not("pysa-json", broken), "was read");
}

const std::string kTaiE =
    "-------------------- <app.Main$Cell: java.lang.Object get(int,long)> (may-fail-cast) --------------------\n\n"
    "-------------------- <app.Main: void main(java.lang.String[])> (may-fail-cast) --------------------\n"
    "[11@L13] r5 = (app.Dog) $r4; true\n[12@L-1] r6 = (app.Cat) $r4; false\n\n"
    "-------------------- <app.Main$Cell: void <init>()> (poly-call) --------------------\n"
    "[6@L11] invokevirtual $r0.<app.Main$Cell: void put(java.lang.Object)>($r2); true\n\n";

TEST(TaiEResults, HaveAnAnswerForEachStatement) {
  const Result<Readings> readings = read("tai-e", kTaiE);
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  EXPECT_EQ(readings->alarms,
            (std::vector<CheckKey>{{"app/Main.java", "app.Main.main", 13, "may-fail-cast", "r5 = (app.Dog) $r4"},
                                   {"app/Main.java", "app.Main$Cell.<init>", 11, "poly-call",
                                    "invokevirtual $r0.<app.Main$Cell: void put(java.lang.Object)>($r2)"}}));
  EXPECT_EQ(readings->proved,
            (std::vector<CheckKey>{{"app/Main.java", "app.Main.main", 0, "may-fail-cast", "r6 = (app.Cat) $r4"}}));
}

TEST(TaiEResults, ThatAreCutOffAreNone) {
  EXPECT_NE(why_not("tai-e", "").find("no method is reached"), std::string::npos);
  EXPECT_NE(why_not("tai-e", kTaiE.substr(0, kTaiE.size() - 1)).find("cut off"), std::string::npos);
  EXPECT_NE(why_not("tai-e", "[1@L2] x; true\n\n").find("before the first method"), std::string::npos);
  EXPECT_NE(why_not("tai-e", "-------------------- main --------------------\n\n").find("names no method"),
            std::string::npos);
  for (const char* row : {"[1@L2] x; maybe", "1@L2] x; true", "[1@L2 x; true", "[1@L2] x true", "[1@L2]; true"})
    EXPECT_NE(why_not("tai-e", kTaiE + row + "\n\n").find("no statement with an answer"), std::string::npos) << row;
}

TEST(EvaReport, IsSortedByStatus) {
  const std::string report = kEvaHead +
                             "/home/me/project/src\ta.c\t7\tsum\tsigned_overflow\tUnknown\ts +   t[i] ≤ 2147483647\n"
                             ".\tb.c\t8\tf\tmem_access\tInvalid or unreachable\t\\valid(p)\n"
                             ".\tb.c\t9\tf\tdivision_by_zero\tValid\tx ≢ 0\n"
                             ".\tb.c\t10\tf\tmem_access\tDead\t\\valid(q)\n"
                             ".\tb.c\t11\tf\tprecondition of strcpy\tUnknown\troom: \\valid(d)\n"
                             ".\tb.c\t11\tg\tprecondition\tUnknown\tthe sum of its calls\n"
                             "FRAMAC_SHARE/libc\tstring.h\t367\tstrcpy\tprecondition\tUnknown\tsrc\n"
                             "FRAMAC_SHARE/libc\tstring.h\t368\tstrcpy\tpostcondition\tConsidered valid\tr\n";
  const Result<Readings> readings = read("eva-csv", report);
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  ASSERT_EQ(readings->alarms.size(), 3U);
  EXPECT_EQ(readings->alarms[0], (CheckKey{"src/a.c", "sum", 7, "signed_overflow", "s + t[i] ≤ 2147483647"}));
  EXPECT_EQ(readings->alarms[1].kind, "mem_access");
  EXPECT_EQ(readings->alarms[2], (CheckKey{"b.c", "f", 11, "precondition", "strcpy: room: \\valid(d)"}));
  ASSERT_EQ(readings->proved.size(), 1U);
  EXPECT_EQ(readings->proved[0].line, 9U);
  ASSERT_EQ(readings->dead.size(), 1U);  // dead is not proved
  EXPECT_EQ(readings->dead[0].line, 10U);
}

TEST(EvaReport, NamesFunctionsThatAreNotReached) {
  const std::string_view out =
      "[metrics] Eva coverage statistics\n  Unreached functions (3) =\n    <src/a.c>: one; two;\n    <b.c>: three;\n"
      "[metrics] Statements analyzed by Eva\n  --------------------------\n  main: 2 stmts out of 2 (100.0%)\n";
  const Result<Readings> readings = read_eva_csv({kEvaHead, true, out, {}, {}, {}});
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  EXPECT_EQ(readings->dead_functions, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_TRUE(readings->alarms.empty());
}

TEST(EvaReport, ThatIsCutOffIsNone) {
  const std::string row = ".\tb.c\t8\tf\tmem_access\tUnknown\t\\valid(p)";
  EXPECT_NE(why_not("eva-csv", "").find("cut off"), std::string::npos);
  EXPECT_NE(why_not("eva-csv", kEvaHead + row).find("cut off"), std::string::npos);
  EXPECT_NE(why_not("eva-csv", kEvaHead + ".\tb.c\t8\n").find("seven columns"), std::string::npos);
  EXPECT_NE(why_not("eva-csv", kEvaHead + ".\tb.c\tx\tf\tk\tUnknown\tp\n").find("line number"), std::string::npos);
  EXPECT_NE(why_not("eva-csv", kEvaHead + ".\tb.c\t8\tf\tk\tMaybe\tp\n").find("'Maybe'"), std::string::npos);
  EXPECT_NE(why_not("eva-csv", "directory,file\n").find("columns"), std::string::npos);
}

TEST(Sarif, GivesAlarmsAndProofs) {
  const Result<Readings> readings = read("sarif", R"({"version": "2.1.0", "runs": [{
    "tool": {"driver": {"name": "x", "rules": [{"id": "zero"}, {"id": "one"}]}},
    "results": [
      {"ruleId": "core.Null", "message": {"text": "p  is\nnull"}, "locations": [{
         "physicalLocation": {"artifactLocation": {"uri": "file:///home/me/project/a%20b.c"}, "region": {"startLine": 4}},
         "logicalLocations": [{"name": "f", "fullyQualifiedName": "n::f"}]}]},
      {"ruleIndex": 1, "kind": "pass", "message": {"id": "ok"}},
      {"ruleId": "style", "kind": "informational", "message": {"text": "m"}},
      {"ruleId": "old", "baselineState": "absent", "message": {"text": "m"}}]}]})");
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  ASSERT_EQ(readings->alarms.size(), 1U);
  EXPECT_EQ(readings->alarms[0], (CheckKey{"a b.c", "n::f", 4, "core.Null", "p is null"}));
  ASSERT_EQ(readings->proved.size(), 1U);
  EXPECT_EQ(readings->proved[0].kind, "one");
}

TEST(Sarif, ThatIsCutOffIsNone) {
  const char* const kBroken[] = {
      "",
      "{\"runs\": [{\"results\": [",
      "[]",
      "{}",
      "{\"runs\": []}",
      "{\"runs\": 3}",
      "{\"runs\": [{}]}",
      "{\"runs\": [{\"results\": [3]}]}",
      "{\"runs\": [{\"results\": [{\"message\": {}}]}]}",
      "{\"runs\": [{\"results\": [], \"invocations\": [{\"executionSuccessful\": false}]}]}"};
  for (const char* const text : kBroken) EXPECT_NE(why_not("sarif", text), "was read") << text;
  EXPECT_EQ(why_not("sarif", "{\"runs\": [{\"results\": []}]}"), "was read");
}

TEST(GccJson, GivesWarningsWithTheFunctionOfTheirPath) {
  const Result<Readings> whole = read("gcc-json", "", R"(gcc: note: something
[{"kind": "warning", "option": "-Wanalyzer-double-free", "message": "double  'free' of 'p'", "locations": [{"caret": {"file": "/home/me/project/a.c", "line": 4}}], "path": [{"function": "g"}, {"function": "f"}]}, {"kind": "warning", "message": "of no option", "locations": []}]
[]
)");
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  ASSERT_EQ(whole->alarms.size(), 1U);
  EXPECT_EQ(whole->alarms[0], (CheckKey{"a.c", "f", 4, "-Wanalyzer-double-free", "double 'free' of 'p'"}));
}

// As GCC 14 prints it.
TEST(GccJson, MayTakeSeveralLines) {
  const Result<Readings> whole = read("gcc-json", "", R"(gcc: note: something
[{"kind": "warning",
  "option": "-Wanalyzer-double-free",
  "message": "a ']' in \"[",
  "locations": [{"caret": {"file": "/home/me/project/a.c",
                           "line": 4}}],
  "path": [{"function": "f"}]}]
[]
[{"kind": "warning", "option": "-Wanalyzer-double-free", "message": "m",
  "locations": []}]
)");
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  ASSERT_EQ(whole->alarms.size(), 2U);
  EXPECT_EQ(whole->alarms[0], (CheckKey{"a.c", "f", 4, "-Wanalyzer-double-free", "a ']' in \"["}));
  EXPECT_EQ(whole->alarms[1].property, "m");
}

TEST(GccJson, ThatIsCutOffIsNone) {
  EXPECT_NE(why_not("gcc-json", "", ""), "was read");
  EXPECT_NE(why_not("gcc-json", "", "compilation terminated.\n"), "was read");
  EXPECT_NE(why_not("gcc-json", "", "[3]\n"), "was read");
  EXPECT_NE(why_not("gcc-json", "", "[{\"kind\": \"warning\", \"option\": \"-W\"}]\n"), "was read");
  EXPECT_NE(why_not("gcc-json", "", "[{\"kind\": \"fatal error\", \"message\": \"no file\"}]\n").find("no file"),
            std::string::npos);
  EXPECT_EQ(why_not("gcc-json", "", "[]\n"), "was read");
  EXPECT_NE(why_not("gcc-json", "", "[\n{\"kind\": \"warning\"\n"), "was read");
}

TEST(CppcheckXml, GivesTheFirstPlaceOfEachError) {
  const Result<Readings> readings = read("cppcheck-xml", R"(<?xml version="1.0"?><results version="2"><errors>
    <error id="zerodiv" severity="error" msg="Division by &apos;0&apos;."><location file="/home/me/project/a.c" line="5"/>
      <location file="b.c" line="1"/></error>
    <error id="missingInclude" severity="information" msg="m"/></errors></results>)");
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  ASSERT_EQ(readings->alarms.size(), 1U);
  EXPECT_EQ(readings->alarms[0], (CheckKey{"a.c", "", 5, "zerodiv", "Division by '0'."}));
}

TEST(CppcheckXml, ThatIsCutOffIsNone) {
  EXPECT_NE(why_not("cppcheck-xml", ""), "was read");
  EXPECT_NE(why_not("cppcheck-xml", "<results><errors><error id=\"a\" severity=\"error\" msg=\"m\"/>"), "was read");
  EXPECT_NE(why_not("cppcheck-xml", "<results/>"), "was read");
  EXPECT_NE(why_not("cppcheck-xml", "<results><errors><error severity=\"error\"/></errors></results>"), "was read");
  const char* const kSyntax =
      "<results><errors><error id=\"syntaxError\" severity=\"error\" msg=\"no }\"/></errors></results>";
  EXPECT_NE(why_not("cppcheck-xml", kSyntax).find("refuses the code: no }"), std::string::npos);
}

TEST(CppcheckXml, NamesTheFilesThatItRefuses) {
  const Result<Readings> readings = read("cppcheck-xml", R"(<results version="2"><errors>
    <error id="syntaxError" severity="error" msg="no }" file0="/home/me/project/b.c"><location file="/home/me/project/b.h" line="5"/></error>
    <error id="unknownMacro" severity="error" msg="m"><location file="c.c" line="1"/></error>
    <error id="zerodiv" severity="error" msg="z"><location file="a.c" line="5"/></error></errors></results>)");
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  EXPECT_EQ(readings->alarms.size(), 1U);
  ASSERT_EQ(readings->refused.size(), 2U);
  EXPECT_EQ(readings->refused[0].first, "b.c");
  EXPECT_EQ(readings->refused[0].second, "it refuses the code: no }");
  EXPECT_EQ(readings->refused[1].first, "c.c");
}

TEST(Lines, AreMatchedByNamedGroups) {
  const std::string_view pattern =
      "^(?P<file>[^:]+):(?P<line>[^:]+): (?P<kind>\\w+) (?P<property>.*?)( (?P<proved>ok)| (?P<dead>dead))?$";
  const Result<Readings> readings =
      read("lines", "/home/me/project/a.c:3: k p\nnothing to see\nb.c:4: k  q ok\nb.c:5: k r dead\n", "", pattern);
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  ASSERT_EQ(readings->alarms.size(), 1U);
  EXPECT_EQ(readings->alarms[0], (CheckKey{"a.c", "", 3, "k", "p"}));
  ASSERT_EQ(readings->proved.size(), 1U);
  EXPECT_EQ(readings->proved[0].property, "q");
  EXPECT_EQ(readings->dead.size(), 1U);
  EXPECT_FALSE(read("lines", "a.c:3: k p", "", pattern).ok());  // no end of line
  EXPECT_FALSE(read("lines", "a.c:x: k p\n", "", pattern).ok());
  EXPECT_FALSE(read("lines", "a.c:99999999999999999999: k p\n", "", pattern).ok());
}

TEST(Paths, AreNamedFromTheFolder) {
  EXPECT_EQ(path_from("/a/b", "/a/b/c.c"), "c.c");
  EXPECT_EQ(path_from("/a/b", "/a/b/../b/./d/c.c"), "d/c.c");
  EXPECT_EQ(path_from("/a/b", "/a/bc.c"), "/a/bc.c");
  EXPECT_EQ(path_from("/", "/c.c"), "c.c");
  EXPECT_EQ(path_from("", "c.c"), "c.c");
}

}  // namespace
}  // namespace assay::analyzer::tune
