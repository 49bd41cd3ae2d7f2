#include "trigger_haystack.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/rng/rng.hpp"

namespace assay::trigger {
namespace {

/// h(x) = slope * x + offset.
struct Line {
  std::uint64_t slope = 1;
  std::uint64_t offset = 0;
};

class Haystack {
 public:
  explicit Haystack(const HaystackOptions& options) : options_(options), rng_(options.seed) {
    const std::size_t functions = 2 + options.axioms / 3;
    for (std::size_t i = 0; i < functions; ++i) lines_.push_back({1 + rng_.below(4), rng_.below(10)});
  }

  std::string text() {
    add_needle();
    for (std::size_t i = 0; i < options_.axioms; ++i) assertions_.push_back(straw());
    for (std::size_t i = assertions_.size(); i > 1; --i) std::swap(assertions_[i - 1], assertions_[rng_.below(i)]);
    std::string text = "(declare-sort U 0)\n";
    for (std::size_t i = 0; i < lines_.size(); ++i) text += fmt::format("(declare-fun h{} (Int) Int)\n", i);
    for (std::size_t i = 0; i < kOnElements; ++i)
      text += fmt::format("(declare-fun u{} (U) U)\n(declare-fun size{} (U) Int)\n", i, i);
    for (unsigned i = 0; i <= options_.depth; ++i) text += fmt::format("(declare-fun f{} (Int) Int)\n", i);
    for (unsigned i = 0; i < options_.depth; ++i) text += fmt::format("(declare-fun g{} (Int) Int)\n", i);
    for (const std::string& assertion : assertions_) text += "(assert " + assertion + ")\n";
    return text + "(check-sat)\n";
  }

 private:
  static constexpr std::size_t kOnElements = 5;  ///< functions on the uninterpreted sort

  static std::string axiom(const std::string& variables, const std::string& body, const std::string& pattern) {
    return fmt::format("(forall ({}) (! {} :pattern ({})))", variables, body, pattern);
  }

  void add_needle() {
    assertions_.push_back(axiom("(x Int)", fmt::format("(<= (f0 x) {})", options_.planted ? 5 : 50), "(f0 x)"));
    for (unsigned i = 0; i < options_.depth; ++i) {
      const std::string left = fmt::format("(f{} (g{} x))", i, i);
      assertions_.push_back(axiom("(x Int)", fmt::format("(= {} (f{} x))", left, i + 1), left));
    }
    const std::string last = fmt::format("(f{} x)", options_.depth);
    assertions_.push_back(axiom("(x Int)", "(>= " + last + " 10)", last));
  }

  /// An axiom that is true in the intended model and whose instances make no larger terms than the terms they match.
  std::string straw() {
    switch (rng_.below(6)) {
      case 0: return linear("(x Int)", "x");
      case 1: return nested();
      case 2: return guarded();
      case 3: return linear("(x Int)", fmt::format("(f{} x)", rng_.below(options_.depth + 1)));
      case 4: return on_elements();
      default: return fact();
    }
  }

  std::size_t some_line() { return static_cast<std::size_t>(rng_.below(lines_.size())); }

  std::string linear(const std::string& variables, const std::string& argument) {
    const std::size_t h = some_line();
    const std::string left = fmt::format("(h{} {})", h, argument);
    const std::string right = fmt::format("(+ (* {} {}) {})", lines_[h].slope, argument, lines_[h].offset);
    return axiom(variables, fmt::format("(= {} {})", left, right), left);
  }

  std::string nested() { return linear("(x Int)", fmt::format("(h{} x)", some_line())); }

  std::string guarded() {
    const std::size_t h = some_line();
    const std::uint64_t from = rng_.below(20);
    const std::string left = fmt::format("(h{} x)", h);
    const std::string body =
        fmt::format("(=> (>= x {}) (>= {} {}))", from, left, lines_[h].slope * from + lines_[h].offset);
    return axiom("(x Int)", body, left);
  }

  std::string on_elements() {
    const std::uint64_t outer = rng_.below(kOnElements);
    const std::uint64_t inner = rng_.below(kOnElements);
    const std::string nest = fmt::format("(u{} (u{} e))", outer, inner);
    if (rng_.below(2) == 0) return axiom("(e U)", fmt::format("(= {} (u{} e))", nest, inner), nest);
    const std::string size = fmt::format("(size{} {})", outer, nest);
    return axiom("(e U)", fmt::format("(= {} {})", size, 3 * outer), size);
  }

  std::string fact() {
    const std::size_t h = some_line();
    const std::uint64_t at = rng_.below(20);
    return fmt::format("(= (h{} {}) {})", h, at, lines_[h].slope * at + lines_[h].offset);
  }

  HaystackOptions options_;
  core::Rng rng_;
  std::vector<Line> lines_;
  std::vector<std::string> assertions_;
};

}  // namespace

std::string haystack(const HaystackOptions& options) { return Haystack(options).text(); }

}  // namespace assay::trigger
