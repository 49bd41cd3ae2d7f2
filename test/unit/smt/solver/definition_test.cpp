#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "smt/solver/solver.hpp"

namespace assay::smt {
namespace {

TEST(BuiltinSolvers, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const SolverDefinition& one : builtin_solvers()) EXPECT_TRUE(names.insert(one.name).second) << one.name;
}

TEST(BuiltinSolvers, InheritFromFilesThatFollowThem) {
  EXPECT_EQ(resolve_solver("cvc4")->persistent.size(), resolve_solver("cvc5")->persistent.size());
  EXPECT_FALSE(resolve_solver("bitwuzla")->crashes.empty()) << "from smtlib.toml";
}

TEST(BuiltinSolvers, SayWhatACampaignNeeds) {
  for (const SolverDefinition& one : builtin_solvers()) {
    EXPECT_FALSE(one.crashes.empty()) << one.name;
    EXPECT_FALSE(one.install.empty()) << one.name;
    EXPECT_EQ(one.family, one.name);
    if (one.name == "smtlib") continue;
    EXPECT_FALSE(one.argv.empty()) << one.name;
    EXPECT_FALSE(one.version.empty()) << one.name;
    EXPECT_EQ(one.decidable.empty(), one.name == "vampire") << one.name;
    EXPECT_EQ(one.dialect.name, one.name);
  }
}

bool is_known(const std::string& solver, std::string_view kind, const std::string& script, std::string_view output) {
  const Result<SolverDefinition> definition = resolve_solver(solver);
  return definition.ok() &&
         std::any_of(definition->known_bugs.begin(), definition->known_bugs.end(), [&](const core::KnownBug& bug) {
           return bug.explains(kind, {script, output});
         });
}

// cvc5 takes them with --fp-exp alone: "There are known issues with the experimental solver, use at your own risk."
TEST(BuiltinSolvers, Cvc5sExperimentalFloatsAreKnownAndTheOthersAreNot) {
  for (const char* format : {"2 3", "3 4", "5 11", "8 23", "8 25", "11 52", "15 113", "10 24", "16 24", "80 24"}) {
    const std::string script = "(declare-const x (_ FloatingPoint " + std::string(format) + "))";
    EXPECT_TRUE(is_known("cvc5", "solution-unsound", script, "sat")) << format;
    EXPECT_FALSE(is_known("cvc5", "crash", script, "")) << format;
  }
  for (const char* format : {"8 24", "11 53"}) {
    const std::string script = "(declare-const x (_ FloatingPoint " + std::string(format) + "))";
    EXPECT_FALSE(is_known("cvc5", "solution-unsound", script, "sat")) << format;
  }
  EXPECT_TRUE(is_known("cvc5", "invalid-model", "(assert (fp.isZero (fp #b0 #b00 #b1)))", "sat"));
  EXPECT_FALSE(is_known("cvc5", "invalid-model", "(assert (fp.isZero (fp #b0 #b00000000 #b1)))", "sat"));
  EXPECT_FALSE(is_known("cvc5", "invalid-model", "(declare-const x (_ BitVec 3))", "sat"));
}

TEST(BuiltinSolvers, WhatBitwuzlaSaysThatItLacksIsNoIncompleteness) {
  EXPECT_TRUE(is_known("bitwuzla", "incomplete", "(declare-sort U 0)",
                       "unknown\n[bzla] warning: Equalities over uninterpreted sorts not yet supported.\n"));
  EXPECT_FALSE(is_known("bitwuzla", "incomplete", "(declare-sort U 0)", "unknown\n"));
  EXPECT_TRUE(
      is_known("bitwuzla", "invalid-model", "(declare-sort U 0)", "(define-fun x ((y U)) U (as @const_def1 U))"));
  EXPECT_FALSE(is_known("bitwuzla", "invalid-model", "(declare-sort U 0)", "(define-fun x () U (as @const_1 U))"));
}

TEST(ResolveSolver, FindsBuiltins) {
  const Result<SolverDefinition> z3 = resolve_solver(" z3 ");
  ASSERT_TRUE(z3.ok());
  EXPECT_EQ(z3->argv[0], "z3");
  EXPECT_EQ(z3->library, "z3");
}

TEST(ResolveSolver, UnknownNamesSayWhatThereIs) {
  EXPECT_NE(resolve_solver("z4").error().text().find("did you mean 'z3'?"), std::string::npos);
  for (const char* text : {"nosuch", "", "smtlib"}) {
    const Result<SolverDefinition> unknown = resolve_solver(text);
    ASSERT_FALSE(unknown.ok()) << text;
    EXPECT_NE(unknown.error().text().find("cvc5"), std::string::npos);
  }
}

TEST(ResolveSolver, ACommandInheritsTheFamilyThatItNames) {
  const Result<SolverDefinition> mine = resolve_solver("mine:z3=/opt/z3-nightly -st");
  ASSERT_TRUE(mine.ok());
  EXPECT_EQ(mine->name, "mine");
  EXPECT_EQ(mine->family, "z3");
  EXPECT_EQ(mine->argv, (std::vector<std::string>{"/opt/z3-nightly", "-in", "-smt2", "-st"}));
  EXPECT_EQ(mine->persistent, mine->argv);
  EXPECT_EQ(mine->version[0], "/opt/z3-nightly");
  EXPECT_EQ(mine->library, "");
  EXPECT_EQ(resolve_solver("a:cvc5=cvc5-1.2 -q")->argv,
            (std::vector<std::string>{"cvc5-1.2", "--lang=smt2", "--strings-exp", "--fp-exp", "--arrays-exp", "-q"}));
  EXPECT_EQ(mine->family_note, "");
  EXPECT_EQ(resolve_solver("a: yices2 =yices_smt2")->family, "yices2");
  EXPECT_NE(resolve_solver("a:z4=/opt/z3").error().text().find("there is no family 'z4'"), std::string::npos);
}

TEST(ResolveSolver, AProgramIsRecognisedByItsVersion) {
  const std::string folder = ::testing::TempDir() + "assay-families";
  std::filesystem::create_directories(folder);
  const auto program = [&folder](const std::string& name, const std::string& text) {
    const std::string path = folder + "/" + name;
    std::ofstream(path) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  };
  const std::string mathsat = program("one", "[ \"$1\" = -version ] && echo 'MathSAT5 version 5.6.10'\n");
  const auto recognised = resolve_solver("mine=" + mathsat);
  EXPECT_EQ(recognised->family, "mathsat");
  EXPECT_EQ(recognised->family_note, "recognised as mathsat by its -version output");
  const auto named_like_z3 = resolve_solver("mine=" + program("z3", "echo 'Solver 1.0'\n"));
  EXPECT_EQ(named_like_z3->family, "smtlib");
  EXPECT_NE(named_like_z3->family_note.find("'mine:z3=" + folder + "/z3'"), std::string::npos);
  EXPECT_EQ(resolve_solver("mine=" + program("cvc", "echo 'This is cvc5 version 1.0' >&2\n"))->family, "cvc5");
  EXPECT_EQ(resolve_solver("mine=" + folder + "/nothing")->family_note, "");
}

TEST(ResolveSolver, AnUnknownProgramSpeaksSmtLib) {
  for (const char* text : {"mine=/opt/solver -x", "mine=z3str -x", "mine=smtlib -x"}) {
    const Result<SolverDefinition> mine = resolve_solver(text);
    ASSERT_TRUE(mine.ok()) << text;
    EXPECT_EQ(mine->family, "smtlib") << text;
    EXPECT_EQ(mine->argv.size(), 2U);
    EXPECT_TRUE(mine->persistent.empty());
  }
}

TEST(ResolveSolver, CommandsMustHaveANameAndAProgram) {
  EXPECT_FALSE(resolve_solver("=z3").ok());
  EXPECT_FALSE(resolve_solver("mine=").ok());
  EXPECT_FALSE(resolve_solver("mine=  ").ok());
}

TEST(ResolveSolver, AFileOfTheUsersOwnInherits) {
  const Result<SolverDefinition> own = parse_solver(R"(
inherits = "z3"
name = "z3-seq"
argv = ["z3-new", "-in", "smt.string_solver=seq"]
lacks = ["quantifiers", "str.replace_all"]
accepts_opaque = true
[dialect.spellings]
"str.in_re" = "str.in.re"
[[skip]]
pattern = 'not today'
meaning = "not today"
[[known_bug]]
kind = "crash"
pattern = 'bvsrem'
link = "https://example.org/1"
)",
                                                    "own.toml");
  ASSERT_TRUE(own.ok()) << own.error().text();
  const SolverDefinition z3 = *resolve_solver("z3");
  EXPECT_EQ(own->family, "z3");
  EXPECT_EQ(own->persistent[0], "z3-new");
  EXPECT_EQ(own->version[0], "z3-new");
  EXPECT_EQ(own->library, "");
  EXPECT_EQ(own->skips.size(), z3.skips.size() + 1);
  EXPECT_EQ(own->skips.front().meaning, "not today");
  EXPECT_EQ(own->crashes.size(), z3.crashes.size());
  EXPECT_EQ(own->dialect.spellings.size(), 1U);
  EXPECT_EQ(own->known_bugs.size(), resolve_solver("z3")->known_bugs.size() + 1);
  EXPECT_TRUE(own->accepts_opaque);
}

struct BadFile {
  const char* text;
  const char* part;  ///< of the message
};

class BadDefinition : public testing::TestWithParam<BadFile> {};

TEST_P(BadDefinition, IsRefusedWithFileAndReason) {
  const Result<SolverDefinition> bad = parse_solver(GetParam().text, "own.toml");
  ASSERT_FALSE(bad.ok()) << GetParam().text;
  EXPECT_NE(bad.error().text().find("own.toml"), std::string::npos) << bad.error().text();
  EXPECT_NE(bad.error().text().find(GetParam().part), std::string::npos) << bad.error().text();
}

INSTANTIATE_TEST_SUITE_P(
    All, BadDefinition,
    testing::Values(BadFile{"name = \"a\"", "argv"}, BadFile{"argv = [\"a\"]", "name"},
                    BadFile{"name = \"a\"\nargv = \"a\"", "own.toml:2: the key 'argv' must be an array"},
                    BadFile{"name = \"a\"\nargv = [1]", "array of strings"},
                    BadFile{"name = 3\nargv = [\"a\"]", "'name' must be a string"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\ncolour = 1", "own.toml:3: there is no key 'colour'"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\ninherits = \"zz\"", "no built-in solver 'zz'"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\ntheories = [\"magic\"]", "'magic' is no theory"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\nlacks = [\"magic\"]", "neither a feature nor an operator"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\n[[crash]]\npattern = '('", "no regular expression"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\n[[crash]]\nmeaning = 'x'", "needs a 'pattern'"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\n[crash]\npattern = 'x'", "must be written [[crash]]"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\n[[known_bug]]\nkind = 'x'\npattern = 'y'\nlink = 'z'",
                            "no kind of bug"},
                    BadFile{"name = \"a\"\nargv = [\"a\"]\naccepts_opaque = 1", "true or false"},
                    BadFile{"name = ", "own.toml:1"}));

INSTANTIATE_TEST_SUITE_P(
    Options, BadDefinition,
    testing::Values(
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\ntype = \"bool\"", "own.toml:3: "},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x y\"", "needs a 'name'"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\ntype = \"truth\"",
                "own.toml:5: 'truth' is no type of option"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\nvalues = [\"yes\"]",
                "own.toml:5: a bool is true or false"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\ntype = \"choice\"", "has no value to draw"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\ntype = \"choice\"\n"
                "values = [\"y\"]\ndefault = \"y\"",
                "has no value to draw"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\ntype = \"choice\"\n"
                "values = [\"a)(exit\"]",
                "own.toml:6: 'a)(exit' is no plain value"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\ntype = \"number\"\n"
                "range = \"9..3\"",
                "own.toml:6: '9..3' is no range"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\nrange = \"3..9\"",
                "own.toml:5: a range is for a number"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\ncolour = 1",
                "own.toml:5: [[options]] has no key 'colour'"},
        BadFile{"name = \"a\"\nargv = [\"a\"]\n[[options]]\nname = \"x\"\nsince = \"new\"", "'new' is no version"}));

TEST(WorkLimit, FillsInTheNumber) {
  const SolverDefinition limited = with_work_limit(*resolve_solver("z3"), 500);
  EXPECT_EQ(limited.argv.back(), "rlimit=500");
  EXPECT_EQ(limited.persistent.back(), "rlimit=500");
  EXPECT_EQ(with_work_limit(*resolve_solver("stp"), 500).argv, resolve_solver("stp")->argv);
}

TEST(InputText, HasTheWitnessInCommentsOnlyForThoseWhoWantIt) {
  core::Case subject;
  subject.files = {{std::string(kScriptFile), "(check-sat)\n"}, {std::string(kWitnessFile), "(\n(a)\n)\n"}};
  subject.metadata = "{\"truths\":[],\"interpretation\":7}";
  SolverDefinition definition = *resolve_solver("z3");
  EXPECT_EQ(input_text(definition, subject), "(check-sat)\n");
  definition.witness_comments = true;
  EXPECT_TRUE(input_text(definition, subject).starts_with(";interpretation 7\n;witness (\n;witness (a)\n;witness )\n"));
  EXPECT_TRUE(input_text(definition, subject).ends_with("\n(check-sat)\n"));
}

TEST(Spellings, FollowTheVersion) {
  const Result<SolverDefinition> read = parse_solver(R"(
name = "t"
inherits = "smtlib"
argv = ["/bin/true"]
[dialect.spellings]
"str.in_re" = "str.in.re"
[[spelling]]
operator = "int_to_bv"
as = "int2bv"
fixed = "4.15"
[[spelling]]
operator = "ubv_to_int"
as = "bv2nat"
since = "2.0"
fixed = "4.15"
)",
                                                     "t.toml");
  ASSERT_TRUE(read.ok()) << read.error().text();
  const auto spelled = [&](const std::string& version, const std::string& op) {
    SolverDefinition definition = *read;
    speak_as_of(definition, version);
    for (const auto& [name, own] : definition.dialect.spellings)
      if (name == op) return own;
    return std::string();
  };
  EXPECT_EQ(spelled("Z3 version 4.8.12 - 64 bit", "int_to_bv"), "int2bv");
  EXPECT_EQ(spelled("Z3 version 4.15.1 - 64 bit", "int_to_bv"), "");
  EXPECT_EQ(spelled("1.0", "ubv_to_int"), "");
  EXPECT_EQ(spelled("unknown", "int_to_bv"), "int2bv") << "who does not know the new name is the older one";
  EXPECT_EQ(spelled("4.15", "str.in_re"), "str.in.re");
}

TEST(Spellings, OfOperatorsThatDoNotExistAreRefused) {
  const std::string head = "name = \"t\"\ninherits = \"smtlib\"\nargv = [\"/bin/true\"]\n";
  for (const char* rows : {"[dialect.spellings]\n\"str.in_rx\" = \"x\"\n",
                           "[[spelling]]\noperator = \"str.in_rx\"\nas = \"x\"\n", "[[spelling]]\nas = \"x\"\n"}) {
    const Result<SolverDefinition> read = parse_solver(head + rows, "t.toml");
    ASSERT_FALSE(read.ok()) << rows;
    EXPECT_NE(read.error().text().find("t.toml"), std::string::npos);
  }
}

TEST(Spellings, OfTheSolversThatWeTestWith) {
  for (const auto& [name, version, expected] : {std::tuple{"z3", "Z3 version 4.8.12 - 64 bit", "int2bv"},
                                                std::tuple{"cvc4", "This is CVC4 version 1.8", "int2bv"},
                                                std::tuple{"cvc5", "This is cvc5 version 1.0.3", "int2bv"}}) {
    SolverDefinition definition = *resolve_solver(name);
    speak_as_of(definition, version);
    const auto& all = definition.dialect.spellings;
    EXPECT_TRUE(std::find(all.begin(), all.end(), std::pair<std::string, std::string>("int_to_bv", expected)) !=
                all.end())
        << name;
  }
  for (const auto& [version, old] : {std::pair{"This is cvc5 version 1.1.1", true}, std::pair{"1.1.2", false}}) {
    SolverDefinition definition = *resolve_solver("cvc5");
    speak_as_of(definition, version);
    const auto& all = definition.dialect.spellings;
    EXPECT_EQ(
        std::any_of(all.begin(), all.end(), [](const auto& one) { return one.second == "bag.duplicate_removal"; }), old)
        << version;
  }
}

}  // namespace
}  // namespace assay::smt
