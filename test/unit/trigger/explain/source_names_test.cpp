// The source's names for the symbols of a verifier's encoding.

#include "trigger/explain/source_names.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "trigger/explain/derivation.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger::source_names_test {
namespace {

std::string constants(const std::vector<std::string>& symbols) {
  std::string text;
  for (const std::string& symbol : symbols) text += "(declare-fun |" + symbol + "| () Int)\n";
  return text;
}

/// The names of symbols that a script with the mark declares.
std::vector<std::string> names(const std::string& mark, const std::vector<std::string>& symbols) {
  smt::TermStore store;
  const SourceNames known(store, read(store, mark + constants(symbols)));
  std::vector<std::string> result;
  for (const std::string& symbol : symbols) result.push_back(known.function(symbol));
  return result;
}

using Names = std::vector<std::string>;
const std::string kBoogie = "(declare-fun tickleBool (Bool) Bool)\n";
const std::string kSilicon = "(declare-sort $Snap 0)\n";
const std::string kVerus = "(declare-sort FuelId 0)\n";
const std::string kFStar = "(declare-fun FString_const (Int) Int)\n";

TEST(SourceNames, OfBoogieAndDafny) {
  EXPECT_EQ(names(kBoogie, {"Seq#Length", "s#0@0@@3", "Heap@@12", "x@7", "_module.__default.len", "_module.Node.next",
                            "#_module.List.Cons", "_module.List.Nil_q"}),
            (Names{"Seq#Length", "s", "Heap", "x", "len", "Node.next", "List.Cons", "List.Nil?"}));
  EXPECT_EQ(names(kBoogie, {"Seq@sharp@Length", "m@sharp@0@0"}), (Names{"Seq#Length", "m"}));
}

TEST(SourceNames, OfSilicon) {
  EXPECT_EQ(names(kSilicon, {"x@3@01", "$t@12@01", "len<Int>", "inv@7"}), (Names{"x", "$t", "len<Int>", "inv@7"}));
}

TEST(SourceNames, OfVerus) {
  EXPECT_EQ(names(kVerus, {"vstd!seq.Seq.len.?", "seq.Seq.add.?", "x~3@", "y~2@0", "z!", "i~5$", "fuel%len.", "T&."}),
            (Names{"vstd::seq::Seq::len", "seq::Seq::add", "x", "y", "z", "i", "fuel%len.", "T&."}));
}

TEST(SourceNames, OfFStar) {
  EXPECT_EQ(names(kFStar, {"Foo.len", "x__12", "Foo.app.fuel_instrumented"}), (Names{"Foo.len", "x", "Foo.app"}));
}

TEST(SourceNames, TellFunctionsApart) {
  EXPECT_EQ(names(kBoogie, {"s#0@0", "s#0@1", "f", "f@@0", "t#0@0", "t#1"}),
            (Names{"s#0@0", "s#0@1", "f", "f@@0", "t#0", "t#1"}));
}

TEST(SourceNames, AreTheSymbolsWhereNoVerifierIsKnown) {
  EXPECT_EQ(names("", {"x@3@01", "s#0", "v!9", "f.?"}), (Names{"x@3@01", "s#0", "v!9", "f.?"}));
}

TEST(SourceNames, SayWhichVerifier) {
  smt::TermStore store;
  EXPECT_EQ(SourceNames(store, read(store, kSilicon)).verifier(), "Silicon");
  EXPECT_EQ(SourceNames(store, read(store, constants({"x"}))).verifier(), "");
}

TEST(SourceNames, OfWhatAssayAdded) {
  smt::TermStore store;
  const std::string declared = "(declare-const x Int)(declare-const v!1 Int)";
  const smt::Script script = read(store, declared);
  std::vector<smt::FunctionId> own;
  for (const char* symbol : {"v!9", "w!1", "w!2", "x!3"})
    own.push_back(store.function_of(term_in(store, "(declare-const " + std::string(symbol) + " Int)", symbol)));
  const SourceNames known(store, script, own);
  EXPECT_EQ(known.function("v!9"), "v");
  EXPECT_EQ(known.function("w!1"), "w!1");  // there are two
  EXPECT_EQ(known.function("x!3"), "x!3");  // the script has an x
  EXPECT_EQ(known.function("v!1"), "v!1");  // the script's own
}

TEST(SourceNames, OfVariables) {
  const SourceNames none;
  for (const auto& [symbol, name] : std::vector<std::pair<std::string, std::string>>{
           {"x!12", "x"}, {"x", "x"}, {"x!y", "x!y"}, {"!1", "!1"}, {"x!", "x!"}})
    EXPECT_EQ(none.variable(symbol), name);
  smt::TermStore store;
  const SourceNames fstar(store,
                          read(store, kFStar + "(declare-fun f (Int) Bool)(assert (forall ((@x0 Int)) (f @x0)))"));
  EXPECT_EQ(fstar.variable("@x0!3"), "x0");
  const SourceNames written(store, read(store, "(declare-fun f (Int) Bool)(assert (forall ((v!9 Int)) (f v!9)))"));
  EXPECT_EQ(written.variable("v!9"), "v!9");
  EXPECT_EQ(written.variable("v!9!1"), "v!9");
}

TEST(SourceNames, AreInReadableTerms) {
  smt::TermStore store;
  const std::string declarations = kBoogie + "(declare-fun |Seq@sharp@Length| (Int) Int)(declare-const |s#0@0| Int)";
  const SourceNames known(store, read(store, declarations));
  EXPECT_EQ(readable(store, term_in(store, declarations, "(|Seq@sharp@Length| |s#0@0|)"), known), "Seq#Length(s)");
}

}  // namespace
}  // namespace assay::trigger::source_names_test
