// A reproduction needs only the engine: the program in the engine's syntax, the command, the wrong part of the output,
// and a reason that a person can check.

#include <gtest/gtest.h>

#include "datalog/dialect/sql/sql_layout.hpp"
#include "datalog/fuzz/judge/datalog_reproduction.hpp"
#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

constexpr EvaluationLimits kLimits;

/// out(x) :- in(x), x < 2. and a second step: last(x) :- out(x).
struct Chain : Building {
  RelationId in = relation("in", "n", {{1}, {2}});
  RelationId out = relation("out", "n");
  RelationId last = relation("last", "n");
  Chain() {
    program.relations[in].is_output = program.relations[out].is_output = false;
    rule({atom(out, {'a'})}, {atom(in, {'a'})});
    rule({atom(last, {'a'})}, {atom(out, {'a'})});
  }
};

EngineTarget muz() {
  EngineTarget target;
  target.definition = *resolve_engine("muz");
  target.definition.argv[0] = "/opt/of/this/machine/z3";
  target.dialect = dialect("muz");
  target.capabilities = target.dialect->capabilities;
  target.version = "Z3 version 4.8.12";
  return target;
}

EngineTarget built_in(const std::string& name) {
  EngineTarget target;
  target.definition = *resolve_engine(name);
  target.dialect = dialect(target.definition.dialect);
  target.capabilities = target.dialect->capabilities;
  target.version = name + " 0.8.1";
  return target;
}

core::Finding wrong_result(const std::string& detail = "relation last: it must be what the rules say\n") {
  core::Finding finding;
  finding.kind = core::BugKind::WrongResult;
  finding.reason = "missing tuples";
  finding.detail = detail;
  return finding;
}

/// A run with these tuples of the last relation, and the text that the engine printed.
ObservedRun run_of(const Program& program, const std::vector<Value>& values, std::string text) {
  ObservedRun run{program, {}, honest(program)};
  Tuples tuples{1, 0, {}};
  for (const Value value : values) tuples.add({value});
  run.answer.output.relations.back() = tuples;
  run.answer.text = std::move(text);
  return run;
}

core::Reproduction reproduced(const core::Finding& finding, const EngineTarget& target, const Plan& plan,
                              const std::vector<ObservedRun>& runs) {
  return reproduction_of_runs(finding, target, plan, runs, kLimits);
}

TEST(DatalogReproduction, NamesTheRuleThatDerivesAMissingTuple) {
  const Chain chain;
  const std::string printed = "relation last\nsat\n(= (:var 0) #b000010)\nend\n";
  const core::Reproduction made = reproduced(wrong_result(), muz(), {}, {run_of(chain.program, {2}, printed)});
  ASSERT_EQ(made.files.size(), 1U);
  EXPECT_EQ(made.files[0].name, "program.smt2");
  EXPECT_EQ(made.files[0].content, dialect("muz")->print(chain.program));
  ASSERT_EQ(made.commands.size(), 1U);
  EXPECT_EQ(made.commands[0].shell, "z3 -in < program.smt2");
  EXPECT_EQ(made.needs, std::vector<std::string>{"z3"});
  EXPECT_EQ(made.prints, "relation last\nsat\n(= (:var 0) #b000010)");
  EXPECT_NE(made.shows.find("(= (:var 0) #b000010)"), std::string::npos);
  EXPECT_NE(made.expected.find("1 tuple is missing"), std::string::npos) << made.expected;
  EXPECT_NE(made.expected.find("`(rule (last #b000001))` must be in the result: the rule in line 9"), std::string::npos)
      << made.expected << "\n"
      << made.files[0].content;
  EXPECT_NE(made.expected.find("derives it from `(rule (out #b000001))`"), std::string::npos) << made.expected;
}

TEST(DatalogReproduction, SaysThatNoRuleDerivesAnExtraTuple) {
  const Chain chain;
  const core::Reproduction made = reproduced(wrong_result(), built_in("swipl"), {},
                                             {run_of(chain.program, {1, 2, 7}, "last 1\nlast 2\nlast 7\nend\n")});
  EXPECT_EQ(made.files[0].name, "program.pl");
  EXPECT_EQ(made.prints, "last 1\nlast 2\nlast 7");
  EXPECT_NE(made.expected.find("`last(7).` must not be in the result: it is no fact"), std::string::npos)
      << made.expected;
  EXPECT_NE(made.expected.find("does not derive it"), std::string::npos) << made.expected;
}

TEST(DatalogReproduction, ARuleDoesNotExplainATupleByItself) {
  Building building;
  const RelationId in = building.relation("in", "n", {{3}});
  building.program.relations[in].is_output = false;
  const RelationId loop = building.relation("loop", "n");
  building.rule({building.atom(loop, {'a'})}, {building.atom(loop, {'a'})});
  building.rule({building.atom(loop, {'a'})}, {building.atom(in, {'a'})});
  const core::Reproduction made = reproduced(wrong_result("relation loop: missing\n"), built_in("swipl"), {},
                                             {run_of(building.program, {}, "end\n")});
  EXPECT_NE(made.expected.find(":- in(X0).`) derives it from `in(3).`"), std::string::npos) << made.expected;
  EXPECT_EQ(made.prints, "end");
}

TEST(DatalogReproduction, ShowsTheRunThatIsWrongWithItsFlags) {
  const Chain chain;
  Plan plan;
  plan.question = Question::Options;
  ObservedRun right = run_of(chain.program, {1, 2}, "p\nend\n");
  ObservedRun wrong = run_of(chain.program, {1}, "relation last\nsat\n(= (:var 0) #b000001)\nend\n");
  wrong.flags = {"fp.xform.magic=true"};
  const core::Reproduction made = reproduced(wrong_result(), muz(), plan, {right, wrong});
  ASSERT_EQ(made.commands.size(), 1U);
  EXPECT_EQ(made.commands[0].shell, "z3 fp.xform.magic=true -in < program.smt2");
}

TEST(DatalogReproduction, ShowsBothProgramsWhereTheReferenceHasNoValue) {
  const Chain chain;
  Chain larger;
  larger.rule({larger.atom(larger.last, {'a'})}, {larger.atom(larger.in, {'a'})});
  Plan plan;
  plan.question = Question::Metamorphic;
  const core::Reproduction made =
      reproduction_of_runs(wrong_result("relation last: both must be equal\nmissing 1:\n  last(2)\n"), muz(), plan,
                           {run_of(chain.program, {1, 2}, "relation last\nsat\ntrue\nend\n"),
                            run_of(larger.program, {1}, "relation last\nunsat\nend\n")},
                           {.tuples = 0, .steps = 0});
  ASSERT_EQ(made.files.size(), 2U);
  EXPECT_EQ(made.files[0].name, "transformed.smt2");
  EXPECT_EQ(made.files[0].content, dialect("muz")->print(larger.program));
  EXPECT_EQ(made.files[1].name, "original.smt2");
  ASSERT_EQ(made.commands.size(), 2U);
  EXPECT_EQ(made.commands[0].shell, "z3 -in < transformed.smt2");
  EXPECT_EQ(made.commands[1].shell, "z3 -in < original.smt2");
  EXPECT_EQ(made.prints, "relation last\nunsat\nrelation last\nsat\ntrue");
  EXPECT_NE(made.shows.find("output_2"), std::string::npos);
  EXPECT_EQ(made.expected, "relation last: both must be equal\nmissing 1:\n  last(2)\n");
}

TEST(DatalogReproduction, CrashesShowByTheirSignalAndRefusalsByTheirMessage) {
  const Chain chain;
  ObservedRun run = run_of(chain.program, {}, "");
  run.answer.kind = EngineAnswer::Kind::Crashed;
  run.answer.reason = "signal 11";
  core::Finding finding = wrong_result();
  finding.kind = core::BugKind::Crash;
  const core::Reproduction crash = reproduced(finding, muz(), {}, {run});
  EXPECT_EQ(crash.prints, "(killed by SIGSEGV)");
  EXPECT_EQ(crash.shows, core::ended_by_signal());
  run.answer.kind = EngineAnswer::Kind::Rejected;
  run.answer.reason = "no such thing as N";
  run.answer.text = "warning\nno such thing as 17\n";
  finding.kind = core::BugKind::RejectsValid;
  const core::Reproduction refusal = reproduced(finding, muz(), {}, {run});
  EXPECT_EQ(refusal.prints, "no such thing as 17");
  EXPECT_EQ(refusal.shows, core::output_contains("no such thing as 17"));
}

TEST(DatalogReproduction, AnOutputThatDoesNotNameARelation) {
  const Chain chain;
  ObservedRun run = run_of(chain.program, {}, "end\n");
  run.answer.output.present.back() = false;
  const core::Reproduction made = reproduced(wrong_result(), muz(), {}, {run});
  EXPECT_EQ(made.prints, "end");
  EXPECT_NE(made.expected.find("`relation last`"), std::string::npos);
}

TEST(DatalogReproduction, NeedsNoDriverOfOurs) {
  const Chain chain;
  const core::Reproduction cozo =
      reproduced(wrong_result(), built_in("cozo"), {}, {run_of(chain.program, {1}, "last(1)\nend\n")});
  EXPECT_EQ(cozo.files[0].name, "program.py");
  EXPECT_NE(cozo.files[0].content.find("CozoDbPy"), std::string::npos);
  EXPECT_NE(cozo.files[0].content.find(dialect("cozo")->print(chain.program)), std::string::npos);
  EXPECT_EQ(cozo.commands[0].shell, "python3 program.py");
  ObservedRun optimised = run_of(chain.program, {1}, "last(1)\nend\n");
  optimised.flags = {"-Copt-level=2"};
  const core::Reproduction ascent = reproduced(wrong_result(), built_in("ascent"), {}, {optimised});
  EXPECT_EQ(ascent.files[0].name, "program.rs");
  EXPECT_NE(ascent.commands[0].shell.find("cargo add -q ascent@0.8.1\n"), std::string::npos)
      << ascent.commands[0].shell;
  EXPECT_NE(ascent.commands[0].shell.find("RUSTFLAGS=\"-Copt-level=2\""), std::string::npos);
  for (const core::Reproduction& made : {cozo, ascent})
    EXPECT_EQ(made.commands[0].shell.find("assay"), std::string::npos);
}

TEST(DatalogReproduction, AnSqlScriptIsAFileOfItsOwn) {
  const Chain chain;
  ObservedRun run = run_of(chain.program, {1}, "last(1)\nend\n");
  run.flags = {"+PRAGMA automatic_index=off"};
  const core::Reproduction made = reproduced(wrong_result(), built_in("sqlite"), {}, {run});
  ASSERT_EQ(made.files.size(), 2U);
  EXPECT_EQ(made.files[0].name, "program.sql");
  EXPECT_EQ(made.files[0].content,
            sql::wrapped_script("PRAGMA automatic_index=off;\n" + dialect("sqlite")->print(chain.program)));
  EXPECT_EQ(made.files[1].name, "sql_report.py");
  EXPECT_NE(made.files[1].content.find("# pip install apsw==0.8.1.0\nimport apsw\n"), std::string::npos);
  EXPECT_EQ(made.commands[0].shell, "python3 sql_report.py program.sql");
  EXPECT_TRUE(
      made.expected.starts_with("Relation last: 1 tuple is missing. `last(2)` must be in the result: the rule "
                                "`last(V0) :- out(V0).` derives it from `out(2)`.\nThe rows, and the definitions"))
      << made.expected;
  EXPECT_EQ(made.evidence, "last(1)\nlast(2)\n\nout(V0) :- in(V0).\nlast(V0) :- out(V0).");
  const core::Reproduction server = reproduced(wrong_result(), built_in("postgresql"), {}, {run});
  EXPECT_NE(server.files[0].content.find("SET search_path = assay;\nPRAGMA"), std::string::npos);
  EXPECT_EQ(server.files[1].name, "sql_report.awk");
}

TEST(DatalogReproduction, ARefusalOfTheRunBeforeTheLast) {
  const Chain chain;
  Plan plan;
  plan.question = Question::Options;
  ObservedRun refused = run_of(chain.program, {}, "ERROR:  no such plan\n");
  refused.flags = {"+SET enable_hashjoin=off"};
  refused.answer.kind = EngineAnswer::Kind::Rejected;
  refused.answer.reason = "ERROR:  no such plan";
  core::Finding finding = wrong_result("one program, two command lines\nERROR:  no such plan");
  finding.kind = core::BugKind::RejectsValid;
  const core::Reproduction made =
      reproduced(finding, built_in("postgresql"), plan, {refused, run_of(chain.program, {1, 2}, "end\n")});
  EXPECT_EQ(made.prints, "ERROR:  no such plan");
  EXPECT_EQ(made.evidence, "last(1)\nlast(2)");
  EXPECT_NE(made.files[0].content.find("SET enable_hashjoin=off;\n"), std::string::npos);
}

TEST(DatalogReproduction, ARowThatComesTwice) {
  const Chain chain;
  ObservedRun run = run_of(chain.program, {1, 2}, "last(1)\nlast(2)\nlast(2)\nend\n");
  run.answer.output.repeated.assign(3, Tuples{1, 0, {}});
  run.answer.output.repeated[2].add({2});
  const core::Reproduction made = reproduced(wrong_result(), built_in("duckdb"), {}, {run});
  EXPECT_TRUE(made.expected.starts_with("Each row once: ")) << made.expected;
  EXPECT_TRUE(made.evidence.starts_with("last(1)\nlast(2)\n\n")) << made.evidence;
  EXPECT_EQ(made.prints, "last(1)\nlast(2)\nlast(2)");
}

TEST(DatalogReproduction, RepeatsWhatFailsOnlySometimes) {
  const Chain chain;
  core::Finding finding = wrong_result();
  finding.kind = core::BugKind::Nondeterministic;
  const core::Reproduction made =
      reproduced(finding, muz(), {}, {run_of(chain.program, {}, "relation last\nunsat\nend\n")});
  EXPECT_TRUE(made.commands[0].shell.starts_with("for run in 1 2 ")) << made.commands[0].shell;
}

}  // namespace
}  // namespace assay::datalog::testing
