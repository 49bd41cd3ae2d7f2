#include "analyzer/tune/recipe/parf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/tune/search/search_rows.hpp"
#include "spaces.hpp"

namespace assay::analyzer::tune {
namespace {

std::vector<CheckKey> alarms(const std::vector<unsigned>& lines) {
  std::vector<CheckKey> found;
  for (const unsigned line : lines) found.push_back({"a.c", "", line, "overflow", ""});
  return found;
}

/// Two integers, in steps: as in the publication's example.
Space two_integers() {
  std::vector<std::string> values;
  for (int i = 0; i <= 30; ++i) values.push_back(std::to_string(i));
  Tuning tuning;
  tuning.knobs = {knob("unroll", values, 4, true), knob("slevel", values, 4, true)};
  return space_of(tuning);
}

TEST(Parf, RefinesTheBaseAsInThePublishedExample) {
  const Space space = two_integers();  // example 4.1
  const std::vector<parf::AnalyzedSetting> results = {{{{12, 14}}, alarms({2})}, {{{16, 21}}, alarms({2})},
                                                      {{{24, 19}}, {}},          {{{26, 12}}, alarms({1})},
                                                      {{{20, 16}}, {}},          {{{18, 9}}, alarms({1})}};
  EXPECT_EQ(parf::refined_base(space, space.standard(), results, alarms({1, 2, 3})), (Ingredient{{18, 14}}));
}

TEST(Parf, RefinesTheBaseAsInTheSecondExample) {
  Tuning tuning;  // JCST 2025, table 4
  tuning.knobs = {knob("slevel", {"0", "9", "58", "103", "104", "1000", "9999"}, 0, true)};
  const Space space = space_of(tuning);
  const std::vector<parf::AnalyzedSetting> results = {{{{2}}, alarms({3, 4})},
                                                      {{{3}}, alarms({3, 4})},
                                                      {{{4}}, alarms({4})},
                                                      {{{5}}, alarms({4})},
                                                      {{{1}}, alarms({2, 3, 4})}};
  EXPECT_EQ(parf::refined_base(space, space.standard(), results, alarms({1, 2, 3, 4})), (Ingredient{{4}}));
}

TEST(Parf, TheBaseNeverGetsLessPrecise) {
  const Space space = two_integers();
  EXPECT_EQ(parf::refined_base(space, {{9, 9}}, {}, alarms({1, 2})), (Ingredient{{9, 9}}));
  EXPECT_EQ(parf::refined_base(space, {{9, 9}}, {{{{2, 12}}, {}}}, alarms({1})), (Ingredient{{9, 12}}));
  EXPECT_EQ(parf::refined_base(space, {{9, 9}}, {{{{12, 12}}, alarms({1})}}, alarms({1})), (Ingredient{{9, 9}}));
}

TEST(Parf, KnobsWithoutOrderTakeTheValueThatServesMostAlarms) {
  const Space space = space_of(crab());
  const auto at = [&](const char* text) { return *space.ingredient(text); };
  // Alarm 1: zones or octagons, so zones. Alarm 2: octagons. Alarm 3: ric. Octagons serves two of them.
  const std::vector<parf::AnalyzedSetting> results = {
      {at("domain=zones"), alarms({2, 3})}, {at("domain=octagons"), alarms({3})}, {at("domain=ric"), alarms({1, 2})}};
  EXPECT_EQ(parf::refined_base(space, at("domain=intervals"), results, alarms({1, 2, 3})), at("domain=octagons"));
  // Incomparable domains that prove the same alarm leave the domain open.
  const std::vector<parf::AnalyzedSetting> same = {{at("domain=ric delay=4"), {}}, {at("domain=bool delay=8"), {}}};
  EXPECT_EQ(parf::refined_base(space, at("domain=zones"), same, alarms({1})), at("domain=zones delay=4"));
}

TEST(Parf, ScalesTheDelta) {
  const parf::Delta all = parf::refined_delta({2, 0.5}, 4, 4);
  EXPECT_DOUBLE_EQ(all.lambda, 4.5);
  EXPECT_DOUBLE_EQ(all.q, 1 - std::pow(0.5, 2.25));
  const parf::Delta none = parf::refined_delta({2, 0.5}, 0, 4);
  EXPECT_DOUBLE_EQ(none.lambda, 0.5);
  EXPECT_LT(none.q, 0.5);
}

TEST(Parf, SamplesFromItsDistributions) {
  const Space space = space_of(eva());
  core::Rng rng(1);
  std::map<std::size_t, unsigned> slevel;
  unsigned octagon = 0;
  for (int i = 0; i < 10000; ++i) {
    const Ingredient drawn = parf::sample(space, space.standard(), {1, 0.25}, rng);
    EXPECT_EQ(space.canonical(drawn), drawn);
    ++slevel[drawn.values[0]];
    octagon += drawn.values[1] == 1 ? 1 : 0;
  }
  // Poisson(1), cut off at the last value.
  EXPECT_NEAR(slevel[0], 3679, 250);
  EXPECT_NEAR(slevel[1], 3679, 250);
  EXPECT_NEAR(slevel[2], 2642, 250);
  EXPECT_NEAR(octagon, 2500, 250);
  for (int i = 0; i < 100; ++i) {
    const Ingredient drawn = parf::sample(space, {{1, 1, 0, 0, 0}}, {0, 0}, rng);
    EXPECT_EQ(drawn, (Ingredient{{1, 1, 0, 0, 0}}));
    EXPECT_EQ(parf::sample(space, {{1, 1, 0, 1, 0}}, {1000, 1}, rng).values[4],
              0U);  // loops changed: it does not count
  }
}

TEST(Parf, SamplesDomainsThatAreNotLessPrecise) {
  const Space space = space_of(crab());
  core::Rng rng(1);
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i)
    seen.insert(
        space.knobs()[0].values[parf::sample(space, *space.ingredient("domain=octagons"), {0, 0.5}, rng).values[0]]);
  EXPECT_FALSE(seen.contains("zones"));
  EXPECT_FALSE(seen.contains("intervals"));
  EXPECT_TRUE(seen.contains("polyhedra"));
  EXPECT_TRUE(seen.contains("bool"));
  EXPECT_TRUE(seen.contains("octagons"));
  EXPECT_EQ(seen.size(), 8U);
}

/// An analyzer in which each step of each ordered knob proves a check, and takes a second.
Evaluation answered(const Space& space, const Proposal& proposal, double budget) {
  Evaluation evaluation;
  evaluation.recipe = proposal.recipe;
  const Ingredient& setting = proposal.recipe.ingredients.at(0);
  evaluation.cpu_seconds = 1;
  std::vector<unsigned> left;
  for (unsigned knob = 0; knob < setting.values.size(); ++knob) {
    evaluation.cpu_seconds += static_cast<double>(setting.values[knob]);
    for (unsigned value = 1; value < space.knobs()[knob].values.size(); ++value)
      if (setting.values[knob] < value) left.push_back(knob * 100 + value);
  }
  evaluation.within_budget = evaluation.cpu_seconds <= (proposal.cap_seconds > 0 ? proposal.cap_seconds : budget);
  if (evaluation.within_budget) evaluation.alarms = alarms(left);
  return evaluation;
}

TEST(Parf, RaisesTheBaseRoundByRound) {
  Tuning tuning;
  tuning.knobs = {knob("a", {"0", "1", "2", "3", "4", "5"}, 0, true), knob("b", {"0", "1", "2", "3"}, 0, true)};
  const Space space = space_of(tuning);
  SearchTask task;
  task.space = &space;
  task.budget.cpu_seconds = 100;
  const auto search = make_parf(task);
  std::vector<Proposal> first = search->ask();
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].recipe, Recipe{{space.standard()}});
  std::vector<double> caps;
  std::size_t runs = 0;
  Recipe last;
  for (std::vector<Proposal> proposals = first; !proposals.empty(); proposals = search->ask()) {
    std::vector<Evaluation> evaluations;
    for (const Proposal& proposal : proposals)
      evaluations.push_back(answered(space, proposal, task.budget.cpu_seconds));
    caps.push_back(proposals[0].cap_seconds);
    runs += proposals.size();
    last = proposals[0].recipe;
    search->tell(evaluations);
  }
  EXPECT_EQ(runs, 1U + 40 + 1);
  EXPECT_EQ(last, (Recipe{{{{5, 3}}}}));
  // A tenth of the budget, twice as much each round, never more than it.
  EXPECT_EQ(caps, (std::vector<double>{0, 10, 20, 40, 80, 100, 100, 100, 100, 100, 100, 0}));
}

TEST(Parf, GivesTheFirstRoundTwiceWhatTheDefaultTook) {
  const Space space = two_integers();
  SearchTask task;
  task.space = &space;
  task.budget.cpu_seconds = 25;
  const auto search = make_parf(task);
  const std::vector<Proposal> first = search->ask();
  search->tell(std::vector<Evaluation>{answered(space, first[0], 25)});  // 9 seconds
  EXPECT_DOUBLE_EQ(search->ask().at(0).cap_seconds, 18);
}

TEST(Parf, GoesOnWhenNothingIsUsable) {
  const Space space = two_integers();
  SearchTask task;
  task.space = &space;
  const auto search = make_parf(task);
  std::size_t runs = 0;
  Recipe last;
  for (std::vector<Proposal> proposals = search->ask(); !proposals.empty(); proposals = search->ask()) {
    std::vector<Evaluation> evaluations(proposals.size());
    for (std::size_t i = 0; i < proposals.size(); ++i) evaluations[i].recipe = proposals[i].recipe;
    runs += proposals.size();
    last = proposals[0].recipe;
    search->tell(evaluations);
  }
  EXPECT_EQ(runs, 42U);
  EXPECT_EQ(last, Recipe{{space.standard()}});
}

}  // namespace
}  // namespace assay::analyzer::tune
