#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dialect_programs.hpp"
#include "paths.hpp"

namespace assay::datalog {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = source_dir() + "/test/golden/datalog";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> programs() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(kFolder / "programs")) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

class Golden : public testing::TestWithParam<std::string> {};

/// test/golden/datalog/programs holds the programs, a folder beside it for each dialect what it prints for those that
/// it can express. With ASSAY_UPDATE_GOLDEN in the environment the files are written anew: read the difference.
TEST_P(Golden, Prints) {
  const Dialect& dialect = *datalog::dialect(GetParam());
  const bool update = std::getenv("ASSAY_UPDATE_GOLDEN") != nullptr;
  if (update) fs::create_directories(kFolder / GetParam());
  for (const fs::path& path : programs()) {
    SCOPED_TRACE(path.filename().string());
    const Program program = program_of(read_file(path));
    const fs::path expected = kFolder / GetParam() / (path.stem().string() + std::string(dialect.extension) + ".txt");
    if (!lacks(dialect.capabilities, program).empty()) {
      EXPECT_FALSE(fs::exists(expected)) << lacks(dialect.capabilities, program);
      continue;
    }
    const std::string printed = dialect.print(program);
    if (update) std::ofstream(expected, std::ios::binary) << printed;
    ASSERT_TRUE(fs::exists(expected));
    EXPECT_EQ(printed, read_file(expected));
  }
}

INSTANTIATE_TEST_SUITE_P(Dialects, Golden,
                         testing::Values("muz", "bddbddb", "gringo", "prolog", "racket", "ddlog", "formulog", "flix",
                                         "ascent", "scallop", "cozo"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace assay::datalog
