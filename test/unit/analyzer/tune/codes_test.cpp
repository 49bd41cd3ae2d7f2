// The pieces of code that a tuning is asked for.

#include <gtest/gtest.h>

#include <filesystem>

#include "analyzer/tune/report/tune_job.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::tune {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class Codes : public ::testing::Test {
 protected:
  void SetUp() override { folder = *scratch.path(); }

  void put(const std::string& name, const std::string& content) {
    fs::create_directories(fs::path(folder + "/" + name).parent_path());
    ASSERT_TRUE(core::write_text_file(folder + "/" + name, content).ok());
  }

  core::ScratchFolder scratch;
  std::string folder;
  TuneOptions options;
  Tuning tuning;
};

TEST_F(Codes, OfADatabaseKeepWhatAnAnalyzerNeeds) {
  put("build/config.h", "");
  put("compile_commands.json", R"([{"directory": "build", "file": "../src/a.c", "command":
    "cc -O2 -I../include -I . -isystem /usr/sys -iquote q -include config.h -include stdio.h -D A=1 -DB -U C -std=c99 -c ../src/a.c -o a.o"}])");
  options.project = folder + "/compile_commands.json";
  const Result<std::vector<Code>> codes = codes_of(options, tuning);
  ASSERT_TRUE(codes.ok()) << codes.error().text();
  ASSERT_EQ(codes->size(), 1U);
  EXPECT_EQ(codes->front().name, "src/a.c");
  EXPECT_EQ(codes->front().files, Texts{folder + "/src/a.c"});
  EXPECT_EQ(codes->front().flags, (Texts{"-I" + folder + "/include", "-I", folder + "/build/", "-isystem", "/usr/sys",
                                         "-iquote", folder + "/build/q", "-include", folder + "/build/config.h",
                                         "-include", "stdio.h", "-D", "A=1", "-DB", "-U", "C", "-std=c99"}));
}

TEST_F(Codes, FlagsOfTheUserStartWhereTheUserIs) {
  put("src/a.c", "");
  put("compile_commands.json", R"([{"directory": "elsewhere", "file": "../src/a.c", "arguments": ["cc", "-Ix"]}])");
  options.flags = {"-Iinclude", "-DN=1"};
  const std::string here = fs::current_path().string();
  for (const bool project : {true, false}) {
    options.project = project ? folder + "/compile_commands.json" : "";
    options.files = project ? Texts{} : Texts{folder + "/src/a.c"};
    const Result<std::vector<Code>> codes = codes_of(options, tuning);
    ASSERT_TRUE(codes.ok()) << codes.error().text();
    Texts wanted = {"-I" + here + "/include", "-DN=1"};
    if (project) wanted.insert(wanted.begin(), "-I" + folder + "/elsewhere/x");
    EXPECT_EQ(codes->front().flags, wanted);
  }
}

}  // namespace
}  // namespace assay::analyzer::tune
