#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>
#include <vector>

#include "assay/base/check.hpp"
#include "base/text.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kTextColumn = 26;
/// The group of options without a heading of their own.
constexpr const char* kOtherOptions = "Options";

/// The number of characters of UTF-8 text.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// `first` and the words of `text` behind it, in lines of at most 80 columns; later lines begin at column `indent`.
std::string wrapped(std::string first, std::string_view text, std::size_t indent) {
  std::string out;
  std::string line = std::move(first);
  bool any_word = false;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    if (any_word && columns(line) + 1 + columns(word) > kWidth) {
      out += line + "\n";
      line = std::string(indent, ' ');
      any_word = false;
    }
    if (any_word) line += ' ';
    line += word;
    any_word = true;
  }
  return out + line + "\n";
}

/// A row with a name, and its text from column 26 on; the text begins in the next line if the name is too long.
std::string row_text(const std::string& name, const std::string& text) {
  std::string first = "  " + name;
  if (text.empty()) return first + "\n";
  if (columns(first) + 2 <= kTextColumn) {
    first.append(kTextColumn - columns(first), ' ');
    return wrapped(std::move(first), text, kTextColumn);
  }
  return first + "\n" + wrapped(std::string(kTextColumn, ' '), text, kTextColumn);
}

/// Wraps a text at 80 columns. Lines of tables, which begin with a space, continue in the table's last column.
std::string paragraphs(const std::string& text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (begin == 0 || columns(line) <= kWidth) {
      out += begin == 0 ? wrapped("", line, 0) : std::string(line) + "\n";
      continue;
    }
    const std::size_t gap = line.find("  ", begin);
    const std::size_t column = gap == std::string_view::npos ? begin + 2 : line.find_first_not_of(' ', gap);
    out += gap == std::string_view::npos ? wrapped(std::string(begin, ' '), line, column)
                                         : wrapped(std::string(line.substr(0, column)), line.substr(column), column);
  }
  return out;
}

/// The allowed values of an option, from CLI11's notation: "UINT:UINT in [1 - 9]", "TEXT:{one,other}".
struct Allowed {
  std::vector<std::string> choices;
  std::string range;  ///< "1 to 9"
};

Allowed allowed_of(const CLI::Option& option) {
  Allowed allowed;
  const std::string type = option.get_type_name();
  if (const std::size_t open = type.find('{'); open != std::string::npos)
    for (const std::string_view choice : split(std::string_view(type).substr(open + 1, type.find('}') - open - 1), ','))
      if (!choice.empty()) allowed.choices.emplace_back(choice);
  if (const std::size_t open = type.find("in ["); open != std::string::npos)
    allowed.range = replace_all(type.substr(open + 4, type.find(']') - open - 4), " - ", " to ");
  return allowed;
}

std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::string name = option.get_option_text();
  if (name.empty() && (type.starts_with("UINT") || type.starts_with("INT"))) name = "N";
  if (name.empty()) name = option.get_lnames().empty() ? "VALUE" : option.get_lnames().front();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
  return option.get_expected_max() == CLI::detail::expected_max_vector_size ? name + "..." : name;
}

std::string flag_name(const CLI::Option& option) {
  std::string name = option.get_snames().empty() ? "    " : "-" + option.get_snames().front() + ", ";
  if (!option.get_lnames().empty()) name += "--" + option.get_lnames().front();
  return option.get_items_expected_max() == 0 ? name : name + " " + value_name(option);
}

std::string argument_name(const CLI::Option& option) {
  const bool many = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  return option.get_name(true) + (many ? "..." : "");
}

/// The description with its notes: the choices unless it names all of them, the default, and for `all` the range.
std::string description(const CLI::Option& option, bool all) {
  std::string text = option.get_description();
  const Allowed allowed = allowed_of(option);
  std::vector<std::string> notes;
  const auto told = [&text](const std::string& choice) { return text.find(choice) != std::string::npos; };
  if (!allowed.choices.empty() && (all || !std::all_of(allowed.choices.begin(), allowed.choices.end(), told)))
    notes.push_back("one of: " + join(allowed.choices, ", "));
  std::string standard = option.get_default_str();
  if (standard.starts_with('[') && standard.ends_with(']')) standard = standard.substr(1, standard.size() - 2);
  // A default of 0 mostly means no limit, which the short text omits.
  const bool telling = all || standard != "0";
  if (!standard.empty() && telling && text.find("default") == std::string::npos)
    notes.push_back("default: " + standard);
  if (all && !allowed.range.empty()) notes.push_back("from " + allowed.range);
  return notes.empty() ? text : text + " (" + join(notes, "; ") + ")";
}

std::string usage(const CLI::App& app, const std::string& name) {
  std::string words = "[flags]";
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      words += option->get_required() ? " " + argument_name(*option) : " [" + argument_name(*option) + "]";
    } else if (option->get_required()) {
      words += " --" + option->get_lnames().front() + " " + value_name(*option);
    }
  }
  if (!app.get_subcommands([](const CLI::App*) { return true; }).empty())
    words += app.get_require_subcommand_min() == 0 ? " [SUBCOMMAND]" : " SUBCOMMAND";
  return wrapped("Usage: " + name + " ", words, 2);
}

std::string arguments(const CLI::App& app) {
  std::string rows;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() && !option->get_group().empty())
      rows += row_text(argument_name(*option), description(*option, true));
  return rows.empty() ? rows : "\nArguments:\n" + rows;
}

std::string subcommands(const CLI::App& app) {
  std::string rows;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    rows += row_text(command->get_name(), command->get_description());
  return rows.empty() ? rows : "\nSubcommands:\n" + rows;
}

}  // namespace

std::string HelpFormatter::option_groups(const CLI::App& app, bool all) const {
  std::vector<std::string> groups = app.get_groups();
  std::stable_partition(groups.begin(), groups.end(), [](const std::string& group) { return group != kOtherOptions; });
  const std::vector<const CLI::Option*> options = app.get_options();
  const bool any_advanced =
      std::any_of(options.begin(), options.end(), [this](const CLI::Option* option) { return is_advanced(option); });
  std::string out;
  for (const std::string& group : groups) {
    std::string rows;
    for (const CLI::Option* option : options) {
      const bool shown = option->nonpositional() && option->get_group() == group && (all || !is_advanced(option)) &&
                         (any_advanced || option != app.get_help_all_ptr());
      if (shown) rows += row_text(flag_name(*option), description(*option, all));
    }
    if (!group.empty() && !rows.empty()) out += "\n" + group + ":\n" + rows;
  }
  return out;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  const bool all = mode != CLI::AppFormatMode::Normal;
  const std::string footer = app->get_footer();
  return paragraphs(app->get_description()) + usage(*app, name) + arguments(*app) + option_groups(*app, all) +
         subcommands(*app) + (footer.empty() ? "" : "\n" + paragraphs(footer));
}

CLI::Option* advanced(const CLI::App& app, CLI::Option* option) {
  auto* const formatter = dynamic_cast<HelpFormatter*>(app.get_formatter().get());
  ASSAY_CHECK(formatter != nullptr, "the command's help is made by another formatter");
  formatter->add_advanced(option);
  return option;
}

}  // namespace assay::cli
