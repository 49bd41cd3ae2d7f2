#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "analyzer/program/joined.hpp"
#include "analyzer/program/program.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer {
namespace {

std::vector<const ProgramGenerator*> c_generators() {
  std::vector<const ProgramGenerator*> list;
  for (const ProgramGenerator& generator : program_generators()) {
    if (generator.language == "c") list.push_back(&generator);
  }
  return list;
}

std::string c_program(const ProgramGenerator& generator, std::uint64_t index, const ProgramSize& size = {}) {
  core::Rng rng = core::Rng(2026).split(generator.name).split(index);
  return generator.make(rng, size).files.at(0).content;
}

std::string together(const std::vector<std::string>& texts) {
  std::vector<Program> programs;
  for (const std::string& text : texts) programs.push_back({"c", {{"program.c", text}}, {}, {}, {}});
  std::vector<const Program*> pointers;
  for (const Program& program : programs) pointers.push_back(&program);
  return join_programs(pointers).program.files.front().content;
}

// The output of the program built with `build`, or the error.
std::string output_of(const std::string& source, std::vector<std::string> build) {
  core::ScratchFolder folder;
  const auto path = folder.write("all.c", source);
  if (!path) return path.error().text();
  const std::string program = *folder.path() + "/all";
  for (const std::string& word : {std::string("-std=c11"), std::string("-w"), std::string("-o"), program, *path}) {
    build.push_back(word);
  }
  core::Limits limits;
  limits.wall_seconds = 600;
  limits.memory_bytes = 0;
  const core::ProcessResult built = core::run_process({build, {}, ""}, "", limits);
  if (built.ending != core::Ending::Exited || built.exit_code != 0) return "does not build: " + built.err;
  const core::ProcessResult ran = core::run_process({{program}, {}, ""}, "", limits);
  if (ran.ending != core::Ending::Exited || ran.exit_code != 0) return "ends badly: " + ran.err;
  return ran.out;
}

TEST(CPrograms, AreAFunctionOfTheStream) {
  for (const ProgramGenerator* generator : c_generators()) {
    EXPECT_EQ(c_program(*generator, 3), c_program(*generator, 3)) << generator->name;
    EXPECT_NE(c_program(*generator, 3), c_program(*generator, 4)) << generator->name;
    core::Rng rng(1);
    const Program first = generator->make(rng, {});
    EXPECT_NE(first.files[0].content, generator->make(rng, {}).files[0].content) << generator->name;
    EXPECT_EQ(first.files[0].name, "program.c");
    EXPECT_EQ(first.language, "c");
  }
}

// The same on every machine: a change of the generators changes this number, and old campaigns' cases.
TEST(CPrograms, AreTheSameEverywhere) {
  std::uint64_t hash = 0;
  for (const ProgramGenerator* generator : c_generators()) {
    for (std::uint64_t i = 0; i < 5; ++i) hash = hash_bytes(c_program(*generator, i), hash);
  }
  EXPECT_EQ(hash, 14427941321239446102U);
}

TEST(CPrograms, GrowWithTheSizesAskedFor) {
  for (const ProgramGenerator* generator : c_generators()) {
    std::size_t small = 0;
    std::size_t large = 0;
    for (std::uint64_t i = 0; i < 10; ++i) {
      small += c_program(*generator, i, {4, 1}).size();
      large += c_program(*generator, i, {30, 8}).size();
    }
    EXPECT_LT(4 * small, large) << generator->name;
    EXPECT_NE(c_program(*generator, 1, {0, 0}).find("int main(void)"), std::string::npos);
  }
}

// Each construct stands in some program of each strategy's first 60, or in some of all of these.
TEST(CPrograms, HaveEveryConstruct) {
  static const std::vector<std::string> kConstructs = {
      "bool v",
      "char v",
      "signed char v",
      "unsigned char v",
      "short v",
      "unsigned short v",
      "int v",
      "unsigned v",
      "long v",
      "unsigned long v",
      "long long v",
      "unsigned long long v",
      " += ",
      " -= ",
      " *= ",
      " /= ",
      " %= ",
      " <<= ",
      " >>= ",
      " &= ",
      " |= ",
      " ^= ",
      "++v",
      "v0++",
      "--v",
      "v0--",
      " << ",
      " >> ",
      " / ",
      " % ",
      " & ",
      " | ",
      " ^ ",
      "~",
      " == ",
      " != ",
      " < ",
      " <= ",
      " > ",
      " >= ",
      " && ",
      " || ",
      "!",
      " ? ",
      "switch (",
      "default:",
      "case ",
      "for (int ",
      "for (;;)",
      "while (",
      "do {",
      "while (1)",
      "break;",
      "continue;",
      "return ",
      "goto out;",
      "out:;",
      "goto next",
      "][",
      " = &v",
      " != NULL",
      " == NULL",
      " : NULL",
      "struct S",
      "union {",
      "enum kind v",
      "static const ",
      "    static int v",
      "strlen(",
      "strcpy(",
      "strcat(",
      "strcmp(",
      "strchr(",
      "memset(",
      "memcpy(",
      "sizeof(",
      "->",
      "(struct S0){",
      "unsigned a : 3;",
      ".b = ",
      "(*q",
      "*restrict p0",
      "memmove(v",
      " + 1, v",
      " >> 31",
      " << 31",
      "(bool)",
      "(unsigned char)",
      "(short)",
      "(long long)",
      "void f",
      "fuel - 1",
      "const char *p",
      "*p1 = ",
      "*q",
      " = v1 = ",
      ", v0 = ",
      "!!",
      "double v",
      "float v",
      "double p",
      "double f",
      "(int)v",
      "(float)",
      "(double)",
      "0.0 / 0.0",
      "real_bits(v",
      "__asm__ volatile(\"\" : \"=r\"(v",
      "__asm__ volatile(\"\" : \"+r\"(v",
      "__asm__ volatile(\"\" : \"+m\"(v",
      "__asm__ volatile(\"\" : : : \"memory\")",
  };
  std::map<std::string, unsigned> seen;
  for (const ProgramGenerator* generator : c_generators()) {
    for (std::uint64_t i = 0; i < 60; ++i) {
      const std::string text = c_program(*generator, i);
      for (const std::string& construct : kConstructs) seen[construct] += text.find(construct) != std::string::npos;
    }
  }
  for (const std::string& construct : kConstructs) EXPECT_GT(seen[construct], 0U) << construct;
}

// The smaller one, the larger one, and both bounds: as expressions, and as statements.
TEST(CPrograms, KeepValuesWithinBounds) {
  const auto generators = c_generators();
  const auto clamps = std::find_if(generators.begin(), generators.end(),
                                   [](const ProgramGenerator* each) { return each->name == "c-clamps"; });
  ASSERT_NE(clamps, generators.end());
  const std::regex shapes[] = {
      std::regex(R"((\w+) <=? (-?\w+) \? \2 : \1)"),         std::regex(R"((\w+) >=? (-?\w+) \? \1 : \2)"),
      std::regex(R"((\w+) >=? (-?\w+) \? \2 : \1)"),         std::regex(R"((\w+) <=? (-?\w+) \? \2 : \(?\1 >)"),
      std::regex(R"(if \((\w+) < (-?\w+)\)[\s{]*\1 = \2;)"), std::regex(R"(if \((\w+) > (-?\w+)\)[\s{]*\1 = \2;)")};
  std::string all;
  for (std::uint64_t i = 0; i < 40; ++i) all += c_program(**clamps, i);
  for (std::size_t i = 0; i < std::size(shapes); ++i) EXPECT_TRUE(std::regex_search(all, shapes[i])) << "shape " << i;
}

// No finding of AddressSanitizer or UndefinedBehaviorSanitizer, and one checksum for all compilers and levels.
TEST(CPrograms, RunCleanAndAlikeInEveryBuild) {
  if (core::find_program("gcc").empty()) GTEST_SKIP() << "gcc is not installed";
  const char* wanted = std::getenv("ASSAY_C_PROGRAMS");
  const std::uint64_t programs = wanted != nullptr ? parse_unsigned(wanted).value_or(36) : 36;
  const bool many = programs > 100;
  std::vector<std::vector<std::string>> builds = {
      {"gcc", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}, {"gcc", "-O0"}};
  if (many) builds.push_back({"gcc", "-O2"});
  if (!core::find_program("clang-14").empty()) {
    builds.push_back({"clang-14", "-O2"});
    if (many) builds.push_back({"clang-14", "-O0"});
    if (many) builds.push_back({"clang-14", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"});
    if (many) builds.push_back({"clang-14", "-O1", "-fsanitize=memory", "-fno-sanitize-recover=all"});
  }
  const auto generators = c_generators();
  for (std::uint64_t next = 0; next < programs;) {
    std::vector<std::string> batch;
    for (; batch.size() < 48 && next < programs; ++next) {
      batch.push_back(c_program(*generators[next % generators.size()], next));
    }
    const std::string source = together(batch);
    const std::string expected = output_of(source, builds[0]);
    EXPECT_EQ(static_cast<std::size_t>(std::count(expected.begin(), expected.end(), '\n')), batch.size()) << expected;
    for (std::size_t i = 1; i < builds.size(); ++i) {
      EXPECT_EQ(output_of(source, builds[i]), expected) << builds[i][0] << ' ' << builds[i][1] << ", up to " << next;
    }
  }
}

}  // namespace
}  // namespace assay::analyzer
