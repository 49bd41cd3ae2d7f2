#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

inline Knob knob(std::string name, std::vector<std::string> values, std::size_t standard = 0, bool ordered = false) {
  Knob made;
  made.name = std::move(name);
  made.values = std::move(values);
  made.standard = standard;
  made.words = {"--" + made.name, "{value}"};
  made.ordered = ordered;
  return made;
}

/// CRAB as in TAILOR, Table 5.1. The order of its domains is a drawing in the paper, and tables in its authors' tool.
inline Tuning crab() {
  Tuning tuning;
  tuning.domain = "domain";
  tuning.knobs = {knob("domain",
                       {"bool", "intervals", "ric", "zones", "octagons", "polyhedra", "disInt", "term(int)",
                        "term(disInt)", "boxes"},
                       3),
                  knob("delay", {"1", "2", "4", "8", "16"}, 0, true),
                  knob("narrowing", {"1", "2", "3", "4"}, 1, true),
                  knob("thresholds", {"0", "10", "20", "30", "40"}, 0, true),
                  knob("backward", {"off", "on"}, 0, true),
                  knob("smashing", {"off", "on"})};
  tuning.knobs[4].words_for = {{"on", {"--backward"}}};
  tuning.less_precise = {{"intervals", "ric"},       {"intervals", "zones"},  {"zones", "octagons"},
                         {"octagons", "polyhedra"},  {"intervals", "disInt"}, {"intervals", "term(int)"},
                         {"disInt", "term(disInt)"}, {"disInt", "boxes"}};
  return tuning;
}

/// No domains: precision is known only by the order of some settings' values.
inline Tuning eva() {
  Tuning tuning;
  tuning.knobs = {knob("slevel", {"0", "10", "100"}, 0, true), knob("octagon", {"off", "on"}, 0, true),
                  knob("split", {"none", "auto"}, 0, true), knob("loops", {"widen", "unroll"}),
                  knob("unrolling", {"1", "10", "100"}, 0, true)};
  tuning.knobs[4].when = "loops";
  tuning.knobs[4].when_values = {"unroll"};
  return tuning;
}

/// Eva, whose "slevel" and "split" have a value for one function alone.
inline Tuning eva_by_functions() {
  Tuning tuning = eva();
  for (const std::size_t knob : {std::size_t{0}, std::size_t{2}})
    tuning.knobs[knob].function_words = {"--" + tuning.knobs[knob].name + "-in", "{function}:{value}"};
  return tuning;
}

inline Space space_of(const Tuning& tuning, bool with_unsound = false) {
  return *Space::of(tuning, with_unsound);  // an Error here ends the test with its text
}

inline Recipe recipe_of(const Space& space, const std::vector<std::string>& ingredients) {
  Recipe recipe;
  for (const std::string& text : ingredients) recipe.ingredients.push_back(*space.ingredient(text));
  return recipe;
}

}  // namespace assay::analyzer::tune
