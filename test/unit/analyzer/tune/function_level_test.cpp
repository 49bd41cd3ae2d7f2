#include "analyzer/tune/recipe/function_level.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "spaces.hpp"

namespace assay::analyzer::tune {
namespace {

using Texts = std::vector<std::string>;

CheckKey in_function(const std::string& function, unsigned line) { return {"a.c", function, line, "overflow", ""}; }

/// A best recipe that leaves some alarms, and the earlier runs.
class FunctionLevelTest : public testing::Test {
 protected:
  FunctionLevelTest() : space_(space_of(eva_by_functions())) {
    task_.space = &space_;
    done("default", {in_function("f", 1), in_function("g", 2), in_function("g", 3)});
    alarms_ = parts_.front().alarms;
    centers_ = {space_.standard()};
  }

  void done(const std::string& text, std::vector<CheckKey> alarms) {
    known_[*space_.ingredient(text)] = Outcome::Status::Done;
    parts_.push_back({*space_.ingredient(text), 1, 0, std::move(alarms)});
  }
  void rejected(const std::string& text) { known_[*space_.ingredient(text)] = Outcome::Status::Rejected; }
  void limited(const std::string& text) { known_[*space_.ingredient(text)] = Outcome::Status::Limited; }

  [[nodiscard]] Texts next(std::size_t most = 4) const {
    const std::function<bool(const Ingredient&)> worth = [&](const Ingredient& one) { return !known_.contains(one); };
    Texts texts;
    for (const Ingredient& one : FunctionLevel(task_).next({alarms_, parts_, known_, centers_, worth}, most))
      texts.push_back(space_.text(one));
    return texts;
  }

  Space space_;
  SearchTask task_;
  std::vector<CheckKey> alarms_;
  std::vector<Part> parts_;
  std::map<Ingredient, Outcome::Status> known_;
  std::vector<Ingredient> centers_;
};

TEST_F(FunctionLevelTest, TriesEachKnobWhereAlarmsAreLeft) {
  EXPECT_EQ(next(), (Texts{"slevel@f=100 slevel@g=100", "split@f=auto split@g=auto"}));
  EXPECT_EQ(next(1), Texts{"slevel@f=100 slevel@g=100"});
  alarms_ = {in_function("f", 1)};
  EXPECT_EQ(next(), (Texts{"slevel@f=100", "split@f=auto"}));
}

TEST_F(FunctionLevelTest, HasNothingToTry) {
  alarms_.clear();
  EXPECT_EQ(next(), Texts{});
  alarms_ = {in_function("", 1), in_function("operator==", 2), in_function("f(int, int)", 3)};  // not in a text
  EXPECT_EQ(next(), Texts{});
  alarms_ = {in_function("f", 1)};
  const Space none = space_of(eva());
  task_.space = &none;
  EXPECT_EQ(next(), Texts{});
}

TEST_F(FunctionLevelTest, WhatWasTooDearEverywhereComesFirst) {
  limited("split=auto");
  EXPECT_EQ(next(1), Texts{"split@f=auto split@g=auto"});
  // A setting that proved some of the remaining alarms, but is not in the recipe, comes first.
  done("slevel=10", {in_function("g", 2), in_function("g", 3)});
  EXPECT_EQ(next(1), Texts{"slevel@f=10 slevel@g=10"});
}

TEST_F(FunctionLevelTest, WhatProvesNothingEverywhereIsNotTried) {
  done("split=auto", alarms_);
  EXPECT_EQ(next(), Texts{"slevel@f=100 slevel@g=100"});
  done("slevel@f=100 slevel@g=100", alarms_);
  EXPECT_EQ(next(), Texts{});  // nor with a lower value, nor in one function
}

TEST_F(FunctionLevelTest, HalvesTheFunctionsWhenTheyRanOutTogether) {
  alarms_ = {in_function("f", 1), in_function("g", 2), in_function("g", 3), in_function("h", 4)};
  done("split=auto", alarms_);
  EXPECT_EQ(next(), Texts{"slevel@f=100 slevel@g=100 slevel@h=100"});
  limited("slevel@f=100 slevel@g=100 slevel@h=100");
  EXPECT_EQ(next(), Texts{"slevel@g=100"});  // most alarms first
  limited("slevel@g=100");
  EXPECT_EQ(next(), Texts{"slevel@f=100 slevel@h=100"});
  limited("slevel@f=100 slevel@h=100");
  EXPECT_EQ(next(), Texts{"slevel@f=100"});
  limited("slevel@f=100");
  limited("slevel@h=100");
  EXPECT_EQ(next(), Texts{"slevel@f=10 slevel@g=10 slevel@h=10"});
}

TEST_F(FunctionLevelTest, LeavesOutAFunctionThatIsRejected) {
  done("split=auto", alarms_);
  rejected("slevel@f=100 slevel@g=100");
  EXPECT_EQ(next(), Texts{"slevel@g=100"});
  rejected("slevel@g=100");  // it has no body
  EXPECT_EQ(next(), Texts{"slevel@f=100"});
  limited("slevel@f=100");
  EXPECT_EQ(next(), Texts{"slevel@f=10"});
}

TEST_F(FunctionLevelTest, AroundThePartsOfTheRecipe) {
  done("octagon=on slevel=10", alarms_);
  centers_ = {*space_.ingredient("octagon=on slevel=10"), space_.standard()};
  EXPECT_EQ(next(1), Texts{"slevel=10 octagon=on slevel@f=100 slevel@g=100"});
  limited("slevel=10 octagon=on slevel@f=100 slevel@g=100");
  limited("slevel=10 octagon=on slevel@f=100");
  limited("slevel=10 octagon=on slevel@g=100");
  EXPECT_EQ(next(), (Texts{"slevel=10 octagon=on split@f=auto split@g=auto", "slevel@f=100 slevel@g=100"}));
}

}  // namespace
}  // namespace assay::analyzer::tune
