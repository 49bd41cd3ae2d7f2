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

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const Dialect& dialect : dialects())
    if (dialect.name != "souffle") names.emplace_back(dialect.name);  // souffle_print_test.cpp
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

/// test/golden/datalog/programs holds the programs. The file of a dialect beside that folder has a section for each
/// program that the dialect can express, with its text. With ASSAY_UPDATE_GOLDEN in the environment, the file is
/// written anew: read the difference.
TEST_P(Golden, Prints) {
  const Dialect& dialect = *datalog::dialect(GetParam());
  const fs::path path = kFolder / (GetParam() + ".txt");
  std::string printed;
  for (const fs::path& file : programs()) {
    const Program program = program_of(read_file(file));
    if (lacks(dialect.capabilities, program).empty())
      printed += "==== " + file.stem().string() + "\n" + dialect.print(program);
  }
  if (std::getenv("ASSAY_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << printed;
  EXPECT_EQ(printed, read_file(path)) << path;
}

INSTANTIATE_TEST_SUITE_P(Dialects, Golden, testing::ValuesIn(names()), [](const auto& test) { return test.param; });

}  // namespace
}  // namespace assay::datalog
