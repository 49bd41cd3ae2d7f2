// The paper's four searches: Algorithms 6 and 7 of TAILOR, section 5.4.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/tune/recipe/recipe_mutations.hpp"
#include "analyzer/tune/search/two_phase_search.hpp"
#include "analyzer/tune/space/precision.hpp"
#include "spaces.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

using Cost = std::function<double(const Recipe&)>;

SearchTask task_of(const Space& space, std::uint64_t seed = 1) {
  SearchTask task;
  task.space = &space;
  task.rng = core::Rng(seed);
  return task;
}

Evaluation evaluation_of(const Recipe& recipe, double cost) {
  Evaluation evaluation;
  evaluation.recipe = recipe;
  evaluation.cost = cost;
  evaluation.within_budget = cost < kInfinite;
  return evaluation;
}

/// All questions of a search whose answers are these costs.
std::vector<Recipe> questions(Search& search, const Cost& cost) {
  std::vector<Recipe> asked;
  for (std::vector<Proposal> proposals = search.ask(); !proposals.empty(); proposals = search.ask()) {
    std::vector<Evaluation> evaluations;
    for (const Proposal& proposal : proposals) {
      asked.push_back(proposal.recipe);
      evaluations.push_back(evaluation_of(proposal.recipe, cost(proposal.recipe)));
    }
    search.tell(evaluations);
  }
  return asked;
}

/// Some cost that differs between recipes, and is infinite for some.
double hilly(const Recipe& recipe) {
  std::uint64_t sum = 17;
  for (const Ingredient& ingredient : recipe.ingredients)
    for (const std::size_t value : ingredient.values) sum = sum * 31 + value;
  return sum % 7 == 0 ? kInfinite : static_cast<double>(core::Rng(sum).below(1000)) / 1000;
}

std::unique_ptr<Search> make(std::string_view name, const SearchTask& task) {
  for (const SearchRow& row : searches())
    if (row.name == name) return row.make(task);
  return nullptr;
}

bool default_settings(const Space& space, const Recipe& recipe) {
  const Precision precision(space);
  return std::all_of(recipe.ingredients.begin(), recipe.ingredients.end(), [&](const Ingredient& ingredient) {
    return ingredient == precision.with_domain(space.standard(), ingredient);
  });
}

class PaperSearch : public testing::TestWithParam<std::string> {};

TEST_P(PaperSearch, CountsItsRounds) {
  const Space space = space_of(crab());
  SearchTask task = task_of(space);
  const std::vector<Recipe> asked = questions(*make(GetParam(), task), hilly);
  ASSERT_EQ(asked.size(), 1U + 5 * (1 + 2 + 3) + 10);
  EXPECT_EQ(asked[0], recipe_of(space, {"domain=intervals"}));
  for (std::size_t i = 1; i <= 30; ++i) {
    const std::size_t longest = i <= 5 ? 1 : i <= 15 ? 2 : 3;
    EXPECT_LE(asked[i].ingredients.size(), longest) << i;
    EXPECT_GE(asked[i].ingredients.size(), 1U) << i;
    EXPECT_TRUE(default_settings(space, asked[i])) << i;
  }
  task.longest = 2;
  task.domain_rounds = 3;
  task.setting_rounds = 4;
  EXPECT_EQ(questions(*make(GetParam(), task), hilly).size(), 1U + 3 * (1 + 2) + 4);
  task.domain_rounds = 0;
  task.setting_rounds = 0;
  EXPECT_EQ(questions(*make(GetParam(), task), hilly).size(), 1U);
}

TEST_P(PaperSearch, TheSecondPhaseKeepsTheBestDomains) {
  const Space space = space_of(crab());
  const std::vector<Recipe> asked = questions(*make(GetParam(), task_of(space)), [&](const Recipe& recipe) {
    return default_settings(space, recipe) ? hilly(recipe) : kInfinite;
  });
  const auto best = std::min_element(asked.begin(), asked.begin() + 31,
                                     [](const Recipe& a, const Recipe& b) { return hilly(a) < hilly(b); });
  std::set<Recipe> different;
  for (std::size_t i = 31; i < asked.size(); ++i) {
    ASSERT_EQ(asked[i].ingredients.size(), best->ingredients.size());
    for (std::size_t j = 0; j < best->ingredients.size(); ++j)
      EXPECT_EQ(asked[i].ingredients[j].values[0], best->ingredients[j].values[0]);
    different.insert(asked[i]);
  }
  EXPECT_GT(different.size(), 5U);
}

TEST_P(PaperSearch, TheSettingsOfTheBestAreKept) {
  const Space space = space_of(crab());
  // Each recipe costs less than the one before, so every recipe of the second phase is accepted. The domains stay.
  double cost = 1000;
  const std::vector<Recipe> asked =
      questions(*make(GetParam(), task_of(space)), [&](const Recipe&) { return cost -= 1; });
  for (std::size_t i = 31; i < asked.size(); ++i)
    for (std::size_t j = 0; j < asked[i].ingredients.size(); ++j)
      EXPECT_EQ(asked[i].ingredients[j].values[0], asked[30].ingredients[j].values[0]);
}

TEST_P(PaperSearch, TheSameAnswersLeadToTheSameQuestions) {
  const Space space = space_of(crab());
  const auto asked = [&](std::uint64_t seed) { return questions(*make(GetParam(), task_of(space, seed)), hilly); };
  EXPECT_EQ(asked(1), asked(1));
  EXPECT_NE(asked(1), asked(2));
}

/// The searches that use the precision of domains.
class DomainAwareSearch : public testing::TestWithParam<std::string> {};

TEST_P(DomainAwareSearch, RecipesAreCompatible) {
  for (const Tuning& tuning : {crab(), eva()}) {
    const Space space = space_of(tuning);
    const Precision precision(space);
    std::size_t long_ones = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      for (const Recipe& recipe : questions(*make(GetParam(), task_of(space, seed)), hilly)) {
        EXPECT_TRUE(precision.compatible(recipe) || !default_settings(space, recipe));
        long_ones += recipe.ingredients.size() == 3 ? 1 : 0;
      }
    EXPECT_GT(long_ones, 0U);
  }
}

TEST_P(PaperSearch, EndsOnSpacesWithNothingToChoose) {
  Tuning one;
  one.domain = "domain";
  one.knobs = {knob("domain", {"intervals"})};
  Tuning chain = one;
  chain.knobs[0].values = {"intervals", "zones", "octagons"};
  chain.less_precise = {{"intervals", "zones"}, {"zones", "octagons"}};
  Tuning free;
  free.knobs = {knob("mode", {"a", "b", "c"}), knob("level", {"x", "y"})};
  for (const Tuning& tuning : {one, chain, free, Tuning()}) {
    const Space space = space_of(tuning);
    const std::vector<Recipe> asked = questions(*make(GetParam(), task_of(space)), hilly);
    EXPECT_LE(asked.size(), 41U);
    EXPECT_GE(asked.size(), 31U);
  }
}

TEST_P(PaperSearch, NothingUsableIsNoTrouble) {
  const Space space = space_of(crab());
  EXPECT_EQ(questions(*make(GetParam(), task_of(space)), [](const Recipe&) { return kInfinite; }).size(), 41U);
}

INSTANTIATE_TEST_SUITE_P(Searches, DomainAwareSearch, testing::Values("dars", "hc", "sa"),
                         [](const auto& instance) { return instance.param; });

INSTANTIATE_TEST_SUITE_P(Searches, PaperSearch, testing::Values("rs", "dars", "hc", "sa"),
                         [](const auto& instance) { return instance.param; });

TEST(RandomSampling, HasComparableDomainsAndExactLengths) {
  const Space space = space_of(crab());
  std::size_t incompatible = 0;
  const std::vector<Recipe> asked = questions(*make("rs", task_of(space)), hilly);
  for (std::size_t i = 1; i <= 30; ++i) {
    EXPECT_EQ(asked[i].ingredients.size(), i <= 5 ? 1U : i <= 15 ? 2U : 3U);
    incompatible += space.compatible(asked[i]) ? 0 : 1;
  }
  EXPECT_GT(incompatible, 0U);
}

TEST(RandomSampling, IsUniformOverDomains) {
  const Space space = space_of(crab());
  const Precision precision(space);
  core::Rng rng(1);
  std::map<std::size_t, unsigned> seen;
  for (int i = 0; i < 10000; ++i) ++seen[random_recipe(precision, 1, rng).ingredients[0].values[0]];
  ASSERT_EQ(seen.size(), 10U);
  for (const auto& [domain, count] : seen) EXPECT_NEAR(count, 1000, 150) << domain;
}

/// Which domains one mutation of a recipe leads to, and how often of 10,000.
std::map<std::string, unsigned> mutations(const Space& space, const std::vector<std::string>& from, unsigned longest) {
  const Precision precision(space);
  core::Rng rng(1);
  std::map<std::string, unsigned> seen;
  for (int i = 0; i < 10000; ++i) {
    std::string text;
    for (const Ingredient& ingredient : mutated(precision, recipe_of(space, from), longest, rng).ingredients)
      text += (text.empty() ? "" : " ") + space.knobs()[0].values[ingredient.values[0]];
    ++seen[text];
  }
  return seen;
}

TEST(Algorithm7, MovesInTheOrderOfPrecision) {
  const Space space = space_of(crab());
  const std::map<std::string, unsigned> seen = mutations(space, {"domain=octagons"}, 2);
  // Added: 20 %. More precise 40 %, less precise 24 %, the least precise without it (bool, intervals) 16 %.
  EXPECT_NEAR(seen.at("polyhedra"), 4000, 200);
  EXPECT_NEAR(seen.at("zones"), 2400, 200);
  EXPECT_NEAR(seen.at("bool"), 800, 120);
  EXPECT_NEAR(seen.at("intervals"), 800, 120);
  for (const char* added : {"bool", "ric", "disInt", "term(int)"})
    EXPECT_NEAR(seen.at(std::string("octagons ") + added), 500, 100) << added;
  EXPECT_EQ(seen.size(), 8U);
  // At the full length, an addition becomes an exchange of a domain.
  for (const auto& [text, count] : mutations(space, {"domain=octagons"}, 1)) EXPECT_EQ(text.find(' '), text.npos);
}

TEST(Algorithm7, DrawsAgainWhatIsIncompatible) {
  const Space space = space_of(crab());
  const std::map<std::string, unsigned> seen = mutations(space, {"domain=zones", "domain=ric"}, 2);
  EXPECT_FALSE(seen.contains("intervals ric"));  // zones made less precise
  EXPECT_FALSE(seen.contains("zones intervals"));
  EXPECT_TRUE(seen.contains("octagons ric"));
  EXPECT_TRUE(seen.contains("zones disInt"));
}

TEST(Algorithm7, SettingsStayWithTheirIngredient) {
  const Space space = space_of(crab());
  const Precision precision(space);
  core::Rng rng(1);
  const Recipe from = recipe_of(space, {"domain=zones delay=8 backward=on"});
  for (int i = 0; i < 100; ++i) {
    const Recipe to = mutated(precision, from, 1, rng);
    EXPECT_EQ(precision.with_domain(to.ingredients[0], from.ingredients[0]), from.ingredients[0]);
  }
}

/// In how many settings two ingredients differ.
std::size_t distance(const Ingredient& one, const Ingredient& other) {
  std::size_t count = 0;
  for (std::size_t knob = 0; knob < one.values.size(); ++knob) count += one.values[knob] != other.values[knob] ? 1 : 0;
  return count;
}

TEST(MutateSettings, ChangesAFewSettingsOfOneIngredient) {
  const Space space = space_of(crab());
  const Precision precision(space);
  core::Rng rng(1);
  const Recipe from = recipe_of(space, {"domain=zones delay=8 backward=on", "domain=boxes"});
  std::map<std::size_t, unsigned> by_ingredient, by_changes;
  for (int i = 0; i < 6000; ++i) {
    const Recipe to = *mutated_settings(space, precision, from, rng);
    ASSERT_EQ(to.ingredients.size(), 2U);
    const std::size_t first = distance(to.ingredients[0], from.ingredients[0]);
    const std::size_t second = distance(to.ingredients[1], from.ingredients[1]);
    ASSERT_TRUE(first == 0 || second == 0);
    ++by_ingredient[first == 0 ? 1 : 0];
    ++by_changes[first + second];
    for (std::size_t j = 0; j < 2; ++j)
      ASSERT_EQ(to.ingredients[j].values[0], from.ingredients[j].values[0]) << "the domains stay";
  }
  EXPECT_NEAR(by_ingredient[0], 3000, 200);
  ASSERT_EQ(by_changes.size(), 3U);
  for (const std::size_t changes : {1U, 2U, 3U}) EXPECT_NEAR(by_changes[changes], 2000, 200) << changes;
}

TEST(MutateSettings, LeavesInactiveSettingsAlone) {
  const Space space = space_of(eva());
  const Precision precision(space);
  core::Rng rng(1);
  const Recipe from = recipe_of(space, {"slevel=10"});
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(mutated_settings(space, precision, from, rng), recipe_of(space, {"slevel=10 loops=unroll"}));
}

/// Each setting at its last value costs less: no other mutation helps. Drawing all settings anew would reach this once
/// in 400 rounds.
TEST_P(PaperSearch, SettingsClimb) {
  const Space space = space_of(crab());
  SearchTask task = task_of(space);
  task.domain_rounds = 0;
  task.setting_rounds = 150;
  const auto cost = [&](const Recipe& recipe) {
    double sum = 0;
    for (std::size_t knob = 1; knob < space.knobs().size(); ++knob)
      sum += static_cast<double>(space.knobs()[knob].values.size() - 1 - recipe.ingredients[0].values[knob]);
    return sum;
  };
  double best = kInfinite;
  for (const Recipe& recipe : questions(*make(GetParam(), task), cost)) best = std::min(best, cost(recipe));
  EXPECT_EQ(best, 0);
}

TEST(HillClimbing, ClimbsAndRestarts) {
  const Space space = space_of(crab());
  SearchTask task = task_of(space);
  task.longest = 1;
  task.domain_rounds = 33;
  task.setting_rounds = 0;
  const Precision precision(space);
  // No recipe is better than the start, so all ten are neighbours of the start, one step away in the order or among the
  // least precise.
  std::vector<Recipe> asked = questions(*make("hc", task), [](const Recipe&) { return 1.0; });
  asked.erase(asked.begin());
  for (std::size_t start = 0; start < 33; start += 11) {
    std::set<Recipe> near;
    for (const bool up : {true, false})
      for (const Ingredient& other : precision.next(asked[start].ingredients[0], up)) near.insert(Recipe{{other}});
    near.insert(recipe_of(space, {"domain=bool"}));
    near.insert(recipe_of(space, {"domain=intervals"}));
    for (std::size_t i = start + 1; i < start + 11; ++i) EXPECT_TRUE(near.contains(asked[i])) << i;
  }
  // Each recipe is better than the one before, so the search moves on with each.
  double cost = 1000;
  task.domain_rounds = 11;
  asked = questions(*make("hc", task), [&](const Recipe&) { return cost -= 1; });
  for (std::size_t i = 2; i + 1 < asked.size(); ++i) {
    const Ingredient& from = asked[i].ingredients[0];
    const Ingredient& to = asked[i + 1].ingredients[0];
    EXPECT_TRUE(from == to || to.values[0] <= 1 || precision.less(from, to) || precision.less(to, from));
  }
}

/// A generator that records the recipes that Algorithm 6 passes to it.
class Watching final : public Generator {
 public:
  Watching(std::vector<Recipe>& currents, bool accepts) : currents_(currents), accepts_(accepts) {}
  Recipe generate(const Precision& precision, const Recipe& current, unsigned longest, core::Rng& rng) override {
    currents_.push_back(current);
    return random_recipe(precision, longest, rng);
  }
  bool accept(double /*current*/, double /*next*/, core::Rng& /*rng*/) override { return accepts_; }

 private:
  std::vector<Recipe>& currents_;
  bool accepts_;
};

TEST(TwoPhaseSearch, AcceptDecidesAboutTheCurrentRecipeAlone) {
  const Space space = space_of(crab());
  for (const bool accepts : {true, false}) {
    std::vector<Recipe> currents;
    TwoPhaseSearch search(task_of(space), std::make_unique<Watching>(currents, accepts));
    // Every recipe costs more than the one before: nothing ever replaces the best.
    double cost = 0;
    const std::vector<Recipe> asked = questions(search, [&](const Recipe&) { return cost += 1; });
    for (std::size_t i = 0; i < currents.size(); ++i) EXPECT_EQ(currents[i], asked[accepts ? i : 0]) << i;
    for (std::size_t i = 31; i < asked.size(); ++i)
      EXPECT_EQ(asked[i].ingredients.at(0).values[0], asked[0].ingredients[0].values[0]);
  }
}

TEST(SimulatedAnnealing, AcceptsWorseOnesLessAndLess) {
  // After the search accepts a recipe, the next one is a neighbour of that recipe, not of the best.
  const Space space = space_of(crab());
  const Precision precision(space);
  const auto share_of_moves = [&](double step) {
    unsigned moved = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      SearchTask task = task_of(space, seed);
      task.longest = 1;
      task.domain_rounds = 30;
      task.setting_rounds = 0;
      double cost = -step;
      const std::vector<Recipe> asked =
          questions(*make("sa", task), [&](const Recipe&) { return cost = cost < 0 ? 0 : cost + step; });
      // From intervals, octagons is two steps away: it is reached only by accepting.
      moved += std::find(asked.begin(), asked.end(), recipe_of(space, {"domain=octagons"})) != asked.end() ? 1 : 0;
    }
    return moved;
  };
  const unsigned free = share_of_moves(0.0001);
  const unsigned dear = share_of_moves(1);
  EXPECT_EQ(share_of_moves(kInfinite), 0U);
  EXPECT_GT(free, dear + 20);
  EXPECT_GT(dear, 0U);
}

TEST(Precision, IsAProductOfOrderedKnobsWithoutDomains) {
  const Space space = space_of(eva());
  const Precision precision(space);
  EXPECT_EQ(precision.initial(), space.standard());
  EXPECT_EQ(precision.domain_knobs(), (std::vector<std::size_t>{0, 1, 2, 4}));
  EXPECT_EQ(precision.setting_knobs(), (std::vector<std::size_t>{3}));
  const auto at = [&](const char* text) { return *space.ingredient(text); };
  EXPECT_TRUE(precision.less(at("default"), at("slevel=10")));
  EXPECT_TRUE(precision.less(at("slevel=10"), at("slevel=10 split=auto")));
  EXPECT_FALSE(precision.less(at("slevel=10"), at("split=auto")));
  EXPECT_FALSE(precision.compatible(recipe_of(space, {"slevel=10", "slevel=100 octagon=on"})));
  EXPECT_TRUE(precision.compatible(recipe_of(space, {"slevel=10", "octagon=on"})));
  EXPECT_FALSE(precision.compatible(recipe_of(space, {"slevel=10", "slevel=10 loops=unroll"})));
  // unrolling cannot be raised where loops are not unrolled.
  EXPECT_EQ(precision.next(at("slevel=10"), true),
            (std::vector<Ingredient>{at("slevel=100"), at("slevel=10 octagon=on"), at("slevel=10 split=auto")}));
  EXPECT_EQ(precision.next(at("slevel=10"), false), std::vector<Ingredient>{at("default")});
}

TEST(Precision, LeastIncomparableOfAProductIsExact) {
  const Space space = space_of(eva());
  const Precision precision(space);
  std::vector<Ingredient> all;
  for (std::size_t i = 0; i < 12; ++i) all.push_back(space.canonical({{i % 3, i / 3 % 2, i / 6, 0, 0}}));
  const std::vector<Recipe> recipes = {
      recipe_of(space, {"slevel=10 octagon=on"}), recipe_of(space, {"slevel=10", "octagon=on"}),
      recipe_of(space, {"slevel=100", "octagon=on split=auto"}), recipe_of(space, {"default"})};
  for (const Recipe& recipe : recipes) {
    std::set<Ingredient> expected;
    const auto fits = [&](const Ingredient& one) {
      Recipe more = recipe;
      more.ingredients.push_back(one);
      return precision.compatible(more);
    };
    for (const Ingredient& one : all)
      if (fits(one) && std::none_of(all.begin(), all.end(),
                                    [&](const Ingredient& other) { return precision.less(other, one) && fits(other); }))
        expected.insert(one);
    std::set<Ingredient> found;
    core::Rng rng(1);
    for (int i = 0; i < 200; ++i)
      if (const auto one = precision.least_incomparable(recipe, rng)) found.insert(*one);
    EXPECT_EQ(found, expected);
  }
}

TEST(Precision, WithoutAnyOrderAllAreIncomparable) {
  Tuning tuning;
  tuning.knobs = {knob("mode", {"a", "b", "c"}), knob("level", {"x", "y"})};
  const Space space = space_of(tuning);
  const Precision precision(space);
  EXPECT_EQ(precision.domain_knobs(), precision.setting_knobs());
  EXPECT_TRUE(precision.compatible(recipe_of(space, {"mode=b", "level=y"})));
  EXPECT_FALSE(precision.compatible(recipe_of(space, {"mode=b", "mode=b"})));
  core::Rng rng(1);
  EXPECT_NE(precision.least_incomparable(recipe_of(space, {"default"}), rng), space.standard());
}

}  // namespace
}  // namespace assay::analyzer::tune
