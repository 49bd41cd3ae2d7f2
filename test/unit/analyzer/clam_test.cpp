#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "analyzer/adapters/adapters.hpp"
#include "base/text.hpp"
#include "core/target/scratch.hpp"
#include "unit/analyzer/reproducing.hpp"

namespace assay::analyzer {
namespace {

/// Claims and check results of a program; `of` finds the result by "SUBJECT PROPERTY".
struct Judged {
  Claims claims;
  Checks checks;
  [[nodiscard]] std::string of(std::string_view fact) const {
    for (std::size_t i = 0; i < claims.facts.size(); ++i) {
      if (claims.facts[i].source + ": " + claims.facts[i].subject.text + " " + to_text(claims.facts[i].property) !=
          fact)
        continue;
      const CheckedFact& one = checks.facts[i];
      return std::to_string(one.broken) + " of " + std::to_string(one.runs) + one.skip;
    }
    return "no such fact\n" + all();
  }
  [[nodiscard]] std::string all() const {
    std::string text;
    for (std::size_t i = 0; i < claims.facts.size(); ++i)
      text += to_text(claims.facts[i]) + " " + std::to_string(checks.facts[i].broken) + "\n";
    return text;
  }
};

class ClamTest : public testing::Test {
 protected:
  Judged judge(Definition definition, const std::string& text) {
    Judged judged;
    Result<std::unique_ptr<Analyzer>> opened = open_analyzer(definition);
    if (!opened) {
      ADD_FAILURE() << opened.error().text();
      return judged;
    }
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 120;
    const Session session{scratch_, limits, limits, {}};
    const Program program{"c", {{"a.c", text}}, {}, {}, {}};
    judged.claims = (*opened)->claims(program, session);
    EXPECT_FALSE(judged.claims.trouble) << judged.claims.trouble->reason << judged.claims.output;
    if (!judged.claims.trouble) judged.checks = (*opened)->check(program, judged.claims, session);
    EXPECT_FALSE(judged.checks.trouble) << judged.checks.trouble->reason;
    judged.checks.facts.resize(judged.claims.facts.size());
    return judged;
  }
  static void set(Definition& definition, const std::string& name, const std::string& value) {
    for (auto& [key, old] : definition.settings)
      if (key == name) {
        old = value;
        return;
      }
    definition.settings.emplace_back(name, value);
  }

  core::ScratchFolder scratch_;
};

/// A double of Clam: its invariants are the calls of verifier.assume in the program itself.
class ClamDouble : public ClamTest {
 protected:
  void SetUp() override {
    for (const char* program : {"clang-14", "llc-14", "llvm-link-14", "opt-14", "gcc"})
      if (core::find_program(program).empty()) GTEST_SKIP() << program << " is not installed";
    if (core::find_hidden_program("assay-llvm-worker").empty()) GTEST_SKIP() << "the worker of LLVM was not built";
    // Renames differences as if Clam had computed them for an invariant.
    write("clam-pp", "#!/bin/sh\nopt-14 -S -passes=mem2reg $3 | sed 's/%sub/%crab_sub/g' > $2\n");
    write("clam", "#!/bin/sh\ncp $1 $3\n");
  }
  void write(const std::string& name, const std::string& text) {
    const Result<std::string> path = doubles_.write(name, text);
    ASSERT_TRUE(path.ok());
    std::filesystem::permissions(*path, std::filesystem::perms::owner_all);
  }
  static inline const std::string kHead =
      "#include <stdio.h>\nvoid invariant(_Bool) __asm__(\"verifier.assume\");\n"
      "__attribute__((weak)) void invariant(_Bool holds) { (void)holds; }\n";

  Result<Definition> definition_of(const std::string& machine) {
    Result<Definition> definition = resolve_analyzer("clam");
    if (!definition) return definition;
    set(*definition, "home", *doubles_.path());
    set(*definition, "domains", "played");
    set(*definition, "machine", machine);
    return definition;
  }
  Judged judge(const std::string& body, const std::string& machine = "none") {
    const Result<Definition> definition = definition_of(machine);
    if (!definition) {
      ADD_FAILURE() << definition.error().text();
      return {};
    }
    return ClamTest::judge(*definition, kHead + body);
  }

  /// The script of a fact's reproducer, run with another Clam.
  core::ProcessResult reproduced(const std::string& body, const std::string& fact, const std::string& clam_later = {}) {
    const Result<Definition> definition = definition_of("none");
    Result<std::unique_ptr<Analyzer>> opened = definition ? open_analyzer(*definition) : definition.error();
    if (!opened) {
      ADD_FAILURE() << opened.error().text();
      return {};
    }
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 120;
    const Session session{scratch_, limits, limits, {}};
    const Program program{"c", {{"a.c", kHead + body}}, {}, {}, {}};
    const Claims claims = (*opened)->claims(program, session);
    for (std::size_t i = 0; i < claims.facts.size(); ++i) {
      if (claims.facts[i].subject.text + " " + to_text(claims.facts[i].property) != fact) continue;
      Result<core::Reproduction> made = (*opened)->reproduction(program, claims, i, session);
      EXPECT_TRUE(made) << made.error().text();
      if (!made) return {};
      if (!clam_later.empty()) write("clam", clam_later);
      return run_reproduction(std::move(*made), false, *doubles_.path());
    }
    ADD_FAILURE() << "no fact " << fact;
    return {};
  }

  core::ScratchFolder doubles_;
};

TEST_F(ClamDouble, InvariantsAreCheckedInTheBitcodeThatWasAnalysed) {
  const Judged judged = judge(
      "int main(void) {\n"
      "  for (int i = 0; i < 9; ++i) {\n"
      "    invariant(i < 9);\n"
      "    invariant(1);\n"
      "    invariant(i != 8);\n"
      "    if (i == 7) invariant(0);\n"
      "  }\n"
      "  return 0;\n"
      "}\n");
  EXPECT_EQ(judged.of("played: %i.0 < 9"), "0 of 9");
  EXPECT_EQ(judged.of("played: %i.0 != 8"), "1 of 9");
  EXPECT_EQ(judged.of("played: %if.then is never reached"), "1 of 1");
  EXPECT_FALSE(judged.checks.undefined) << judged.checks.undefined_at;
  EXPECT_FALSE(judged.checks.miscompiled) << *judged.checks.miscompiled;
  ASSERT_FALSE(judged.claims.facts.empty());
  EXPECT_EQ(judged.claims.facts[0].place.line, 6U);
  EXPECT_EQ(judged.claims.facts[0].subject.operation, "phi");
}

const char* const kWraps =
    "static void f(unsigned x) {\n"
    "  unsigned y = x + 2147483647u, z = x / 2;\n"
    "  invariant((int)y >= 0);\n"
    "  invariant((int)z >= 0);\n"
    "  unsigned char c = (unsigned char)x;\n"
    "  unsigned d = c;\n"
    "  invariant((int)d < 128);\n"
    "}\n"
    "int main(void) { f(0); f(1); f(200); return 0; }\n";

TEST_F(ClamDouble, NumbersThatWrapAroundAreNotThoseOfMathematicalIntegers) {
  const Judged integers = judge(kWraps);
  EXPECT_EQ(integers.of("played: %add >= 0"), "0 of 1");
  EXPECT_EQ(integers.of("played: %div >= 0"), "0 of 3");
  EXPECT_EQ(integers.of("played: %conv2 < 128"), "0 of 2");
  EXPECT_FALSE(integers.checks.undefined) << integers.checks.undefined_at;
  const Judged machine = judge(kWraps, "played");
  EXPECT_EQ(machine.of("played: %add >= 0"), "2 of 3");
  EXPECT_EQ(machine.of("played: %conv2 < 128"), "1 of 3");
}

TEST_F(ClamDouble, ARunThatGoesAnotherWayThanIntegersWouldIsNotJudgedAnyMore) {
  const Judged judged = judge(
      "static int f(unsigned x) {\n"
      "  if ((int)(x * 3u) < 0) { invariant(x == 1); return 1; }\n"
      "  invariant((int)x < 3);\n"
      "  return 0;\n"
      "}\n"
      "int main(void) { return f(2) + f(2000000000) + f(7) - 1; }\n");
  EXPECT_EQ(judged.of("played: %x < 3"), "0 of 1");
  EXPECT_EQ(judged.of("played: %x == 1"), "0 of 0");
  EXPECT_TRUE(judged.checks.undefined);
  EXPECT_NE(judged.checks.undefined_at.find("wrapped around"), std::string::npos) << judged.checks.undefined_at;
}

TEST_F(ClamDouble, WhatIsComputedForAnInvariantIsJudgedExactlyAndAsItIsWritten) {
  const Judged judged = judge(
      "static int f(unsigned x, unsigned y) {\n"
      "  invariant((int)(x - y) <= 0);\n"
      "  return 0;\n"
      "}\n"
      "int main(void) { return f(1, 2) + f(-2000000000, 2000000000); }\n");
  // -2000000000 - 2000000000 is below 0; modulo 2^32 it is not.
  EXPECT_EQ(judged.of("played: (%x - %y) <= 0"), "0 of 2");
  EXPECT_EQ(judged.of("played as written: (%x - %y) <= 0"), "1 of 2");
}

TEST_F(ClamDouble, AnotherOutputOfWhatWasAnalysedIsSeen) {
  write("clam-pp", "#!/bin/sh\nopt-14 -S -passes=mem2reg $3 | sed 's/ 41)/ 42)/' > $2\n");
  const Judged judged = judge("int main(void) { int i = 0; invariant(i == 0); printf(\"%d\\n\", 41); return 0; }\n");
  EXPECT_TRUE(judged.checks.miscompiled);
}

TEST_F(ClamDouble, AFindingIsReproducedWithoutAssay) {
  const std::string body =
      "int main(void) { for (int i = 0; i < 9; ++i) { invariant(i < 9); invariant(i != 8); } return 0; }\n";
  const core::ProcessResult broken = reproduced(body, "%i.0 != 8");
  EXPECT_EQ(broken.exit_code, 1) << broken.out << broken.err;
  EXPECT_NE(broken.out.find("= icmp ne i32 %i.0, 8"), std::string::npos) << broken.out;
  EXPECT_NE(broken.out.find("contradicted: an invariant is false"), std::string::npos) << broken.out;
  const core::ProcessResult holds =
      reproduced("int main(void) { for (int i = 0; i < 9; ++i) invariant(i < 9); return 0; }\n", "%i.0 < 9");
  EXPECT_EQ(holds.exit_code, 0) << holds.out << holds.err;
  const core::ProcessResult mended = reproduced(body, "%i.0 != 8", "#!/bin/sh\nsed 's/%i.0, 8/%i.0, 9/' $1 > $3\n");
  EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
}

TEST_F(ClamDouble, AnErrorOfMemoryClearsIt) {
  const Judged judged = judge(
      "#include <stdlib.h>\n"
      "int main(void) {\n"
      "  char* p = malloc(4);\n"
      "  volatile char c = p[7];\n"
      "  (void)c;\n"
      "  for (int i = 0; i < 3; ++i) invariant(i < 2);\n"
      "  return 0;\n"
      "}\n");
  EXPECT_EQ(judged.of("played: %i.0 < 2"), "0 of 0");
  EXPECT_TRUE(judged.checks.undefined);
}

/// The real Clam: ASSAY_CLAM names its folder, or it is on the PATH.
class ClamOfThisMachine : public ClamTest {
 protected:
  void SetUp() override {
    const Result<Definition> definition = resolve_analyzer("clam");
    ASSERT_TRUE(definition.ok());
    definition_ = *definition;
    if (!version_of(definition_)) GTEST_SKIP() << "there is no Clam: " << definition_.install;
    if (core::find_hidden_program("assay-llvm-worker").empty()) GTEST_SKIP() << "the worker of LLVM was not built";
  }
  static constexpr const char* kLoop =
      "#include <stdio.h>\n"
      "int main(void) {\n"
      "  int s = 0;\n"
      "  for (int i = 0; i < 10; ++i) {\n"
      "    if (i > 11) s = 5;\n"
      "    s += getchar() == 'x';\n"
      "  }\n"
      "  printf(\"%d\\n\", s);\n"
      "  return 0;\n"
      "}\n";
  Definition definition_;
};

TEST_F(ClamOfThisMachine, ItsDomainsClaimWhatHolds) {
  const Judged judged = judge(definition_, kLoop);
  std::map<std::string, std::uint64_t> runs;
  for (std::size_t i = 0; i < judged.claims.facts.size(); ++i) {
    EXPECT_EQ(judged.checks.facts[i].broken, 0U) << to_text(judged.claims.facts[i]);
    runs[judged.claims.facts[i].source] += judged.checks.facts[i].runs;
  }
  for (const char* domain : {"int", "ric", "zones"}) EXPECT_GT(runs[domain], 9U) << domain;
  EXPECT_FALSE(judged.checks.miscompiled) << *judged.checks.miscompiled;
  EXPECT_FALSE(judged.checks.undefined) << judged.checks.undefined_at;
}

TEST_F(ClamOfThisMachine, ALieIsFound) {
  set(definition_, "domains", "int");
  set(definition_, "lie", "high-off-by-one");
  const Judged judged = judge(definition_, kLoop);
  EXPECT_TRUE(std::any_of(judged.checks.facts.begin(), judged.checks.facts.end(), [](const CheckedFact& one) {
    return one.broken > 0;
  })) << judged.all();
}

}  // namespace
}  // namespace assay::analyzer
