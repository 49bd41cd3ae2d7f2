#include "option_flags.hpp"

#include <CLI/CLI.hpp>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "help.hpp"

namespace assay::cli {
namespace {

using core::OptionKind;

std::string names_of(const core::Option& option) {
  if (option.positional) return option.name;
  const std::string longer = "--" + option.name;
  return option.letter == '\0' ? longer : std::string("-") + option.letter + "," + longer;
}

/// "UINT:UINT in [1 - 100]", as CLI11 shows types and checks.
std::string type_text(const core::Option& option) {
  if (option.kind == OptionKind::Real) return "FLOAT";
  if (option.kind == OptionKind::Number) {
    if (!option.ranged) return "UINT";
    return "UINT:UINT in [" + std::to_string(option.min_number) + " - " + std::to_string(option.max_number) + "]";
  }
  return option.choices.empty() ? "TEXT" : "TEXT:{" + join(option.choices, ",") + "}";
}

/// The name of the value in help texts.
std::string value_name(const core::Option& option) {
  if (option.names == core::Names::Paths) return "FILE";
  if (option.names == core::Names::Targets) return "NAME";
  if (option.kind == OptionKind::Duration) return "TIME";
  if (option.kind == OptionKind::Number) return option.mebibytes ? "SIZE" : "N";
  if (option.kind == OptionKind::Real) return "X";
  return option.choices.empty() ? "TEXT" : "WORD";
}

std::string default_text(const core::BoundOption& bound) {
  const core::OptionTexts texts = bound.get();
  return bound.option->kind == OptionKind::List ? "[" + join(texts, ",") + "]" : texts.front();
}

void put(const core::BoundOption& bound, const core::OptionTexts& texts) {
  const Status set = bound.set(core::with_absolute_paths(*bound.option, texts));
  if (!set) throw CLI::ValidationError((bound.option->positional ? "" : "--") + bound.option->name, set.error().text());
}

CLI::Option* add_one(CLI::App& app, const core::BoundOption& bound, Defaults defaults) {
  const core::Option& option = *bound.option;
  if (option.kind == OptionKind::Flag) {
    return app.add_flag_function(
        names_of(option), [bound](std::int64_t count) { put(bound, {count > 0 ? "true" : "false"}); }, option.help);
  }
  CLI::Option* const added = app.add_option(
      names_of(option),
      [bound](const CLI::results_t& texts) {
        put(bound, texts);
        return true;
      },
      option.help);
  added->type_name(type_text(option))->option_text(value_name(option));
  if (option.kind == OptionKind::List) added->expected(CLI::detail::expected_max_vector_size);
  if (option.commas) added->delimiter(',');
  if (option.required) added->required();
  if (defaults == Defaults::Shown) added->default_str(default_text(bound));
  return added;
}

}  // namespace

void add_options(CLI::App& app, const core::BoundOptions& options, Defaults defaults) {
  for (const core::BoundOption& bound : options) {
    CLI::Option* const added = add_one(app, bound, defaults);
    if (!bound.option->group.empty()) added->group(bound.option->group);
    if (!bound.option->common && !bound.option->positional) advanced(app, added);
  }
}

void copy_given(const CLI::App& app, const core::BoundOptions& from, const core::BoundOptions& to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (app.get_option("--" + from[i].option->name)->count() == 0) continue;
    const Status set = to[i].set(from[i].get());
    ASSAY_CHECK(set.ok(), "a value was taken, and is refused by the same row");
  }
}

}  // namespace assay::cli
