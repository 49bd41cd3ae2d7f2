#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paths.hpp"
#include "smt/fuzz/seed/fuzz.hpp"

namespace assay::smt {

/// Fixture of the planted tests of `smt fuzz`: a folder of the test's own, options over the shipped seeds, definitions
/// of the fake solver, and the tester that they make.
class PlantedFuzz : public ::testing::Test {
 public:
  /// The name with characters replaced that names of tests or files must not have.
  static std::string test_name(std::string name) {
    for (char& c : name)
      if (c == '/' || c == '-') c = '_';
    return name;
  }

 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string name = test_name(std::string(test->test_suite_name()) + "_" + test->name());
    folder_ = std::filesystem::path(::testing::TempDir()) / ("assay_" + name + "_" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    options_.seeds = {shipped_seeds()};
    options_.style = RunStyle::Persistent;
    options_.limits.wall_seconds = 20;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string shipped_seeds() { return source_dir() + "/data/seeds"; }

  /// Writes a definition of the fake solver, honest without a lie, with these lines of its own; the file's path.
  [[nodiscard]] std::string fake(const std::string& name, const std::string& lie, const std::string& lines) const {
    const std::filesystem::path path = folder_ / (name + ".toml");
    const std::string words = "[\"" + std::string(ASSAY_FAKE_SOLVER) + "\"" +
                              (lie.empty() ? std::string("]") : ", \"--lie\", \"" + lie + "\"]");
    std::ofstream(path) << "name = \"" << name << "\"\nargv = " << words << "\npersistent = " << words
                        << "\nversion = [\"" << ASSAY_FAKE_SOLVER << "\", \"--version\"]\n"
                        << "accepts_opaque = true\nextensions = [\"*\"]\n"
                        << lines;
    return path.string();
  }

  /// A tester for the current options. Null, with a test failure, if the seeds cannot be read.
  std::unique_ptr<core::Tester> tester() {
    auto corpus = load_seeds(options_);
    EXPECT_TRUE(corpus.ok()) << (corpus.ok() ? "" : corpus.error().text());
    if (!corpus) return nullptr;
    module_ = std::move(*make_fuzz_module(options_, std::move(*corpus)));
    return std::move(*module_->make_tester());
  }

  std::filesystem::path folder_;
  FuzzOptions options_;
  std::unique_ptr<core::Module> module_;
};

/// Two strategies, and incremental scripts among others.
class PlantedMixture : public PlantedFuzz {
 protected:
  void SetUp() override {
    PlantedFuzz::SetUp();
    options_.strategies = {{"storm", 1}, {"graft", 1}};
    options_.incremental_percent = 40;
  }
};

}  // namespace assay::smt
