#include "analyzer/tune/evaluate/labels.hpp"

#include <gtest/gtest.h>

#include "analyzer/tune/evaluate/evaluator.hpp"
#include "fake_subject.hpp"

namespace assay::analyzer::tune {
namespace {

std::vector<Label> labels(std::string_view text) {
  const Result<std::vector<Label>> read = labels_from(text, "l.txt");
  EXPECT_TRUE(read.ok()) << read.error().text();
  return read ? *read : std::vector<Label>();
}

TEST(Labels, HavePlacesAndKinds) {
  const std::vector<Label> read = labels("# known\n\nbug src/a.c:3\n  clean b.c:4-7  core.Divide  # fine\n");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_TRUE(read[0].bug);
  EXPECT_EQ(read[0].file, "src/a.c");
  EXPECT_EQ(read[0].first, 3U);
  EXPECT_EQ(read[0].last, 3U);
  EXPECT_EQ(read[0].kind, "");
  EXPECT_FALSE(read[1].bug);
  EXPECT_EQ(read[1].last, 7U);
  EXPECT_EQ(read[1].kind, "core.Divide");
}

TEST(Labels, WhatIsNoneIsSaid) {
  for (const char* line : {"bug", "bug a.c", "bug a.c:", "bug a.c:0", "bug a.c:x", "bug a.c:3-", "bug a.c:3-2",
                           "bug :3", "fine a.c:3", "a.c:3", "bug a.c:3-x", "bug a.c:-3", "clean a b.c:4"}) {
    const Result<std::vector<Label>> read = labels_from(std::string("bug a.c:1\n") + line, "l.txt");
    ASSERT_FALSE(read.ok()) << line;
    EXPECT_TRUE(read.error().message.starts_with("l.txt:2 ")) << read.error().message;
  }
}

TEST(Labels, BelongToTheCodeWithTheirFile) {
  Code code;
  code.files = {"/home/me/src/a.c"};
  const auto own = [&](std::string_view text) { return labels_of(labels(text), code).size(); };
  EXPECT_EQ(own("bug a.c:1\nbug src/a.c:1\nbug /home/me/src/a.c:1\n"), 3U);
  EXPECT_EQ(own("bug c:1\nbug ba.c:1\nbug other/a.c:1\nbug b.c:1\n"), 0U);
}

class Judged : public testing::Test {
 protected:
  Evaluation one(const std::vector<std::string>& ingredients) {
    const std::vector<Proposal> proposals = {{recipe_of(subject.space(), ingredients), 0}};
    return evaluator.evaluate(proposals, {}).front();
  }

  FakeSubject plain;
  std::vector<Label> known = labels("bug a.c:1\nbug a.c:10-19 division\nclean a.c:20-29\nclean a.c:30 overflow\n");
  Labelled subject{plain, known};
  MemoryRuns cache;
  Evaluator evaluator = [this] {
    EvaluatorOptions options;
    options.goal = Tuning::Goal::Findings;
    return Evaluator(subject, options, cache);
  }();
};

TEST_F(Judged, ByMissedBugsAndFalseAlarms) {
  evaluator.set_reference(answers_of(known));
  plain.says("default", 1, {1, 25});
  plain.says("domain=boxes", 2, {1, 12, 30, 99});
  plain.says("domain=ric", 2, {});
  const Evaluation standard = one({"default"});
  ASSERT_EQ(standard.alarms.size(), 2U);
  EXPECT_EQ(standard.alarms[0].line, 10U) << "a bug that is missed";
  EXPECT_EQ(standard.alarms[1].line, 20U) << "a false alarm";
  EXPECT_TRUE(one({"domain=boxes"}).alarms.empty()) << "line 30 is clean of another kind, and nobody knows of line 99";
  EXPECT_EQ(one({"domain=ric"}).alarms.size(), 2U) << "silence finds no bug";
  // A recipe warns if any of its ingredients warns.
  const Evaluation both = one({"domain=boxes", "default"});
  ASSERT_EQ(both.alarms.size(), 1U);
  EXPECT_EQ(both.alarms[0].line, 20U);
  EXPECT_LT(one({"domain=boxes"}).cost, standard.cost);
}

TEST_F(Judged, ARunThatEndsBadlyAnswersNothing) {
  evaluator.set_reference(answers_of(known));
  EXPECT_FALSE(one({"default"}).within_budget);
}

TEST_F(Judged, OtherLabelsAreOtherRuns) {
  Labelled other(plain, labels("bug a.c:1\n"));
  EXPECT_NE(subject.identity(), other.identity());
  EXPECT_NE(subject.identity(), plain.identity());
}

}  // namespace
}  // namespace assay::analyzer::tune
