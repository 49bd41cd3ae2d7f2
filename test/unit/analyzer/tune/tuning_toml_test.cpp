#include <gtest/gtest.h>

#include <string>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/command/readers/reader.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr const char* kHead =
    "name = \"x\"\nlanguage = \"c\"\n[tune]\nargv = [\"x\", \"{settings}\"]\nreader = \"sarif\"\n";
constexpr const char* kDepth =
    "[[tune.knob]]\nname = \"depth\"\nvalues = [\"1\", \"2\"]\ndefault = \"1\"\nwords = [\"-d{value}\"]\n";

std::string refused(const std::string& rest, const std::string& head = kHead) {
  const Result<Definition> read = parse_analyzer(head + rest, "x.toml");
  return read.ok() ? "read" : read.error().text();
}

TEST(TuningTables, AreRead) {
  const Result<Definition> read = parse_analyzer(
      std::string(kHead) +
          "goal = \"findings\"\nsamples = 12\nflags = [\"-I\", \"-isystem -> -I\"]\ndomain = \"dom\"\n" +
          "order = [\"a < b < c\", \"a < d\"]\n[tune.environment]\nPWD = \"{folder}\"\n[tune.files]\n\".rc\" = \"root "
          "{root}\"\n" +
          kDepth +
          "[[tune.knob]]\nname = \"dom\"\nvalues = [\"a\", \"b\", \"c\", \"d\"]\ndefault = \"b\"\n"
          "words = [\"--dom\", \"{value}\"]\nwords_for = { c = [\"-c\"] }\nunsound = \"d\"\n"
          "[[tune.knob]]\nname = \"wide\"\nvalues = [\"off\", \"on\"]\ndefault = \"off\"\nwords_for = { on = \"-w\" }\n"
          "when = \"dom\"\nwhen_values = [\"c\"]\nordered = true\n",
      "x.toml");
  ASSERT_TRUE(read.ok()) << read.error().text();
  const Tuning& tuning = read->tuning;
  EXPECT_TRUE(tuning.known());
  EXPECT_EQ(tuning.goal, Tuning::Goal::Findings);
  EXPECT_EQ(tuning.samples, 12U);
  EXPECT_EQ(tuning.flags[1], (std::pair<std::string, std::string>{"-isystem", "-I"}));
  EXPECT_EQ(tuning.files, (std::vector<std::pair<std::string, std::string>>{{".rc", "root {root}"}}));
  EXPECT_EQ(tuning.less_precise.size(), 3U);
  const Result<Space> space = Space::of(tuning);
  ASSERT_TRUE(space.ok()) << space.error().text();
  EXPECT_EQ(space->words(space->ingredient("dom=c wide=on").value()), (std::vector<std::string>{"-c", "-w"}));
  EXPECT_EQ(space->words(space->ingredient("depth=2 dom=a").value()), (std::vector<std::string>{"-d2", "--dom", "a"}));
  EXPECT_FALSE(space->ingredient("dom=d").ok());
  EXPECT_NE(open_analyzer(*read).error().text().find("can only be tuned"), std::string::npos);
}

TEST(TuningTables, WordsForOneFunction) {
  const Result<Definition> read =
      parse_analyzer(std::string(kHead) + kDepth + "function_words = [\"-in\", \"{function}:{value}\"]\n" +
                         "[[tune.knob]]\nname = \"wide\"\nvalues = [\"off\", \"on\", \"very\"]\ndefault = "
                         "\"off\"\nwords = \"-w{value}\"\n"
                         "function_words_for = { on = [\"-w={function}\"] }\n",
                     "x.toml");
  ASSERT_TRUE(read.ok()) << read.error().text();
  const Result<Space> space = Space::of(read->tuning);
  ASSERT_TRUE(space.ok()) << space.error().text();
  EXPECT_EQ(space->words(space->ingredient("wide=very wide@g=on depth@f=2").value()),
            (std::vector<std::string>{"-wvery", "-in", "f:2", "-w=g"}));
  EXPECT_FALSE(space->ingredient("depth@f=1").ok());    // the default has no words
  EXPECT_FALSE(space->ingredient("wide@f=very").ok());  // it has none for one function
}

TEST(TuningTables, OneWordOfSettingsAndALabel) {
  const Result<Definition> read = parse_analyzer(
      "name = \"x\"\nlanguage = \"java\"\nversion_label = \"Version:\"\n[tune]\nargv = [\"x\", "
      "\"pta={joined_settings}\"]\n"
      "reader = \"tai-e\"\n" +
          std::string(kDepth),
      "x.toml");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->version_label, "Version:");
}

TEST(TuningTables, SayWhatIsWrongAndWhere) {
  const std::pair<std::string, const char*> kWrong[] = {
      {"goal = \"glory\"", "x.toml:6: there is no goal 'glory'"},
      {"ignored = \"(\"", "x.toml:6: '(' is no regular expression"},
      {"finished = \"[\"", "x.toml:6: '[' is no regular expression"},
      {"samples = -1", "x.toml:6: the key 'samples' must be a whole number that is not negative"},
      {"samples = 2.5", "x.toml:6: the key 'samples' must be a whole number that is not negative"},
      {"colour = \"red\"", "x.toml:6: [tune] has no key 'colour'"},
      {"flags = [\"I\"]", "'I' is no flag"},
      {"domain = \"dom\"", "x.toml:6: there is no knob 'dom'"},
      {"order = [\"a < b\"]", "no 'domain' that it is about"},
      {"[tune.files]\n\"a/b\" = \"\"", "'a/b' is no name of a file"},
      {"prepare = [\"x\"]", "no \"{prepared}\""},
      {"[[tune.knob]]\nname = \"a\"", "x.toml:6: the knob 'a' needs two 'values'"},
      {"[[tune.knob]]\nvalues = [\"1\", \"2\"]", "the knob has no 'name'"},
      {"[[tune.knob]]\nname = \"a b\"\nvalues = [\"1\", \"2\"]", "x.toml:7: the name 'a b' has white space"},
      {"[[tune.knob]]\nname = \"a\"\nvalues = [\"1\", \"1\"]", "x.toml:8: the value '1' is there twice"},
      {"[[tune.knob]]\nname = \"a\"\nvalues = [\"1\", \"x y\"]", "the value 'x y' is empty or has white space"},
      {"[[tune.knob]]\nname = \"a\"\nvalues = [\"1\", \"2\"]", "the knob 'a' has no 'default'"},
      {"[[tune.knob]]\nname = \"a\"\nvalues = [\"1\", \"2\"]\ndefault = \"3\"",
       "x.toml:9: the default '3' is none of the values (the values are 1, 2)"},
      {"[[tune.knob]]\nname = \"a\"\nvalues = [\"1\", \"2\"]\ndefault = \"1\"", "no words for its value '2'"},
      {std::string(kDepth) + kDepth, "x.toml:11: the knob 'depth' is there twice"},
      {std::string(kDepth) + "when = \"dom\"\nwhen_values = [\"a\"]",
       "x.toml:11: there is no knob 'dom' before 'depth'"},
      {std::string(kDepth) + "when = \"depth\"\nwhen_values = [\"1\"]", "there is no knob 'depth' before 'depth'"},
      {std::string(kDepth) + "when_values = [\"a\"]", "'when_values' without a 'when'"},
      {std::string(kDepth) + "unsound = [\"1\"]", "the default '1' cannot be called unsound"},
      {std::string(kDepth) + "unsound = [\"9\"]", "'9' is called unsound, which is none of the values"},
      {std::string(kDepth) + "words_for = { 3 = [\"-x\"] }", "no key '3'"},
      {std::string(kDepth) + "function_words = [\"-x\", \"{value}\"]",
       "x.toml:11: the words have no {function}: '-x {value}'"},
      {std::string(kDepth) + "function_words_for = { 2 = [\"-x\"] }", "the words have no {function}: '-x'"},
      {std::string(kDepth) + "function_words_for = { 3 = [\"{function}\"] }", "no key '3'"},
      {"[[tune.knob]]\nname = \"a@b\"\nvalues = [\"1\", \"2\"]",
       "x.toml:7: the name 'a@b' has white space, '=' or '@'"},
      {std::string(kDepth) + "ordered = \"yes\"", "x.toml:11: the key 'ordered' must be true or false"},
      {std::string(kDepth) + "[[tune.knob]]\nname = \"b\"\nvalues = [\"1\", \"2\"]\ndefault = \"1\"\n"
                             "words = [\"{value}\"]\nwhen = \"depth\"\nwhen_values = [\"7\"]",
       "the knob 'depth' has no value '7' (its values are 1, 2)"},
      {"domain = \"depth\"\norder = [\"1 < 2\", \"2 < 1\"]\n" + std::string(kDepth),
       "x.toml:7: the order of precision has a cycle"},
      {"domain = \"depth\"\norder = [\"1 < 1\"]\n" + std::string(kDepth), "has a cycle"},
      {"domain = \"depth\"\norder = [\"1 < 5\"]\n" + std::string(kDepth), "names '5', which is no value of 'depth'"},
  };
  for (const auto& [toml, expected] : kWrong)
    EXPECT_NE(refused(toml).find(expected), std::string::npos) << toml << "\n-> " << refused(toml);
}

TEST(TuningTables, NeedACommandAndAReader) {
  const std::string name = "name = \"x\"\nlanguage = \"c\"\n";
  EXPECT_NE(refused("[tune]\nreader = \"sarif\"", name).find("x.toml:3: [tune] has no 'argv'"), std::string::npos);
  EXPECT_NE(refused("[tune]\nargv = [\"x\"]", name).find("no 'reader'"), std::string::npos);
  EXPECT_NE(refused("[tune]\nargv = [\"x\"]\nreader = \"lines\"", name).find("needs a 'pattern'"), std::string::npos);
  EXPECT_NE(refused(std::string("[tune]\nargv = [\"x\"]\nreader = \"sarif\"\n") + kDepth, name).find("{settings}"),
            std::string::npos);
  EXPECT_EQ(refused("[tune]\nargv = [\"x\"]\nreader = \"sarif\"", name), "read");
  for (const std::string mark : {"{prepared}", "{results}", "{folder}"}) {
    const std::string command = "command = [\"x\", \"--out=" + mark + "\"]\n";
    const std::string text = refused("[tune]\nargv = [\"x\"]\n" + command + "reader = \"sarif\"", name);
    EXPECT_NE(text.find("only Assay makes " + mark), std::string::npos) << text;
  }
  EXPECT_NE(refused("tune = 3", name).find("must be a table"), std::string::npos);
}

TEST(TuningTables, AreInherited) {
  const Result<Definition> mine = parse_analyzer(
      "inherits = \"eva\"\nname = \"mine\"\n[tune]\nfailed = [\"x\"]\n[tune.environment]\nPWD = \"/\"\nA = \"b\"\n"
      "[[tune.knob]]\nname = \"slevel\"\nvalues = [\"auto\", \"7\"]\ndefault = \"auto\"\nwords = [\"-eva-slevel\", "
      "\"{value}\"]\n[[tune.knob]]\nname = \"new\"\nvalues = [\"a\", \"b\"]\ndefault = \"a\"\nwords = [\"{value}\"]\n",
      "mine.toml");
  ASSERT_TRUE(mine.ok()) << mine.error().text();
  const Tuning& own = mine->tuning;
  const Tuning eva = resolve_analyzer("eva")->tuning;
  ASSERT_EQ(own.knobs.size(), eva.knobs.size() + 1);
  EXPECT_EQ(own.knobs.back().name, "new");
  for (std::size_t i = 0; i < eva.knobs.size(); ++i) EXPECT_EQ(own.knobs[i].name, eva.knobs[i].name);
  const auto slevel =
      std::find_if(own.knobs.begin(), own.knobs.end(), [](const Knob& k) { return k.name == "slevel"; });
  EXPECT_EQ(slevel->values.size(), 2U);
  EXPECT_EQ(own.argv, eva.argv);
  EXPECT_EQ(own.failed, (std::vector<std::string>{"x"}));
  EXPECT_EQ(own.environment, (std::vector<std::pair<std::string, std::string>>{{"PWD", "/"}, {"A", "b"}}));
  EXPECT_EQ(own.less_precise, eva.less_precise);
  const std::string toml =
      "inherits = \"eva\"\n[tune]\n[[tune.knob]]\nname = \"domains\"\nvalues = [\"auto\", \"sign\"]\ndefault = "
      "\"auto\"\nwords = [\"{value}\"]\n";
  EXPECT_NE(refused(toml, "").find("none of its values any more"), std::string::npos) << refused(toml, "");
}

TEST(TuningTables, OfAssayMakeSpaces) {
  std::size_t tuned = 0;
  for (const Definition& one : builtin_analyzers()) {
    if (!one.tuning.known()) continue;
    ++tuned;
    const Result<Space> space = Space::of(one.tuning, true);
    ASSERT_TRUE(space.ok()) << one.name << ": " << space.error().text();
    EXPECT_GT(space->size(), 100U) << one.name;
    for (const std::string& text : one.tuning.schedule) EXPECT_TRUE(space->ingredient(text).ok()) << text;
    EXPECT_EQ(find_reader(one.tuning.reader) != nullptr, one.tuning.runner == "process") << one.name;
  }
  EXPECT_GE(tuned, 4U);
  const Space eva = Space::of(resolve_analyzer("eva")->tuning).value();
  EXPECT_EQ(eva.text(eva.standard()), "default");
  EXPECT_TRUE(eva.words(eva.standard()).empty());
  EXPECT_FALSE(eva.ingredient("initialized-locals=on").ok());  // unsound
  EXPECT_FALSE(eva.ingredient("builtins=off").ok());
}

}  // namespace
}  // namespace assay::analyzer::tune
