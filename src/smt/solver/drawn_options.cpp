#include "drawn_options.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "assay/base/hash.hpp"
#include "base/text.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kProbes[] = {
    "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n",
    "(set-logic QF_BV)\n(declare-const x (_ BitVec 2))\n(assert (bvult x #b10))\n(check-sat)\n",
};

std::string set_option(const std::string& name, const std::string& value) {
  return "(set-option :" + name + " " + value + ")\n";
}

/// A drawn option, looked up in the definition.
struct Setting {
  const SolverOption* option = nullptr;
  std::string value;

  [[nodiscard]] std::string command() const { return set_option(option->name, value); }
};

bool has_value(const SolverOption& option, const std::string& value) {
  if (!option.values.empty())
    return std::find(option.values.begin(), option.values.end(), value) != option.values.end();
  const auto number = parse_unsigned(value);
  return number && *number >= static_cast<std::uint64_t>(option.low) &&
         *number <= static_cast<std::uint64_t>(option.high);
}

std::optional<Setting> look_up(const SolverDefinition& definition, const std::string& drawn) {
  const std::size_t equals = drawn.find('=');
  if (equals == std::string::npos) return std::nullopt;
  for (const SolverOption& option : definition.options)
    if (option.name == drawn.substr(0, equals) && has_value(option, drawn.substr(equals + 1)))
      return Setting{&option, drawn.substr(equals + 1)};
  return std::nullopt;
}

std::vector<Setting> settings_of(const SolverDefinition& definition, const std::vector<std::string>& drawn) {
  std::vector<Setting> settings;
  for (const std::string& one : drawn)
    if (auto setting = look_up(definition, one)) settings.push_back(std::move(*setting));
  return settings;
}

std::string draw_value(const SolverOption& option, core::Rng& rng) {
  return option.values.empty() ? std::to_string(rng.between(option.low, option.high)) : rng.pick(option.values);
}

/// The values to probe: all values of a list, the two ends of a range.
std::vector<std::string> probed_values(const SolverOption& option) {
  if (!option.values.empty()) return option.values;
  return {std::to_string(option.low), std::to_string(option.high)};
}

void refuse(SolverDefinition& definition, const std::string& refused) {
  const std::size_t equals = refused.find('=');
  if (equals == std::string::npos) return;
  const std::string name = refused.substr(0, equals);
  std::erase_if(definition.options, [&](SolverOption& option) {
    if (option.name != name) return false;
    const bool is_range = option.values.empty();
    std::erase(option.values, refused.substr(equals + 1));
    return is_range || option.values.empty();
  });
}

/// Whether the solver accepts the setting in at least one logic (some options are for bit-vectors only). Only an error
/// or "unsupported" is a refusal; a crash counts as accepted, so that the campaign can find it.
bool is_accepted(SolverPort& solver, const Setting& setting) {
  return std::any_of(std::begin(kProbes), std::end(kProbes), [&](std::string_view probe) {
    const SolverAnswer answer = solver.run(setting.command() + std::string(probe), {}, RunStyle::Process, {});
    return answer.kind != SolverAnswer::Kind::Error && answer.kind != SolverAnswer::Kind::Unsupported;
  });
}

std::string refused_by(const SolverDefinition& definition, SolverPort& solver) {
  std::string refused;
  for (const SolverOption& option : definition.options) {
    if (!option.flag.empty()) continue;
    for (const std::string& value : probed_values(option))
      if (!is_accepted(solver, {&option, value})) refused += option.name + "=" + value + "\n";
  }
  return refused;
}

}  // namespace

std::vector<std::string> draw_options(const SolverDefinition& definition, core::Rng rng) {
  const std::size_t count =
      std::min(definition.options.size(), 1 + static_cast<std::size_t>(rng.below(kMaxDrawnOptions)));
  std::vector<std::size_t> chosen;
  while (chosen.size() < count) {
    const auto at = static_cast<std::size_t>(rng.below(definition.options.size()));
    if (std::find(chosen.begin(), chosen.end(), at) == chosen.end()) chosen.push_back(at);
  }
  std::sort(chosen.begin(), chosen.end());
  std::vector<std::string> drawn;
  for (const std::size_t at : chosen)
    drawn.push_back(definition.options[at].name + "=" + draw_value(definition.options[at], rng));
  return drawn;
}

std::uint64_t options_fingerprint(const SolverDefinition& definition) {
  std::uint64_t hash = hash_bytes(definition.name);
  for (const SolverOption& option : definition.options) {
    hash = hash_bytes(option.name, hash);
    hash = combine(hash, static_cast<std::uint64_t>(option.low));
    hash = combine(hash, static_cast<std::uint64_t>(option.high));
    for (const std::string& value : option.values) hash = hash_bytes(value + "\n", hash);
  }
  return hash;
}

std::string option_commands(const SolverDefinition& definition, const std::vector<std::string>& drawn) {
  std::string commands;
  for (const Setting& setting : settings_of(definition, drawn))
    if (setting.option->flag.empty()) commands += setting.command();
  return commands;
}

std::vector<std::string> option_flags(const SolverDefinition& definition, const std::vector<std::string>& drawn) {
  std::vector<std::string> flags;
  for (const Setting& setting : settings_of(definition, drawn))
    if (!setting.option->flag.empty()) flags.push_back(replace_all(setting.option->flag, "{value}", setting.value));
  return flags;
}

std::string shown_options(const SolverDefinition& definition, const std::vector<std::string>& drawn) {
  std::vector<std::string> shown = option_flags(definition, drawn);
  const std::string commands = option_commands(definition, drawn);
  for (const std::string_view line : split(commands, '\n'))
    if (!line.empty()) shown.emplace_back(line);
  return join(shown, " ");
}

std::string cause_of_options(const SolverDefinition& definition, const std::vector<std::string>& drawn) {
  std::vector<std::string> causes;
  for (const Setting& setting : settings_of(definition, drawn)) {
    const bool is_number = setting.option->type == SolverOption::Type::Number;
    causes.push_back(setting.option->name + (is_number ? "" : "=" + setting.value));
  }
  return join(causes, ",");
}

std::string without_option(const std::string& script, const std::string& drawn) {
  const std::size_t equals = drawn.find('=');
  if (equals == std::string::npos) return script;
  const std::string command = set_option(drawn.substr(0, equals), drawn.substr(equals + 1));
  const std::size_t at = script.find(command);
  if (at == std::string::npos) return script;
  return script.substr(0, at) + script.substr(at + command.size());
}

void learn_options(SolverDefinition& definition, const std::string& version, SolverPort& solver,
                   const LimitsKept& kept) {
  if (definition.options.empty()) return;
  std::uint64_t hash = hash_bytes(join(definition.argv, "\n"), hash_bytes(version, hash_bytes(definition.prelude)));
  hash = combine(hash, options_fingerprint(definition));
  for (const std::string_view probe : kProbes) hash = hash_bytes(probe, hash);
  const std::string subject = "options " + definition.name;
  std::optional<std::string> refused = kept.find(subject, hash);
  if (!refused) {
    refused = refused_by(definition, solver);
    if (version != "unknown") kept.keep_for_all(hash, *refused);
  }
  kept.keep_here(subject, *refused);
  for (const std::string_view line : split(*refused, '\n')) refuse(definition, std::string(line));
}

}  // namespace assay::smt
