// Which configurations are cross-examined, and with which command.

#include "analyzer/tune/job/guard.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::tune {
namespace {

class GuardLooks : public ::testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& content) {
    const std::string path = *scratch.path() + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    EXPECT_TRUE(core::write_text_file(path, content).ok());
    return path;
  }
  std::string verdict(const Code& code) {
    const Examination examined = cross_examine(definition, code, {}, {});
    EXPECT_FALSE(examined.broken);
    return examined.verdict;
  }

  core::ScratchFolder scratch;
  Definition definition;
};

TEST_F(GuardLooks, AtProgramsAlone) {
  Code code;
  code.files = {put("one/a.c", "int f(void) { return 1; }\n")};
  EXPECT_EQ(verdict(code), "not examined: Assay does not read what this analyzer infers");
  definition.adapter = "json";
  EXPECT_EQ(verdict(code), "not examined: the code has no main");
  code.files.push_back(put("two/a.c", "int main(void) { return 0; }\n"));
  EXPECT_EQ(verdict(code), "not examined: two files are called 'a.c'");
  code.function = "f";
  EXPECT_EQ(verdict(code), "not examined: one function alone is no program");
}

TEST_F(GuardLooks, WithTheWordsBeforeTheInput) {
  definition.argv = {"mine", "-quiet", "{input}", "-end"};
  EXPECT_EQ(with_words(definition, {"-deep", "3"}).argv,
            (std::vector<std::string>{"mine", "-quiet", "-deep", "3", "{input}", "-end"}));
  definition.argv = {"mine"};
  EXPECT_EQ(with_words(definition, {"-deep"}).argv, (std::vector<std::string>{"mine", "-deep"}));
}

}  // namespace
}  // namespace assay::analyzer::tune
