#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "analyzer/tune/space/order.hpp"
#include "spaces.hpp"

namespace assay::analyzer::tune {
namespace {

using Texts = std::vector<std::string>;

std::size_t domain(const Space& space, const std::string& name) {
  const Texts& values = space.knobs().at(*space.domain_knob()).values;
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), name) - values.begin());
}

Texts names(const Space& space, const std::vector<std::size_t>& values) {
  Texts found;
  for (const std::size_t value : values) found.push_back(space.knobs().at(*space.domain_knob()).values.at(value));
  return found;
}

bool less(const Space& space, const std::string& a, const std::string& b) {
  return space.less_precise(domain(space, a), domain(space, b));
}

std::string error_of(const Tuning& tuning) {
  const Result<Space> space = Space::of(tuning);
  return space.ok() ? "" : space.error().text();
}

/// All configurations, by counting through all values.
std::set<Ingredient> all_of(const Space& space) {
  std::set<Ingredient> found;
  Ingredient at = space.standard();
  std::fill(at.values.begin(), at.values.end(), 0);
  for (;;) {
    found.insert(space.canonical(at));
    std::size_t i = 0;
    while (i < at.values.size() && ++at.values[i] == space.knobs()[i].values.size()) at.values[i++] = 0;
    if (i == at.values.size()) return found;
  }
}

TEST(Space, TheOrderIsTransitive) {
  const Space space = space_of(crab());
  EXPECT_TRUE(less(space, "intervals", "zones"));
  EXPECT_TRUE(less(space, "intervals", "polyhedra"));
  EXPECT_TRUE(less(space, "intervals", "boxes"));
  EXPECT_FALSE(less(space, "polyhedra", "intervals"));
  EXPECT_FALSE(less(space, "zones", "zones"));
  EXPECT_FALSE(less(space, "ric", "zones"));
  EXPECT_FALSE(less(space, "bool", "octagons"));
}

TEST(Space, NeighboursAreImmediate) {
  const Space space = space_of(crab());
  EXPECT_EQ(names(space, space.just_above(domain(space, "intervals"))), (Texts{"ric", "zones", "disInt", "term(int)"}));
  EXPECT_EQ(names(space, space.just_below(domain(space, "boxes"))), Texts{"disInt"});
  EXPECT_TRUE(space.just_above(domain(space, "polyhedra")).empty());
  EXPECT_TRUE(space.just_below(domain(space, "bool")).empty());
  Tuning redundant = crab();
  redundant.less_precise.emplace_back("intervals", "polyhedra");
  EXPECT_EQ(names(space_of(redundant), space_of(redundant).just_below(domain(space, "polyhedra"))), Texts{"octagons"});
}

TEST(Space, LeastIncomparable) {
  const Space space = space_of(crab());
  EXPECT_EQ(names(space, space.least_incomparable({})), (Texts{"bool", "intervals"}));
  EXPECT_EQ(names(space, space.least_incomparable(recipe_of(space, {"domain=octagons"}))),
            (Texts{"bool", "ric", "disInt", "term(int)"}));
  EXPECT_EQ(names(space, space.least_incomparable(recipe_of(space, {"domain=octagons", "domain=disInt"}))),
            (Texts{"bool", "ric", "term(int)"}));
  EXPECT_EQ(names(space, space.least_incomparable(recipe_of(space, {"domain=intervals"}))), Texts{"bool"});
  EXPECT_TRUE(space.least_incomparable(recipe_of(space, {"domain=intervals", "domain=bool"})).empty());
  EXPECT_TRUE(space_of(eva()).least_incomparable({}).empty());
}

TEST(Space, CompatibleRecipesHaveIncomparableDomains) {
  const Space space = space_of(crab());
  EXPECT_TRUE(space.compatible({}));
  EXPECT_TRUE(space.compatible(recipe_of(space, {"domain=ric", "domain=zones", "domain=bool"})));
  EXPECT_FALSE(space.compatible(recipe_of(space, {"domain=intervals", "domain=boxes"})));
  EXPECT_FALSE(space.compatible(recipe_of(space, {"domain=boxes", "domain=ric", "domain=intervals"})));
  EXPECT_FALSE(space.compatible(recipe_of(space, {"domain=ric delay=4", "domain=ric"})));
}

TEST(Space, SettingsThatDoNotCountAreAtTheirDefaults) {
  Tuning tuning = eva();
  tuning.knobs.push_back(knob("peel", {"no", "once", "twice"}, 1));
  tuning.knobs.back().when = "unrolling";
  tuning.knobs.back().when_values = {"1", "10"};  // "1" is the default: yet it counts only where unrolling does
  const Space space = space_of(tuning);
  EXPECT_EQ(space.canonical({{0, 0, 0, 0, 2, 0}}), (Ingredient{{0, 0, 0, 0, 0, 1}}));
  EXPECT_EQ(space.canonical({{0, 0, 0, 1, 2, 0}}), (Ingredient{{0, 0, 0, 1, 2, 1}}));
  EXPECT_EQ(space.canonical({{0, 0, 0, 1, 1, 0}}), (Ingredient{{0, 0, 0, 1, 1, 0}}));
  EXPECT_FALSE(space.active(space.standard(), 5));
  EXPECT_TRUE(space.active({{0, 0, 0, 1, 0, 1}}, 5));
  EXPECT_EQ(space.size(), all_of(space).size());
  EXPECT_EQ(space.size(), 3U * 2 * 2 * (1 + (3 + 3 + 1)));
}

TEST(Space, SizesSaturate) {
  Tuning tuning;
  for (int i = 0; i < 70; ++i) tuning.knobs.push_back(knob("k" + std::to_string(i), {"a", "b"}));
  EXPECT_EQ(space_of(tuning).size(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(space_of(crab()).size(), 10U * 5 * 4 * 5 * 2 * 2);
}

TEST(Space, TextsComeBack) {
  const Space space = space_of(eva());
  std::set<std::string> texts;
  for (const Ingredient& ingredient : all_of(space)) {
    const std::string text = space.text(ingredient);
    EXPECT_EQ(*space.ingredient(text), ingredient) << text;
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), space.size());
  EXPECT_EQ(space.text(space.standard()), "default");
  EXPECT_EQ(space.text(*space.ingredient(" unrolling=10 \n\tloops=unroll  slevel=100 ")),
            "slevel=100 loops=unroll unrolling=10");
  EXPECT_EQ(*space.ingredient("unrolling=10"), space.standard());  // it does not count
}

TEST(Space, SettingsOfOneFunction) {
  const Space space = space_of(eva_by_functions());
  const Ingredient ingredient = *space.ingredient("slevel@g=10 split@f=auto octagon=on slevel@f=100");
  EXPECT_EQ(space.text(ingredient), "octagon=on slevel@g=10 slevel@f=100 split@f=auto");
  EXPECT_EQ(*space.ingredient(space.text(ingredient)), ingredient);
  EXPECT_EQ(space.words(ingredient),
            (Texts{"--octagon", "on", "--slevel-in", "g:10", "--slevel-in", "f:100", "--split-in", "f:auto"}));
  // A local value that equals the global value is left out.
  EXPECT_EQ(space.text(*space.ingredient("slevel=10 slevel@f=10 slevel@g=100")), "slevel=10 slevel@g=100");
  EXPECT_TRUE(space.has_local(0, 2));
  EXPECT_FALSE(space.has_local(0, 0));  // the default
  EXPECT_FALSE(space.has_local(1, 1));  // octagon has none
  const auto message = [&](const char* text) { return space.ingredient(text).error().text(); };
  EXPECT_EQ(message("octagon@f=on"), "the setting 'octagon' cannot be 'on' in one function alone");
  EXPECT_EQ(message("slevel@f=0"), "the setting 'slevel' cannot be '0' in one function alone");
  EXPECT_EQ(message("slevel@=10"), "'slevel@' names no function (write name@function=value)");
  EXPECT_EQ(message("slevel@f=10 slevel@f=100"), "the setting 'slevel@f' is there twice");
  EXPECT_EQ(message("level@f=10"), "there is no setting 'level'");
}

TEST(Space, SettingsOfFunctionsHaveAnOrder) {
  const Space space = space_of(eva_by_functions());
  const auto above = [&](const char* one, const char* than) {
    return nowhere_less_precise(space, *space.ingredient(one), *space.ingredient(than));
  };
  EXPECT_TRUE(above("slevel@f=100", "default"));
  EXPECT_FALSE(above("default", "slevel@f=100"));
  EXPECT_TRUE(above("slevel=100", "slevel@f=100"));
  EXPECT_TRUE(above("slevel=100", "slevel@f=10"));
  EXPECT_FALSE(above("slevel@f=100", "slevel@g=100"));
  EXPECT_TRUE(above("slevel@f=100 slevel@g=10", "slevel@f=10 slevel@g=10"));
  EXPECT_FALSE(above("slevel=100 slevel@f=10", "slevel=100"));  // less than elsewhere
}

TEST(Space, BadTextsAreNamed) {
  const Space space = space_of(eva());
  const auto message = [&](const char* text) { return space.ingredient(text).error().text(); };
  EXPECT_EQ(message("slevel=7"), "the setting 'slevel' has no value '7' (it has: 0, 10, 100)");
  EXPECT_EQ(message("level=7"), "there is no setting 'level'");
  EXPECT_EQ(message("slevel"), "'slevel' is no setting (write name=value)");
  EXPECT_EQ(message("slevel=0 slevel=10"), "the setting 'slevel' is there twice");
  EXPECT_EQ(message("default slevel=10"), "'default' is no setting (write name=value)");
  EXPECT_FALSE(space.ingredient("  ").ok());
}

TEST(Space, Words) {
  const Space space = space_of(crab());
  EXPECT_EQ(space.words(space.standard()), Texts{});
  EXPECT_EQ(space.words(*space.ingredient("domain=term(int) delay=16 backward=on smashing=on")),
            (Texts{"--domain", "term(int)", "--delay", "16", "--backward", "--smashing", "on"}));
  Tuning always = crab();
  always.knobs[0].words_for = {{"zones", {"--crab-dom=zones"}}};
  EXPECT_EQ(space_of(always).words(space.standard()), Texts{"--crab-dom=zones"});
  Tuning conditional = eva();
  conditional.knobs[4].words_for = {{"1", {"--unroll-once"}}};
  EXPECT_EQ(space_of(conditional).words({{0, 0, 0, 0, 2}}), Texts{});
  EXPECT_EQ(space_of(conditional).words({{0, 0, 0, 1, 0}}), (Texts{"--loops", "unroll", "--unroll-once"}));
}

TEST(Space, WithoutAValue) {
  const Space space = space_of(crab());
  const std::size_t zones = domain(space, "zones");
  EXPECT_FALSE(space.without(0, zones).has_value());  // the default
  const Space rest = *space.without(0, domain(space, "intervals"));
  EXPECT_EQ(rest.knobs()[0].values.size(), 9U);
  EXPECT_EQ(rest.text(rest.standard()), "default");
  EXPECT_EQ(rest.knobs()[0].values[rest.standard().values[0]], "zones");
  EXPECT_EQ(names(rest, rest.just_above(domain(rest, "zones"))), Texts{"octagons"});
  const Space gap = *space.without(0, domain(space, "octagons"));
  EXPECT_EQ(names(gap, gap.just_above(domain(gap, "zones"))), Texts{"polyhedra"});
  EXPECT_FALSE(gap.ingredient("domain=octagons").ok());
  // A knob that depends on the removed value no longer counts.
  Space loops = space_of(eva());
  loops = *loops.without(3, 1);
  EXPECT_EQ(loops.size(), 3U * 2 * 2);
}

TEST(Space, UnsoundValuesMustBeAskedFor) {
  Tuning tuning = crab();
  tuning.knobs[0].unsound = {"octagons", "bool", "bool"};
  const Space sound = space_of(tuning);
  EXPECT_EQ(sound.knobs()[0].values.size(), 8U);
  EXPECT_TRUE(less(sound, "zones", "polyhedra"));  // known through a domain that is left out
  EXPECT_EQ(space_of(tuning, true).knobs()[0].values.size(), 10U);
  tuning.knobs[0].unsound = {"zones"};
  EXPECT_EQ(error_of(tuning), "the default of the setting 'domain', 'zones', is called unsound");
  EXPECT_TRUE(Space::of(tuning, true).ok());
}

TEST(Space, MistakesOfADefinitionAreNamed) {
  const auto with = [](const Tuning& base, auto change) {
    Tuning tuning = base;
    change(tuning);
    return error_of(tuning);
  };
  EXPECT_EQ(error_of(crab()), "");
  EXPECT_EQ(error_of({}), "");
  EXPECT_EQ(with(crab(), [](Tuning& t) { t.less_precise.emplace_back("polyhedra", "intervals"); }),
            "the order of precision has a cycle: 'intervals' is less precise than itself");
  EXPECT_EQ(with(crab(), [](Tuning& t) { t.less_precise.emplace_back("ric", "ric"); }),
            "the order of precision has a cycle: 'ric' is less precise than itself");
  EXPECT_EQ(with(crab(), [](Tuning& t) { t.less_precise.emplace_back("ric", "wrapped"); }),
            "the order of precision names 'wrapped', which is no value of the setting 'domain'");
  EXPECT_EQ(with(crab(), [](Tuning& t) { t.domain = "domains"; }), "the knob of the domains, 'domains', is no setting");
  EXPECT_NE(with(crab(), [](Tuning& t) { t.domain = ""; }), "");
  EXPECT_EQ(with(eva(), [](Tuning& t) { t.knobs[1].standard = 2; }),
            "the default of the setting 'octagon' is none of its values");
  EXPECT_EQ(with(eva(), [](Tuning& t) { t.knobs[1].values.clear(); }), "the setting 'octagon' has no values");
  EXPECT_EQ(with(eva(), [](Tuning& t) { t.knobs[1].name = "slevel"; }), "the setting 'slevel' is there twice");
  EXPECT_NE(with(eva(), [](Tuning& t) { t.knobs[1].name = "a b"; }), "");
  EXPECT_NE(with(eva(), [](Tuning& t) { t.knobs[1].name = ""; }), "");
  EXPECT_EQ(with(eva(),
                 [](Tuning& t) {
                   t.knobs[1].values = {"on", "on"};
                 }),
            "the setting 'octagon' has the value 'on' twice");
  EXPECT_NE(with(eva(), [](Tuning& t) { t.knobs[1].values = {"very on", "off"}; }), "");
  EXPECT_EQ(with(eva(), [](Tuning& t) { t.knobs[4].when = "loop"; }),
            "the setting 'unrolling' depends on 'loop', which is no setting");
  EXPECT_EQ(with(eva(), [](Tuning& t) { t.knobs[4].when_values = {"peel"}; }),
            "the setting 'unrolling' depends on the value 'peel', which 'loops' does not have");
  EXPECT_NE(with(eva(), [](Tuning& t) { t.knobs[4].when_values.clear(); }), "");
  EXPECT_EQ(with(eva(),
                 [](Tuning& t) {
                   t.knobs[3].when = "unrolling";
                   t.knobs[3].when_values = {"10"};
                 }),
            "the condition of the setting 'loops' depends on itself");
  EXPECT_EQ(with(eva(),
                 [](Tuning& t) {
                   t.knobs[1].words_for = {{"maybe", {}}};
                 }),
            "the setting 'octagon' has words for 'maybe', which is none of its values");
  EXPECT_EQ(with(eva(), [](Tuning& t) { t.knobs[1].unsound = {"maybe"}; }),
            "the setting 'octagon' calls 'maybe' unsound, which is none of its values");
}

}  // namespace
}  // namespace assay::analyzer::tune
