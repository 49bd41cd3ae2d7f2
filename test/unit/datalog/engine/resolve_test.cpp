// The accepted values of --target.

#include <gtest/gtest.h>

#include "engine_support.hpp"

namespace assay::datalog::testing {
namespace {

TEST(DatalogResolve, ABuiltInName) {
  const auto found = resolve_engine(" muz ");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->dialect, "muz");
}

TEST(DatalogResolve, ACommandTakesTheDialectOfItsFamily) {
  const auto found = resolve_engine("mine:muz=/opt/bin/z3-4.8 -x  -y");
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->name, "mine");
  EXPECT_EQ(found->dialect, "muz");
  EXPECT_EQ(found->argv, (std::vector<std::string>{"/opt/bin/z3-4.8", "-x", "-y", "-in"}));
  EXPECT_EQ(found->persistent, found->argv);
  ASSERT_FALSE(found->version.empty());
  EXPECT_EQ(found->version[0], "/opt/bin/z3-4.8");
}

TEST(DatalogResolve, ADriverKnowsNothingOfTheUsersFlags) {
  const auto plain = resolve_engine("mine:clingo=/opt/bin/clingo");
  ASSERT_TRUE(plain.ok());
  ASSERT_FALSE(plain->persistent.empty());
  EXPECT_EQ(plain->persistent[0], "/opt/bin/clingo");
  const auto with_flags = resolve_engine("mine:clingo=/opt/bin/clingo --eq=0");
  ASSERT_TRUE(with_flags.ok());
  EXPECT_TRUE(with_flags->persistent.empty());
}

TEST(DatalogResolve, WhatIsWrongIsSaid) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"nobody", "unknown target 'nobody'"},
           {"=z3", "needs a name"},
           {"a=", "no command"},
           {"a=  ", "no command"},
           {"a=/opt/souffle", "which Datalog dialect it reads is not known"},
           {"a:suffle=/opt/souffle", "there is no family 'suffle'"},
           {"/not/there.toml", "/not/there.toml"},
           {"", "unknown target"}}) {
    const auto found = resolve_engine(text);
    ASSERT_FALSE(found.ok()) << text;
    EXPECT_NE(found.error().message.find(message), std::string::npos) << found.error().message;
  }
}

TEST(DatalogResolve, AVersionThatCannotBeTestedIsRefusedWithTheReason) {
  const Scripts scripts;
  for (const auto& [version, refused] : std::vector<std::pair<std::string, bool>>{{"engine 2.4.9", false},
                                                                                  {"engine 2.5", true},
                                                                                  {"engine 2.9.1", true},
                                                                                  {"engine 3.0", false},
                                                                                  {"engine", false}}) {
    const std::string said = scripts.file("version.sh", "#!/bin/sh\necho '" + version + "'\n");
    const std::string path = scripts.definition(
        "true", "version = [\"" + said + "\"]\n[[unusable]]\nsince = '2.5'\nfixed = '3.0'\nreason = 'reads nothing'\n");
    const auto targets = resolve_engines({path}, true);
    ASSERT_EQ(targets.ok(), !refused) << version;
    if (refused) {
      EXPECT_NE(targets.error().advice.find(version + ": reads nothing"), std::string::npos) << targets.error().text();
    }
    EXPECT_TRUE(resolve_engines({path}, false).ok()) << "findings of that version can still be shown";
  }
}

TEST(DatalogResolve, AFileSaysItsVersionAndWhatItLacks) {
  const Scripts scripts;
  const std::string version = scripts.file("version.sh", "#!/bin/sh\necho Welcome\necho 'engine 3.14'\n");
  const std::string path = scripts.definition("true", "version = [\"" + version + "\"]\nlacks = [\"negation\"]\n");
  const auto targets = resolve_engines({path}, true);
  ASSERT_TRUE(targets.ok()) << targets.error().text();
  ASSERT_EQ(targets->size(), 1U);
  EXPECT_EQ((*targets)[0].version, "engine 3.14");
  EXPECT_FALSE((*targets)[0].capabilities.negation);
  EXPECT_TRUE((*targets)[0].capabilities.aggregates);
  EXPECT_EQ((*targets)[0].dialect, dialect("souffle"));
}

TEST(DatalogResolve, AProgramThatIsNotThere) {
  const Scripts scripts;
  const std::string path = scripts.file(
      "e.toml", "name = \"gone\"\ndialect = \"souffle\"\nargv = [\"/not/there\"]\ninstall = \"apt install gone\"\n");
  const auto targets = resolve_engines({path}, true);
  ASSERT_FALSE(targets.ok());
  EXPECT_NE(targets.error().message.find("/not/there"), std::string::npos);
  EXPECT_EQ(targets.error().advice, "apt install gone");
  const auto without = resolve_engines({path}, false);
  ASSERT_TRUE(without.ok());
  EXPECT_EQ((*without)[0].version, "unknown");
}

TEST(DatalogResolve, NamesAndCapabilitiesAreChecked) {
  const Scripts scripts;
  const std::string path = scripts.definition("true");
  const auto twice = resolve_engines({path, path}, true);
  ASSERT_FALSE(twice.ok());
  EXPECT_NE(twice.error().message.find("two targets"), std::string::npos);
  const auto odd = resolve_engines({scripts.definition("true", "lacks = [\"colours\"]\n")}, true);
  ASSERT_FALSE(odd.ok());
  EXPECT_NE(odd.error().message.find("'colours'"), std::string::npos);
}

TEST(DatalogResolve, AStyleSaysWhatRunsManyPrograms) {
  const auto muz = resolve_engine("muz");
  ASSERT_TRUE(muz.ok());
  EXPECT_TRUE(in_style(*muz, EngineStyle::Process)->persistent.empty());
  EXPECT_EQ(in_style(*muz, EngineStyle::Persistent)->persistent, muz->persistent);
  EngineDefinition worker = *muz;
  worker.library = {"/bin/sh", "-x"};
  const auto library = in_style(worker, EngineStyle::Library);
  ASSERT_TRUE(library.ok()) << library.error().text();
  EXPECT_EQ(library->persistent, (std::vector<std::string>{"/bin/sh", "-x"}));
  EXPECT_TRUE(library->persistent_before.empty());
  EXPECT_NE(library->persistent_after.find(kEndOfAnswer), std::string::npos);
  worker.library = {"nothing"};
  const auto missing = in_style(worker, EngineStyle::Library);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("assay-nothing-worker"), std::string::npos);
  const auto clingo = resolve_engine("clingo");
  ASSERT_TRUE(clingo.ok());
  EXPECT_FALSE(in_style(*clingo, EngineStyle::Library).ok());
  const auto mine = resolve_engine("mine:muz=/opt/bin/z3");
  ASSERT_TRUE(mine.ok());
  EXPECT_FALSE(in_style(*mine, EngineStyle::Library).ok()) << "our worker has another library than the user's z3";
}

TEST(DatalogResolve, ABuildWithoutWhatItsDriverNeedsHasOneProcessEach) {
  EngineDefinition clingo = resolve_engine("clingo").value();
  clingo.version = {"/bin/echo", "clingo version 5.7\nConfiguration: with Python 3.11, with Lua 5.4"};
  const auto with = in_style(clingo, EngineStyle::Persistent);
  EXPECT_EQ(with->persistent, clingo.persistent);
  EXPECT_EQ(with->note, "");
  clingo.version = {"/bin/echo", "clingo version 5.7\nConfiguration: without Python, with Lua 5.4"};
  const auto without = in_style(clingo, EngineStyle::Persistent);
  EXPECT_TRUE(without->persistent.empty());
  EXPECT_EQ(without->note, "each program has a process of its own: this build cannot run several in one");
  EXPECT_EQ(in_style(clingo, EngineStyle::Process)->note, "") << "nothing else was asked for";
  clingo.version = {"/bin/echo", "pyclingo version 5.8.3\nConfiguration: without Python, without Lua"};
  const auto of_pip = in_style(clingo, EngineStyle::Persistent);
  EXPECT_EQ(of_pip->persistent.back(), "--enable-python");
  EXPECT_EQ(of_pip->note, "");
}

TEST(DatalogResolve, AProcessForManyProgramsCostsAsMuchAsAnother) {
  const EngineDefinition racket = resolve_engine("racket").value();
  EXPECT_GT(in_style(racket, EngineStyle::Process)->cost, 1);
  EXPECT_EQ(in_style(racket, EngineStyle::Persistent)->cost, 1);
}

}  // namespace
}  // namespace assay::datalog::testing
