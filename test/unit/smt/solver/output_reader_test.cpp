#include "smt/solver/output_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::smt {
namespace {

std::vector<ItemKind> kinds(std::string_view out) {
  std::vector<ItemKind> all;
  for (const OutputItem& item : read_output(out)) all.push_back(item.kind);
  return all;
}

using K = ItemKind;

TEST(OutputReader, ReadsAnswersModelsAndErrors) {
  EXPECT_EQ(kinds("success\nsat\n(\n(define-fun x () Int 1)\n)\nunsat\nunknown\ntimeout\nunsupported\n"
                  "(error \"line 3: what\")\n"),
            (std::vector{K::Success, K::Sat, K::List, K::Unsat, K::Unknown, K::Timeout, K::Unsupported, K::Error}));
  EXPECT_EQ(kinds("unknown (RESOURCEOUT)\r\n"), std::vector{K::Unknown});
}

TEST(OutputReader, AWordInALineIsNoAnswer) {
  EXPECT_EQ(kinds("satisfiable\nsat!\n is sat\nunsat core\n"), (std::vector{K::Text, K::Text, K::Text, K::Text}));
}

TEST(OutputReader, LinesOfNothingButOtherSpacesAreText) {
  EXPECT_EQ(kinds("\v"), std::vector{K::Text});
  EXPECT_EQ(kinds("sat\n\f\r\n\v \nunsat"), (std::vector{K::Sat, K::Text, K::Text, K::Unsat}));
}

TEST(OutputReader, ParenthesesInStringsAndSymbolsDoNotCount) {
  const std::string model = "((define-fun |a)(| () String \"))\"\"((\"))";
  const std::string out = "sat\n" + model + "\nsat\n";
  const auto items = read_output(out);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].text, model);
  EXPECT_TRUE(looks_like_model(items[1].text));
  EXPECT_EQ(items[2].kind, K::Sat);
}

TEST(OutputReader, SurvivesHostileOutput) {
  EXPECT_EQ(kinds(std::string("\0\0\xff garbage\nsat\n", 16)), (std::vector{K::Text, K::Sat}));
  EXPECT_EQ(kinds("((((\nsat\n"), (std::vector{K::Text, K::Sat}));
  EXPECT_EQ(kinds("(error \"unclosed\nsat\n"), (std::vector{K::Error, K::Sat}));
  EXPECT_EQ(kinds(")\nsat\n"), (std::vector{K::Text, K::Sat}));
  const std::string deep = std::string(1'000'000, '(') + std::string(1'000'000, ')') + "\nsat\n";
  EXPECT_EQ(kinds(deep), (std::vector{K::List, K::Sat}));
  std::string open;
  for (int i = 0; i < 100'000; ++i) open += "(\n";
  EXPECT_EQ(kinds(open).size(), 100'000U);
}

TEST(OutputReader, TellsModelsFromOtherLists) {
  for (const char* text : {"(model)", "(\n  (define-fun x () Int 1))", "()", "((declare-datatypes ()))", "(; c\n)"}) {
    EXPECT_TRUE(looks_like_model(text)) << text;
  }
  for (const char* text : {"((x 1))", "(a b)", "(:reason-unknown \"\")"}) EXPECT_FALSE(looks_like_model(text)) << text;
}

TEST(OutputReader, UndoesTheQuotesOfMessages) {
  EXPECT_EQ(error_message("(error \"unknown \"\"x\"\"\")"), "unknown \"x\"");
  EXPECT_EQ(error_message("(error no quotes)"), "no quotes)");
}

}  // namespace
}  // namespace assay::smt
