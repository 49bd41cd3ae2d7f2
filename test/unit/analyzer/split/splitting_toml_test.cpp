#include <gtest/gtest.h>

#include "analyzer/command/readers/reader.hpp"
#include "analyzer/split/source/split.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer::splitting {
namespace {

std::string complaint(const std::string& split) {
  const Result<Definition> definition = parse_analyzer("name = \"x\"\nlanguage = \"c\"\n" + split, "x.toml");
  return definition ? "fine" : definition.error().text();
}

const std::string kFine = "[split]\nreader = \"sarif\"\n[[split.step]]\nargv = [\"x\", \"{inputs}\"]\n";

TEST(SplitTable, IsRead) {
  const Result<Definition> definition = parse_analyzer(
      "name = \"x\"\nlanguage = [\"c\", \"java\"]\n[split]\nreader = \"sarif\"\nreach = 3\nmax_size = 40\ncopies = "
      "true\n"
      "strategy = \"size-limiting\"\nflags = [\"-I\"]\ncarried = [\"a.cfg\"]\n[split.seconds]\nfixed = 2.5\nslope = "
      "1\nexponent = 2\n"
      "[split.files]\n\"x.json\" = \"{}\"\n[[split.step]]\nargv = [\"x\", \"{input}\"]\neach = true\noutput = "
      "\"o\"\n[[split.step]]\nargv = [\"y\"]\n",
      "x.toml");
  ASSERT_TRUE(definition.ok()) << definition.error().text();
  const Splitting& splitting = definition->splitting;
  EXPECT_EQ(splitting.steps.size(), 2U);
  EXPECT_TRUE(splitting.steps[0].each);
  EXPECT_EQ(splitting.reach, 3U);
  EXPECT_EQ(splitting.max_size, 40);
  EXPECT_TRUE(splitting.copies);
  EXPECT_EQ(splitting.seconds.at(2), 6.5);
  EXPECT_EQ(splitting.files.size(), 1U);
}

TEST(SplitTable, SaysWhatIsWrong) {
  EXPECT_EQ(complaint(kFine), "fine");
  EXPECT_NE(complaint("[split]\nreader = \"sarif\"\n").find("no [[split.step]]"), std::string::npos);
  EXPECT_NE(complaint("[split]\n[[split.step]]\nargv = [\"x\"]\n").find("no 'reader'"), std::string::npos);
  EXPECT_NE(complaint("[split]\nreader = \"lines\"\n[[split.step]]\nargv = [\"x\"]\n").find("pattern"),
            std::string::npos);
  EXPECT_NE(complaint(kFine + "each = true\n").find("{input}"), std::string::npos);
  EXPECT_NE(complaint(kFine + "entries = true\n").find("{entry}"), std::string::npos);
  EXPECT_NE(complaint(kFine + "output = \"a/b\"\n").find("plain name"), std::string::npos);
  EXPECT_NE(complaint("[split]\nreach = -1\n" + kFine.substr(8)).find("not negative"), std::string::npos);
  EXPECT_NE(complaint(kFine + "[split.seconds]\nexponent = 9\n").find("between 1 and 4"), std::string::npos);
  EXPECT_NE(complaint("[split]\nhides = [\".pyi\"]\n" + kFine.substr(8)).find("no pair of suffixes"),
            std::string::npos);
  EXPECT_NE(complaint("[split]\nrefused = \"x\"\n" + kFine.substr(8)).find("no group 'file'"), std::string::npos);
  EXPECT_NE(complaint(kFine + "unknown = 1\n").find("unknown"), std::string::npos);
}

TEST(SplitTable, OfEveryBuiltInAnalyzerNamesRowsThatThereAre) {
  std::size_t known = 0;
  for (const Definition& one : builtin_analyzers()) {
    if (!one.splitting.known()) continue;
    ++known;
    EXPECT_NE(find_reader(one.splitting.reader), nullptr) << one.name;
    EXPECT_TRUE(one.splitting.strategy.empty() || find_strategy(one.splitting.strategy) != nullptr) << one.name;
    EXPECT_GT(one.splitting.seconds.fixed + one.splitting.seconds.slope, 0) << one.name << " has no hint of its cost";
    bool graph = one.splitting.graph.empty();
    for (const GraphRow& row : graphs()) graph = graph || row.name == one.splitting.graph;
    EXPECT_TRUE(graph) << one.name;
  }
  EXPECT_GE(known, 5U);
}

}  // namespace
}  // namespace assay::analyzer::splitting
