#include "smt/synth/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "support.hpp"

namespace assay::smt {
namespace {

class SynthOperations : public ::testing::Test {
 protected:
  const std::vector<Operation>& of(const std::string& theory) {
    const auto [entry, is_new] = by_theory_.try_emplace(theory);
    if (is_new) entry->second = operations_of(store_, *find_theory(theory), {});
    return entry->second;
  }
  std::string signature(const Operation& operation) {
    std::string text;
    for (const SortId sort : operation.arguments) text += to_string(store_, sort) + " ";
    return text + "-> " + to_string(store_, operation.result);
  }
  /// The signatures of the tested operations of this name.
  std::set<std::string> signatures(const std::string& theory, const std::string& name) {
    std::set<std::string> all;
    for (const Operation& operation : of(theory))
      if (operation.name == name && operation.tested) all.insert(signature(operation));
    return all;
  }
  std::set<std::string> names(const std::string& theory) {
    std::set<std::string> all;
    for (const Operation& operation : of(theory)) all.insert(operation.name);
    return all;
  }

  TermStore store_;
  std::map<std::string, std::vector<Operation>> by_theory_;
};

using Signatures = std::set<std::string>;

TEST_F(SynthOperations, OfEveryTheoryAreThereOnce) {
  for (const TheoryRow& theory : theory_rows()) {
    std::set<std::string> seen;
    for (const Operation& operation : of(std::string(theory.name))) {
      EXPECT_TRUE(seen.insert(operation.name + signature(operation) + (operation.tested ? "" : "!")).second)
          << theory.name << ": " << operation.name << " " << signature(operation);
      EXPECT_EQ(operation.theory, &theory);
      EXPECT_EQ(operation.places.size(), operation.arguments.size()) << operation.name;
      EXPECT_FALSE(operation.arguments.empty()) << operation.name;
    }
    const bool by_rules = theory.name == "datatypes" || theory.name == "functions";
    EXPECT_EQ(seen.empty(), by_rules) << theory.name;
  }
}

TEST_F(SynthOperations, OfStringsHaveTheirSignatures) {
  EXPECT_EQ(signatures("strings", "str.replace"), (Signatures{"String String String -> String"}));
  EXPECT_EQ(signatures("strings", "str.at"), (Signatures{"String Int -> String"}));
  EXPECT_EQ(signatures("strings", "str.indexof"), (Signatures{"String String Int -> Int"}));
  EXPECT_EQ(signatures("strings", "="), (Signatures{"String String -> Bool"}));
  EXPECT_EQ(signatures("strings", "ite"), (Signatures{"Bool String String -> String"}));
  for (const char* name :
       {"str.++", "str.len", "str.substr", "str.prefixof", "str.suffixof", "str.contains", "str.replace_all",
        "str.to_int", "str.from_int", "str.is_digit", "str.<", "str.<=", "str.to_code", "str.from_code"})
    EXPECT_TRUE(names("strings").contains(name)) << name;
  EXPECT_FALSE(names("strings").contains("str.in_re")) << "of another theory";
}

TEST_F(SynthOperations, OfBitVectorsHaveTheirWidthsAndIndices) {
  EXPECT_EQ(signatures("bit-vectors", "bvadd").size(), 4U) << "the four widths, both arguments of the same";
  EXPECT_TRUE(signatures("bit-vectors", "bvadd").contains("(_ BitVec 8) (_ BitVec 8) -> (_ BitVec 8)"));
  EXPECT_EQ(signatures("bit-vectors", "(_ extract 7 0)"), (Signatures{"(_ BitVec 8) -> (_ BitVec 8)"}));
  EXPECT_EQ(signatures("bit-vectors", "(_ extract 3 2)"),
            (Signatures{"(_ BitVec 4) -> (_ BitVec 2)", "(_ BitVec 8) -> (_ BitVec 2)"}));
  EXPECT_TRUE(signatures("bit-vectors", "(_ extract 8 0)").empty()) << "beyond the width";
  EXPECT_TRUE(signatures("bit-vectors", "(_ extract 0 1)").empty()) << "the wrong way around";
  EXPECT_TRUE(signatures("bit-vectors", "(_ repeat 0)").empty());
  EXPECT_TRUE(signatures("bit-vectors", "(_ zero_extend 0)").contains("(_ BitVec 1) -> (_ BitVec 1)"));
  EXPECT_TRUE(signatures("bit-vectors", "concat").contains("(_ BitVec 8) (_ BitVec 8) -> (_ BitVec 16)"));
  for (const Operation& operation : of("bit-vectors"))
    if (store_.kind(operation.result) == SortKind::BitVector) {
      EXPECT_LE(store_.node(operation.result).indices[0], 16U) << operation.name;
    }
}

TEST_F(SynthOperations, OfFloatsStayInTheFormatsThatAreListed) {
  const Signatures formats{"(_ FloatingPoint 3 4)", "(_ FloatingPoint 3 5)", "(_ FloatingPoint 5 11)",
                           "(_ FloatingPoint 8 24)"};
  std::size_t conversions = 0;
  for (const Operation& operation : of("floating-point")) {
    if (store_.kind(operation.result) == SortKind::Float) {
      EXPECT_TRUE(formats.contains(to_string(store_, operation.result))) << signature(operation);
    }
    if (!operation.name.starts_with("(_ to_fp ")) continue;
    ++conversions;
    EXPECT_LE(operation.arguments.size(), 2U) << operation.name << " " << signature(operation);
  }
  EXPECT_GT(conversions, 10U);
  EXPECT_TRUE(signatures("floating-point", "(_ to_fp 8 24)")
                  .contains("RoundingMode (_ FloatingPoint 5 11) -> (_ FloatingPoint 8 24)"));
  EXPECT_TRUE(signatures("floating-point", "(_ to_fp 5 11)").contains("(_ BitVec 16) -> (_ FloatingPoint 5 11)"));
  EXPECT_TRUE(
      signatures("floating-point", "fp").contains("(_ BitVec 1) (_ BitVec 3) (_ BitVec 3) -> (_ FloatingPoint 3 4)"));
  EXPECT_EQ(signatures("floating-point", "fp.isNaN").size(), 4U);
  EXPECT_TRUE(signatures("floating-point", "fp.add")
                  .contains("RoundingMode (_ FloatingPoint 3 5) (_ FloatingPoint 3 5) -> (_ FloatingPoint 3 5)"));
}

TEST_F(SynthOperations, RegularLanguagesAreSeenThroughTheirWords) {
  EXPECT_EQ(signatures("regular-expressions", "re.union"), (Signatures{"RegLan RegLan String -> Bool"}));
  EXPECT_EQ(signatures("regular-expressions", "re.*"), (Signatures{"RegLan String -> Bool"}));
  EXPECT_EQ(signatures("regular-expressions", "str.in_re"), (Signatures{"String RegLan -> Bool"}));
  EXPECT_TRUE(signatures("regular-expressions", "ite").empty()) << "no solver has it";
  EXPECT_EQ(signatures("regular-expressions", "="), (Signatures{"RegLan RegLan -> Bool"}));
  std::size_t inside = 0;
  for (const Operation& operation : of("regular-expressions")) {
    for (std::size_t i = 0; i < operation.arguments.size(); ++i)
      if (operation.arguments[i] == store_.reglan_sort()) {
        EXPECT_NE(operation.places[i], Place::Any) << operation.name;
      }
    if (operation.result != store_.reglan_sort()) continue;
    EXPECT_FALSE(operation.tested) << operation.name << " only serves inside of other terms";
    ++inside;
  }
  EXPECT_GT(inside, 8U);
  EXPECT_FALSE(may_be_free(store_, store_.reglan_sort()));
  EXPECT_TRUE(may_be_free(store_, store_.string_sort()));
}

TEST_F(SynthOperations, SomeArgumentsWantValues) {
  for (const Operation& operation : of("regular-expressions")) {
    if (operation.name != "re.range" || !operation.tested) continue;
    ASSERT_EQ(operation.places.size(), 3U);
    EXPECT_EQ(operation.places[0], Place::Value);
    EXPECT_EQ(operation.places[1], Place::Value);
    EXPECT_EQ(operation.places[2], Place::Any) << "the word may be free";
  }
  std::size_t constant_arrays = 0;
  for (const Operation& operation : of("arrays")) {
    if (operation.arguments.size() != 1 || store_.kind(operation.result) != SortKind::Array) continue;
    ++constant_arrays;
    EXPECT_TRUE(operation.ascribed);
    EXPECT_EQ(operation.places[0], Place::Value) << signature(operation);
  }
  EXPECT_GT(constant_arrays, 5U);
}

TEST_F(SynthOperations, OfNumbersDoNotMix) {
  EXPECT_EQ(signatures("ints", "div"), (Signatures{"Int Int -> Int"}));
  EXPECT_EQ(signatures("ints", "-"), (Signatures{"Int -> Int", "Int Int -> Int"}));
  EXPECT_EQ(signatures("reals", "/"), (Signatures{"Real Real -> Real"}));
  EXPECT_EQ(signatures("reals", "to_int"), (Signatures{"Real -> Int"}));
  EXPECT_EQ(signatures("reals", "to_real"), (Signatures{"Int -> Real"}));
  EXPECT_EQ(signatures("reals", "<"), (Signatures{"Real Real -> Bool"}));
  EXPECT_TRUE(names("ints").contains("(_ divisible 2)"));
  EXPECT_FALSE(names("ints").contains("(_ divisible 0)"));
  EXPECT_FALSE(names("reals").contains("div")) << "of another theory";
}

TEST_F(SynthOperations, OfArraysAndSequencesHaveTheirElements) {
  EXPECT_TRUE(signatures("arrays", "select").contains("(Array Int (Array Bool Bool)) Int -> (Array Bool Bool)"));
  EXPECT_TRUE(signatures("arrays", "store").contains("(Array String Int) String Int -> (Array String Int)"));
  EXPECT_FALSE(signatures("arrays", "select").contains("(Array Int Int) Bool -> Int"));
  EXPECT_TRUE(signatures("sequences", "seq.unit").contains("Int -> (Seq Int)"));
  EXPECT_TRUE(signatures("sequences", "seq.++").contains("(Seq Bool) (Seq Bool) -> (Seq Bool)"));
  EXPECT_FALSE(names("sequences").contains("seq.last_indexof")) << "left out: no text fixes it at every boundary";
}

TEST_F(SynthOperations, AreAppliedToTheirArguments) {
  for (const TheoryRow& theory : theory_rows()) {
    for (const Operation& operation : of(std::string(theory.name))) {
      std::vector<TermId> variables;
      for (const SortId sort : operation.arguments) {
        Function function;
        function.name = store_.symbol("v" + std::to_string(variables.size()));
        function.result = sort;
        variables.push_back(*store_.call(store_.function(std::move(function)), {}));
      }
      const TermId term = apply_operation(store_, operation, variables);
      ASSERT_EQ(store_.sort_of(term), operation.result) << operation.name;
      const std::string text = to_string(store_, term);
      for (std::size_t i = 0; i < variables.size(); ++i)
        EXPECT_TRUE(testing::has_part(text, "v" + std::to_string(i))) << text;
    }
  }
}

TEST_F(SynthOperations, OfRuleFilesAreTermsOverVariables) {
  testing::Shop shop(
      "(operation swap :theory ints :vars ((x Int) (y Int)) :term (- y x))"
      "(operation other :theory reals :vars ((x Real)) :term x)",
      {"ints"});
  TermStore& store = shop->store;
  const auto found = std::find_if(shop->operations.begin(), shop->operations.end(),
                                  [](const Operation& operation) { return operation.name == "swap"; });
  ASSERT_NE(found, shop->operations.end());
  const TermId one = *make_term(store, Value(mpz_class(1)), store.int_sort());
  const TermId two = *make_term(store, Value(mpz_class(2)), store.int_sort());
  EXPECT_EQ(shop.text(apply_operation(store, *found, std::vector<TermId>{one, two})), "(- 2 1)");
  for (const Operation& operation : shop->operations) EXPECT_NE(operation.name, "other") << "of another theory";
}

}  // namespace
}  // namespace assay::smt
