#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// The claims of several analyzers about a program, by the number of the analyzer's lie: each is wrong in one place. 0:
/// the honest analyzer.
using ClaimsOf = std::function<std::vector<Fact>(const CTree& tree, const std::string& file, unsigned lie)>;

/// A fact, and the analyzers that claim it.
struct Claimed {
  Fact fact;
  std::set<unsigned> by;
};

/// The claims of all analyzers about a program, each fact once, and the results of the runs.
struct Judged {
  std::vector<Claimed> claimed;
  Checks checks;
  std::string source;
};

/// Checks the claims of planted analyzers: one check of a program serves all of them.
class PlantedClaims : public testing::Test {
 protected:
  /// One checker for all tests: its runtime and its precompiled headers are made once.
  static void SetUpTestSuite() {
    Result<std::unique_ptr<CChecker>> opened = CChecker::open();
    if (opened) checker_ = std::move(*opened);
  }
  static void TearDownTestSuite() { checker_.reset(); }
  void SetUp() override {
    if (checker_ == nullptr) GTEST_SKIP() << "no compilers: clang-14 and gcc";
  }

  /// `quick`: in one build, which ends at anything undefined; otherwise as in a campaign.
  Judged judge(const Program& program, const ClaimsOf& claims_of, const std::vector<unsigned>& lies, bool quick) {
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 60;
    const Session session{scratch_, limits, limits, {}, quick};
    Judged judged;
    const core::File& file = program.files.front();
    judged.source = file.content;
    const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
    EXPECT_TRUE(tree) << tree.error().text() << judged.source;
    if (!tree) return judged;
    std::map<std::string, std::size_t> known;
    for (const unsigned lie : lies) {
      for (const Fact& fact : claims_of(**tree, file.name, lie)) {
        const auto [at, is_new] = known.emplace(to_text(fact), judged.claimed.size());
        if (is_new) judged.claimed.push_back({fact, {}});
        judged.claimed[at->second].by.insert(lie);
      }
    }
    // Claims that the honest analyzer makes, too, are left out: a test of its own checks them.
    if (lies.size() > 1) std::erase_if(judged.claimed, [](const Claimed& one) { return one.by.contains(0); });
    if (judged.claimed.empty()) return judged;
    std::vector<Fact> facts;
    for (const Claimed& one : judged.claimed) facts.push_back(one.fact);
    judged.checks = checker_->check(program, facts, session);
    return judged;
  }

  /// Checks the claims of all lies (from 1 to `lies`) about one program after the other, until each lie is found or no
  /// program is left. Returns the number of programs that each lie needed.
  std::map<unsigned, std::uint64_t> found(unsigned lies, std::uint64_t programs, const ClaimsOf& claims_of,
                                          const std::function<Program(std::uint64_t)>& program_of) {
    std::map<unsigned, std::uint64_t> found;
    std::vector<unsigned> wanted = {0};
    for (unsigned lie = 1; lie <= lies; ++lie) wanted.push_back(lie);
    for (std::uint64_t index = 0; index < programs && wanted.size() > 1; ++index) {
      const Judged judged = judge(program_of(index), claims_of, wanted, true);
      EXPECT_FALSE(judged.checks.trouble)
          << judged.checks.trouble->reason << judged.checks.undefined_at << judged.source;
      if (HasFailure()) return found;
      for (std::size_t i = 0; i < judged.claimed.size(); ++i)
        if (judged.checks.facts[i].broken != 0)
          for (const unsigned lie : judged.claimed[i].by) found.emplace(lie, index + 1);
      std::erase_if(wanted, [&](unsigned lie) { return found.contains(lie); });
    }
    return found;
  }

  /// Checks the honest analyzer on programs from `first` on, as in a campaign: it must not be accused.
  void expect_honest(std::uint64_t first, std::uint64_t programs, const ClaimsOf& claims_of,
                     const std::function<Program(std::uint64_t)>& program_of) {
    std::uint64_t checks = 0;
    std::uint64_t facts = 0;
    for (std::uint64_t index = first; index < first + programs; ++index) {
      const Judged judged = judge(program_of(index), claims_of, {0}, false);
      ASSERT_FALSE(judged.checks.trouble)
          << judged.checks.trouble->reason << judged.checks.undefined_at << judged.source;
      ASSERT_FALSE(judged.checks.undefined) << judged.checks.undefined_at << judged.source;
      ASSERT_EQ(accusations(judged), "") << "program " << index;
      facts += judged.claimed.size();
      for (const CheckedFact& one : judged.checks.facts) checks += one.runs;
    }
    EXPECT_GT(checks, programs * 100);
    RecordProperty("programs", std::to_string(programs));
    RecordProperty("facts", std::to_string(facts));
    RecordProperty("checks", std::to_string(checks));
  }

  /// The number in the environment variable: ASSAY_PLANTED_PROGRAMS (how many), ASSAY_PLANTED_FIRST (the first
  /// program).
  static std::uint64_t asked(const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  }

  static inline std::unique_ptr<CChecker> checker_;
  core::ScratchFolder scratch_;

 private:
  /// The facts of the honest analyzer that a run contradicts. There must be none.
  static std::string accusations(const Judged& judged) {
    std::string text;
    for (std::size_t i = 0; i < judged.claimed.size(); ++i)
      if (judged.checks.facts[i].broken != 0)
        text += to_text(judged.claimed[i].fact) + ": " + judged.checks.facts[i].witness + "\n";
    return text.empty() ? text : text + judged.source;
  }
};

}  // namespace assay::analyzer
