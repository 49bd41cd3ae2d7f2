#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analyzer/program/ir_random.hpp"

namespace assay::analyzer {
namespace {

/// Generates one function on floating-point numbers, with comparisons, conversions, and branches. All values in scope
/// dominate the next instruction.
class FloatFunction {
 public:
  FloatFunction(core::Rng& rng, const ProgramSize& size, std::set<std::string>& declarations)
      : rng_(rng),
        declarations_(declarations),
        real_(rng.percent(70) ? "double" : "float"),
        left_(std::max(3U, size.statements)) {}

  std::string write(const std::string& name) {
    std::string parameters;
    for (std::int64_t i = rng_.between(1, 3); i > 0; --i) {
      reals_.push_back("%p" + std::to_string(i));
      parameters += (parameters.empty() ? "" : ", ") + real_ + " " + reals_.back();
    }
    if (rng_.percent(40)) {
      numbers_.push_back("%n");
      parameters += ", i32 %n";
    }
    block_ = "entry";
    text_ = "entry:\n";
    while (left_ > 0) statement();
    const std::uint64_t result = rng_.below(10);
    const std::string type = result < 6 ? real_ : result < 9 ? "i1" : "i32";
    line("ret " + type + " " + (result < 6 ? real() : result < 9 ? condition() : number()));
    return "define " + type + " @" + name + "(" + parameters + ") {\n" + text_ + "}\n";
  }

 private:
  void line(const std::string& words) { text_ += "  " + words + "\n"; }
  std::string fresh(std::string_view prefix) { return std::string(prefix) + std::to_string(next_++); }
  std::string define(std::vector<std::string>& values, const std::string& words) {
    std::string name = "%" + fresh("v");
    line(name + " = " + words);
    values.push_back(name);
    return name;
  }
  const std::string& recent(const std::vector<std::string>& values) {
    const std::size_t count = values.size();
    return values[count - 1 - rng_.below(rng_.coin() ? std::min<std::size_t>(count, 3) : count)];
  }

  /// Constants that both types hold exactly.
  std::string constant() {
    static const std::vector<std::string> values = {"0.0",
                                                    "-0.0",
                                                    "1.0",
                                                    "-1.0",
                                                    "0.5",
                                                    "2.0",
                                                    "-2.0",
                                                    "3.0",
                                                    "255.0",
                                                    "1.0e10",
                                                    "0x7FF0000000000000",
                                                    "0xFFF0000000000000",
                                                    "0x7FF8000000000000",
                                                    "2147483648.0",
                                                    "-2147483648.0"};
    return rng_.pick(values);
  }
  std::string real(bool constants = true) { return constants && rng_.percent(25) ? constant() : recent(reals_); }
  std::string number() {
    if (numbers_.empty() || rng_.percent(20)) return std::to_string(rng_.between(-3, 300));
    return recent(numbers_);
  }

  std::string condition() {
    static const std::vector<std::string> predicates = {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                                        "ueq", "ugt", "uge", "ult", "ule", "une", "uno"};
    if (!truths_.empty() && rng_.percent(20)) return recent(truths_);
    if (!truths_.empty() && rng_.percent(15)) {
      static const std::vector<std::string> both = {"and", "or", "xor"};
      const std::string left = recent(truths_);
      return define(truths_, rng_.pick(both) + " i1 " + left + ", " + recent(truths_));
    }
    const std::string left = real(false);
    return define(truths_, "fcmp" + flags(10) + " " + rng_.pick(predicates) + " " + real_ + " " + left + ", " +
                               (rng_.percent(50)   ? constant()
                                : rng_.percent(15) ? left
                                                   : real(false)));
  }

  std::string flags(unsigned percent) {
    return std::string(rng_.percent(percent) ? " nnan" : "") + (rng_.percent(percent) ? " ninf" : "");
  }

  void binary() {
    static const std::vector<std::string> names = {"fadd", "fadd", "fsub", "fsub", "fmul", "fmul", "fdiv", "frem"};
    const std::string left = real(), right = rng_.percent(10) ? left : real();
    define(reals_, rng_.pick(names) + flags(8) + " " + real_ + " " + left + ", " + right);
  }

  void call() {
    static const std::vector<std::string> one = {"fabs", "fabs", "sqrt", "floor", "ceil", "trunc"},
                                          two = {"copysign", "minnum", "maxnum", "minnum", "maxnum"};
    const bool unary = rng_.percent(55);
    const std::string name =
        "@llvm." + (unary ? rng_.pick(one) : rng_.pick(two)) + (real_ == "double" ? ".f64" : ".f32");
    declarations_.insert("declare " + real_ + " " + name + "(" + real_ + (unary ? "" : ", " + real_) + ")");
    const std::string first = real();
    define(reals_,
           "call " + real_ + " " + name + "(" + real_ + " " + first + (unary ? "" : ", " + real_ + " " + real()) + ")");
  }

  void convert() {
    const std::string other = real_ == "double" ? "float" : "double";
    const std::string bits = real_ == "double" ? "i64" : "i32";
    switch (rng_.below(5)) {
      case 0: {
        const std::string from = "%" + fresh("c");
        line(from + " = " + (real_ == "double" ? "fptrunc " : "fpext ") + real_ + " " + real() + " to " + other);
        define(reals_, (real_ == "double" ? "fpext " : "fptrunc ") + other + " " + from + " to " + real_);
        return;
      }
      case 1:
        define(numbers_, std::string(rng_.coin() ? "fptosi " : "fptoui ") + real_ + " " + real() + " to i32");
        return;
      case 2: {
        // A test or a change of the sign bit, as libraries write it.
        const std::string from = "%" + fresh("c"), changed = "%" + fresh("c");
        line(from + " = bitcast " + real_ + " " + real(false) + " to " + bits);
        if (rng_.coin()) {
          define(truths_, "icmp slt " + bits + " " + from + ", 0");
          return;
        }
        const std::string top = real_ == "double" ? "9223372036854775807" : "2147483647";
        line(changed + " = and " + bits + " " + from + ", " + top);
        define(reals_, "bitcast " + bits + " " + changed + " to " + real_);
        return;
      }
      default: define(reals_, std::string(rng_.coin() ? "sitofp" : "uitofp") + " i32 " + number() + " to " + real_);
    }
  }

  void choose() {
    const std::string test = condition();
    const std::string then = real();
    define(reals_, "select i1 " + test + ", " + real_ + " " + then + ", " + real_ + " " + real());
  }

  void arithmetic() {
    static const std::vector<std::string> names = {"add", "sub", "and", "xor"};
    const std::string left = number();
    define(numbers_, rng_.pick(names) + " i32 " + left + ", " + number());
  }

  void branch() {
    const std::string then = fresh("b"), join = fresh("b"), before = real(), from = block_;
    line("br i1 " + condition() + ", label %" + then + ", label %" + join);
    const std::size_t reals = reals_.size(), numbers = numbers_.size(), truths = truths_.size();
    text_ += then + ":\n";
    block_ = then;
    for (std::int64_t i = rng_.between(1, 3); i > 0; --i) plain();
    const std::string inside = real();
    line("br label %" + join);
    text_ += join + ":\n";
    reals_.resize(reals);
    numbers_.resize(numbers);
    truths_.resize(truths);
    block_ = join;
    define(reals_, "phi " + real_ + " [ " + before + ", %" + from + " ], [ " + inside + ", %" + then + " ]");
  }

  void plain() {
    if (left_ > 0) --left_;
    const std::uint64_t draw = rng_.below(100);
    if (draw < 40) return binary();
    if (draw < 48) return (void)define(reals_, "fneg" + flags(6) + " " + real_ + " " + real(false));
    if (draw < 62) return call();
    if (draw < 76) return convert();
    if (draw < 88) return choose();
    if (draw < 92) return arithmetic();
    (void)condition();
  }

  void statement() { rng_.percent(12) ? branch() : plain(); }

  core::Rng& rng_;
  std::set<std::string>& declarations_;
  std::string real_;
  unsigned left_;
  std::vector<std::string> reals_, numbers_, truths_;
  std::string text_, block_;
  unsigned next_ = 0;
};

}  // namespace

Program float_ir(core::Rng& rng, const ProgramSize& size) {
  return ir_program(size, [&](unsigned i, std::set<std::string>& declarations) {
    core::Rng own = rng.split(i);
    return FloatFunction(own, size, declarations).write("f" + std::to_string(i));
  });
}

}  // namespace assay::analyzer
