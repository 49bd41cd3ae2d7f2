// Readers of core: findings and their histories, baselines, releases, options, words of the command line.

#include <gtest/gtest.h>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/finding/baseline.hpp"
#include "core/finding/finding_json.hpp"
#include "core/options/options.hpp"
#include "core/releases/releases.hpp"
#include "core/target/installed.hpp"
#include "core/target/named.hpp"
#include "core/target/patterns.hpp"
#include "reader_fuzz.hpp"

namespace assay::fuzz {
namespace {

core::Finding some_finding() {
  core::Finding finding;
  finding.id = "z3-21";
  finding.kind = core::BugKind::RefutationUnsound;
  finding.reason = "unsat";
  finding.signature = "z3 refutation-unsound (+ Int)";
  finding.target = "z3";
  finding.target_command = {"z3", "-in"};
  finding.original.files = {{"script.smt2", "(check-sat)"}};
  finding.original.metadata = R"({"truth":["sat"]})";
  finding.reduced = finding.original;
  finding.module = "smt.fuzz";
  finding.configuration = "seeds = [\"a\"]\n";
  return finding;
}

/// Writing and reading a finding again gives the same finding.
void read_finding(const std::string& text) {
  const Result<core::Finding> finding = core::finding_from_json(text, "finding.json");
  if (!finding) return;
  const std::string written = core::finding_to_json(*finding);
  const Result<core::Finding> again = core::finding_from_json(written, "again.json");
  ASSERT_TRUE(again.ok()) << again.error().text() << "\n" << written;
  EXPECT_EQ(core::finding_to_json(*again), written);
}

/// Matches the text's lines with patterns, with and without groups, and reads the text as a pattern.
void match_patterns(const std::string& text) {
  static const core::PatternList kList({{"internal (error|failure)", "an error"}, {"^\\(error .*\\)$", "refused"}});
  static const core::GroupPattern kGroups(R"re((?P<file>[a-z.]+):(?P<line>\d+): .*error)re");
  (void)kList.find(split(text, '\n'));
  for (const std::string_view line : split(text, '\n')) (void)kGroups.match(line);
  (void)core::pattern_problem(text);
  (void)core::matches_lines(text, "(error in a.c)\nsat");
}

void read_words(const std::string& text) {
  (void)core::read_named_target(text, "z3");
  (void)core::read_release_name(text);
  (void)core::read_release_spans(text);
  (void)core::parse_duration(text);
  (void)percent_decoded(text);
  (void)parse_unsigned(text);
  (void)escape_markup(text);
  (void)printable(text);
  (void)shortened(text, 7);
  (void)to_lower(text);
}

}  // namespace

std::vector<Reader> core_readers() {
  return {
      {"Finding",
       {core::finding_to_json(some_finding())},
       {"\"kind\":", "\"original\":", "\"files\":[", "\"metadata\":\"", "\"status\":", "\"confirmed\":"},
       read_finding},
      {"Baseline",
       {R"({"assay-baseline":1,"findings":[{"target":"z3","signature":"crash"}]})", "# a\nz3 crash\nother\n"},
       {"\"findings\":", "\"signature\":", "#"},
       [](const std::string& text) { (void)core::Baseline::parse(text, "baseline"); }},
      {"Releases",
       {file_text("data/releases.toml")},
       {"[[release]]", "name = ", "registry = ", "versions = [", "'''", "dependencies = false"},
       [](const std::string& text) { (void)core::read_installables(text, "releases.toml"); }},
      {"MovedPaths",
       {"seeds = [\"/a/b\", \"/a/c\"]\ntarget = [\"mine=/a/z3 -in\"]\n"},
       {"seeds = ", "\"/a", "'''", "[a]\n"},
       [](const std::string& text) { (void)core::with_moved_paths(text, "/a", "/z"); }},
      {"OutputPatterns",
       {"a.c:3: this is an error\nb.c:4: fine\n"},
       {"a.c:", ": error", "(error ", "internal failure", "(?P<", ")*", "{1000}", "[[:alpha:]]"},
       match_patterns},
      {"Words",
       {"z3:4.8.5..latest,cvc5:all", "mine=/opt/z3 -in", "1h", "z3@4.8.12", "a%20b"},
       {"z3", ":all", "..latest", "@", "=", "ms", "%4"},
       read_words},
  };
}

}  // namespace assay::fuzz
