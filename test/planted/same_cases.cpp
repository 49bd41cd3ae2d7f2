#include "same_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>
#include <variant>

#include "assay/base/hash.hpp"
#include "paths.hpp"

namespace assay {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// Metadata, labels and the verdict's reason are compared, too, because reports depend on them.
std::string text_of(const core::Case& subject, const core::Verdict& verdict) {
  std::string text = subject.strategy + "\n" + subject.group + "\n" + subject.metadata + "\n";
  for (const core::File& file : subject.files) text += file.name + "\n" + file.content + "\n";
  for (const std::string& label : subject.labels) text += label + "\n";
  text += std::to_string(static_cast<int>(verdict.outcome)) + " " + verdict.reason;
  if (verdict.is_bug()) text += " " + std::string(core::name(verdict.kind));
  return text;
}

}  // namespace

SameCases::SameCases(std::string name) : path_(source_dir() + "/test/planted/same_cases/" + std::move(name) + ".txt") {}

// Names of seeds have the path of the tree in them.
void SameCases::add(std::string_view text) {
  if (cases_++ % kBlock == 0) blocks_.push_back(0);
  std::string here(text);
  const std::string tree = source_dir();
  for (std::size_t at = here.find(tree); at != std::string::npos; at = here.find(tree, at)) here.erase(at, tree.size());
  blocks_.back() = combine(blocks_.back(), hash_bytes(here));
}

void SameCases::expect_as_stored() const {
  ASSERT_EQ(cases_ % kBlock, 0U) << "only whole blocks are compared";
  if (std::getenv("ASSAY_UPDATE") != nullptr) {
    std::ofstream file(path_);
    for (const std::uint64_t block : blocks_) file << to_hex(block) << "\n";
    return;
  }
  const std::vector<std::string> stored = lines_of(path_);
  ASSERT_GE(stored.size(), blocks_.size()) << path_ << " has too few lines";
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    ASSERT_EQ(to_hex(blocks_[i]), stored[i])
        << "some of the cases " << i * kBlock << " to " << (i + 1) * kBlock - 1 << " are others than in " << path_
        << ". If your change is meant to alter cases, run this test with ASSAY_UPDATE=1 and ASSAY_SLOW=1.";
}

void expect_same_cases(const std::string& name, core::Tester& tester, std::uint64_t cases) {
  SameCases same(name);
  for (std::uint64_t index = 0; index < cases; ++index) {
    const auto made = tester.generate(index);
    if (const auto* skip = std::get_if<core::Skip>(&made)) {
      same.add(skip->reason);
      continue;
    }
    const auto& subject = std::get<core::Case>(made);
    same.add(text_of(subject, tester.run(subject, 0, core::RunMode::Campaign, {}).verdict));
  }
  same.expect_as_stored();
}

}  // namespace assay
