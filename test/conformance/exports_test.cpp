// Every way to write findings down, on records that are empty, ordinary and hostile.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/finding/finding.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"
#include "core/report/report.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

constexpr const char* kHostile = "]]></x>\"'&<script>alert(1)</script>\x01\xFF\n|`* \xEF\xBF\xBF";

Finding finding(const std::string& id, const std::string& text) {
  Finding out;
  out.id = id;
  out.status = FindingStatus::Reduced;
  out.kind = BugKind::Crash;
  for (std::string* field : {&out.reason, &out.detail, &out.signature, &out.target, &out.target_version, &out.answer,
                             &out.output, &out.folder})
    *field = text;
  out.command = {text, "-flag"};
  out.original = make_case(7, text);
  out.reduced = out.original;
  return out;
}

CampaignRecord record(const std::string& text, std::size_t findings) {
  CampaignRecord out;
  out.identity.module = text;
  out.identity.targets = {{text, text, {text}}};
  out.tests = 10;
  for (std::size_t i = 0; i < findings; ++i) out.findings.push_back(finding("id-" + std::to_string(i), text));
  return out;
}

class Exports : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const ExportFormat& format() { return export_formats()[GetParam()]; }
};

TEST(FindingArchives, AreUnpackedByTar) {
  const TemporaryFolder folder;
  CampaignRecord campaign = record("first", 2);
  const std::string name(120, 'n');
  campaign.findings[1].original.files.push_back({name, std::string("\xff\0raw", 5)});
  const std::vector<File> archives = finding_archives(campaign);
  ASSERT_EQ(archives.size(), 2U);
  EXPECT_EQ(archives[1].name, "id-1.tar");
  EXPECT_EQ(archives[1].content, finding_archives(campaign)[1].content) << "no time is in it";
  ASSERT_TRUE(write_text_file(folder / "a.tar", archives[1].content));
  const ProcessResult unpacked = run_process({{"tar", "-xf", folder / "a.tar", "-C", folder / ""}, {}, "/"}, "", {});
  ASSERT_EQ(unpacked.exit_code, 0) << unpacked.err;
  const Finding& packed = campaign.findings[1];
  EXPECT_EQ(*read_text_file(folder / "id-1/report.md"), issue_text(packed));
  EXPECT_EQ(*read_text_file(folder / ("id-1/original/" + name)), std::string("\xff\0raw", 5));
  EXPECT_EQ(*read_text_file(folder / "id-1/reproduce/run.sh"), reproduction_files(packed)[0].content);
  EXPECT_TRUE(load_finding(folder / "id-1").ok()) << "assay replay takes the unpacked folder";
}

TEST_P(Exports, AreFoundByTheirName) {
  EXPECT_EQ(export_format(format().name)->name, format().name);
  EXPECT_FALSE(format().description.empty());
  EXPECT_TRUE(format().extension.starts_with('.'));
}

TEST_P(Exports, SayNothingOfNoFindingsAndEndInALine) {
  const std::string text = format().write(record("smt-fuzz", 0));
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(text.find("id-0"), std::string::npos);
}

TEST_P(Exports, NameWhatTellsFindingsApart) {
  const std::string one = format().write(record("first", 1));
  EXPECT_NE(one.find("first"), std::string::npos);
  EXPECT_NE(one, format().write(record("second", 1)));
}

TEST_P(Exports, AreTheSameForTheSameRecord) {
  EXPECT_EQ(format().write(record("text", 3)), format().write(record("text", 3)));
}

TEST_P(Exports, SurviveHostileText) {
  const std::string text = format().write(record(kHostile, 2));
  EXPECT_NO_THROW(static_cast<void>(nlohmann::json(text).dump())) << "always UTF-8";
  EXPECT_EQ(text.find('\x01'), std::string::npos) << "no control characters";
  if (format().extension == ".json" || format().extension == ".sarif") {
    EXPECT_TRUE(nlohmann::json::accept(text)) << text;
  }
  if (format().extension == ".xml") {
    EXPECT_EQ(text.find("<script>"), std::string::npos);
    EXPECT_EQ(text.find("]]></x>"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, Exports, ::testing::Range(std::size_t{0}, export_formats().size()),
                         [](const auto& test) { return std::string(export_formats()[test.param].name); });

}  // namespace
}  // namespace assay::core::fake
