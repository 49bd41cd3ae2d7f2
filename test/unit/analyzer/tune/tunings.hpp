#pragma once

#include <limits>
#include <string>
#include <vector>

#include "analyzer/tune/report/tune_job.hpp"

/// Tunings as values, made up.
namespace assay::analyzer::tune::made_up {

constexpr const char* kNasty =
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \"'&]]>\x01\xE2\x80\xA8 \n\\";

inline CheckKey check(unsigned line) { return {"a.c", "f", line, "mem_access", "\\valid(p)"}; }

inline std::vector<CheckKey> checks(unsigned count) {
  std::vector<CheckKey> all;
  for (unsigned line = 1; line <= count; ++line) all.push_back(check(line));
  return all;
}

/// A tuning of 40 checks: the default proves 10, the best ingredient 20, the recipe 25.
inline Tuned tuned(const std::string& name = "a.c") {
  Tuned made;
  made.code = {name, {name}, {"-DN=1"}, "/src", ""};
  made.standard = ChosenRecipe{{"default"}, 1, 64 << 20, checks(30)};
  made.alone = ChosenRecipe{{"slevel=100"}, 2, 96 << 20, checks(20)};
  made.best = ChosenRecipe{{"slevel=100", "domain=octagon"}, 3.5, 96 << 20, checks(15)};
  made.again = "same";
  made.ended = "searched";
  made.universe = checks(40);
  for (unsigned line = 16; line <= 40; ++line) made.proved.push_back(check(line));
  made.dead = {check(39), check(40)};
  made.notes = {"'-eva-new' is not known to this version: it is not used"};
  made.history = {{1, 1, "default", "", 1, 30, 0.75, true},
                  {2, 3, "slevel=100", "", 2, 20, 0.5, true},
                  {3, 13, "slevel=1000", "over the budget", 10, 0, 0, false},
                  {4, 14.5, "slevel=100 ; domain=octagon", "", 3.5, 15, 0.375, true}};
  made.ingredients = {
      {"default", Outcome::Status::Done, "", 1, 64 << 20, 30, 10, 0, {}},
      {"slevel=1000", Outcome::Status::Limited, "over the budget", 10, 128 << 20, 0, 0, 0, {}},
      {"slevel=100", Outcome::Status::Done, "", 2, 96 << 20, 20, 20, 11, {}},
      {"domain=gauges", Outcome::Status::Failed, "crashed (signal 11)", 0.5, 32 << 20, 0, 0, 0, {}},
      {"domain=octagon", Outcome::Status::Done, "", 1.5, 80 << 20, 26, 14, 5, {}},
  };
  for (std::size_t i = 0; i < 20; ++i) made.ingredients[2].left.push_back(i);
  made.suspects = {{"domain=octagon", {check(16)}, "holds", false}};
  made.cpu_seconds = 14.5;
  made.runs = 4;
  return made;
}

/// A tuning whose texts all contain characters that the report must escape.
inline Tuned nasty() {
  Tuned made = tuned(kNasty);
  const CheckKey key{kNasty, kNasty, 7, kNasty, kNasty};
  made.code = {kNasty, {kNasty, kNasty}, {kNasty}, kNasty, kNasty};
  for (auto* recipe : {&made.standard, &made.alone, &made.best}) {
    (*recipe)->ingredients = {kNasty, kNasty};
    (*recipe)->alarms = {key};
  }
  for (std::string* text : {&made.again, &made.ended, &made.notes[0]}) *text = kNasty;
  made.universe = made.proved = made.dead = {key};
  for (TuneStep& step : made.history) step.recipe = kNasty;
  for (IngredientRow& row : made.ingredients) row.ingredient = row.reason = kNasty;
  for (IngredientRow& row : made.ingredients) row.left.clear();
  made.suspects = {{kNasty, {key}, kNasty, true}};
  return made;
}

inline Tuned failed(const std::string& problem) {
  Tuned made;
  made.code.name = "broken.c";
  made.problem = problem;
  return made;
}

inline TuneRecord record(std::vector<Tuned> codes) {
  TuneRecord made;
  made.target = "eva";
  made.version = "25.0 (Manganese)";
  made.wanted = codes.size();
  made.codes = std::move(codes);
  return made;
}

}  // namespace assay::analyzer::tune::made_up
