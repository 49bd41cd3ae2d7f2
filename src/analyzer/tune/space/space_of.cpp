// Makes a space from an analyzer's definition, which may be a user's: every mistake has its message.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/tune/space/poset.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

constexpr std::string_view kSpaces = " \t\r\n\v\f";

std::string named(const Knob& knob) { return "the setting '" + knob.name + "'"; }

std::optional<std::size_t> index_of(const std::vector<std::string>& values, std::string_view value) {
  const auto found = std::find(values.begin(), values.end(), value);
  if (found == values.end()) return std::nullopt;
  return static_cast<std::size_t>(found - values.begin());
}

const Knob* knob_named(const std::vector<Knob>& knobs, std::string_view name) {
  for (const Knob& knob : knobs)
    if (knob.name == name) return &knob;
  return nullptr;
}

/// Texts of ingredients consist of names and values: "name=value name=value".
assay::Status check_names(const Knob& knob) {
  if (knob.name.empty()) return Error{"a setting has no name", ""};
  if (knob.name.find_first_of(std::string(kSpaces) + "=@") != std::string::npos)
    return Error{named(knob) + " has white space, '=' or '@' in its name", ""};
  for (std::size_t i = 0; i < knob.values.size(); ++i) {
    if (knob.values[i].find_first_of(kSpaces) != std::string::npos)
      return Error{"the value '" + knob.values[i] + "' of " + named(knob) + " has white space",
                   "values are names: words_for says what stands on the command line"};
    if (*index_of(knob.values, knob.values[i]) != i)
      return Error{named(knob) + " has the value '" + knob.values[i] + "' twice", ""};
  }
  return {};
}

assay::Status check_values(const Knob& knob) {
  if (knob.values.empty()) return Error{named(knob) + " has no values", ""};
  if (knob.standard >= knob.values.size()) return Error{"the default of " + named(knob) + " is none of its values", ""};
  for (const auto* own : {&knob.words_for, &knob.function_words_for})
    for (const auto& [value, words] : *own)
      if (!index_of(knob.values, value))
        return Error{named(knob) + " has words for '" + value + "', which is none of its values", ""};
  for (const std::string& value : knob.unsound)
    if (!index_of(knob.values, value))
      return Error{named(knob) + " calls '" + value + "' unsound, which is none of its values", ""};
  return {};
}

assay::Status check_condition(const std::vector<Knob>& knobs, const Knob& knob) {
  const Knob* above = &knob;
  for (std::size_t steps = 0; !above->when.empty(); ++steps) {
    if (steps == knobs.size()) return Error{"the condition of " + named(knob) + " depends on itself", ""};
    const Knob* next = knob_named(knobs, above->when);
    if (next == nullptr) return Error{named(*above) + " depends on '" + above->when + "', which is no setting", ""};
    above = next;
  }
  if (knob.when.empty()) return {};
  if (knob.when_values.empty())
    return Error{named(knob) + " depends on '" + knob.when + "', but on none of its values", ""};
  for (const std::string& value : knob.when_values)
    if (!index_of(knob_named(knobs, knob.when)->values, value))
      return Error{named(knob) + " depends on the value '" + value + "', which '" + knob.when + "' does not have", ""};
  return {};
}

assay::Status check(const std::vector<Knob>& knobs) {
  for (const Knob& knob : knobs) {
    if (const assay::Status names = check_names(knob); !names) return names;
    if (knob_named(knobs, knob.name) != &knob) return Error{named(knob) + " is there twice", ""};
    if (const assay::Status values = check_values(knob); !values) return values;
  }
  for (const Knob& knob : knobs)
    if (const assay::Status condition = check_condition(knobs, knob); !condition) return condition;
  return {};
}

/// The order of the domains, including unsound ones.
Result<Order> order_of(const Tuning& tuning, const Knob& domains) {
  Pairs pairs;
  for (const auto& [less, more] : tuning.less_precise) {
    for (const std::string& value : {less, more})
      if (!index_of(domains.values, value))
        return Error{"the order of precision names '" + value + "', which is no value of " + named(domains), ""};
    pairs.emplace_back(*index_of(domains.values, less), *index_of(domains.values, more));
  }
  Order order = closure(domains.values.size(), pairs);
  if (const auto value = on_cycle(order))
    return Error{"the order of precision has a cycle: '" + domains.values[*value] + "' is less precise than itself",
                 ""};
  return order;
}

/// Removes the value from the knob. Its words, and conditions on it, may stay, because they are never used.
void leave_out(Knob& knob, std::size_t value) {
  knob.values.erase(knob.values.begin() + static_cast<std::ptrdiff_t>(value));
  if (knob.standard > value) --knob.standard;
}

}  // namespace

Result<Space> Space::of(const Tuning& tuning, bool with_unsound) {
  if (const assay::Status checked = check(tuning.knobs); !checked) return checked.error();
  Space space;
  space.knobs_ = tuning.knobs;
  if (!tuning.domain.empty()) {
    const Knob* domains = knob_named(tuning.knobs, tuning.domain);
    if (domains == nullptr) return Error{"the knob of the domains, '" + tuning.domain + "', is no setting", ""};
    Result<Order> order = order_of(tuning, *domains);
    if (!order) return order.error();
    space.domain_ = static_cast<std::size_t>(domains - tuning.knobs.data());
    space.below_ = *std::move(order);
  } else if (!tuning.less_precise.empty()) {
    return Error{"there is an order of precision, but no setting of domains that it is about", "name it: domain = ..."};
  }
  if (with_unsound) return space;
  for (std::size_t i = 0; i < tuning.knobs.size(); ++i) {
    for (const std::string& value : tuning.knobs[i].unsound) {
      const auto index = index_of(space.knobs_[i].values, value);
      if (!index) continue;  // named twice
      std::optional<Space> rest = space.without(i, *index);
      if (!rest) return Error{"the default of " + named(tuning.knobs[i]) + ", '" + value + "', is called unsound", ""};
      space = *std::move(rest);
    }
  }
  return space;
}

std::optional<Space> Space::without(std::size_t knob, std::size_t value) const {
  if (value == knobs_.at(knob).standard) return std::nullopt;
  Space rest = *this;
  leave_out(rest.knobs_[knob], value);
  if (domain_ == knob) rest.below_ = without_value(below_, value);
  return rest;
}

}  // namespace assay::analyzer::tune
