#include "tune_landscape.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "assay/base/check.hpp"

namespace assay::analyzer::tune {
namespace {

enum Setting : std::size_t { kDomain, kDelay, kUnroll, kBackward, kSmashing, kSplit, kLimit, kEngine, kTrust };

constexpr std::array kSlower = {1.0, 1.15, 1.6, 2.0, 1.3, 1.5, 1.3, 1.1, 1.0};  ///< for each step of a setting
/// bool, intervals, ric, zones, octagons, polyhedra, disInt, term(int), term(disInt), boxes
constexpr std::array kDomainSeconds = {0.6, 1.0, 1.3, 2.0, 4.0, 9.0, 1.6, 1.8, 2.5, 5.0};
constexpr double kCliff = 100;
constexpr double kSteep = 1000;  ///< cost factor beyond the cliff, in the steep function
constexpr std::size_t kPatterns = 8;
constexpr std::size_t kInFunction = 10;  ///< checks of one function

Knob setting(std::string name, std::vector<std::string> values, bool ordered) {
  Knob knob;
  knob.name = std::move(name);
  knob.values = std::move(values);
  knob.words = {"--" + knob.name + "={value}"};
  knob.ordered = ordered;
  return knob;
}

Tuning tuning() {
  Tuning tuning;
  tuning.domain = "domain";
  tuning.knobs = {setting("domain",
                          {"bool", "intervals", "ric", "zones", "octagons", "polyhedra", "disInt", "term(int)",
                           "term(disInt)", "boxes"},
                          false),
                  setting("delay", {"1", "2", "4", "8"}, true),
                  setting("unroll", {"0", "4", "16", "64"}, true),
                  setting("backward", {"off", "on"}, true),
                  setting("smashing", {"off", "on"}, true),
                  setting("split", {"none", "auto"}, true),
                  setting("limit", {"4", "16", "64"}, true),
                  setting("engine", {"new", "old"}, false),
                  setting("trust", {"off", "on"}, false)};
  tuning.knobs[kDomain].standard = 1;
  tuning.knobs[kLimit].when = "split";
  tuning.knobs[kLimit].when_values = {"auto"};
  tuning.knobs[kTrust].unsound = {"on"};
  tuning.less_precise = {{"intervals", "ric"},       {"intervals", "zones"},  {"zones", "octagons"},
                         {"octagons", "polyhedra"},  {"intervals", "disInt"}, {"intervals", "term(int)"},
                         {"disInt", "term(disInt)"}, {"disInt", "boxes"}};
  return tuning;
}

Space space_of(const LandscapeOptions& options) {
  Tuning all = tuning();
  if (options.only_in && options.local_words)
    for (const Setting knob : {kDelay, kUnroll})
      all.knobs[knob].function_words = {"--in={function}", "--" + all.knobs[knob].name + "={value}"};
  Result<Space> space = Space::of(all, options.with_unsound);
  ASSAY_CHECK(space.ok(), "the space of a landscape");
  return *std::move(space);
}

double uniform(core::Rng& rng) { return static_cast<double>(rng.below(1U << 20U)) / (1U << 20U); }

}  // namespace

Landscape::Landscape(const LandscapeOptions& options) : options_(options), space_(space_of(options)) {
  ASSAY_CHECK(options.checks <= kMaxChecks, "too many checks");
  core::Rng family(options.family);
  core::Rng rng = family.split("landscape").split(options.seed);
  draw_checks(family, rng);
  draw_costs(rng);
}

Landscape::Need Landscape::drawn_need(core::Rng& rng) const {
  Need need;
  need.domain = static_cast<std::size_t>(rng.below(kDomainSeconds.size()));
  constexpr std::array kUseful = {kDelay, kUnroll, kBackward, kSmashing, kSplit, kLimit};
  if (!rng.percent(60)) return need;
  const std::size_t knob = kUseful.at(static_cast<std::size_t>(rng.below(kUseful.size())));
  const std::size_t most = space_.knobs()[knob].values.size() - 1;
  need.least.emplace_back(knob, 1 + static_cast<std::size_t>(rng.below(most)));
  return need;
}

/// A third of the checks is proved by default, and a tenth cannot be proved. The family's first need proves about a
/// third of the other checks, its other needs prove the rest. The best configuration proves about half of the other
/// checks.
void Landscape::draw_checks(core::Rng& family, core::Rng& rng) {
  Need anything;
  anything.domain = space_.standard().values[kDomain];
  needs_.push_back(anything);
  Need first = drawn_need(family);
  constexpr std::array<std::size_t, 4> kCommon = {2, 3, 4, 6};  // ric, zones, octagons, disInt
  first.domain = kCommon.at(static_cast<std::size_t>(family.below(kCommon.size())));
  needs_.push_back(first);
  while (needs_.size() < kPatterns) needs_.push_back(drawn_need(family));
  std::vector<unsigned> weights(kPatterns, 0);
  for (std::size_t i = 2; i < kPatterns; ++i) weights[i] = 1 + static_cast<unsigned>(rng.below(10));
  weights[1] = 10 + static_cast<unsigned>(rng.below(15));
  for (std::size_t check = 0; check < options_.checks; ++check) {
    helper_.push_back(rng.percent(20) ? static_cast<std::size_t>(rng.below(options_.checks)) : check);
    const std::uint64_t kind = rng.below(100);
    if (kind >= 90) continue;  // a true alarm
    std::size_t need = 0;
    const bool strange = rng.percent(options_.strange);
    if (strange) {
      need = needs_.size();
      needs_.push_back(drawn_need(rng));
    } else if (kind >= 33) {
      need = rng.weighted(weights);
    }
    needs_[need].checks.set(check);
  }
  if (!options_.only_in) return;
  Need there;
  there.domain = space_.standard().values[kDomain];
  there.least.emplace_back(kUnroll, space_.knobs()[kUnroll].values.size() - 1);
  for (std::size_t check = *options_.only_in * kInFunction; check < (*options_.only_in + 1) * kInFunction; ++check) {
    for (Need& need : needs_) need.checks.reset(check);
    there.checks.set(check);
  }
  needs_.push_back(there);
}

void Landscape::draw_costs(core::Rng& rng) {
  base_seconds_ = options_.seconds * (0.03 + 0.07 * uniform(rng));
  for (std::size_t domain = 0; domain < kDomainSeconds.size(); ++domain) {
    cliff_.emplace_back();
    const bool there = rng.percent(40);
    const auto from = static_cast<std::size_t>(rng.below(4));
    // Expensive domains may be out of reach at any setting.
    if (there) cliff_.back() = kDomainSeconds.at(domain) >= 4 ? from : std::max<std::size_t>(from, 1);
  }
  cliff_[space_.standard().values[kDomain]].reset();
  if (options_.only_in) std::fill(cliff_.begin(), cliff_.end(), 1);
}

std::string Landscape::identity() const {
  return "landscape " + std::to_string(options_.family) + " " + std::to_string(options_.seed);
}

Budget Landscape::budget() const {
  Budget budget;
  budget.cpu_seconds = options_.seconds;
  return budget;
}

std::size_t Landscape::runs() const {
  const std::lock_guard lock(mutex_);
  return runs_;
}

CheckKey Landscape::key(std::size_t check) const {
  return {"made_up.c", "f" + std::to_string(check / kInFunction), static_cast<unsigned>(check) + 1,
          check % 3 == 0 ? "overflow" : "memory", "check " + std::to_string(check)};
}

bool Landscape::met(const Need& need, const Ingredient& ingredient) const {
  const std::size_t domain = ingredient.values[kDomain];
  if (domain != need.domain && !space_.less_precise(need.domain, domain)) return false;
  return std::all_of(need.least.begin(), need.least.end(),
                     [&](const auto& row) { return ingredient.values[row.first] >= row.second; });
}

/// The settings that one function has.
Ingredient Landscape::inside(const Ingredient& ingredient, std::size_t function) const {
  Ingredient there = ingredient;
  there.locals.clear();
  for (const LocalSetting& local : ingredient.locals)
    if (local.function == "f" + std::to_string(function)) there.values[local.knob] = local.value;
  return there;
}

Landscape::Set Landscape::proves(const Ingredient& ingredient) const {
  Set proved;
  for (const Need& need : needs_)
    if (met(need, ingredient)) proved |= need.checks;
  for (std::size_t check = 0; check < options_.checks && !ingredient.locals.empty(); ++check) {
    const Ingredient there = inside(ingredient, check / kInFunction);
    proved[check] = std::any_of(needs_.begin(), needs_.end(),
                                [&](const Need& need) { return need.checks[check] && met(need, there); });
  }
  if (options_.with_unsound && ingredient.values[kTrust] == 1)
    for (std::size_t check = 0; check < options_.checks; ++check) proved.set(check);
  return proved;
}

double Landscape::factor(const Ingredient& ingredient, bool cliffs) const {
  const std::size_t domain = ingredient.values[kDomain];
  double factor = kDomainSeconds.at(domain);
  for (std::size_t knob = kDelay; knob < ingredient.values.size(); ++knob)
    for (std::size_t step = 0; step < ingredient.values[knob]; ++step) factor *= kSlower.at(knob);
  if (cliffs && cliff_[domain] && ingredient.values[kUnroll] >= *cliff_[domain])
    factor *= options_.only_in ? kSteep : kCliff;
  return factor;
}

double Landscape::seconds(const Ingredient& ingredient) const {
  if (!options_.only_in) return base_seconds_ * factor(ingredient, true);
  const std::size_t functions = (options_.checks + kInFunction - 1) / kInFunction;
  double sum = 0;
  for (std::size_t function = 0; function < functions; ++function)
    sum += factor(inside(ingredient, function), function == options_.steep);
  return base_seconds_ * sum / static_cast<double>(functions);
}

std::uint64_t Landscape::hash(const Ingredient& ingredient) const {
  core::Rng rng = core::Rng(options_.family).split("conduct").split(options_.seed);
  for (const std::size_t value : ingredient.values) rng = rng.split(value);
  if (!ingredient.locals.empty()) rng = rng.split(space_.text(ingredient));
  return rng.next();
}

Landscape::Conduct Landscape::conduct(const Ingredient& ingredient) const {
  if (options_.rejects && ingredient.values[kEngine] == 1) return Conduct::Rejected;
  if (ingredient == space_.standard()) return Conduct::Good;
  auto at = static_cast<unsigned>(hash(ingredient) % 100);
  for (const auto& [share, conduct] :
       {std::pair{options_.crash, Conduct::Crashes}, std::pair{options_.silent, Conduct::Silent},
        std::pair{options_.hang, Conduct::Hangs}, std::pair{options_.flicker, Conduct::Flickers}}) {
    if (at < share) return conduct;
    at -= share;
  }
  return Conduct::Good;
}

bool Landscape::misbehaves(const Ingredient& ingredient) const { return conduct(ingredient) != Conduct::Good; }

Landscape::Set Landscape::with_assumed(const Set& proved, const std::vector<CheckKey>& assumed) const {
  Set more = proved;
  for (std::size_t check = 0; check < options_.checks; ++check)
    if (helper_[check] != check && std::binary_search(assumed.begin(), assumed.end(), key(helper_[check])))
      more.set(check);
  return more;
}

Outcome Landscape::run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                       const std::stop_token& stop) {
  unsigned count = 0;
  {
    const std::lock_guard lock(mutex_);
    count = count_[ingredient]++;
    ++runs_;
  }
  Outcome outcome;
  if (stop.stop_requested()) {
    outcome.status = Outcome::Status::Stopped;
    return outcome;
  }
  core::Rng rng = core::Rng(hash(ingredient)).split(count);
  const Conduct how = conduct(ingredient);
  const double draw = uniform(rng);
  double needed = seconds(ingredient) * (1 + options_.noise * (2 * draw - 1));
  if (how == Conduct::Hangs) needed = std::numeric_limits<double>::infinity();
  if (how == Conduct::Rejected) needed = 0.01;
  outcome.memory_bytes = std::uint64_t{50} << 20U;
  outcome.cpu_seconds = outcome.wall_seconds = std::min(needed, limits.cpu_seconds);
  if (needed > limits.cpu_seconds) {
    outcome.status = Outcome::Status::Limited;
    outcome.reason = "timeout";
    return outcome;
  }
  if (how == Conduct::Rejected) {
    outcome.status = Outcome::Status::Rejected;
    outcome.reason = "unknown option: --engine=old";
    return outcome;
  }
  if (how == Conduct::Crashes) {
    outcome.status = Outcome::Status::Failed;
    outcome.reason = "crashed (signal 11)";
    return outcome;
  }
  outcome.status = Outcome::Status::Done;
  if (how == Conduct::Silent) return outcome;
  Set proved = proves(ingredient);
  if (options_.assumptions) proved = with_assumed(proved, assumed);
  for (std::size_t check = 0; check < options_.checks; ++check) {
    const bool missed = how == Conduct::Flickers && rng.percent(20);
    if (!proved[check] || missed)
      outcome.alarms.push_back(key(check));
    else if (options_.lists_proved)
      outcome.proved.push_back(key(check));
  }
  std::sort(outcome.alarms.begin(), outcome.alarms.end());
  std::sort(outcome.proved.begin(), outcome.proved.end());
  return outcome;
}

std::vector<Ingredient> Landscape::all() const {
  std::vector<Ingredient> found;
  Ingredient at = space_.standard();
  std::fill(at.values.begin(), at.values.end(), 0);
  for (;;) {
    if (space_.canonical(at) == at) found.push_back(at);
    std::size_t knob = 0;
    while (knob < at.values.size() && ++at.values[knob] == space_.knobs()[knob].values.size()) at.values[knob++] = 0;
    if (knob == at.values.size()) return found;
  }
}

Landscape::Truth Landscape::truth() const {
  struct Choice {
    Set proved;
    double seconds = 0;
    Ingredient ingredient;
  };
  Truth truth;
  truth.by_default = proves(space_.standard()).count();
  Set provable;
  std::vector<Choice> choices;
  for (const Ingredient& ingredient : all()) {
    const Set proved = proves(ingredient);
    provable |= proved;
    const double needed = seconds(ingredient);
    if (needed > options_.seconds || misbehaves(ingredient)) continue;
    const auto replaces = [](const Choice& one, const Set& set, double cost) {
      return one.seconds <= cost && (set & ~one.proved).none();
    };
    if (std::any_of(choices.begin(), choices.end(), [&](const Choice& c) { return replaces(c, proved, needed); }))
      continue;
    const Choice choice{proved, needed, ingredient};
    std::erase_if(choices, [&](const Choice& c) { return replaces(choice, c.proved, c.seconds); });
    choices.push_back(choice);
  }
  truth.provable = provable.count();
  const Choice nothing;
  const auto consider = [&](const Choice& one, const Choice& two, const Choice& three) {
    if (one.seconds + two.seconds + three.seconds > options_.seconds) return;
    const std::size_t proofs = (one.proved | two.proved | three.proved).count();
    if (proofs <= truth.by_recipe && !truth.best_recipe.ingredients.empty()) return;
    truth.by_recipe = proofs;
    truth.best_recipe.ingredients.clear();
    for (const Choice* choice : {&one, &two, &three})
      if (choice != &nothing) truth.best_recipe.ingredients.push_back(choice->ingredient);
  };
  for (std::size_t i = 0; i < choices.size(); ++i) {
    consider(choices[i], nothing, nothing);
    if (choices[i].proved.count() > truth.by_static || truth.best_static.values.empty()) {
      truth.by_static = choices[i].proved.count();
      truth.best_static = choices[i].ingredient;
    }
    for (std::size_t j = 0; j < i; ++j) {
      consider(choices[i], choices[j], nothing);
      for (std::size_t k = 0; k < j; ++k) consider(choices[i], choices[j], choices[k]);
    }
  }
  return truth;
}

}  // namespace assay::analyzer::tune
