#include "core/releases/releases.hpp"

#include <gtest/gtest.h>

#include "core/io/io.hpp"

namespace assay::core {
namespace {

constexpr std::string_view kRow = R"(
[[release]]
name = "fake"
client = "pip"
package = "fake-solver"
command = "fake"
program = "bin/fake"
tried = "2.0"
since = "1.5"
why_since = "earlier ones are empty"
)";

Installable fake() { return read_installables(kRow, "table.toml")->front(); }

std::vector<AvailableVersion> versions() {
  return {{"1.5.0.0", "1.5.0"}, {"1.6", "1.6"}, {"2.0", "2.0"}, {"2.0.post1", "2.0.post1"}, {"2.1", "2.1"}};
}

TEST(Releases, ChooseAVersion) {
  const Installable row = fake();
  EXPECT_EQ(chosen_version(row, versions(), "latest")->version, "2.1");
  EXPECT_EQ(chosen_version(row, versions(), "")->version, "2.0");
  EXPECT_EQ(chosen_version(row, versions(), "1.5")->registry, "1.5.0.0");
  EXPECT_EQ(chosen_version(row, versions(), "1.5.0.0")->version, "1.5.0");
  EXPECT_EQ(chosen_version(row, versions(), "2.0.0")->version, "2.0.post1");
}

TEST(Releases, ASeriesIsItsNewestVersion) {
  const std::vector<AvailableVersion> available = {
      {"14.0.6", "14.0.6"}, {"19.1.6", "19.1.6"}, {"19.1.7", "19.1.7"}, {"190.1", "190.1"}};
  const Installable row = fake();
  EXPECT_EQ(chosen_version(row, available, "19")->version, "19.1.7");
  EXPECT_EQ(chosen_version(row, available, "14.0")->version, "14.0.6");
  EXPECT_FALSE(chosen_version(row, available, "1"));
  EXPECT_FALSE(chosen_version(row, available, "19.2"));
  EXPECT_EQ(chosen_version(row, versions(), "2.0")->version, "2.0") << "the version itself comes before its series";
}

TEST(Releases, NameTheNearestVersions) {
  const Installable row = fake();
  const auto unknown = chosen_version(row, versions(), "1.9");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "there is no release 1.9 of fake");
  EXPECT_EQ(unknown.error().advice, "near it: 1.5.0, 1.6, 2.0, 2.0.post1, 2.1");
  const auto early = chosen_version(row, versions(), "1.4");
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().message, "fake 1.4 cannot be used: earlier ones are empty");
  EXPECT_FALSE(chosen_version(row, {}, "latest"));
}

TEST(Releases, AreShownWithoutNeedlessZeros) {
  EXPECT_EQ(shown_version("4.8.17.0"), "4.8.17");
  EXPECT_EQ(shown_version("4.9.0"), "4.9.0");
  EXPECT_EQ(shown_version("1.0"), "1.0");
  EXPECT_EQ(shown_version("4.8.0.0.post1"), "4.8.0.0.post1");
  EXPECT_EQ(shown_version("4.8.17.10"), "4.8.17.10");
}

TEST(Releases, TheTableNamesWhatThereIs) {
  for (const Installable& row : installables()) {
    EXPECT_EQ(installable(row.name)->name, row.name);
    for (const std::string& other : row.also) EXPECT_EQ(installable(other)->name, row.name);
  }
  const auto unknown = installable("nosuch");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().advice.find("z3, cvc5, bitwuzla"), std::string::npos) << unknown.error().advice;
  EXPECT_NE(installable("bitwzula").error().text().find("did you mean 'bitwuzla'?"), std::string::npos);
}

TEST(Releases, ATableThatIsWrongSaysWhere) {
  const auto refused = [](const std::string& text) { return read_installables(text, "table.toml").error().text(); };
  EXPECT_NE(refused("[[release]]\nname = \"a\"\n").find("needs a 'package'"), std::string::npos);
  EXPECT_NE(refused(std::string(kRow) + "colour = \"red\"\n").find("colour"), std::string::npos);
  EXPECT_NE(refused(std::string(kRow) + "module = \"fake\"\n").find("needs one of"), std::string::npos);
  std::string other(kRow);
  other.replace(other.find("\"pip\""), 5, "\"ftp\"");
  EXPECT_NE(refused(other).find("table.toml:4: there is no client 'ftp'"), std::string::npos) << refused(other);
}

TEST(Releases, SpansAreReadAndHoldVersions) {
  const std::vector<std::string> versions = {"4.8.5", "4.8.17", "4.13.0"};
  const auto inside = [&](const std::string& text) {
    const auto spans = read_release_spans(text);
    return spans ? versions_in(spans->front(), versions) : std::vector<std::string>{spans.error().message};
  };
  EXPECT_EQ(inside("z3:all"), versions);
  EXPECT_EQ(inside("z3:latest"), std::vector<std::string>{"4.13.0"});
  EXPECT_EQ(inside("z3:4.8.17"), std::vector<std::string>{"4.8.17"});
  EXPECT_EQ(inside("z3:4.8.6..latest"), (std::vector<std::string>{"4.8.17", "4.13.0"}));
  EXPECT_EQ(inside("z3:4.8..4.9"), (std::vector<std::string>{"4.8.5", "4.8.17"}));
  EXPECT_EQ(inside("z3:4.8"), (std::vector<std::string>{"4.8.5", "4.8.17"}));
  EXPECT_EQ(inside("z3:4.8.17..4.13"), (std::vector<std::string>{"4.8.17", "4.13.0"}));
  EXPECT_TRUE(inside("z3:9.0..9.9").empty());
  EXPECT_EQ(read_release_spans("z3:all, cvc5:latest")->back().target, "cvc5");
  for (const char* text : {"", "z3", "z3:", "z3:new", "z3:4.8..", ":all", "../z3:all"})
    EXPECT_FALSE(read_release_spans(text)) << text;
}

TEST(Releases, RefuseWhatIsNoName) {
  for (const char* name : {"z3@", "z3@../x", "nosuch@1.0", "z3@4.8 17"})
    EXPECT_FALSE(install_release(name, [](const std::string&) {}, {})) << name;
  EXPECT_FALSE(remove_release("z3@99.99"));
}

}  // namespace
}  // namespace assay::core
