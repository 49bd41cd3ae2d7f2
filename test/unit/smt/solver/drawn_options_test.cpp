#include "smt/solver/drawn_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"

namespace assay::smt {
namespace {

using Texts = std::vector<std::string>;

SolverDefinition configurable() {
  return *parse_solver(R"(
name = "t"
argv = ["/bin/true"]
options = [
  {name = "a.fast", default = "false"},
  {name = "a.slow", default = "true", since = "2.0"},
  {name = "mode", type = "choice", values = ["x", "y", "z"], default = "y"},
  {name = "seed", type = "number", range = "3..9"},
  {name = "level", type = "number", values = ["0", "0.5"]},
  {name = "engine", type = "choice", values = ["old"], flag = "--engine={value}"},
]
)",
                       "t.toml");
}

TEST(DrawnOptions, AreAFewOfTheDefinitionWithValuesOtherThanTheDefault) {
  const SolverDefinition definition = configurable();
  std::map<std::string, std::set<std::string>> seen;
  std::set<std::size_t> sizes;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Texts drawn = draw_options(definition, core::Rng(1).split(i));
    EXPECT_EQ(drawn, draw_options(definition, core::Rng(1).split(i)));
    sizes.insert(drawn.size());
    std::set<std::string> names;
    for (const std::string& one : drawn) {
      const std::string name = one.substr(0, one.find('='));
      EXPECT_TRUE(names.insert(name).second) << "an option that is set twice";
      seen[name].insert(one.substr(name.size() + 1));
    }
  }
  EXPECT_EQ(sizes, (std::set<std::size_t>{1, 2, 3, 4}));
  EXPECT_EQ(seen["a.fast"], std::set<std::string>{"true"});
  EXPECT_EQ(seen["a.slow"], std::set<std::string>{"false"});
  EXPECT_EQ(seen["mode"], (std::set<std::string>{"x", "z"}));
  EXPECT_EQ(seen["seed"], (std::set<std::string>{"3", "4", "5", "6", "7", "8", "9"}));
  EXPECT_EQ(seen["level"], (std::set<std::string>{"0", "0.5"}));
  EXPECT_EQ(seen["engine"], std::set<std::string>{"old"});
}

TEST(DrawnOptions, AreNoneWhereNoneAreDefined) {
  EXPECT_EQ(draw_options(*resolve_solver("a=/bin/true"), core::Rng(1)), Texts{});
}

TEST(DrawnOptions, AreCommandsAndFlags) {
  const SolverDefinition definition = configurable();
  const Texts drawn{"a.fast=true", "seed=7", "engine=old"};
  EXPECT_EQ(option_commands(definition, drawn), "(set-option :a.fast true)\n(set-option :seed 7)\n");
  EXPECT_EQ(option_flags(definition, drawn), Texts{"--engine=old"});
  EXPECT_EQ(shown_options(definition, drawn), "--engine=old (set-option :a.fast true) (set-option :seed 7)");
  EXPECT_EQ(cause_of_options(definition, drawn), "a.fast=true,seed,engine=old") << "one seed is like another";
}

TEST(DrawnOptions, ThatTheDefinitionDoesNotHaveSetNothing) {
  const SolverDefinition definition = configurable();
  for (const char* foreign : {"a.fast=false", "b=true", "mode=y", "seed=10", "seed=2", "seed=x", "engine=new", "engine",
                              "engine=old --dump-to=/x", ""}) {
    EXPECT_EQ(option_commands(definition, {foreign}), "") << foreign;
    EXPECT_EQ(option_flags(definition, {foreign}), Texts{}) << foreign;
  }
}

TEST(DrawnOptions, GoFromTheScriptOneByOne) {
  const std::string script = "(set-option :a.fast true)\n(set-option :seed 7)\n(check-sat)\n";
  EXPECT_EQ(without_option(script, "seed=7"), "(set-option :a.fast true)\n(check-sat)\n");
  EXPECT_EQ(without_option(script, "seed=8"), script);
}

TEST(DrawnOptions, ChangeTheFingerprint) {
  SolverDefinition definition = configurable();
  const std::uint64_t before = options_fingerprint(definition);
  definition.options[2].values.pop_back();
  EXPECT_NE(options_fingerprint(definition), before);
}

/// Refuses one option, and in the first of the logics another one.
class Choosy final : public SolverPort {
 public:
  explicit Choosy(std::size_t& runs) : runs_(runs) {}
  SolverAnswer run(std::string_view script, const Query&, RunStyle style, const std::stop_token&) override {
    ++runs_;
    EXPECT_EQ(style, RunStyle::Process);
    SolverAnswer answer;
    answer.kind = SolverAnswer::Kind::Answered;
    const bool has_mode = script.find(":mode x") != std::string_view::npos;
    const bool has_slow = script.find(":a.slow") != std::string_view::npos;
    if (has_mode || (has_slow && script.find("QF_UF") != std::string_view::npos))
      answer.kind = SolverAnswer::Kind::Error;
    return answer;
  }

 private:
  std::size_t& runs_;
};

TEST(DrawnOptions, ThatTheSolverRefusesAreLearned) {
  std::size_t runs = 0;
  Choosy solver(runs);
  SolverDefinition definition = configurable();
  learn_options(definition, "unknown", solver, {});
  ASSERT_EQ(definition.options.size(), 6U);
  EXPECT_EQ(definition.options[2].values, Texts{"z"});
  EXPECT_EQ(definition.options[1].name, "a.slow") << "what bit-vectors take is no limit";
  EXPECT_GT(runs, 6U);
}

TEST(DrawnOptions, OfTheBuiltInSolversAreManyAndPlain) {
  for (const char* name : {"z3", "cvc5", "cvc4"}) {
    const SolverDefinition definition = *resolve_solver(name);
    EXPECT_GT(definition.options.size(), 50U) << name;
    std::set<std::string> names;
    for (const SolverOption& option : definition.options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      for (const char* limit : {"timeout", "rlimit", "max_memory", "print", "dump"})
        EXPECT_EQ(option.name.find(limit), std::string::npos) << option.name << " is a limit or changes the output";
    }
  }
}

}  // namespace
}  // namespace assay::smt
