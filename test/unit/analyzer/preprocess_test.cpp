#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/test/self_contained.hpp"
#include "analyzer/test/test.hpp"

namespace assay::analyzer {
namespace {

/// Facts that were judged in a run, by where they were written; none is broken.
std::map<std::string, std::size_t> judged_at(Analyzer& analyzer, const Program& program) {
  core::ScratchFolder scratch;
  core::Limits limits;
  limits.wall_seconds = limits.cpu_seconds = 60;
  const Session session{scratch, limits, limits, {}};
  const Claims claims = analyzer.claims(program, session);
  EXPECT_FALSE(claims.trouble) << claims.trouble->reason << claims.output;
  const Checks checks = analyzer.check(program, claims, session);
  EXPECT_FALSE(checks.trouble) << checks.trouble->reason << checks.undefined_at;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < checks.facts.size(); ++i) {
    EXPECT_EQ(checks.facts[i].broken, 0U) << to_text(claims.facts[i]);
    if (checks.facts[i].runs == 0) continue;
    const std::string at = written_at(program, claims.facts[i].place);
    ++places[at.substr(at.rfind('/') + 1)];
  }
  return places;
}

TEST(Preprocessing, GivesMacrosAndHeadersPlacesOfTheirOwn) {
  core::ScratchFolder folder;
  ASSERT_TRUE(
      folder.write("a.h", "\nstatic int least(int x) {\n  int y = x;\n  if (y < 3) y = 3;\n  return y + 1;\n}\n"));
  const auto path =
      folder.write("a.c",
                   "#include \"a.h\"\n#define CLAMP(x) (((x) & 7) + STEP)\n"
                   "int main(void) {\n  int z = 5;\n  int w = CLAMP(z) + least(z);\n  return w == 13;\n}\n");
  ASSERT_TRUE(path) << path.error().text();
  const Result<Program> plain = load_program({*path}, {"-DSTEP=2"});
  ASSERT_TRUE(plain) << plain.error().text();
  const Result<Program> expanded = preprocessed(*plain, {*path});
  if (!expanded) GTEST_SKIP() << expanded.error().text();
  EXPECT_TRUE(expanded->flags.empty());
  EXPECT_EQ(expanded->files[0].content.find("CLAMP"), std::string::npos);
  bool any = false;
  for (const char* name : {"cppcheck", "eva"}) {
    const Result<Definition> definition = resolve_analyzer(name);
    ASSERT_TRUE(definition) << definition.error().text();
    Result<std::unique_ptr<Analyzer>> analyzer = open_analyzer(*definition);
    if (!version_of(*definition) || !analyzer) continue;
    any = true;
    const std::map<std::string, std::size_t> before = judged_at(**analyzer, *plain);
    EXPECT_EQ(before.count(""), before.size()) << name;
    std::map<std::string, std::size_t> after = judged_at(**analyzer, *expanded);
    EXPECT_GT(after["a.c:5"], 0U) << name;
    EXPECT_GT(std::count_if(after.begin(), after.end(), [](const auto& row) { return row.first.starts_with("a.h:"); }),
              0)
        << name;
  }
  if (!any) GTEST_SKIP() << "neither cppcheck nor Frama-C is here";
}

TEST(Preprocessing, SaysWhatIsWrong) {
  core::ScratchFolder folder;
  const auto path = folder.write("a.c", "#include \"nowhere.h\"\n");
  const Result<Program> program = load_program({*path}, {});
  ASSERT_TRUE(program);
  EXPECT_FALSE(preprocessed(*program, {*path}).ok());
  EXPECT_FALSE(preprocessed({"c++", {{"a.cpp", ""}}, {}, {}, {}}, {"a.cpp"}).ok());
  EXPECT_EQ(written_at({"c", {{"a.c", "int x;\n"}}, {}, {}, {}}, {"a.c", 1, 1, Place::When::At, "", ""}), "");
}

TEST(SelfContained, HasTheUsersHeadersInIt) {
  core::ScratchFolder folder;
  ASSERT_TRUE(folder.write("b.h", "#pragma once\nint b;\n"));
  ASSERT_TRUE(folder.write("a.h", "#ifndef A\n#define A\n#include \"b.h\"\nint a;\n#endif\n"));
  const Result<std::string> root = folder.path();
  ASSERT_TRUE(root);
  const std::string text =
      "#include <stdio.h>\n#include \"a.h\"\n# include <a.h>\n#include \"b.h\"\n#include \"none.h\"\n";
  const Program made = self_contained({"c", {{"a.c", text}}, {}, {}, {"-I" + *root, "-DX=1"}});
  EXPECT_EQ(made.flags, std::vector<std::string>{"-DX=1"});
  EXPECT_EQ(made.files.front().content,
            "#include <stdio.h>\n#ifndef A\n#define A\nint b;\n\nint a;\n#endif\n\n#include \"none.h\"\n");
  const Program other{"prolog", {{"a.pl", "% #include \"a.h\"\n"}}, {}, {}, {"-I" + *root}};
  EXPECT_EQ(self_contained(other).files.front().content, other.files.front().content);
}

}  // namespace
}  // namespace assay::analyzer
