#include "core/reduce/kept_property.hpp"

#include <gtest/gtest.h>

#include <array>

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 6> kForms = {"sat", "timeout", "error", kKeepExit, kKeepSlower, kKeepOutput};

KeptProperty property(const std::string& text) {
  const Result<KeptProperty> read = read_kept_property(text, kForms);
  EXPECT_TRUE(read.ok()) << text;
  return read.ok() ? *read : KeptProperty{};
}

TEST(KeptProperty, LooksAtTheWordTheExitCodeAndTheLinesOfARun) {
  const KeptRun run{"sat", 3, "one\ntwo lines\n"};
  EXPECT_TRUE(property("sat").holds(run));
  EXPECT_FALSE(property("timeout").holds(run));
  EXPECT_TRUE(property("exit:3").holds(run));
  EXPECT_FALSE(property("exit:4").holds(run));
  EXPECT_FALSE(property("exit:3").holds({"", std::nullopt, ""})) << "a process that did not end has no exit code";
  EXPECT_TRUE(property("output:^two").holds(run));
  EXPECT_FALSE(property("output:^lines").holds(run));
  EXPECT_TRUE(property("output:a:b").holds({"", 0, "has a:b in it"})) << "only the first colon ends the name";
  EXPECT_EQ(property("slower:2.5").number, 2.5);
}

TEST(KeptProperty, OnlyATimeOutNeedsTheWholeLimit) {
  EXPECT_FALSE(property("timeout").shortens_runs());
  EXPECT_TRUE(property("exit:0").shortens_runs());
}

TEST(KeptProperty, RefusesWhatItDoesNotKnow) {
  for (const auto& [text, said] :
       std::array<std::pair<std::string, std::string>, 9>{{{"sta", "did you mean 'sat'?"},
                                                           {"sat:1", "write one of sat, timeout"},
                                                           {"exit", "write one of"},
                                                           {"exit:256", "from 0 to 255"},
                                                           {"exit:-1", "from 0 to 255"},
                                                           {"exit:1.5", "from 0 to 255"},
                                                           {"slower:1", "greater than 1"},
                                                           {"slower:nan", "greater than 1"},
                                                           {"output:(", "no regular expression"}}}) {
    const Result<KeptProperty> read = read_kept_property(text, kForms);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().text().find(said), std::string::npos) << read.error().text();
  }
}

ProcessResult ended(int exit_code, std::string out, std::string err) {
  ProcessResult result;
  result.ending = Ending::Exited;
  result.exit_code = exit_code;
  result.out = std::move(out);
  result.err = std::move(err);
  return result;
}

TEST(KeptRun, NamesTheEndOfAProcess) {
  const PatternList crashes(std::vector<OutputPattern>{{"internal error", "internal error"}});
  EXPECT_EQ(kept_run(ended(0, "fine", ""), crashes).word, "");
  EXPECT_EQ(kept_run(ended(1, "", ""), crashes).word, "error");
  EXPECT_EQ(kept_run(ended(20, "UNSATISFIABLE", ""), crashes).word, "") << "some programs answer by their exit code";
  EXPECT_EQ(kept_run(ended(20, "", "bad syntax"), crashes).word, "error");
  EXPECT_EQ(kept_run(ended(0, "", "an internal error at 3"), crashes).word, "crash");
  ProcessResult killed;
  killed.ending = Ending::TimedOut;
  EXPECT_EQ(kept_run(killed, crashes).word, "timeout");
  EXPECT_EQ(kept_run(killed, crashes).exit_code, std::nullopt);
  killed.ending = Ending::Cancelled;
  EXPECT_EQ(kept_run(killed, crashes).word, "") << "a stop is no property";
  killed.ending = Ending::OutOfMemory;
  EXPECT_EQ(kept_run(killed, crashes).word, "");
  killed.ending = Ending::Signalled;
  killed.signal = 11;
  EXPECT_EQ(kept_run(killed, crashes).word, "crash");
}

}  // namespace
}  // namespace assay::core
