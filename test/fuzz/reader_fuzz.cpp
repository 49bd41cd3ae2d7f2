#include "reader_fuzz.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>

#include "assay/base/hash.hpp"
#include "paths.hpp"
#include "rounds.hpp"

namespace assay::fuzz {

Draws::Draws(std::uint64_t seed) : state_(mix(seed + 1)) {}
std::uint64_t Draws::below(std::uint64_t bound) { return (state_ = mix(state_)) % bound; }

std::string file_text(const std::string& path) {
  std::ifstream in(source_dir() + "/" + path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

namespace {

constexpr std::size_t kMaxBytes = 1U << 14U;

/// Tokens with a meaning in many languages.
const std::vector<std::string>& common_tokens() {
  static const std::vector<std::string> kTokens = {"(",
                                                   ")",
                                                   "[",
                                                   "]",
                                                   "{",
                                                   "}",
                                                   "<",
                                                   ">",
                                                   "\"",
                                                   "'",
                                                   "|",
                                                   "\\",
                                                   "/",
                                                   "#",
                                                   ";",
                                                   ",",
                                                   ":",
                                                   "=",
                                                   "\n",
                                                   "\r\n",
                                                   "\t",
                                                   "\v",
                                                   "\n\f\n",
                                                   " ",
                                                   "-",
                                                   "+",
                                                   ".",
                                                   "..",
                                                   "0",
                                                   "-1",
                                                   "1e9",
                                                   "1e999",
                                                   "_",
                                                   "nan",
                                                   "&#",
                                                   "&lt;",
                                                   "$",
                                                   "18446744073709551615",
                                                   "\x1b[31m",
                                                   "\xff",
                                                   "\xEF\xBB\xBF",
                                                   "\xC3",
                                                   "4294967296",
                                                   "9223372036854775808",
                                                   "-9223372036854775808",
                                                   "18446744073709551616",
                                                   "340282366920938463463374607431768211456",
                                                   std::string(1, '\0'),
                                                   "null",
                                                   "true",
                                                   "\\u0000",
                                                   "\\ud800",
                                                   std::string(300, '9'),
                                                   std::string(70, '(')};
  return kTokens;
}

const std::string& drawn_token(const Reader& reader, Draws& draws) {
  const std::vector<std::string>& common = common_tokens();
  const std::uint64_t at = draws.below(common.size() + 3 * reader.tokens.size());
  return at < common.size() ? common[at] : reader.tokens[(at - common.size()) % reader.tokens.size()];
}

bool is_number(char c) { return c >= '0' && c <= '9'; }

/// Replaces a run of digits by another number.
void change_number(std::string& text, Draws& draws) {
  const std::size_t from = draws.below(text.size() + 1);
  const auto begin = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_number);
  const auto end = std::find_if_not(begin, text.end(), is_number);
  static const std::vector<std::string> kNumbers = {
      "0", "1", "7", "255", "65536", "2147483648", "18446744073709551616"};
  text.replace(begin, end, kNumbers[draws.below(kNumbers.size())]);
}

void change(std::string& text, const Reader& reader, Draws& draws) {
  const std::size_t at = draws.below(text.size() + 1);
  switch (draws.below(9)) {
    case 0:
    case 1: text.insert(at, drawn_token(reader, draws)); break;
    case 2: text.erase(at, 1 + draws.below(12)); break;
    case 3: text.insert(at, 1, static_cast<char>(draws.below(256))); break;
    case 4: text.insert(at, text.substr(draws.below(text.size() + 1), draws.below(80))); break;
    case 5: {
      const std::string& other = reader.seeds[draws.below(reader.seeds.size())];
      text.insert(at, other.substr(draws.below(other.size() + 1), draws.below(120)));
      break;
    }
    case 6: text.resize(at); break;
    case 7: change_number(text, draws); break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(draws.below(256));
      break;
  }
}

std::string of_tokens(const Reader& reader, Draws& draws) {
  std::string text;
  for (std::uint64_t i = draws.below(60); i > 0; --i)
    text += drawn_token(reader, draws) + (draws.below(3) == 0 ? " " : "");
  return text;
}

std::string of_bytes(Draws& draws) {
  std::string text(draws.below(120), ' ');
  for (char& c : text) c = static_cast<char>(draws.below(256));
  return text;
}

// The text that is being read; the signal handler prints it when a reader crashes.
char at_work[256];

void tell(int number) {
  const char* const before = "\nwhile reading ";
  for (const char* text : {before, static_cast<const char*>(at_work), "\n"})
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void read(const Reader& reader, const std::string& text, const std::string& what) {
  const std::string shown = reader.name + ": " + what;
  at_work[shown.copy(static_cast<char*>(at_work), sizeof at_work - 1)] = '\0';
  try {
    reader.read(text);
  } catch (const std::exception& thrown) {
    ADD_FAILURE() << shown << ": " << thrown.what();
  }
}

std::uint64_t environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::vector<Reader> all_readers() {
  std::vector<Reader> all;
  for (auto* area : {core_readers, smt_readers, trigger_readers, datalog_readers, domain_readers, analyzer_readers,
                     static_analyzer_output_readers})
    for (Reader& reader : area()) all.push_back(std::move(reader));
  return all;
}

class Readers : public ::testing::TestWithParam<Reader> {
 protected:
  void SetUp() override {
    for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) ::signal(number, tell);
  }
};

/// By hand: ASSAY_FUZZ_RUNS: number of texts; ASSAY_FUZZ_FROM: number of the first text (docs/dev/build.md).
TEST_P(Readers, SurviveHostileText) {
  const std::uint64_t runs = environment("ASSAY_FUZZ_RUNS", test_rounds(250, 20'000));
  const std::uint64_t from = environment("ASSAY_FUZZ_FROM", 0);
  for (std::uint64_t number = from; number < from + runs; ++number) {
    read(GetParam(), hostile_text(GetParam(), number), "text " + std::to_string(number));
    ASSERT_FALSE(HasFailure()) << GetParam().name << ": text " << number << ":\n" << hostile_text(GetParam(), number);
  }
}

/// Prefixes of the seeds, including the empty text.
TEST_P(Readers, SurvivePrefixes) {
  for (const std::string& seed : GetParam().seeds) {
    const std::size_t step = 1 + seed.size() / test_rounds(60, 4000);
    for (std::size_t length = 0; length <= seed.size(); length += step) {
      read(GetParam(), seed.substr(0, length), "prefix " + std::to_string(length));
      ASSERT_FALSE(HasFailure()) << GetParam().name << ": " << seed.substr(0, length);
    }
    read(GetParam(), seed, "a seed");
  }
}

/// Deep inputs: no reader may recurse as deep as its input.
TEST_P(Readers, SurviveDepth) {
  const std::size_t depth = test_rounds(3000, 50'000);
  std::vector<std::string> openings = {"(", "[", "{", "<a>", "\"", "-", "(not ", "{\"a\":", "[1,", "f(", "!"};
  openings.insert(openings.end(), GetParam().tokens.begin(), GetParam().tokens.end());
  for (const std::string& opening : openings) {
    std::string text;
    while (text.size() < depth) text += opening;
    read(GetParam(), text, "much of " + opening);
    const std::string& seed = GetParam().seeds.front();
    read(GetParam(), seed.substr(0, seed.size() / 2) + text, "half a seed and much of " + opening);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Readers, ::testing::ValuesIn(all_readers()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace

std::string hostile_text(const Reader& reader, std::uint64_t number) {
  Draws draws(number);
  const std::uint64_t way = draws.below(16);
  if (way == 0) return of_bytes(draws);
  if (way < 4) return of_tokens(reader, draws);
  std::string text = reader.seeds[draws.below(reader.seeds.size())];
  for (std::uint64_t changes = 1 + draws.below(6); changes > 0; --changes) change(text, reader, draws);
  if (text.size() > kMaxBytes) text.resize(kMaxBytes);
  return text;
}

}  // namespace assay::fuzz
