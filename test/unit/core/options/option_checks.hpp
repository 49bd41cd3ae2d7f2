#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/options/options.hpp"

namespace assay::core::option_checks {

/// Another value that the row takes.
inline OptionTexts another(const Option& option, const OptionTexts& now) {
  const auto other_choice = [&] {
    return *std::find_if(option.choices.begin(), option.choices.end(),
                         [&](const std::string& one) { return now.empty() || one != now.front(); });
  };
  switch (option.kind) {
    case OptionKind::Flag: return {now.front() == "true" ? "false" : "true"};
    case OptionKind::Number:
      return {std::to_string(now.front() == std::to_string(option.max_number) ? option.min_number : option.max_number)};
    case OptionKind::Real: return {now.front() == "0.5" ? "0.75" : "0.5"};
    case OptionKind::Duration: return {now.front() == "1.5s" ? "2.5s" : "1.5s"};
    case OptionKind::Text: return {option.choices.empty() ? now.front() + "/a \"b\"" : other_choice()};
    case OptionKind::List: {
      OptionTexts more = now;
      more.push_back(option.choices.empty() ? "/a \"b\"" : other_choice());
      return more;
    }
  }
  return {};
}

/// Checks the properties of every module's table. `special` gives another value for rows with rules of their own.
template <typename Options>
void check_rows(const OptionTable<Options>& table,
                const std::function<OptionTexts(const Option&, const OptionTexts&)>& special = another) {
  std::set<std::string> names;
  std::set<char> letters;
  for (const auto& row : table.rows()) {
    const Option& option = row.option;
    SCOPED_TRACE(option.name);
    EXPECT_TRUE(names.insert(option.name).second) << "two rows of one name";
    EXPECT_TRUE(option.letter == '\0' || letters.insert(option.letter).second) << "two rows of one letter";
    EXPECT_GE(option.help.size(), 6U);
    const Options defaults;
    EXPECT_TRUE(checked(option, row.get(defaults)).ok()) << "the default is refused";
    EXPECT_LE(option.min_number, option.max_number);

    Options changed;
    const BoundOptions bound = table.bind(changed);
    const auto own =
        std::find_if(bound.begin(), bound.end(), [&](const BoundOption& one) { return one.option == &option; });
    ASSERT_NE(own, bound.end());
    const OptionTexts value = special(option, row.get(defaults));
    const Status set = own->set(value);
    ASSERT_TRUE(set.ok()) << set.error().text();
    EXPECT_EQ(own->get(), value);
    for (const auto& other : table.rows()) {
      const bool is_own = &other == &row;
      EXPECT_TRUE(is_own || other.get(changed) == other.get(defaults)) << other.option.name << " is the same field";
    }
    const bool makes_cases = option.what == Affects::Cases;
    EXPECT_EQ(table.fingerprint(changed) != table.fingerprint(defaults), makes_cases);

    const Result<Options> back = table.from_toml(table.to_toml(changed));
    ASSERT_TRUE(back.ok()) << back.error().text() << table.to_toml(changed);
    EXPECT_EQ(row.get(*back), option.what == Affects::Session ? row.get(defaults) : value);
  }
}

/// Values outside of a row's range are refused, and the message has the range.
template <typename Options>
void check_ranges(const OptionTable<Options>& table) {
  for (const auto& row : table.rows()) {
    const Option& option = row.option;
    SCOPED_TRACE(option.name);
    if (option.kind != OptionKind::Number || !option.ranged) continue;
    for (const std::string& text :
         {std::to_string(option.max_number + 1), std::to_string(option.min_number == 0 ? -1 : 0)}) {
      const std::string range =
          "from " + std::to_string(option.min_number) + " to " + std::to_string(option.max_number);
      const Result<OptionTexts> taken = checked(option, {text});
      ASSERT_FALSE(taken.ok()) << text;
      EXPECT_NE(taken.error().message.find(range), std::string::npos) << taken.error().message;
      const Result<Options> read = table.from_toml(option.name + " = " + text + "\n");
      ASSERT_FALSE(read.ok()) << text;
      EXPECT_NE(read.error().message.find(range), std::string::npos) << read.error().message;
      EXPECT_NE(read.error().message.find("'" + option.name + "'"), std::string::npos) << read.error().message;
    }
  }
}

/// All of it: defaults as text are the defaults, rows, ranges.
template <typename Options>
void check_option_table(const OptionTable<Options>& table,
                        const std::function<OptionTexts(const Option&, const OptionTexts&)>& special = another) {
  ASSERT_FALSE(table.rows().empty());
  const std::string text = table.to_toml(Options());
  const Result<Options> back = table.from_toml(text);
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(table.to_toml(*back), text);
  const Options defaults;
  for (const auto& row : table.rows()) EXPECT_EQ(row.get(*back), row.get(defaults)) << row.option.name;
  check_rows(table, special);
  check_ranges(table);
  EXPECT_FALSE(table.from_toml("no-such-option = 1\n").ok());
}

}  // namespace assay::core::option_checks
