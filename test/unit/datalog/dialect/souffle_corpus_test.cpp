#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "datalog/dialect/souffle/words/souffle.hpp"
#include "paths.hpp"

namespace assay::datalog::souffle_corpus_test {
namespace {

const std::filesystem::path kCorpus = source_dir() + "/../shared/corpora/datalog";

struct Seed {
  std::string file;
  std::string text;
};

std::vector<Seed> seeds(std::string_view dialect) {
  const std::vector<std::string> extensions = {".dl", ".flg", ".fgl"};
  std::vector<Seed> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kCorpus / dialect)) {
    if (std::find(extensions.begin(), extensions.end(), entry.path().extension()) == extensions.end()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    out.push_back({entry.path().string(), std::string(std::istreambuf_iterator<char>(file), {})});
  }
  std::sort(out.begin(), out.end(), [](const Seed& left, const Seed& right) { return left.file < right.file; });
  return out;
}

struct Share {
  std::size_t all = 0;
  std::size_t with_relations = 0;
  std::size_t complete = 0;
  std::size_t relations = 0;
  std::size_t attributes = 0;
  std::size_t opaque = 0;
};

Share read_all(std::string_view dialect) {
  Share share;
  for (const Seed& seed : seeds(dialect)) {
    ++share.all;
    const Result<SeedReading> reading = read_seed(dialect, seed.text, seed.file);
    if (!reading) {
      std::cout << reading.error().text() << "\n";
      continue;
    }
    const Program* program = &reading->program;
    if (program->relations.empty()) std::cout << seed.file << ": no relations\n";
    share.with_relations += program->relations.empty() ? 0 : 1;
    share.complete += program->seed.dialect.empty() ? 1 : 0;
    share.relations += program->relations.size();
    for (const Relation& relation : program->relations) {
      share.attributes += relation.arity();
      for (const Attribute& attribute : relation.attributes) share.opaque += attribute.type == Type::Opaque ? 1 : 0;
    }
  }
  std::cout << dialect << ": " << share.with_relations << " of " << share.all << " seeds with relations, "
            << share.complete << " read completely, " << share.relations << " relations, " << share.opaque << " of "
            << share.attributes << " attributes opaque\n";
  return share;
}

bool absent() {
  if (std::filesystem::exists(kCorpus)) return false;
  std::cout << "THE CORPUS OF DATALOG SEEDS IS NOT THERE: " << kCorpus << "\n";
  return true;
}

TEST(SeedCorpus, EverySouffleSeedIsAccepted) {
  if (absent()) GTEST_SKIP() << "no seeds in " << kCorpus;
  const Share share = read_all("souffle");
  EXPECT_GT(share.all, 100u);
  EXPECT_EQ(share.with_relations, share.all);
}

TEST(SeedCorpus, PrintingASouffleSeedKeepsIt) {
  if (absent()) GTEST_SKIP() << "no seeds in " << kCorpus;
  for (const Seed& seed : seeds("souffle")) {
    const Result<Program> program = parse_souffle(seed.text, seed.file);
    ASSERT_TRUE(program.ok()) << program.error().text();
    const std::string text = print_souffle(*program);
    const Result<Program> again = parse_souffle(text, seed.file);
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_EQ(print_souffle(*again), text);
    EXPECT_EQ(again->relations.size(), program->relations.size());
    EXPECT_EQ(again->seed.text, program->seed.text);
  }
}

TEST(SeedCorpus, NearlyEverySeedOfFormulogIsAccepted) {
  if (absent()) GTEST_SKIP() << "no seeds in " << kCorpus;
  const Share share = read_all("formulog");
  EXPECT_GT(share.all, 20u);
  EXPECT_GE(100 * share.with_relations, 95 * share.all);
}

}  // namespace
}  // namespace assay::datalog::souffle_corpus_test
