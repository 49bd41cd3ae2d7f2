// Programs about containers that Assay makes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "analyzer/program/cpp_generator.hpp"
#include "analyzer/program/joined.hpp"
#include "analyzer/program/program.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer {
namespace {

std::string containers_program(std::uint64_t index, const ProgramSize& size = {}) {
  for (const ProgramGenerator& generator : program_generators()) {
    if (generator.language != "c++") continue;
    core::Rng rng = core::Rng(2026).split(generator.name).split(index);
    const Program program = generator.make(rng, size);
    EXPECT_EQ(program.language, "c++");
    EXPECT_EQ(program.files.at(0).name, "program.cpp");
    return program.files[0].content;
  }
  ADD_FAILURE() << "no strategy makes programs in C++";
  return {};
}

/// Programs in one file, each in a namespace of its own.
std::string in_namespaces(std::uint64_t first, std::uint64_t count, const ProgramSize& size) {
  std::string text;
  std::string calls;
  for (std::uint64_t i = first; i < first + count; ++i) {
    std::string program = containers_program(i, size);
    const std::size_t head = program.find("struct Record");
    if (text.empty()) text = program.substr(0, head);
    program = replace_all(program.substr(head), "int main()", "int entry()");
    text += "namespace p" + std::to_string(i) + " {\n" + program + "}\n";
    calls += "    p" + std::to_string(i) + "::entry();\n";
  }
  return text + "int main()\n{\n" + calls + "    return 0;\n}\n";
}

std::string output_of_build(const std::string& source, std::vector<std::string> build) {
  core::ScratchFolder folder;
  const auto path = folder.write("all.cpp", source);
  if (!path) return path.error().text();
  const std::string program = *folder.path() + "/all";
  for (const std::string& word : {std::string("-std=c++17"), std::string("-w"), std::string("-o"), program, *path})
    build.push_back(word);
  core::Limits limits;
  limits.wall_seconds = 900;
  limits.memory_bytes = 0;
  const core::ProcessResult built = core::run_process({build, {}, ""}, "", limits);
  if (built.ending != core::Ending::Exited || built.exit_code != 0) return "does not build: " + built.err;
  const core::ProcessResult ran = core::run_process({{program}, {}, ""}, "", limits);
  if (ran.ending != core::Ending::Exited || ran.exit_code != 0) return "ends badly: " + ran.err;
  return ran.out;
}

TEST(CppPrograms, AreAFunctionOfTheStream) {
  EXPECT_EQ(containers_program(3), containers_program(3));
  EXPECT_NE(containers_program(3), containers_program(4));
  EXPECT_LT(4 * containers_program(1, {4, 1}).size(), containers_program(1, {30, 8}).size());
  EXPECT_NE(containers_program(1, {0, 0}).find("int main()"), std::string::npos);
}

// The same on every machine: a change of the generator changes this number, and old campaigns' cases.
TEST(CppPrograms, AreTheSameEverywhere) {
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < 5; ++i) hash = hash_bytes(containers_program(i), hash);
  EXPECT_EQ(hash, 2979186930368183926U);
}

TEST(CppPrograms, HaveEveryConstruct) {
  std::string all;
  for (std::uint64_t i = 0; i < 150; ++i) all += containers_program(i);
  for (const char* construct : {"std::vector<int> c",
                                "std::deque<int> c",
                                "std::list<int> c",
                                "std::string c",
                                "std::set<int> c",
                                "std::multiset<int> c",
                                "std::map<int, int> c",
                                "std::array<int, 4> c",
                                "static std::",
                                "const std::",
                                "& r",
                                "* q",
                                "push_front(",
                                "emplace_back(",
                                "pop_back();",
                                "insert(",
                                "try_emplace(",
                                "erase(std::prev(",
                                "erase(c",
                                "resize(",
                                "clear();",
                                "assign(",
                                ".swap(",
                                "std::swap(",
                                "std::move(",
                                "append(",
                                "substr(",
                                "replace(",
                                "unique();",
                                "splice(",
                                "merge(",
                                "Record s",
                                ".items.",
                                "std::distance(",
                                "empty()",
                                "std::size(",
                                "while (!",
                                "do\n",
                                "for (const auto& ",
                                "else {",
                                "break;",
                                "continue;",
                                "[&]",
                                "[=]",
                                "? "})
    EXPECT_NE(all.find(construct), std::string::npos) << construct;
}

// Programs with classes: each construct, no finding of the sanitizers, and the same output in every build.
TEST(CppPrograms, HaveClassesThatRunAlikeInEveryBuild) {
  const std::span<const ProgramGenerator> all = program_generators();
  const auto classes =
      std::find_if(all.begin(), all.end(), [](const ProgramGenerator& one) { return one.name == "cpp-classes"; });
  ASSERT_NE(classes, all.end());
  std::vector<Program> programs;
  std::vector<const Program*> pointers;
  for (unsigned i = 0; i < 24; ++i) {
    core::Rng rng = core::Rng(2026).split(i);
    programs.push_back(classes->make(rng, {}));
    EXPECT_EQ(programs.back().files.at(0).name, "program.cpp");
  }
  for (const Program& program : programs) pointers.push_back(&program);
  const std::string source = join_programs(pointers).program.files.front().content;
  for (const char* construct :
       {" &c", "= [=](int p) {", "Derived1_u0 c", "(Base_u0 &)c", ".get(", "larger_u0<", "Box_u"})
    EXPECT_NE(source.find(construct), std::string::npos) << construct;
  if (core::find_program("g++").empty()) GTEST_SKIP() << "g++ is not installed";
  const std::string expected =
      output_of_build(source, {"g++", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"});
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 24) << expected;
  EXPECT_EQ(output_of_build(source, {"g++", "-O2"}), expected);
  if (core::find_program("clang++-14").empty()) return;
  EXPECT_EQ(output_of_build(source, {"clang++-14", "-O2"}), expected);
}

// "[=]" copies no static container, so a closure in this program takes an element out of one.
TEST(CppPrograms, ExpectClosuresToChangeStaticContainers) {
  if (core::find_program("g++").empty()) GTEST_SKIP() << "g++ is not installed";
  core::Rng rng = core::Rng(7).split("containers").split(4);
  const std::string text = make_cpp_containers(rng, {12, 4}).files.at(0).content;
  const std::string said = output_of_build(text, {"g++", "-O0", "-fsanitize=address", "-fno-sanitize-recover=all"});
  EXPECT_EQ(said.find("ends badly"), std::string::npos) << said;
}

// No undefined behaviour, by the sanitizers and by the library's own checks of iterators and indices. Programs built by
// another compiler print the same. ASSAY_CPP_PROGRAMS: number of programs; ASSAY_CPP_FIRST: the first program.
TEST(CppPrograms, RunCleanAndTheSameEverywhere) {
  const auto asked = [](const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  };
  constexpr std::uint64_t kTogether = 8;
  const std::uint64_t first = asked("ASSAY_CPP_FIRST", 0);
  const std::uint64_t programs = asked("ASSAY_CPP_PROGRAMS", 4);
  for (std::uint64_t at = first; at < first + programs; at += kTogether) {
    const std::string source = in_namespaces(at, std::min(kTogether, first + programs - at), {});
    const std::string guarded =
        output_of_build(source, {"g++", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                                 "-D_GLIBCXX_DEBUG", "-D_GLIBCXX_ASSERTIONS"});
    ASSERT_EQ(guarded.find("does not build"), std::string::npos) << guarded.substr(0, 4000) << source;
    ASSERT_EQ(guarded.find("ends badly"), std::string::npos) << guarded << source;
    if (core::find_program("clang++-14").empty()) continue;
    EXPECT_EQ(guarded, output_of_build(source, {"clang++-14", "-O1"})) << source;
  }
}

}  // namespace
}  // namespace assay::analyzer
