// Models with the number of elements of an uninterpreted sort: arrays over it are functions on those elements alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

constexpr const char* kTwoElements =
    "(\n; cardinality of U is 2\n"
    "(define-fun u0 () U (as @U_0 U))\n(define-fun u1 () U (as @U_1 U))\n";
constexpr const char* kNoUniverse = "(\n(define-fun u0 () U (as @U_0 U))\n(define-fun u1 () U (as @U_1 U))\n";

/// Two spellings of the function that is 1 everywhere on {u0, u1}, and where they stand.
std::string same_arrays(const std::string& assertions) {
  return "(declare-sort U 0) (declare-fun u0 () U) (declare-fun u1 () U)"
         "(declare-datatypes ((Box 0) (Pair 2)) (((box (open (Array U Int)))) (par (X Y) ((pair (one X) (two Y))))))"
         "(declare-fun f ((Array U Int)) Int) (declare-fun g (Box) Int)"
         "(define-fun c () (Array U Int) (store (store ((as const (Array U Int)) 0) u0 1) u1 1))"
         "(define-fun d () (Array U Int) ((as const (Array U Int)) 1))" +
         assertions;
}

constexpr const char* kFunctions =
    "(define-fun f ((x (Array U Int))) Int (ite (= x ((as const (Array U Int)) 1)) 7 8))"
    "(define-fun g ((x Box)) Int (ite (= x (box ((as const (Array U Int)) 1))) 7 8))\n)";

constexpr const char* kCongruence =
    "(assert (= c d)) (assert (not (distinct c d))) (assert (= (f c) (f d))) (assert (= (f c) 7))"
    "(assert (= (box c) (box d))) (assert (= (g (box c)) 7)) (assert (= (pair c 1) (pair d 1)))"
    "(assert (= ((as const (Array Int (Array U Int))) c) ((as const (Array Int (Array U Int))) d)))"
    "(assert (= (select (store ((as const (Array (Array U Int) Int)) 0) c 5) d) 5))"
    "(assert (= (ite (= u0 u1) c d) (ite (= u0 u0) c d))) (assert (= (seq.unit c) (seq.unit d)))"
    "(assert (= (store c u0 3) (store d u0 3)))"
    "(assert (forall ((a (Array U Bool))) (or (= a (store a u0 true)) (not (select a u0)))))"
    "(assert (exists ((a (Array U Bool))) (and (select a u0) (distinct a ((as const (Array U Bool)) true)))))";

TEST(Universes, EqualArraysAreOneValueEverywhere) {
  Scene scene(same_arrays(kCongruence), std::string(kTwoElements) + kFunctions);
  const ModelJudgement judgement = judge_model(scene.store, scene.script, scene.model);
  ASSERT_EQ(judgement.assertions.size(), 14U);
  for (std::size_t i = 0; i < judgement.assertions.size(); ++i) {
    EXPECT_TRUE(judgement.assertions[i].holds) << i << ": " << to_string(scene.store, judgement.assertions[i].term)
                                               << " " << name(judgement.assertions[i].lack);
  }
}

TEST(Universes, ASortThatTheModelDoesNotListHasMoreElements) {
  Scene scene(same_arrays("(assert (= c d)) (assert (= (f c) (f d))) (assert (= (box c) (box d)))"
                          "(assert (forall ((a (Array U Bool))) (or (select a u0) (not (select a u1)))))"),
              std::string(kNoUniverse) + kFunctions);
  EXPECT_EQ(scene.verdict(0), "false");
  EXPECT_EQ(scene.verdict(1), "false");
  EXPECT_EQ(scene.verdict(2), "false");
  EXPECT_EQ(scene.verdict(3), "quantified");
}

TEST(Universes, ElementsOfASortThatIsSpelledInTwoWaysCountTogether) {
  Scene scene("(declare-sort U 0) (declare-fun u0 () U) (declare-fun u1 () U) (assert (forall ((x U)) (= x u0)))",
              "(\n; cardinality of U is 1\n(define-fun u0 () U (as @U_0 U))(define-fun u1 () U (as @U_1 |U|))\n)");
  EXPECT_EQ(scene.verdict(0), "false");
}

// A target may print any comment: a large number in it must not cost more time than other output.
TEST(Universes, MoreElementsThanCanBeEnumeratedAreRefused) {
  Scene scene(same_arrays(""));
  const auto read = [&](const std::string& count) {
    return parse_model(scene.store, scene.script,
                       "(\n; cardinality of U is " + count + "\n(define-fun u0 () U (as @U_0 U))\n)");
  };
  EXPECT_TRUE(read("4096").ok());
  for (const char* count : {"4097", "4294967295", "4294967296", "99999999999999999999999"}) {
    const Result<Model> model = read(count);
    ASSERT_FALSE(model.ok()) << count;
    EXPECT_NE(model.error().message.find("cardinality of U is " + std::string(count)), std::string::npos)
        << model.error().message;
  }
}

TEST(Universes, AHugeOneIsNotListed) {
  Scene scene(same_arrays("(assert (forall ((x U)) (or (= x u0) (= x u1)))) (assert (= c d)) (assert (= c c))"
                          "(assert (= ((as const (Array (Array U Bool) Int)) 0)"
                          " (store ((as const (Array (Array U Bool) Int)) 0) ((as const (Array U Bool)) true) 1)))"),
              std::string(kTwoElements) + kFunctions);
  ASSERT_EQ(scene.model.universes.size(), 1U);
  scene.model.universes.begin()->second = 4294967295;
  EXPECT_EQ(scene.verdict(0), "quantified");
  EXPECT_EQ(scene.verdict(1), "false");
  EXPECT_EQ(scene.verdict(2), "true");
  EXPECT_EQ(scene.verdict(3), "false");
}

// Random functions over finite sorts, written twice in random ways. What they are is known without the evaluator.

/// A sort of the trial: `parts` are index and element of an array, the fields of the one constructor of a datatype.
struct FiniteSort {
  std::string text;
  std::vector<const FiniteSort*> parts;
  bool is_array = false;
  std::vector<std::string> leaves;  ///< of the others: how their values are written
};

/// The number of a sort's values. A value is represented by its index.
std::size_t count(const FiniteSort& sort) {
  if (sort.parts.empty()) {
    return sort.leaves.size();
  }
  std::size_t total = 1;
  if (sort.is_array) {
    for (std::size_t i = 0; i < count(*sort.parts[0]); ++i) {
      total *= count(*sort.parts[1]);
    }
    return total;
  }
  for (const FiniteSort* part : sort.parts) {
    total *= count(*part);
  }
  return total;
}

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  std::string write(const FiniteSort& sort, std::size_t value) {
    if (sort.parts.empty()) {
      return sort.leaves.at(value);
    }
    return sort.is_array ? array(sort, value) : tuple(sort, value);
  }

 private:
  std::string tuple(const FiniteSort& sort, std::size_t value) {
    std::string text = "(mk" + sort.text;
    for (const FiniteSort* part : sort.parts) {
      text += " " + write(*part, value % count(*part));
      value /= count(*part);
    }
    return text + ")";
  }

  /// A constant array and the stores that make it `value`, in any order; later stores overwrite some of them.
  std::string array(const FiniteSort& sort, std::size_t value) {
    const FiniteSort& index = *sort.parts[0];
    const FiniteSort& element = *sort.parts[1];
    const std::size_t fallback = below(count(element));
    std::string text = "((as const " + sort.text + ") " + write(element, fallback) + ")";
    const auto store = [&](std::size_t at, std::size_t what) {
      text = "(store " + text + " " + write(index, at) + " " + write(element, what) + ")";
    };
    std::vector<std::pair<std::size_t, std::size_t>> stores;
    for (std::size_t at = 0; at < count(index); ++at) {
      const std::size_t wanted = value % count(element);
      value /= count(element);
      const bool overwritten = below(4) == 0;
      if (overwritten) {
        store(at, below(count(element)));
      }
      if (overwritten || wanted != fallback || below(3) == 0) {
        stores.emplace_back(at, wanted);
      }
    }
    std::shuffle(stores.begin(), stores.end(), random_);
    for (const auto& [at, what] : stores) {
      store(at, what);
    }
    return text;
  }

  std::mt19937_64 random_;
};

/// Nested sorts: arrays over a universe, over arrays over it, over datatypes with fields of it, and so on.
struct Sorts {
  explicit Sorts(std::size_t elements) {
    for (std::size_t i = 0; i < elements; ++i) {
      u.leaves.push_back("u" + std::to_string(i));
    }
  }
  FiniteSort u{"U", {}, false, {}};
  FiniteSort truth{"Bool", {}, false, {"false", "true"}};
  FiniteSort bits{"(_ BitVec 1)", {}, false, {"#b0", "#b1"}};
  FiniteSort number{"Int", {}, false, {"0", "1", "2"}};  // only these values are used
  FiniteSort set{"(Array U Bool)", {&u, &truth}, true, {}};
  FiniteSort map{"(Array U Int)", {&u, &number}, true, {}};
  FiniteSort by_bits{"(Array (_ BitVec 1) U)", {&bits, &u}, true, {}};
  FiniteSort tuple{"T", {&u, &truth}, false, {}};
  FiniteSort box{"B", {&map}, false, {}};
  FiniteSort by_tuple{"(Array T Bool)", {&tuple, &truth}, true, {}};
  FiniteSort by_set{"(Array (Array U Bool) Bool)", {&set, &truth}, true, {}};
  FiniteSort of_sets{"(Array U (Array U Bool))", {&u, &set}, true, {}};
  FiniteSort by_array_of_bits{"(Array (Array (_ BitVec 1) U) Bool)", {&by_bits, &truth}, true, {}};
  std::vector<const FiniteSort*> all = {&set,      &map,    &by_bits, &tuple,           &box,
                                        &by_tuple, &by_set, &of_sets, &by_array_of_bits};
};

/// All operations on a value of the sort, as terms of x.
std::vector<std::string> contexts(const FiniteSort& sort, const std::string& x, Writer& writer) {
  const std::string array = "(Array " + sort.text + " Int)";
  std::vector<std::string> terms = {
      x,
      "(f " + x + ")",
      "(g 0 " + x + ")",
      "(select (store ((as const " + array + ") 0) " + x + " 1) y)",
      "(store ((as const " + array + ") 0) " + x + " 1)",
      "((as const (Array Int " + sort.text + ")) " + x + ")",
      "(store ((as const (Array Int " + sort.text + ")) y) 3 " + x + ")",
      "(ite (= " + x + " y) 1 2)",
      "(distinct " + x + " y)",
      "(hold " + x + ")",
      "(held (hold " + x + "))",
      "(seq.unit " + x + ")",
      "(seq.++ (seq.unit y) (seq.unit " + x + "))",
  };
  if (sort.is_array) {
    const std::string at = writer.write(*sort.parts[0], writer.below(count(*sort.parts[0])));
    terms.push_back("(select " + x + " " + at + ")");
    terms.push_back("(store " + x + " " + at + " " + writer.write(*sort.parts[1], writer.below(count(*sort.parts[1]))) +
                    ")");
  }
  return terms;
}

class RandomModels : public testing::TestWithParam<std::size_t> {
 protected:
  /// Random values of a sort: operations on equal values give equal values, and different values stay different.
  void check(const FiniteSort& sort, const FiniteSort& universe, std::uint64_t seed) {
    Writer writer(seed);
    std::string script =
        "(declare-sort U 0) (declare-datatypes ((T 0) (B 0)) (((mkT (t1 U) (t2 Bool))) ((mkB (b1 (Array U Int))))))";
    std::string model = "(\n; cardinality of U is " + std::to_string(universe.leaves.size()) + "\n";
    for (std::size_t i = 0; i < universe.leaves.size(); ++i) {
      script += "(declare-fun u" + std::to_string(i) + " () U)";
      model += "(define-fun u" + std::to_string(i) + " () U (as @U_" + std::to_string(i) + " U))\n";
    }
    script += "(declare-datatypes ((H 0)) (((hold (held " + sort.text + ")))))(declare-fun y () " + sort.text +
              ")(declare-fun f (" + sort.text + ") Int)(declare-fun g (Int " + sort.text + ") Int)";
    const auto draw = [&] { return writer.write(sort, writer.below(count(sort))); };
    model += "(define-fun y () " + sort.text + " " + draw() + ")\n(define-fun f ((x " + sort.text +
             ")) Int (ite (= x " + draw() + ") 3 (ite (= x " + draw() + ") 4 5)))\n(define-fun g ((n Int) (x " +
             sort.text + ")) Int (ite (and (= n 0) (= x " + draw() + ")) 3 (ite (and (= n 0) (= " + draw() +
             " x)) 4 5)))\n)";
    std::vector<bool> expected;
    for (int pair = 0; pair < 4; ++pair) {
      const std::size_t value = writer.below(count(sort));
      const std::size_t other = writer.below(count(sort));
      const std::vector<std::string> names = {"a" + std::to_string(pair), "b" + std::to_string(pair)};
      script += "(define-fun " + names[0] + " () " + sort.text + " " + writer.write(sort, value) + ")";
      script += "(define-fun " + names[1] + " () " + sort.text + " " + writer.write(sort, value) + ")";
      Writer same_draws(seed + static_cast<std::uint64_t>(pair));
      Writer again = same_draws;
      const std::vector<std::string> left = contexts(sort, names[0], same_draws);
      const std::vector<std::string> right = contexts(sort, names[1], again);
      for (std::size_t i = 0; i < left.size(); ++i) {
        script += "(assert (= " + left[i] + " " + right[i] + "))\n";
        expected.push_back(true);
      }
      script += "(assert (= " + names[0] + " " + writer.write(sort, other) + "))\n";
      expected.push_back(value == other);
    }
    Scene scene(script, model);
    ASSERT_EQ(scene.model.universes.size(), 1U);
    Evaluator evaluator(scene.store, scene.model);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const TermId term = scene.assertion(i);
      const Outcome outcome = evaluator.evaluate(term);
      ASSERT_TRUE(outcome.known()) << name(outcome.lack) << " " << to_string(scene.store, term);
      EXPECT_EQ(outcome.value.as_bool(), expected[i]) << to_string(scene.store, term) << "\n" << script << model;
    }
  }
};

TEST_P(RandomModels, EqualArgumentsGiveEqualResults) {
  const Sorts sorts(GetParam());
  for (std::size_t kind = 0; kind < sorts.all.size(); ++kind) {
    for (std::uint64_t trial = 0; trial < 12; ++trial) {
      check(*sorts.all[kind], sorts.u, 1000 * GetParam() + 100 * kind + trial);
      if (HasFailure()) {
        return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Universes, RandomModels, testing::Values(1, 2, 3));

}  // namespace
}  // namespace assay::smt
