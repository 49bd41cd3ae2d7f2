#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {

/// How an option is written, as a flag's argument and in TOML.
enum class OptionKind : std::uint8_t {
  Flag,      ///< a flag without argument; true or false
  Number,    ///< a whole number
  Real,      ///< a number
  Duration,  ///< 90s, 10m, 1h30m, 500ms; also a number of seconds
  Text,
  List,  ///< several texts; an array of strings
};

/// The effect of an option on a campaign.
enum class Affects : std::uint8_t {
  Nothing,   ///< how cases are run, judged and reported
  Cases,     ///< which cases are made: the value is part of the fingerprint
  Contents,  ///< the value names inputs that the cases are made from (seeds, rules, targets); the module adds their
             ///< contents to its fingerprint, not their names and paths, which differ between machines
  Session,   ///< the output of one command; not stored for a resume
};

/// The kind of files that an option's value names.
enum class Names : std::uint8_t {
  Nothing,
  Paths,
  Targets,  ///< a target's name; name=/path/of/program flags; or a TOML file
};

/// A row of a table of options, without its value.
struct Option {
  std::string name;  ///< the long flag, and the key in TOML
  OptionKind kind = OptionKind::Text;
  std::string help;
  std::string group;  ///< heading in the help text; empty: none
  char letter = '\0';
  bool positional = false;
  bool required = false;
  bool common = false;  ///< shown by --help; other flags only by --help-all
  bool commas = false;  ///< of a List: commas in an argument separate elements
  bool ranged = false;  ///< true: the range was set explicitly, and help shows it
  std::uint64_t min_number = 0;
  std::uint64_t max_number = std::numeric_limits<std::uint64_t>::max();  ///< of Number
  double min_real = 0;
  double max_real = 864e6;           ///< of Real, and of Duration in seconds
  bool may_be_none = false;          ///< of a Duration: "none" removes the value
  bool mebibytes = false;            ///< of a Number: may also be written "512M" or "2G"
  std::vector<std::string> choices;  ///< permitted texts (for a List: elements); empty: any text
  Affects what = Affects::Nothing;
  Names names = Names::Nothing;

  // These set fields and return the option, for use in tables.
  Option& range(std::uint64_t from, std::uint64_t to);
  Option& real_range(double from, double to);
  Option& one_of(std::vector<std::string> texts);
  Option& affects(Affects value);
  Option& files(Names value);
  Option& short_flag(char value);
  Option& as_positional();
  Option& is_required();
  Option& is_common();
  Option& with_commas();
};

/// An option's value as texts: one text ("true" or "false" for a Flag), or the elements of a List.
using OptionTexts = std::vector<std::string>;

/// Checks and normalizes the texts of a value. An Error names what the value must be, with the range or the choices.
[[nodiscard]] Result<OptionTexts> checked(const Option& option, OptionTexts texts);
/// Makes relative paths absolute if Option::names says that the texts contain paths.
[[nodiscard]] OptionTexts with_absolute_paths(const Option& option, OptionTexts texts);
[[nodiscard]] std::string absolute_path(const std::string& path);

/// Seconds of "90", "90s", "10m", "1h30m" or "500ms"; nullopt if the text is no duration.
[[nodiscard]] std::optional<double> parse_duration(std::string_view text);
/// The shortest text that parse_duration accepts, with a unit.
[[nodiscard]] std::string duration_text(double seconds);

/// A row of a table, bound to its value.
struct BoundOption {
  const Option* option = nullptr;
  std::function<OptionTexts()> get;
  std::function<Status(const OptionTexts&)> put;

  /// Checks the texts and assigns the value.
  [[nodiscard]] Status set(OptionTexts texts) const;
};
using BoundOptions = std::vector<BoundOption>;

/// The options as TOML, except Affects::Session.
[[nodiscard]] std::string to_toml(const BoundOptions& options);
/// Reads the TOML of to_toml. A missing key does not change its option. An Error names the wrong or unknown key.
[[nodiscard]] Status read_toml(std::string_view text, const BoundOptions& options);
/// A hash of the options with Affects::Cases.
[[nodiscard]] std::uint64_t fingerprint(const BoundOptions& options);
/// A stored configuration whose paths at or below `from` are replaced by paths at or below `to`. An Error if it
/// contains no such path.
[[nodiscard]] Result<std::string> with_moved_paths(std::string_view toml, const std::string& from,
                                                   const std::string& to);

namespace detail {

[[nodiscard]] std::string real_text(double value);
[[nodiscard]] std::uint64_t number_of(const std::string& text);
[[nodiscard]] double real_of(const std::string& text);

template <typename Value>
inline constexpr bool kIsNumber = std::is_unsigned_v<Value> && !std::is_same_v<Value, bool>;

template <typename Value>
void describe(Option& option) {
  if constexpr (std::is_same_v<Value, bool>) {
    option.kind = OptionKind::Flag;
  } else if constexpr (kIsNumber<Value>) {
    option.kind = OptionKind::Number;
    option.max_number = std::numeric_limits<Value>::max();
  } else if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) {
    option.kind = OptionKind::Number;
  } else if constexpr (std::is_same_v<Value, double>) {
    option.kind = OptionKind::Real;
  } else if constexpr (std::is_same_v<Value, std::string>) {
    option.kind = OptionKind::Text;
  } else {
    static_assert(std::is_same_v<Value, std::vector<std::string>>);
    option.kind = OptionKind::List;
  }
}

template <typename Value>
OptionTexts texts_of(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) return {value ? "true" : "false"};
  if constexpr (kIsNumber<Value>) return {std::to_string(value)};
  if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) return {std::to_string(value.value_or(0))};
  if constexpr (std::is_same_v<Value, double>) return {real_text(value)};
  if constexpr (std::is_same_v<Value, std::string>) return {value};
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) return value;
}

/// Assigns texts that checked() has accepted.
template <typename Value>
void assign(Value& value, const OptionTexts& texts) {
  if constexpr (std::is_same_v<Value, bool>) value = texts.front() == "true";
  if constexpr (kIsNumber<Value>) value = static_cast<Value>(number_of(texts.front()));
  if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) {
    const std::uint64_t number = number_of(texts.front());
    value = number == 0 ? std::nullopt : std::optional(number);
  }
  if constexpr (std::is_same_v<Value, double>) value = real_of(texts.front());
  if constexpr (std::is_same_v<Value, std::string>) value = texts.front();
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) value = texts;
}

}  // namespace detail

/// The options of a module: a row per option. Flags, TOML, the stored configuration and the fingerprint are made from
/// the rows. A field is a pointer to a member, or a function from Options& to a reference; its type determines the
/// kind.
template <typename Options>
class OptionTable {
 public:
  using Get = std::function<OptionTexts(const Options&)>;
  using Put = std::function<Status(Options&, const OptionTexts&)>;

  /// Adds a bool, an unsigned number (optional: 0 means nullopt), a double, a text or a list of texts.
  template <typename Field>
  Option& add(std::string name, Field field, std::string help) {
    using Value = ValueOf<Field>;
    Option option;
    detail::describe<Value>(option);
    return add_row(
        std::move(option), std::move(name), std::move(help),
        [field](const Options& options) { return detail::texts_of<Value>(read(field, options)); },
        [field](Options& options, const OptionTexts& texts) {
          detail::assign<Value>(std::invoke(field, options), texts);
          return Status();
        });
  }

  /// Adds seconds, as a double or an optional<double>, which may be "none".
  template <typename Field>
  Option& add_duration(std::string name, Field field, std::string help) {
    Option option;
    option.kind = OptionKind::Duration;
    option.may_be_none = !std::is_same_v<ValueOf<Field>, double>;
    return add_row(
        std::move(option), std::move(name), std::move(help),
        [field](const Options& options) -> OptionTexts {
          const std::optional<double> seconds = read(field, options);
          return {seconds ? duration_text(*seconds) : std::string()};
        },
        [field](Options& options, const OptionTexts& texts) {
          const std::optional<double> seconds = parse_duration(texts.front());
          if constexpr (std::is_same_v<ValueOf<Field>, double>) {
            std::invoke(field, options) = seconds.value_or(0);
          } else {
            std::invoke(field, options) = seconds;
          }
          return Status();
        });
  }

  /// Adds a number of bytes, written in MiB or with a unit: "512M", "2G".
  template <typename Field>
  Option& add_megabytes(std::string name, Field field, std::string help) {
    Option option;
    option.kind = OptionKind::Number;
    option.max_number = std::numeric_limits<std::uint64_t>::max() >> 20;
    option.mebibytes = true;
    return add_row(
        std::move(option), std::move(name), std::move(help),
        [field](const Options& options) -> OptionTexts { return {std::to_string(read(field, options) >> 20)}; },
        [field](Options& options, const OptionTexts& texts) {
          std::invoke(field, options) = detail::number_of(texts.front()) << 20;
          return Status();
        });
  }

  /// Adds a choice between named values.
  template <typename Field, typename Value>
  Option& add_choice(std::string name, Field field, std::vector<std::pair<std::string, Value>> values,
                     std::string help) {
    Option option;
    for (const auto& [text, value] : values) option.choices.push_back(text);
    return add_row(
        std::move(option), std::move(name), std::move(help),
        [field, values](const Options& options) -> OptionTexts {
          for (const auto& [text, value] : values)
            if (value == read(field, options)) return {text};
          return {values.front().first};
        },
        [field, values](Options& options, const OptionTexts& texts) {
          for (const auto& [text, value] : values)
            if (text == texts.front()) std::invoke(field, options) = value;
          return Status();
        });
  }

  /// Adds a value with a text form of its own. `put` gets checked texts, and may refuse them.
  Option& add_custom(std::string name, OptionKind kind, Get get, Put put, std::string help) {
    Option option;
    option.kind = kind;
    return add_row(std::move(option), std::move(name), std::move(help), std::move(get), std::move(put));
  }

  /// Adds a flag with the opposite meaning of a bool: "no-report".
  template <typename Field>
  Option& add_opposite(std::string name, Field field, std::string help) {
    return add_custom(
        std::move(name), OptionKind::Flag,
        [field](const Options& options) -> OptionTexts { return {read(field, options) ? "false" : "true"}; },
        [field](Options& options, const OptionTexts& texts) {
          std::invoke(field, options) = texts.front() != "true";
          return Status();
        },
        std::move(help));
  }

  /// Adds all rows of the table of a part of the options, under their own headings.
  template <typename Part, typename Field>
  void include(const OptionTable<Part>& part, Field field) {
    for (const auto& row : part.rows()) {
      rows_.push_back({row.option, [field, get = row.get](const Options& options) { return get(read(field, options)); },
                       [field, put = row.put](Options& options, const OptionTexts& texts) {
                         return put(std::invoke(field, options), texts);
                       }});
    }
  }

  /// The option of the row with this name, which must exist.
  [[nodiscard]] Option& at(std::string_view name) {
    return std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.option.name == name; })->option;
  }

  /// Sets the heading of the rows that follow.
  void group(std::string name) { group_ = std::move(name); }

  struct Row {
    Option option;
    Get get;
    Put put;
  };
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

  /// The rows, bound to `options`. Table and options must outlive the result.
  [[nodiscard]] BoundOptions bind(Options& options) const {
    BoundOptions bound;
    for (const Row& row : rows_) {
      bound.push_back({&row.option, [&row, &options] { return row.get(options); },
                       [&row, &options](const OptionTexts& texts) { return row.put(options, texts); }});
    }
    return bound;
  }

  [[nodiscard]] std::string to_toml(Options options) const { return core::to_toml(bind(options)); }
  /// The options in the text; defaults for missing keys.
  [[nodiscard]] Result<Options> from_toml(std::string_view text) const {
    Options options;
    if (const Status status = read_toml(text, bind(options)); !status) return status.error();
    return options;
  }
  [[nodiscard]] std::uint64_t fingerprint(Options options) const { return core::fingerprint(bind(options)); }

 private:
  template <typename Field>
  using ValueOf = std::remove_cvref_t<std::invoke_result_t<Field, Options&>>;

  // Functions as fields need a non-const argument; they do not change it here.
  template <typename Field>
  static const ValueOf<Field>& read(const Field& field, const Options& options) {
    return std::invoke(field, const_cast<Options&>(options));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }

  Option& add_row(Option option, std::string name, std::string help, Get get, Put put) {
    option.name = std::move(name);
    option.help = std::move(help);
    option.group = group_;
    rows_.push_back({std::move(option), std::move(get), std::move(put)});
    return rows_.back().option;
  }

  std::vector<Row> rows_;
  std::string group_;
};

/// The limits of one run of a target: "timeout" and "memory".
[[nodiscard]] const OptionTable<Limits>& limit_table();

}  // namespace assay::core
