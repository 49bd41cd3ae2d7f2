#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/rules/rules.hpp"
#include "smt/synth/synth.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt::testing {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline bool has_part(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// A folder of the running test's own, gone when it ends.
class TestFolder {
 public:
  TestFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string("assay_synth_") + test->test_suite_name() + "_" + test->name();
    std::replace(name.begin(), name.end(), '/', '_');
    // Unique by the process, too: the sanitized test may run at the same time.
    path_ = std::filesystem::path(::testing::TempDir()) / (name + "_" + std::to_string(::getpid()));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

struct Builtin {
  std::vector<std::string> theories;
};

/// A workshop with rules of its own, or the built-in ones.
class Shop {
 public:
  explicit Shop(const std::string& rules, const std::vector<std::string>& theories = {"strings"})
      : texts_(read(rules)), workshop_(std::make_unique<Workshop>(texts_, SynthBounds{}, theories)) {}
  explicit Shop(const Builtin& builtin)
      : texts_(*load_rules({}, true)), workshop_(std::make_unique<Workshop>(texts_, SynthBounds{}, builtin.theories)) {}

  Workshop& operator*() { return *workshop_; }
  Workshop* operator->() { return workshop_.get(); }
  [[nodiscard]] const Rule& rule(std::string_view name) const {
    for (const Rule& rule : workshop_->rules)
      if (rule.text->name == name) return rule;
    ADD_FAILURE() << "no row is called " << name;
    return workshop_->rules.front();
  }
  [[nodiscard]] std::string text(TermId term) const { return to_string(workshop_->store, term); }
  SortId sort(const std::string& written) {
    const auto script = parse_script(workshop_->store, "(declare-fun c () " + written + ")", "sort");
    return workshop_->store.node(script->commands.back().functions[0]).result;
  }

 private:
  static std::vector<RuleText> read(const std::string& rules) {
    auto read = read_rules(rules, "test.rules");
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
    return read ? std::move(*read) : std::vector<RuleText>{};
  }

  std::vector<RuleText> texts_;
  std::unique_ptr<Workshop> workshop_;
};

}  // namespace assay::smt::testing
