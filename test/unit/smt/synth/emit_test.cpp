#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "smt/truth/truth.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

class Emission : public ::testing::Test {
 protected:
  Emission() {
    options_.sample = false;
    options_.theories = {"core", "ints"};
    options_.operations = {"and", "div", "CORE-AND-DE-MORGAN", "abs"};
    options_.constants = 3;
    options_.pool = 6;
    options_.combinations = 9;
  }
  [[nodiscard]] std::string out() const { return (folder_.path() / "suite").string(); }
  Result<std::uint64_t> emit(std::uint64_t most = 0) { return emit_formulas(options_, out(), most, {}); }

  /// Every file of the suite but the manifests, by its path in it.
  [[nodiscard]] std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(out()))
      if (entry.path().extension() == ".smt2")
        all[fs::relative(entry.path(), out()).generic_string()] = testing::read_file(entry.path());
    return all;
  }

  testing::TestFolder folder_;
  SynthOptions options_;
};

TEST_F(Emission, WritesEveryFormulaOnce) {
  const auto count = emit();
  ASSERT_TRUE(count.ok()) << count.error().text();
  const auto counts = count_formulas(options_);
  ASSERT_TRUE(counts.ok());
  std::uint64_t wanted = 0;
  for (const SynthCount& row : *counts) wanted += row.count;
  EXPECT_EQ(*count, wanted);
  EXPECT_EQ(files().size(), wanted);
  std::set<std::string> texts;
  for (const auto& [file, text] : files()) texts.insert(text);
  EXPECT_GT(texts.size() * 100, files().size() * 95) << "hardly any formula twice";
}

TEST_F(Emission, FilesAreScriptsWithTheirTruth) {
  ASSERT_TRUE(emit(300).ok());
  std::set<std::string> categories;
  for (const auto& [file, text] : files()) {
    TermStore store;
    const auto script = parse_script(store, text, file);
    ASSERT_TRUE(script.ok()) << script.error().text();
    const bool is_sat = testing::has_part(text, "(set-info :status sat)");
    EXPECT_NE(is_sat, testing::has_part(text, "(set-info :status unsat)")) << text;
    EXPECT_EQ(is_sat, testing::has_part(text, "; expected model")) << text;
    EXPECT_EQ(is_sat, testing::has_part(text, "(get-model)")) << text;
    EXPECT_EQ(testing::has_part(text, "(get-unsat-core)"), testing::has_part(text, "; expected unsat core: a0 a1"));
    EXPECT_EQ(testing::has_part(text, "(get-objectives)"), testing::has_part(text, "; expected optimum: "));
    categories.insert(file.substr(0, file.find('/')));
    EXPECT_NE(script->logic, "") << text;
  }
  for (const char* category : {"operation", "equivalence", "constant", "unsat-constant"})
    EXPECT_TRUE(categories.contains(category)) << category;
}

TEST_F(Emission, TheManifestsSayWhatIsThere) {
  ASSERT_TRUE(emit(200).ok());
  const auto manifest = nlohmann::json::parse(testing::read_file(fs::path(out()) / "manifest.json"));
  const auto all = files();
  ASSERT_EQ(manifest.size(), all.size());
  for (const auto& entry : manifest) {
    const auto file = all.find(entry["file"].get<std::string>());
    ASSERT_NE(file, all.end()) << entry["file"];
    EXPECT_TRUE(testing::has_part(file->second, ":status " + entry["status"].get<std::string>() + ")"));
    EXPECT_EQ(entry.contains("model"), entry["status"] == "sat");
    EXPECT_TRUE(
        file->first.starts_with(entry["category"].get<std::string>() + "/" + entry["theory"].get<std::string>() + "/"));
  }
  const std::string table = testing::read_file(fs::path(out()) / "manifest.csv");
  EXPECT_TRUE(table.starts_with("file,category,theory,subject,status,core,optimum,note\n"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), all.size() + 1);
}

TEST_F(Emission, IsTheSameEveryTime) {
  ASSERT_TRUE(emit(100).ok());
  const auto first = files();
  fs::remove_all(out());
  ASSERT_TRUE(emit(100).ok());
  EXPECT_EQ(files(), first);
}

TEST_F(Emission, WritesAtMostSoMany) {
  const auto count = emit(7);
  ASSERT_TRUE(count.ok()) << count.error().text();
  EXPECT_EQ(*count, 7U);
  EXPECT_EQ(files().size(), 7U);
}

TEST_F(Emission, ASampleNeedsANumber) {
  options_.sample = true;
  const auto endless = emit();
  ASSERT_FALSE(endless.ok());
  EXPECT_TRUE(testing::has_part(endless.error().text(), "--tests")) << endless.error().text();
  EXPECT_FALSE(fs::exists(out())) << "nothing is left behind";
  const auto some = emit(20);
  ASSERT_TRUE(some.ok()) << some.error().text();
  EXPECT_EQ(files().size(), 20U);
}

TEST_F(Emission, NothingIsOverwritten) {
  fs::create_directories(out());
  ASSERT_TRUE(emit(1).ok()) << "an empty folder is as good as a new one";
  const auto again = emit(1);
  ASSERT_FALSE(again.ok());
  EXPECT_TRUE(testing::has_part(again.error().text(), "is not empty")) << again.error().text();
  EXPECT_EQ(files().size(), 1U);
}

/// A limit of this process on the size of files; larger files fail as on a full disk.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(Emission, ASuiteIsThereWholeOrNotAtAll) {
  {
    const FileLimit limit(4096);  // the manifest, which comes last, is larger
    const auto cut = emit(100);
    ASSERT_FALSE(cut.ok());
    EXPECT_TRUE(testing::has_part(cut.error().text(), "manifest.json")) << cut.error().text();
  }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  const auto whole = emit(100);
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  EXPECT_EQ(files().size(), 100U);
}

TEST_F(Emission, EndsWhenItIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  const auto count = emit_formulas(options_, out(), 0, stop.get_token());
  ASSERT_TRUE(count.ok()) << count.error().text();
  EXPECT_EQ(*count, 0U);
  EXPECT_TRUE(fs::exists(fs::path(out()) / "manifest.json"));
}

TEST_F(Emission, AFolderThatCannotBeMadeIsAnError) {
  const std::string file = folder_.write("file", "in the way");
  EXPECT_FALSE(emit_formulas(options_, file, 1, {}).ok());
  EXPECT_FALSE(emit_formulas(options_, file + "/below", 1, {}).ok());
  options_.theories = {"nothing"};
  EXPECT_FALSE(emit(1).ok());
}

}  // namespace
}  // namespace assay::smt
