#include <gtest/gtest.h>

#include "horn/horn_config.hpp"
#include "horn/horn_input.hpp"

namespace assay::horn {
namespace {

TEST(HornTargets, HaveDefinitions) {
  std::vector<std::string> names;
  for (const smt::SolverDefinition& one : horn_solvers()) names.push_back(one.name);
  EXPECT_EQ(names, (std::vector<std::string>{"cvc5", "eldarica", "golem", "z3"}));
  for (const smt::SolverDefinition& one : horn_solvers()) EXPECT_FALSE(one.options.empty()) << one.name;
  EXPECT_TRUE(reads_muz(*resolve_horn_solver("z3")));
  EXPECT_FALSE(reads_muz(*resolve_horn_solver("golem")));
}

TEST(HornTargets, TakeAnotherProgram) {
  const auto golem = resolve_horn_solver("mine:golem=/bin/true -e imc");
  ASSERT_TRUE(golem.ok()) << golem.error().text();
  EXPECT_EQ(golem->name, "mine");
  EXPECT_EQ(golem->argv[0], "/bin/true");
  EXPECT_NE(std::find(golem->argv.begin(), golem->argv.end(), "--print-witness"), golem->argv.end());
  const auto z3 = resolve_horn_solver("other:z3=/bin/true");
  ASSERT_TRUE(z3.ok()) << z3.error().text();
  EXPECT_EQ(z3->options.size(), resolve_horn_solver("z3")->options.size());
  EXPECT_TRUE(reads_muz(*z3));
  EXPECT_FALSE(resolve_horn_solver("no-such-solver").ok());
}

TEST(HornTargets, GetTheirOptionsAndRequests) {
  TermStore store;
  const auto read = read_system(store, "(set-logic HORN)(declare-fun p () Bool)(assert p)(assert (not p))", "test");
  ASSERT_TRUE(read.ok());
  HornFacts facts;
  facts.options = {{"z3", "z3", {"fp.engine=bmc"}}, {"golem", "golem", {"engine=imc"}}};
  OpenedHorn opened = open_horn_case(make_horn_case(store, decide(store, read->system), facts));
  const auto z3 = *resolve_horn_solver("z3");
  EXPECT_NE(horn_input(opened, z3).text.find("(set-logic HORN)\n(set-option :fp.engine bmc)"), std::string::npos);
  EXPECT_EQ(horn_input(opened, *resolve_horn_solver("golem")).flags, std::vector<std::string>{"--engine=imc"});
  const auto proof = derivation_input(opened, z3);
  ASSERT_TRUE(proof.has_value());
  EXPECT_NE(proof->text.find("(get-proof)"), std::string::npos);
  EXPECT_FALSE(derivation_input(opened, *resolve_horn_solver("golem")).has_value());
}

TEST(HornSeeds, ThatAreNotHornAreNamed) {
  HornOptions options;
  options.seeds = {"/no/such/file.smt2"};
  EXPECT_FALSE(load_horn_seeds(options).ok());
}

}  // namespace
}  // namespace assay::horn
