#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

/// A stream of numbers that is the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return (state_ = mix(state_)) % bound; }

 private:
  std::uint64_t state_;
};

const std::vector<std::string_view>& seeds() {
  static const std::vector<std::string_view> scripts = {
      "(set-logic QF_LIA)(declare-fun x () Int)(declare-const y Int)(assert (let ((z (+ x 1))) (< z (* y "
      "z))))(check-sat)",
      "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))(declare-const l (L Int))"
      "(assert (match l ((nil true) ((cons h t) (= h 0)))))(assert ((_ is nil) l))(assert (= l (as nil (L Int))))",
      "(declare-fun f (Int) Int)(assert (forall ((v Int)) (! (= (f v) v) :pattern ((f v)) :qid |a b|)))",
      "(assert (= ((_ extract 3 0) #xab) (_ bv5 4)))(push 1)(assert (! (= \"a\"\"\\u{41}\" \"\") :named n))(pop 1)",
      "(define-fun-rec g ((n Int)) Int (ite (= n 0) 1 (g (- n 1))))(define-sort S (X) (Array X Int))"
      "(declare-const a (S Bool))(assert (= (select a true) (g 2)))(get-value ((g 1)))",
      "(set-info :source |x y|)(declare-datatypes (X) ((O none (some (the X)))))(assert (exists ((o (O Int)))"
      "(lambda ((q Real)) (/ q 3)) ))(frob (a) 1.5 :k)",
      "(declare-const h (-> Int Int Bool))(assert ((h 1) 2))(assert (@ h 1 2))(assert (set.member 1 (foo 2)))(reset)"};
  return scripts;
}

const std::vector<std::string_view>& pieces() {
  static const std::vector<std::string_view> tokens = {"(",
                                                       ")",
                                                       " ",
                                                       "((",
                                                       "))",
                                                       "let",
                                                       "forall",
                                                       "exists",
                                                       "lambda",
                                                       "match",
                                                       "_",
                                                       "as",
                                                       "!",
                                                       "|",
                                                       "\"",
                                                       ";",
                                                       "\n",
                                                       "#x",
                                                       "#b",
                                                       "bv1",
                                                       "0",
                                                       "1.",
                                                       "1.5",
                                                       ":k",
                                                       "Int",
                                                       "Real",
                                                       "Bool",
                                                       "par",
                                                       "x",
                                                       "nil",
                                                       "cons",
                                                       "assert",
                                                       "push 99999999999999999999",
                                                       "pop 3",
                                                       "(_ ",
                                                       "(as ",
                                                       "(! ",
                                                       "declare-fun",
                                                       "define-funs-rec",
                                                       "declare-datatypes",
                                                       "18446744073709551616",
                                                       "\xEF\xBB\xBF",
                                                       "\xff",
                                                       "@",
                                                       "is-cons",
                                                       "(_ BitVec 0)",
                                                       "(_ BitVec 4294967296)",
                                                       "(_ FloatingPoint 1 1)",
                                                       "reset"};
  return tokens;
}

std::string mutated(std::string text, Draws& draws) {
  const std::uint64_t changes = 1 + draws.below(6);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::size_t at = draws.below(text.size() + 1);
    switch (draws.below(6)) {
      case 0: text.insert(at, std::string(pieces()[draws.below(pieces().size())])); break;
      case 1: text.erase(at, draws.below(12)); break;
      case 2: text.insert(at, 1, static_cast<char>(draws.below(256))); break;
      case 3: text.insert(at, text.substr(draws.below(text.size() + 1), draws.below(40))); break;
      case 4: {
        const std::string_view other = seeds()[draws.below(seeds().size())];
        text.insert(at, std::string(other.substr(draws.below(other.size()), draws.below(60))));
        break;
      }
      default: text.resize(at); break;
    }
  }
  return text;
}

/// Printing a script that was read, and reading the text again, gives the same terms.
void check(const std::string& text) {
  TermStore store;
  const auto script = parse_script(store, text, "fuzz");
  if (!script.ok()) {
    EXPECT_EQ(script.error().message.substr(0, 5), "fuzz:") << text;
    return;
  }
  const std::string printed = print_script(store, *script);
  const auto again = parse_script(store, printed, "printed");
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << printed << "\n---\n" << again.error().text();
  ASSERT_EQ(script->commands.size(), again->commands.size()) << text << "\n---\n" << printed;
  for (std::size_t i = 0; i < script->commands.size(); ++i) {
    EXPECT_EQ(script->commands[i].terms, again->commands[i].terms) << text << "\n---\n" << printed;
  }
  EXPECT_EQ(print_script(store, *again), printed) << text;
}

TEST(SmtParseFuzz, MutatedScriptsNeverBreakTheReader) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Draws draws(seed);
    check(mutated(std::string(seeds()[draws.below(seeds().size())]), draws));
    if (::testing::Test::HasFailure()) {
      FAIL() << "seed " << seed;
    }
  }
}

TEST(SmtParseFuzz, RandomTokensNeverBreakTheReader) {
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    Draws draws(~seed);
    std::string text;
    for (std::uint64_t i = draws.below(60); i > 0; --i) {
      text += pieces()[draws.below(pieces().size())];
      text += draws.below(2) == 0 ? " " : "";
    }
    check(text);
    if (::testing::Test::HasFailure()) {
      FAIL() << "seed " << seed;
    }
  }
}

TEST(SmtParseFuzz, RandomBytesNeverBreakTheReader) {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    Draws draws(seed * 7919);
    std::string text(draws.below(120), ' ');
    for (char& c : text) {
      c = static_cast<char>(draws.below(256));
    }
    check(text);
  }
}

TEST(SmtParseFuzz, EveryPrefixOfAScriptIsReadOrRefused) {
  for (const std::string_view seed : seeds()) {
    for (std::size_t length = 0; length <= seed.size(); ++length) {
      check(std::string(seed.substr(0, length)));
    }
  }
}

}  // namespace
}  // namespace assay::smt
