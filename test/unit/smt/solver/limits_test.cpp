#include "smt/solver/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace assay::smt {
namespace {

/// A solver that rejects some operators, and crashes on another one.
class OldSolver final : public SolverPort {
 public:
  explicit OldSolver(std::size_t& runs) : runs_(runs) {}
  SolverAnswer run(std::string_view script, const Query&, RunStyle, const std::stop_token&) override {
    ++runs_;
    SolverAnswer answer;
    answer.kind = SolverAnswer::Kind::Answered;
    if (script.find("bvnego") != std::string_view::npos) answer.kind = SolverAnswer::Kind::Unsupported;
    if (script.find("re.loop 3 1") != std::string_view::npos) answer.kind = SolverAnswer::Kind::Unsupported;
    if (script.find("(fp.rem ") != std::string_view::npos) answer.kind = SolverAnswer::Kind::Crash;
    if (script.find("(str.replace ") != std::string_view::npos) answer.kind = SolverAnswer::Kind::Error;
    return answer;
  }

 private:
  std::size_t& runs_;
};

TEST(Probes, UseEachOperatorOnceInAScriptThatReads) {
  std::set<OperatorId> seen;
  for (const Probe& probe : operator_probes()) {
    EXPECT_TRUE(seen.insert(probe.op).second);
    ASSERT_FALSE(probe.scripts.empty());
    for (const std::string& script : probe.scripts) {
      TermStore store;
      EXPECT_TRUE(parse_script(store, script, "probe").ok()) << script;
      EXPECT_NE(script.find(std::string(Operators::get().row(probe.op).name)), std::string::npos) << script;
    }
  }
  EXPECT_GT(seen.size(), 150U);
  for (const char* name : {"int_to_bv", "bvnego", "fp.rem", "str.replace", "seq.len", "re.loop", "select", "extract"})
    EXPECT_TRUE(seen.contains(Operators::get().at(name))) << name;
}

TEST(Probes, AskForWhatAppliesFunctions) {
  std::set<OperatorId> probed;
  for (const Probe& probe : operator_probes()) probed.insert(probe.op);
  for (std::uint32_t i = 0; i < Operators::get().size(); ++i) {
    const OperatorRow& row = Operators::get().row(OperatorId{i});
    EXPECT_TRUE(!applies_functions(row) || probed.contains(OperatorId{i})) << row.name;
  }
}

TEST(Limits, WithoutLambdasNothingAppliesFunctions) {
  SolverDefinition definition = *resolve_solver("cvc5");
  const OperatorId map = Operators::get().at("set.map");
  EXPECT_FALSE(Capabilities(definition).lacks(map));
  definition.lacks.emplace_back("lambda");
  EXPECT_TRUE(Capabilities(definition).lacks(map));
  EXPECT_FALSE(Capabilities(definition).lacks(Operators::get().at("set.union")));
}

TEST(Limits, AreWhatTheSolverCallsUnsupported) {
  std::size_t runs = 0;
  OldSolver solver(runs);
  const std::vector<OperatorId> lacking = learn_limits(solver, *resolve_solver("z3"), {}).lacking;
  EXPECT_EQ(lacking, std::vector{Operators::get().at("bvnego")})
      << "an error or a crash is for the campaign to find, and one refused index is no limit";
  EXPECT_EQ(runs, operator_probes().size() + 1) << "another index after the one that it refuses";
}

/// A solver that ends each script in one way.
class EndingSolver final : public SolverPort {
 public:
  EndingSolver(SolverAnswer::Kind kind, std::size_t& runs) : kind_(kind), runs_(runs) {}
  SolverAnswer run(std::string_view, const Query&, RunStyle, const std::stop_token&) override {
    ++runs_;
    SolverAnswer answer;
    answer.kind = kind_;
    return answer;
  }

 private:
  SolverAnswer::Kind kind_;
  std::size_t& runs_;
};

TEST(Limits, AreNotAskedOnWhereASolverDoesNotGetThrough) {
  using End = SolverAnswer::Kind;
  for (const auto& [kind, most] : {std::pair{End::Timeout, 3U}, {End::OutOfMemory, 3U}, {End::Crash, 6U}}) {
    std::size_t runs = 0;
    EndingSolver solver(kind, runs);
    const LearnedLimits learned = learn_limits(solver, *resolve_solver("z3"), {});
    EXPECT_TRUE(learned.lacking.empty());
    EXPECT_FALSE(learned.whole) << "so it is not kept for other campaigns";
    EXPECT_LE(runs, most);
  }
}

TEST(Limits, AreAskedForAgainWhereTheProgramIsAnother) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "assay_limits_of_builds";
  std::filesystem::remove_all(folder);
  for (const char* name : {"first", "copy"}) std::filesystem::create_directories(folder / name);
  std::ofstream(folder / "first" / "solver") << "one build";
  std::ofstream(folder / "copy" / "solver") << "one build";
  std::size_t runs = 0;
  OldSolver solver(runs);
  const auto asked = [&](const char* name) {
    const std::filesystem::path program = folder / name / "solver";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const SolverDefinition definition = *resolve_solver("smt=" + program.string());
    Capabilities capabilities(definition);
    runs = 0;
    learn_limits(definition, "1.0", capabilities, solver, {"", (folder / "cache").string()});
    return runs > 0;
  };
  EXPECT_TRUE(asked("first"));
  EXPECT_FALSE(asked("copy"));
  std::ofstream(folder / "first" / "solver") << "another build";
  EXPECT_TRUE(asked("first")) << "its path and its version are the same";
  std::filesystem::remove_all(folder);
}

TEST(Limits, AreAskedForOnceAVersionAndKeptWithTheCampaign) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "assay_limits";
  std::filesystem::remove_all(folder);
  const SolverDefinition definition = *resolve_solver("smt=/bin/true");
  std::size_t runs = 0;
  OldSolver solver(runs);
  const auto learn = [&](const std::string& version, const std::string& campaign) {
    Capabilities capabilities(definition);
    runs = 0;
    learn_limits(definition, version, capabilities, solver,
                 {(folder / campaign).string(), (folder / "cache").string()});
    EXPECT_EQ(capabilities.lacks(Operators::get().at("bvnego")), version != "unknown");
    EXPECT_FALSE(capabilities.lacks(Operators::get().at("bvadd")));
    return runs > 0;
  };
  EXPECT_TRUE(learn("1.0", "a"));
  EXPECT_FALSE(learn("1.0", "b")) << "another campaign finds them in the cache";
  EXPECT_TRUE(learn("1.1", "c")) << "another version is asked anew";
  EXPECT_FALSE(learn("1.1", "a")) << "a resume draws what the campaign drew";
  EXPECT_FALSE(learn("unknown", "d")) << "it would be asked each time";
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay::smt
