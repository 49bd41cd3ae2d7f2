#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// Fixture: a store and queries on it.
class Parsing : public ::testing::Test {
 protected:
  TermStore store;

  Script parse(std::string_view text) {
    auto script = parse_script(store, text, "test.smt2");
    EXPECT_TRUE(script.ok()) << text << "\n" << (script.ok() ? "" : script.error().text());
    return script.ok() ? *script : Script{};
  }
  std::string error_of(std::string_view text) {
    const auto script = parse_script(store, text, "test.smt2");
    EXPECT_FALSE(script.ok()) << text;
    return script.ok() ? "" : script.error().text();
  }
  std::string print(const Script& script) { return print_script(store, script); }
  /// The term of the last assertion.
  TermId last(const Script& script) {
    for (auto it = script.commands.rbegin(); it != script.commands.rend(); ++it) {
      if (it->kind == CommandKind::Assert) {
        return it->terms[0];
      }
    }
    ADD_FAILURE() << "no assertion";
    return store.bool_constant(false);
  }
  TermId term(std::string_view text) { return last(parse(text)); }
  std::string shown(std::string_view text) { return to_string(store, term(text)); }

  void expect_round_trip(std::string_view text) {
    const Script first = parse(text);
    const std::string printed = print(first);
    const Script second = parse(printed);
    ASSERT_EQ(first.commands.size(), second.commands.size()) << printed;
    for (std::size_t i = 0; i < first.commands.size(); ++i) {
      const Command& a = first.commands[i];
      const Command& b = second.commands[i];
      EXPECT_EQ(a.kind, b.kind) << printed;
      EXPECT_EQ(a.terms, b.terms) << text << "\n" << printed;
      EXPECT_EQ(a.functions, b.functions) << text << "\n" << printed;
      EXPECT_EQ(a.datatypes, b.datatypes) << printed;
      EXPECT_EQ(a.keyword, b.keyword);
      EXPECT_EQ(a.text, b.text);
    }
    EXPECT_EQ(printed, print(second));
  }
};

}  // namespace assay::smt
