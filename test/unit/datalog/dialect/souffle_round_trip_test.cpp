#include <gtest/gtest.h>

#include "datalog/dialect/souffle/words/souffle.hpp"
#include "souffle_programs.hpp"

namespace assay::datalog::souffle_round_trip_test {
namespace {

constexpr std::string_view kOtherSeeds[] = {"formulog", "muz", "bddbddb", "gringo", "prolog"};

TEST(SouffleRoundTrip, PrintedProgramsAreReadCompletely) {
  const core::Rng rng(1);
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Program program = SouffleDrawer(rng.split(i)).draw();
    const std::string text = print_souffle(program);
    const Result<Program> again = parse_souffle(text, "p.dl");
    ASSERT_TRUE(again.ok()) << again.error().text() << "\n" << text;
    ASSERT_EQ(again->seed.dialect, "") << text;
    ASSERT_EQ(print_souffle(*again), text);
    ASSERT_EQ(canonical(*again), canonical(program)) << text;
  }
}

constexpr std::string_view kSeed = R"(// a seed
.type Node <: symbol
.type List = [head:number, tail:List]
.comp C<T> { .decl hidden(a:T) }
.init c = C<number>
.decl edge(a:Node, b:Node) brie
.input edge
.decl lists(l:List)
lists([1, nil]).
.output lists(IO=file)
edge(x, y) <= edge(x, z) :- y = z. // no line end)";

TEST(SouffleRoundTrip, SeedsStayInFront) {
  const core::Rng rng(2);
  for (std::uint64_t i = 0; i < 500; ++i) {
    Result<Program> seeded = parse_souffle(kSeed, "seed.dl");
    ASSERT_TRUE(seeded.ok()) << seeded.error().text();
    ASSERT_EQ(seeded->relations.size(), 2u);
    const Program drawn = SouffleDrawer(rng.split(i)).draw();
    seeded->relations.insert(seeded->relations.end(), drawn.relations.begin(), drawn.relations.end());
    seeded->symbols = drawn.symbols;
    seeded->rules = drawn.rules;
    for (Rule& rule : seeded->rules) {
      for (Atom& head : rule.heads) head.relation += 2;
      for (Literal& literal : rule.body) {
        if (auto* atom = std::get_if<Atom>(&literal)) atom->relation += 2;
        if (auto* aggregate = std::get_if<Aggregate>(&literal))
          for (Atom& atom : aggregate->atoms) atom.relation += 2;
      }
    }
    if (i % 2 == 0) seeded->relations[0].is_output = true;
    if (i % 3 == 0) seeded->relations[0].facts.add({seeded->intern("a"), seeded->intern("b")});

    const std::string text = print_souffle(*seeded);
    ASSERT_EQ(text.substr(0, kSeed.size()), kSeed);
    const Result<Program> again = parse_souffle(text, "p.dl");
    ASSERT_TRUE(again.ok()) << again.error().text() << "\n" << text;
    ASSERT_EQ(print_souffle(*again), text);
    ASSERT_EQ(canonical(*again), canonical(*seeded)) << text;
  }
}

TEST(SouffleRoundTrip, ASeedThatWasPrintedIsASeedAgain) {
  const Result<Program> seed = parse_souffle(kSeed, "seed.dl");
  ASSERT_TRUE(seed.ok());
  Program around;
  around.seed = {"souffle", print_souffle(*seed), {}};
  const Result<Program> again = parse_souffle(print_souffle(around), "p.dl");
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(again->seed.text, around.seed.text);
  EXPECT_EQ(again->relations.size(), 2u);
}

// The parser gives a program or an Error for every mutated text.
TEST(SouffleRoundTrip, MutatedTextsHaveAnAnswer) {
  const core::Rng rng(3);
  static const std::vector<std::string> pieces = {".decl ",
                                                  ".type ",
                                                  ".output ",
                                                  ".comp ",
                                                  "{",
                                                  "}",
                                                  "(",
                                                  ")",
                                                  "[",
                                                  "]",
                                                  "\"",
                                                  "/*",
                                                  "*/",
                                                  "//",
                                                  "#define X \\\n",
                                                  "\n",
                                                  ".",
                                                  ",",
                                                  ":-",
                                                  "!",
                                                  "_",
                                                  "=",
                                                  "<:",
                                                  "<",
                                                  ">",
                                                  "|",
                                                  "-",
                                                  "0x",
                                                  "1.",
                                                  "99999999999999999999",
                                                  "count",
                                                  "sum",
                                                  "min(",
                                                  "V0",
                                                  "V9",
                                                  ":",
                                                  ";",
                                                  "\\",
                                                  "nil",
                                                  "@[",
                                                  "'",
                                                  "\0",
                                                  "u",
                                                  "'a'",
                                                  "choice-domain ",
                                                  "//@ end of seed\n",
                                                  "//@ input r0\n",
                                                  ".plan ",
                                                  ".init ",
                                                  ".functor ",
                                                  ".lattice ",
                                                  "Node",
                                                  "number",
                                                  "\xff"};
  std::size_t read = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    core::Rng draws = rng.split(i);
    std::string text = print_souffle(SouffleDrawer(draws.split(1)).draw());
    if (i % 3 == 0) text = std::string(kSeed) + "\n//@ end of seed\n" + text;
    for (std::uint64_t j = 1 + draws.below(6); j > 0 && !text.empty(); --j) {
      const std::uint64_t at = draws.below(text.size());
      const std::uint64_t length = draws.below(std::min<std::uint64_t>(text.size() - at, 20) + 1);
      text.replace(at, draws.coin() ? length : 0, draws.coin() ? draws.pick(pieces) : text.substr(at, length));
    }
    const Result<Program> program = parse_souffle(text, "m.dl");
    if (!program) {
      ASSERT_EQ(program.error().message.substr(0, 5), "m.dl:");
      continue;
    }
    ++read;
    const std::string printed = print_souffle(*program);
    const Result<Program> again = parse_souffle(printed, "m.dl");
    if (program->seed.dialect.empty()) {
      ASSERT_TRUE(again.ok()) << again.error().text() << "\n" << printed;
      ASSERT_EQ(print_souffle(*again), printed) << text;
    }
    for (const std::string_view dialect : kOtherSeeds) (void)read_seed(dialect, text, "m");
    (void)read_souffle_output(*program, text, ReadLimits());
  }
  EXPECT_GT(read, 500u);
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

// Deep nesting, long chains and great products: quick answers, no deep calls.
TEST(SouffleRoundTrip, HostileTextsAreAnsweredQuickly) {
  constexpr std::size_t kMany = 50'000;
  std::vector<std::string> texts = {
      repeated("(", kMany),
      "p" + repeated("(", kMany) + repeated(")", kMany) + ".",
      ".comp C " + repeated("{", kMany) + repeated("}", kMany),
      repeated("/*", kMany),
      repeated("[", kMany) + repeated("]", kMany) + ".",
      ".decl p(a:number)\np(X) :- p(X), X = " + repeated("(", kMany) + "1" + repeated(")", kMany) + ".",
      ".decl p(a:number)\np(X) :- p(X), X = " + repeated("-", kMany) + "1.",
      ".decl a" + repeated(",a", kMany) + "(x:number" + repeated(",x:number", kMany) + ")",
      ".decl a(x:number" + repeated(",x:number", kMany) + ") choice-domain (x" + repeated(",x", kMany) + ")",
      "a" + repeated(".a", kMany) + "(1).",
      repeated("#\\\n", kMany),
  };
  std::string chain;
  std::string equal = ".decl p(a:symbol)\np(V0) :- p(V0)";
  for (std::size_t i = kMany; i > 0; --i) {
    chain += ".type T" + std::to_string(i) + " = T" + std::to_string(i - 1) + "\n";
    equal += ", X" + std::to_string(i) + " = X" + std::to_string(i - 1);
  }
  texts.push_back(chain + ".type T0 <: number\n.decl p(a:T" + std::to_string(kMany) + ")");
  texts.push_back(equal + ".");
  for (const std::string& text : texts) {
    (void)parse_souffle(text, "h.dl");
    for (const std::string_view dialect : kOtherSeeds) (void)read_seed(dialect, text, "h");
  }
  const Result<Program> last = parse_souffle(texts[texts.size() - 2], "h.dl");
  ASSERT_TRUE(last.ok()) << last.error().text();
  EXPECT_EQ(last->relations.at(0).attributes.at(0).type, Type::Number);
}

}  // namespace
}  // namespace assay::datalog::souffle_round_trip_test
