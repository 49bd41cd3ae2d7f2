#include "core/finding/finding.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/finding/baseline.hpp"
#include "core/finding/finding_json.hpp"
#include "core/finding/folder.hpp"
#include "core/proc/proc.hpp"
#include "core/report/report.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

Finding example() {
  Finding finding;
  finding.id = "z3-17";
  finding.status = FindingStatus::Reduced;
  finding.kind = BugKind::InvalidModel;
  finding.reason = "str.replace";
  finding.detail = "assertion 2 is false\nunder the model";
  finding.signature = "invalid-model/str.replace";
  finding.compared = true;
  finding.target = "z3";
  finding.target_version = "4.8.12";
  finding.target_command = {"z3", "-in"};
  finding.command = {"z3", "-T:10", "{input}"};
  finding.answer = "sat";
  finding.output = "sat\n(model)";
  finding.original = make_case(17, "bug x");
  finding.reduced = make_case(17, "b");
  finding.reduced->metadata = R"({"z":1,"a":[1.50,2]})";
  finding.confirmed = 2;
  finding.confirmations = 3;
  finding.first_seen_seconds = 12.5;
  finding.module = "smt-fuzz";
  finding.configuration = "seed = 1\n";
  finding.seed = ~std::uint64_t{0};
  finding.fingerprint = ~std::uint64_t{0} - 1;
  return finding;
}

TEST(Findings, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  Finding written = example();
  written.original.files[0].content = std::string("\xff\0 raw\r\n", 8);
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "findings", written).ok());
  const Result<Finding> read = load_finding(folder / "findings/z3-17");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(finding_to_json(*read), finding_to_json(written));
  EXPECT_EQ(read->original.files[0].content, std::string("\xff\0 raw\r\n", 8)) << "bytes stay bytes";
  EXPECT_EQ(read->reduced->metadata, R"({"z":1,"a":[1.50,2]})");
  EXPECT_EQ(read->reduced->group, "G2");
  EXPECT_EQ(read->seed, written.seed);
  EXPECT_EQ(read->fingerprint, written.fingerprint);
  EXPECT_TRUE(read->compared);
  EXPECT_EQ(read->folder, folder / "findings/z3-17");
  EXPECT_TRUE(load_finding(folder / "findings/z3-17/finding.json").ok());
}

TEST(Findings, AreReplacedWhole) {
  const TemporaryFolder folder;
  Finding finding = example();
  finding.reduced.reset();
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "f", finding).ok());
  finding.reduced = make_case(17, "small");
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  finding.reduced = make_case(17, "smaller");
  finding.reduced->files.pop_back();
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(load_finding(finding.folder)->reduced->files.size(), 1U);
  EXPECT_EQ(list_directory(finding.folder + "/reduced"), std::vector<std::string>{"input.fake"});
  // A kill between the two renames of a reduced case.
  std::filesystem::rename(finding.folder + "/reduced", finding.folder + "/.reduced-old");
  const Result<Finding> torn = load_finding(finding.folder);
  ASSERT_TRUE(torn.ok());
  EXPECT_FALSE(torn->reduced.has_value());
  EXPECT_FALSE(torn->original.files[0].content.empty());
}

TEST(Findings, NameTheFileThatTheRunRead) {
  const TemporaryFolder folder;
  Finding finding = example();
  finding.command = {"engine", "{input}"};
  finding.original.files = {{"first.dl", "a.\n"}, {"second.dl", "b.\n"}};
  finding.reduced = finding.original;
  finding.input = "second.dl";
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "f", finding).ok());
  const Result<Finding> read = load_finding(finding.folder);
  ASSERT_TRUE(read.ok());
  EXPECT_NE(issue_text(*read).find("engine second.dl\n"), std::string::npos) << issue_text(*read);
  finding.reduced->files.pop_back();
  EXPECT_EQ(finding.input_name(), "first.dl") << "the reduced case has no such file";
}

/// A reproduction on the file `name`.
Reproduction shown_by(const std::string& name) {
  Reproduction made;
  made.files = {{name, "int a;\n"}};
  made.needs = {"sh"};
  made.commands = {{{}, "cat " + name, 60}, {"Another run", "echo 'it''s wrong'; exit 3", 60}};
  made.prints = "int a;";
  made.expected = "int b;";
  made.evidence = "b = 1";
  made.shows = output_has_line("int a;");
  return made;
}

/// The status of `reproduce/run.sh` in the finding's folder.
int status_of_script(const Finding& finding, const std::string& path = {}) {
  const std::vector<std::string> argv = {"/bin/sh", finding.folder + "/reproduce/run.sh"};
  std::vector<std::pair<std::string, std::string>> environment;
  if (!path.empty()) environment.emplace_back("PATH", path);
  return run_process({argv, environment, "/"}, "", {}).exit_code;
}

TEST(Findings, KeepWhatReproducesThem) {
  const TemporaryFolder folder;
  Finding finding = example();
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "f", finding).ok());
  EXPECT_EQ(list_directory(finding.folder + "/reproduce"), (std::vector<std::string>{"input.fake", "run.sh"}))
      << "from the failed run, before the tester has said more";
  finding.reproduction = shown_by("old.c");
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  finding.reproduction = shown_by("new.c");
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(list_directory(finding.folder + "/reproduce"), (std::vector<std::string>{"new.c", "run.sh"}));
  const auto mode = std::filesystem::status(finding.folder + "/reproduce/run.sh").permissions();
  EXPECT_NE(mode & std::filesystem::perms::owner_exec, std::filesystem::perms::none);

  Result<Finding> read = load_finding(finding.folder);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(finding_to_json(*read), finding_to_json(finding));
  EXPECT_EQ(reproduction_files(*read).at(0).content, reproduction_files(finding).at(0).content);
  ASSERT_EQ(read->reproduction.files.size(), 1U);
  EXPECT_EQ(read->reproduction.files[0].content, "int a;\n");
  EXPECT_EQ(read->reproduction.commands.at(1).title, "Another run");
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "merged", *read).ok());
  EXPECT_EQ(list_directory(read->folder + "/reproduce").size(), 2U) << "a merge takes it along";

  std::filesystem::remove(finding.folder + "/reproduce/new.c");
  read = load_finding(finding.folder);
  ASSERT_TRUE(read.ok()) << "the finding is there without it";
  EXPECT_TRUE(read->reproduction.empty());
  finding.reproduction.files[0].name = "../new.c";
  EXPECT_FALSE(finding_from_json(finding_to_json(finding), "finding.json").ok());
}

TEST(Findings, SayByTheirScriptWhetherTheBugShows) {
  const TemporaryFolder folder;
  Finding finding = example();
  finding.reproduction = shown_by("new.c");
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "f", finding).ok());
  EXPECT_EQ(status_of_script(finding), 1);
  finding.reproduction.shows = output_has_line("int b;");
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(status_of_script(finding), 0);
  finding.reproduction.shows = failed(2) + " && " + output_contains("wrong", 2) + " && ! " + ended_by_signal(2);
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(status_of_script(finding), 1);
  finding.reproduction.shows = answer_is("sat", {"sat", "unsat"}, 2);
  finding.reproduction.commands = {{{}, "echo warning; echo unsat; echo sat", 60}};
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(status_of_script(finding), 1);
  finding.reproduction.shows = ended_by_signal();
  finding.reproduction.commands = {{{}, "kill -SEGV $$", 60}};
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(status_of_script(finding), 1);
  finding.reproduction.needs = {"no-such-program"};
  ASSERT_TRUE(update_finding_folder(Disk::real(), finding).ok());
  EXPECT_EQ(status_of_script(finding), 2) << "it cannot be tried";
}

TEST(Findings, ShowTheInputTheCommandAndBothOutputsInTheirReport) {
  Finding finding = example();
  finding.target_command = {"/opt/z3/bin/z3", "-in"};
  finding.command = {"/opt/z3/bin/z3", "-T:10", "{input}"};
  const std::string plain = issue_text(finding);
  EXPECT_NE(plain.find("```sh\nz3 -T:10 input.fake\n```"), std::string::npos) << plain;
  EXPECT_EQ(plain.find("/opt"), std::string::npos) << "no path of this machine\n" << plain;
  finding.reproduction = shown_by("a.c");
  finding.reproduction.expected += "\n`r_1(*)` and a_b and *";
  const std::string text = issue_text(finding);
  const std::size_t input = text.find("```c\nint a;\n```"), command = text.find("```sh\ncat a.c\n```");
  const std::size_t prints = text.find("## Prints\n\n```\nint a;\n```"),
                    expected =
                        text.find("## Should print\n\nint b;  \n`r_1(*)` and a\\_b and \\*  \n\n```\nb = 1\n```");
  ASSERT_NE(expected, std::string::npos) << text;
  EXPECT_EQ(text.find("```"), input) << "the first block is the input";
  EXPECT_LT(input, command);
  EXPECT_LT(command, prints);
  EXPECT_LT(prints, expected);
}

TEST(Findings, NeverLeadOutOfTheirFolder) {
  for (const char* name : {"../secret", "/etc/passwd", "..", "a/b"}) {
    Finding finding = example();
    finding.original.files[0].name = name;
    const Result<Finding> refused = finding_from_json(finding_to_json(finding), "finding.json");
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_NE(refused.error().text().find("own folder"), std::string::npos);
  }
  const TemporaryFolder folder;
  Finding finding = example();
  finding.original.files[0].name = "../secret";
  ASSERT_TRUE(write_finding_folder(Disk::real(), folder / "f", finding).ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "f/z3-17/secret"));
  EXPECT_TRUE(load_finding(folder / "f/z3-17").ok());
}

TEST(Findings, SayWhatIsWrongWithAFile) {
  const TemporaryFolder folder;
  EXPECT_NE(load_finding(folder / "none").error().text().find("name a finding's folder"), std::string::npos);
  for (const char* text : {"", "[]", "{", "{}", "{\"assay-finding\":2}", "{\"assay-finding\":1}",
                           "{\"assay-finding\":1,\"kind\":\"crash\",\"status\":\"reduced\",\"id\":\"../x\"}",
                           "{\"assay-finding\":1,\"kind\":\"crash\",\"status\":\"reduced\",\"id\":\"x\"}",
                           "{\"assay-finding\":1,\"kind\":3,\"status\":[],\"id\":{}}"}) {
    EXPECT_FALSE(finding_from_json(text, "f").ok()) << text;
  }
}

TEST(IssueTexts, SayAllThatAnIssueNeeds) {
  const std::string text = issue_text(example());
  for (const char* part :
       {"# z3 prints a model that does not satisfy the input (G2)\n", "- Kind: invalid-model (str.replace)\n",
        "- Target: z3, version 4.8.12\n", "2 of 3 runs", "```sh\nz3 -T:10 input.fake\n```", "```fake\nb\nballast",
        "## Should print\n\nassertion 2 is false  \nunder the model  \n", "```\nsat\n(model)\n```",
        "seed 18446744073709551615"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
}

TEST(IssueTexts, AreNotBrokenByWhatTheyQuote) {
  Finding finding = example();
  finding.reduced->files[0].content = "```\n# not a heading\n````\n";
  finding.target_version = "<img src=x>\n# also not";
  finding.output = "\x1b[31mred";
  const std::string text = issue_text(finding);
  EXPECT_NE(text.find("`````fake\n```\n# not a heading\n````\n`````\n"), std::string::npos) << text;
  EXPECT_NE(text.find("version \\<img src=x\\> \\# also not"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(CommandLines, AreQuotedForAShell) {
  EXPECT_EQ(command_line({"z3", "{input}"}, "a b.smt2"), "z3 'a b.smt2'");
  EXPECT_EQ(command_line({"z3", "-in"}, "x.smt2"), "z3 -in < x.smt2");
  EXPECT_EQ(shell_quoted({"a b", "c"}), "'a b' c");
  EXPECT_EQ(command_line({"a'b", "", "$(rm)", "--f={input}"}, "x"), "'a'\\''b' '' '$(rm)' --f=x");
}

TEST(Baselines, CoverWhatTheyList) {
  const Finding finding = example();
  const Result<Baseline> lines = Baseline::parse("# known\n\n  invalid-model/str.replace  \nother\n", "b");
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines->size(), 2U);
  EXPECT_TRUE(lines->covers(finding));
  Finding other = finding;
  other.signature = "invalid-model/str.at";
  EXPECT_FALSE(lines->covers(other));
  other.signature.clear();
  EXPECT_FALSE(Baseline::parse("\n\n", "b")->covers(other));
  EXPECT_EQ(uncovered({finding, other}, *lines).size(), 1U);
}

TEST(Baselines, WithATargetCoverThatTargetOnly) {
  const Finding finding = example();
  const char* json = R"({"assay-baseline":1,"findings":[{"target":"cvc5","signature":"invalid-model/str.replace"}]})";
  EXPECT_FALSE(Baseline::parse(json, "b")->covers(finding));
  const char* any = R"({"assay-baseline":1,"findings":[{"signature":"invalid-model/str.replace"}]})";
  EXPECT_TRUE(Baseline::parse(any, "b")->covers(finding));
  for (const char* bad : {"{", "{}", R"({"assay-baseline":1})", R"({"assay-baseline":1,"findings":[3]})",
                          R"({"assay-baseline":1,"findings":[{"target":"z3"}]})"}) {
    EXPECT_FALSE(Baseline::parse(bad, "b").ok()) << bad;
  }
  EXPECT_FALSE(Baseline::load("/nowhere/baseline").ok());
}

BugTraits traits(const std::string& signature, bool is_cut, std::vector<std::string> causes) {
  return {"z3", signature, BugKind::RefutationUnsound, "unsat for satisfiable", is_cut, std::move(causes)};
}

TEST(Baselines, TellCompleteReductionsApartByTheirSignaturesAlone) {
  const BugTraits known = traits("a", false, {"bvadd"});
  EXPECT_EQ(match(known, traits("a", false, {"bvadd"})), BugMatch::Same);
  EXPECT_EQ(match(known, traits("a", true, {"bvmul"})), BugMatch::Same);
  EXPECT_EQ(match(known, traits("b", false, {"bvadd"})), BugMatch::None);
  EXPECT_EQ(match(known, traits("b", false, {})), BugMatch::None);
  EXPECT_EQ(match(known, traits("", true, {"bvadd"})), BugMatch::None) << "it has no signature yet";
}

TEST(Baselines, MatchACutReductionByTheCausesThatItCanShare) {
  const BugTraits complete = traits("a", false, {"bvadd", "concat"});
  const BugTraits cut = traits("b", true, {"bvadd", "bvmul", "concat"});
  EXPECT_EQ(match(complete, cut), BugMatch::Possible) << "the rest of the reduction may take bvmul away";
  EXPECT_EQ(match(cut, complete), BugMatch::Possible);
  const BugTraits other = traits("c", true, {"bvadd", "bvmul"});
  EXPECT_EQ(match(complete, other), BugMatch::None) << "a reduction adds no concat";
  EXPECT_EQ(match(cut, other), BugMatch::Possible) << "both may come down to bvadd";
  EXPECT_EQ(match(cut, traits("d", true, {"str.len"})), BugMatch::None);
  EXPECT_EQ(match(complete, traits("e", true, {})), BugMatch::Possible) << "nothing tells them apart";
  for (const bool cut_one : {false, true}) {
    BugTraits changed = cut_one ? cut : complete;
    changed.signature = "f";
    changed.kind = BugKind::SolutionUnsound;
    EXPECT_EQ(match(cut, changed), BugMatch::None) << "another kind";
    changed.kind = cut.kind;
    changed.reason = "another reason";
    EXPECT_EQ(match(cut, changed), BugMatch::None) << "another message";
  }
}

TEST(Baselines, KeepWhatTheMatchNeeds) {
  Finding finding = example();
  finding.reduction_is_cut = true;
  finding.causes = {"str.at", "str.replace"};
  const Result<Finding> read = finding_from_json(finding_to_json(finding), "f");
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->reduction_is_cut);
  EXPECT_EQ(read->causes, finding.causes);

  CampaignRecord record;
  record.identity.module = "smt-fuzz";
  record.identity.configuration = "seed = 1\n";
  record.findings = {finding};
  const std::string text = export_format("baseline")->write(record);
  const Result<Baseline> baseline = Baseline::parse(text, "b");
  ASSERT_TRUE(baseline.ok());
  EXPECT_EQ(baseline->match_of(finding), BugMatch::Same);
  Finding later = example();
  later.signature = "invalid-model/str.at";
  later.causes = {"str.at"};
  EXPECT_EQ(baseline->match_of(later), BugMatch::Possible);
  later.target = "cvc5";
  EXPECT_EQ(baseline->match_of(later), BugMatch::None);
  later.target = "z3";
  later.causes = {"str.len"};
  EXPECT_EQ(baseline->match_of(later), BugMatch::None);

  const Result<std::vector<Finding>> replayed = findings_of_baseline(text, "b");
  ASSERT_TRUE(replayed.ok());
  ASSERT_EQ(replayed->size(), 1U);
  const Finding& again = replayed->front();
  EXPECT_EQ(again.id, finding.id);
  EXPECT_EQ(again.configuration, "seed = 1\n");
  EXPECT_EQ(again.smallest().files[0].content, finding.reduced->files[0].content);
  EXPECT_EQ(again.smallest().metadata, finding.reduced->metadata);
  EXPECT_TRUE(again.compared);

  record.findings[0].reduced->files[0].content = "\xff";
  const auto bytes = findings_of_baseline(export_format("baseline")->write(record), "b");
  ASSERT_TRUE(bytes.ok());
  EXPECT_TRUE(bytes->front().smallest().files.empty()) << "altered bytes would be another case";
}

TEST(Baselines, OfEarlierVersionsMatchSignaturesAlone) {
  Finding cut = example();
  cut.reduction_is_cut = true;
  cut.signature = "other";
  const char* old =
      R"({"assay-baseline":1,"findings":[{"target":"z3","kind":"invalid-model","signature":"invalid-model/str.replace"}]})";
  EXPECT_EQ(Baseline::parse(old, "b")->match_of(cut), BugMatch::None);
  EXPECT_TRUE(is_baseline(old));
  EXPECT_FALSE(is_baseline("invalid-model/str.replace\n"));
}

TEST(Findings, HaveTheFieldsThatTheSchemaPromises) {
  Finding bare;
  bare.id = "z3-17";
  bare.original = make_case(17, "bug x");
  Finding full = example();
  full.input = "input.fake";
  full.reproduction = shown_by("new.c");
  full.histories = {{"z3", {{"1.0", VersionAnswer::What::Right, ""}}}};
  CampaignRecord record;
  record.findings = {bare, full};
  const auto keys = [](const nlohmann::json& object) {
    std::set<std::string> all;
    for (const auto& [key, value] : object.items()) all.insert(key);
    return all;
  };
  const auto rows = nlohmann::json::parse(export_format("json")->write(record)).at("findings");
  const Result<std::string> text = read_text_file(ASSAY_SCHEMAS "/export.schema.json");
  ASSERT_TRUE(text.ok());
  const auto schema = nlohmann::json::parse(*text).at("/properties/findings/items"_json_pointer);
  EXPECT_EQ(keys(rows[0]), schema.at("required").get<std::set<std::string>>());
  EXPECT_EQ(keys(rows[1]), keys(schema.at("properties")));
  EXPECT_EQ(keys(rows[1].at("reproduction")), keys(schema.at("/properties/reproduction/properties"_json_pointer)));
  EXPECT_EQ(keys(rows[1].at("versions")[0]), keys(schema.at("/properties/versions/items/properties"_json_pointer)));
}

TEST(Findings, OfEarlierVersionsAreCutUnlessTheyWereReduced) {
  Finding finding = example();
  for (const FindingStatus status : {FindingStatus::Reduced, FindingStatus::Partial, FindingStatus::Unreduced}) {
    finding.status = status;
    auto json = nlohmann::json::parse(finding_to_json(finding));
    json.erase("reduction");
    EXPECT_EQ(finding_from_json(json.dump(), "f")->reduction_is_cut, status != FindingStatus::Reduced);
  }
}

}  // namespace
}  // namespace assay::core::fake
