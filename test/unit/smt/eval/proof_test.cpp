// Proofs of quantifiers compared with the enumeration of all values: a proof is never wrong, and most of these formulas
// have one.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/rng/rng.hpp"
#include "rounds.hpp"
#include "smt/truth/validity.hpp"
#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

const auto kFormulas = static_cast<unsigned>(test_rounds(15, 120));  ///< for each width

/// Random formulas over bit-vectors x, y and z of one width.
class BitFormulas {
 public:
  BitFormulas(std::uint64_t seed, unsigned width) : rng_(seed), width_(width) {}

  std::string formula(unsigned depth) {
    static constexpr std::array kConnectives = {"and", "or", "=>", "xor", "="};
    static constexpr std::array kComparisons = {"=",     "distinct", "bvult", "bvule", "bvugt",
                                                "bvuge", "bvslt",    "bvsle", "bvsgt", "bvsge"};
    if (depth > 0 && rng_.below(2) == 0)
      return "(" + pick(kConnectives) + " " + formula(depth - 1) + " " + formula(depth - 1) + ")";
    if (rng_.below(8) == 0) return "(= " + one_bit(depth) + " " + one_bit(depth) + ")";
    if (rng_.below(8) == 0) return "(" + pick(std::array{"<", "=", ">="}) + " " + integer() + " " + integer() + ")";
    return "(" + pick(kComparisons) + " " + term(2) + " " + term(2) + ")";
  }

 private:
  template <std::size_t n>
  std::string pick(const std::array<const char*, n>& choices) {
    return choices[rng_.below(n)];
  }
  std::string number(std::uint64_t value) {
    return "(_ bv" + std::to_string(value) + " " + std::to_string(width_) + ")";
  }
  std::string leaf() {
    return rng_.below(3) == 0 ? number(rng_.below(std::uint64_t{1} << width_)) : pick(std::array{"x", "y", "z"});
  }

  std::string term(unsigned depth) {
    static constexpr std::array kOfTwo = {"bvadd",  "bvsub",  "bvmul",  "bvand",  "bvor",   "bvxor",
                                          "bvnand", "bvnor",  "bvxnor", "bvshl",  "bvlshr", "bvashr",
                                          "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"};
    if (depth == 0) return leaf();
    const std::string first = term(depth - 1);
    switch (rng_.below(8)) {
      case 0: return leaf();
      case 1: return "(" + pick(std::array{"bvnot", "bvneg"}) + " " + first + ")";
      case 2: return "((_ " + pick(std::array{"rotate_left", "rotate_right"}) + " " + small(5) + ") " + first + ")";
      case 3: return "(ite " + formula(0) + " " + first + " " + term(depth - 1) + ")";
      case 4: return resized(first);
      case 5: return "((_ int2bv " + std::to_string(width_) + ") " + integer() + ")";
      default: return "(" + pick(kOfTwo) + " " + first + " " + (rng_.below(2) == 0 ? leaf() : term(depth - 1)) + ")";
    }
  }
  std::string small(std::uint64_t bound) { return std::to_string(rng_.below(bound)); }

  /// A part of a longer vector, of this width again.
  std::string resized(const std::string& first) {
    static constexpr std::array kLonger = {"(_ zero_extend 2)", "(_ sign_extend 2)", "(_ repeat 3)", "concat #b10"};
    const std::string longer = "(" + pick(kLonger) + " " + first + ")";
    const std::uint64_t from = rng_.below(3);
    return "((_ extract " + std::to_string(width_ - 1 + from) + " " + std::to_string(from) + ") " + longer + ")";
  }
  std::string one_bit(unsigned depth) {
    return rng_.below(2) == 0 ? "(bvcomp " + term(1) + " " + term(depth > 0 ? 1 : 0) + ")"
                              : "((_ extract 0 0) " + term(1) + ")";
  }
  std::string integer() {
    const std::string first = "(" + pick(std::array{"bv2nat", "sbv_to_int"}) + " " + leaf() + ")";
    switch (rng_.below(4)) {
      case 0: return first;
      case 1: return std::to_string(rng_.below(9));
      case 2: return "(" + pick(std::array{"+", "-", "*"}) + " " + first + " (bv2nat " + leaf() + "))";
      default: return "(" + pick(std::array{"div", "mod"}) + " " + first + " 3)";
    }
  }

  core::Rng rng_;
  unsigned width_;
};

TEST(Proofs, OfBitVectorsAreNeverWrong) {
  unsigned valid = 0;
  unsigned proved = 0;
  for (const unsigned width : {1U, 2U, 3U}) {
    for (unsigned i = 0; i < kFormulas; ++i) {
      const std::string sort = "(_ BitVec " + std::to_string(width) + ")";
      const std::string body = BitFormulas(width * 1000 + i, width).formula(2);
      Scene scene("(assert (forall ((x " + sort + ") (y " + sort + ") (z " + sort + ")) " + body + "))");
      const std::string truth = scene.verdict(0);
      ASSERT_TRUE(truth == "true" || truth == "false") << truth << " " << body;
      const Validity validity = prove(scene.store, scene.store.children(scene.assertion(0))[0]);
      ASSERT_TRUE(!validity.valid || truth == "true") << width << ": " << body;
      valid += truth == "true" ? 1 : 0;
      proved += validity.valid ? 1 : 0;
    }
  }
  EXPECT_GT(proved, valid / 2) << "of " << valid;
}

}  // namespace
}  // namespace assay::smt
