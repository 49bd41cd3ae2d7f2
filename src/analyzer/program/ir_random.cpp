#include "analyzer/program/ir_random.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace assay::analyzer {
namespace {

struct IrValue {
  std::string name;
  unsigned width = 0;
};

constexpr std::array<std::string_view, 10> kPredicates = {"eq",  "ne",  "ult", "ule", "ugt",
                                                          "uge", "slt", "sle", "sgt", "sge"};

std::string type_of(unsigned width) { return "i" + std::to_string(width); }

/// Generates one function, from its entry to its last return. All values in scope dominate the next instruction.
class IrFunction {
 public:
  IrFunction(core::Rng& rng, const ProgramSize& size, std::set<std::string>& declarations)
      : rng_(rng), declarations_(declarations), left_(std::max(3U, size.statements)) {}

  std::string write(const std::string& name) {
    std::string parameters;
    for (const unsigned width : parameter_widths()) {
      values_.push_back({"%p" + std::to_string(values_.size()), width});
      parameters += (parameters.empty() ? "" : ", ") + type_of(width) + " " + values_.back().name;
    }
    const unsigned result = rng_.percent(80) ? rng_.pick(widths_) : 8;
    block_ = "%entry";
    text_ = "entry:\n";
    if (rng_.percent(20)) open_array();
    while (left_ > 0) statement(result, 0);
    line("ret " + type_of(result) + " " + operand(result));
    return "define " + type_of(result) + " @" + name + "(" + parameters + ") {\n" + text_ + "}\n";
  }

 private:
  /// Most functions have few input bits, so that every input can be tested.
  std::vector<unsigned> parameter_widths() {
    static const std::vector<unsigned> wide_types = {16, 32, 64};
    unsigned budget = static_cast<unsigned>(rng_.percent(4) ? rng_.between(11, 14) : rng_.between(4, 9));
    std::vector<unsigned> result;
    if (rng_.percent(6)) {
      result = {rng_.pick(wide_types), static_cast<unsigned>(rng_.between(1, 8))};
    } else {
      while (budget > 0 && result.size() < 3) {
        const auto width = static_cast<unsigned>(rng_.between(1, std::min<std::int64_t>(8, budget)));
        if (width == 1 && budget > 3 && rng_.coin()) continue;
        result.push_back(width);
        budget -= width;
      }
    }
    widths_ = result;
    widths_.push_back(static_cast<unsigned>(rng_.between(2, 8)));
    widths_.push_back(rng_.percent(15) ? rng_.pick(wide_types) : 8);
    return result;
  }

  void line(const std::string& words) { text_ += "  " + words + "\n"; }
  std::string fresh(std::string_view prefix) { return "%" + std::string(prefix) + std::to_string(next_++); }
  std::string define(unsigned width, const std::string& words) {
    std::string name = fresh("v");
    line(name + " = " + words);
    values_.push_back({name, width});
    return name;
  }
  void begin(const std::string& block) {
    text_ += block.substr(1) + ":\n";
    block_ = block;
  }

  std::string constant(unsigned width) {
    if (width == 1) return rng_.coin() ? "true" : "false";
    const std::int64_t top = std::int64_t{1} << (std::min(width, 63U) - 1);
    const std::uint64_t all = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    std::uint64_t bits = 0;
    switch (rng_.below(7)) {
      case 0: bits = static_cast<std::uint64_t>(rng_.between(0, 3)); break;
      case 1: bits = 0 - static_cast<std::uint64_t>(rng_.between(1, 3)); break;
      case 2: bits = std::uint64_t{1} << rng_.below(width); break;
      case 3: bits = (std::uint64_t{1} << rng_.below(width)) - 1; break;
      case 4: bits = all << rng_.below(width); break;
      case 5: bits = static_cast<std::uint64_t>(top) + static_cast<std::uint64_t>(rng_.between(-2, 1)); break;
      default: bits = rng_.next(); break;
    }
    return std::to_string(static_cast<std::int64_t>((bits & all) << (64 - width)) >> (64 - width));
  }

  /// A value of the width: an existing one (recent ones more often), a constant, or a cast of another value.
  std::string operand(unsigned width, bool constants = true) {
    if (constants && rng_.percent(18)) return constant(width);
    for (unsigned tries = 0; tries < 6; ++tries) {
      const std::size_t count = values_.size();
      const std::size_t back = rng_.coin() ? rng_.below(std::min<std::size_t>(count, 4)) : rng_.below(count);
      const IrValue value = values_[count - 1 - back];
      if (value.width == width) return value.name;
      if (tries >= 3) return cast(value, width);
    }
    return cast(values_[rng_.below(values_.size())], width);
  }

  std::string cast(const IrValue& value, unsigned width) {
    if (value.width == width) return value.name;
    const std::string how = value.width > width ? "trunc" : rng_.coin() ? "zext" : "sext";
    return define(width, how + " " + type_of(value.width) + " " + value.name + " to " + type_of(width));
  }

  std::string condition() {
    if (rng_.percent(12)) return operand(1, false);
    const unsigned width = rng_.pick(widths_);
    const std::string left = operand(width, false);
    const std::string right = rng_.percent(65) ? constant(width) : operand(width);
    return define(1, "icmp " + std::string(kPredicates[rng_.below(kPredicates.size())]) + " " + type_of(width) + " " +
                         left + ", " + right);
  }

  std::string intrinsic(const std::string& name, unsigned width, unsigned operands, const std::string& result,
                        const std::string& flag = {}) {
    std::string arguments, types;
    for (unsigned i = 0; i < operands; ++i) {
      arguments += (i == 0 ? "" : ", ") + type_of(width) + " " + operand(width);
      types += (i == 0 ? "" : ", ") + type_of(width);
    }
    if (!flag.empty()) {
      arguments += ", i1 " + flag;
      types += ", i1";
    }
    const std::string full = "@llvm." + name + "." + type_of(width);
    declarations_.insert("declare " + result + " " + full + "(" + types + ")");
    return "call " + result + " " + full + "(" + arguments + ")";
  }

  void binary() {
    static const std::vector<std::string> operator_names = {"add", "add", "sub", "sub", "mul",
                                                            "and", "and", "or",  "xor"};
    const unsigned width = rng_.pick(widths_);
    const std::string op = rng_.pick(operator_names);
    std::string flags;
    if (op == "add" || op == "sub" || op == "mul") {
      if (rng_.percent(20)) flags += " nuw";
      if (rng_.percent(20)) flags += " nsw";
    }
    const std::string left = op == "sub" && rng_.percent(25) ? "0" : operand(width);
    const bool fixed = rng_.percent(45);
    const std::string right = fixed ? constant(width) : operand(width);
    define(width,
           op + flags + " " + type_of(width) + " " + (width == 1 && left == "0" ? "false" : left) + ", " + right);
  }

  void shift() {
    static const std::vector<std::string> operator_names = {"shl", "lshr", "ashr"};
    const unsigned width = rng_.pick(widths_);
    const std::string op = rng_.pick(operator_names);
    std::string flags;
    if (op == "shl") {
      if (rng_.percent(20)) flags += " nuw";
      if (rng_.percent(20)) flags += " nsw";
    } else if (rng_.percent(15)) {
      flags = " exact";
    }
    const std::string amount = rng_.percent(60) ? number(rng_.below(width), width) : operand(width);
    define(width, op + flags + " " + type_of(width) + " " + operand(width) + ", " + amount);
  }

  static std::string number(std::uint64_t value, unsigned width) {
    return width == 1 ? (value == 0 ? "false" : "true") : std::to_string(value);
  }

  void division() {
    static const std::vector<std::string> operator_names = {"udiv", "urem", "sdiv", "srem"};
    const unsigned width = rng_.pick(widths_);
    if (width == 1) return binary();
    const std::string op = rng_.pick(operator_names);
    const std::string type = type_of(width);
    const std::string exact = op[1] == 'd' && op[2] == 'i' && rng_.percent(12) ? " exact" : "";
    std::string divisor = constant(width);
    if (divisor == "0" || rng_.percent(25)) divisor = define(width, "or " + type + " " + operand(width, false) + ", 1");
    define(width, op + exact + " " + type + " " + operand(width) + ", " + divisor);
  }

  void choose() {
    const unsigned width = rng_.pick(widths_);
    const std::string type = type_of(width);
    if (rng_.percent(45)) {
      // The form of a minimum, a maximum, a clamp or an absolute value.
      const std::string left = operand(width, false);
      const std::string right = rng_.percent(60) ? constant(width) : operand(width);
      const std::string test = define(1, "icmp " + std::string(kPredicates[rng_.below(kPredicates.size())]) + " " +
                                             type + " " + left + ", " + right);
      const bool straight = rng_.coin();
      define(width, "select i1 " + test + ", " + type + " " + (straight ? left : right) + ", " + type + " " +
                        (straight ? right : left));
      return;
    }
    const std::string test = condition();
    const std::string then = operand(width);
    define(width, "select i1 " + test + ", " + type + " " + then + ", " + type + " " + operand(width));
  }

  void call() {
    static const std::vector<std::string> pair_names = {"umin",     "umax",     "smin",     "smax",     "uadd.sat",
                                                        "sadd.sat", "usub.sat", "ssub.sat", "ushl.sat", "sshl.sat"};
    static const std::vector<std::string> overflow_names = {"uadd", "sadd", "usub", "ssub", "umul", "smul"};
    const unsigned width = rng_.pick(widths_);
    const std::string type = type_of(width);
    switch (rng_.below(10)) {
      case 0:
      case 1:
      case 2: define(width, intrinsic(rng_.pick(pair_names), width, 2, type)); return;
      case 3: define(width, intrinsic("abs", width, 1, type, rng_.coin() ? "true" : "false")); return;
      case 4:
        define(width, intrinsic(rng_.coin() ? "ctlz" : "cttz", width, 1, type, rng_.percent(30) ? "true" : "false"));
        return;
      case 5: define(width, intrinsic(rng_.coin() ? "ctpop" : "bitreverse", width, 1, type)); return;
      case 6: define(width, intrinsic(rng_.coin() ? "fshl" : "fshr", width, 3, type)); return;
      default: break;
    }
    const std::string pair = "{ " + type + ", i1 }";
    const std::string both = fresh("v");
    const std::string words = intrinsic(rng_.pick(overflow_names) + ".with.overflow", width, 2, pair);
    line(both + " = " + words);
    define(width, "extractvalue " + pair + " " + both + ", 0");
    define(1, "extractvalue " + pair + " " + both + ", 1");
  }

  void assume() {
    declarations_.insert("declare void @llvm.assume(i1)");
    line("call void @llvm.assume(i1 " + condition() + ")");
  }

  void observe() {
    const unsigned width = rng_.pick(widths_);
    const std::string argument = operand(width);
    declarations_.insert("declare void @observe." + type_of(width) + "(" + type_of(width) + ")");
    line("call void @observe." + type_of(width) + "(" + type_of(width) + " " + argument + ")");
  }

  void freeze() {
    const unsigned width = rng_.pick(widths_);
    define(width, "freeze " + type_of(width) + " " + operand(width, false));
  }

  static constexpr unsigned kElements = 4;

  void open_array() {
    line("%array = alloca [4 x i8]");
    for (unsigned i = 0; i < kElements; ++i) {
      const std::string at = fresh("a");
      line(at + " = getelementptr inbounds [4 x i8], [4 x i8]* %array, i64 0, i64 " + std::to_string(i));
      line("store i8 " + (rng_.coin() ? constant(8) : operand(8)) + ", i8* " + at);
    }
    array_ = true;
  }

  void memory() {
    std::string index = std::to_string(rng_.below(kElements));
    if (rng_.percent(75)) {
      const std::string wide = cast({operand(8, false), 8}, 64);
      index = define(64, "and i64 " + wide + ", " + (rng_.coin() ? "3" : rng_.coin() ? "2" : "1"));
    }
    const std::string at = fresh("a");
    line(at + " = getelementptr inbounds [4 x i8], [4 x i8]* %array, i64 0, i64 " + index);
    if (rng_.coin()) {
      line("store i8 " + operand(8) + ", i8* " + at);
    } else {
      define(8, "load i8, i8* " + at);
    }
  }

  void statement(unsigned result, unsigned depth) {
    if (left_ > 0) --left_;
    const std::uint64_t draw = rng_.below(100);
    constexpr unsigned kDeepest = 3;
    if (depth < kDeepest && draw < 7) return branch(result, depth);
    if (depth < kDeepest && draw < 13) return loop(result, depth);
    if (depth < kDeepest && draw < 16) return select_case(result, depth);
    if (draw < 18) return leave(result);
    if (draw < 22) return assume();
    if (draw < 25) return observe();
    if (draw < 28) return freeze();
    if (array_ && draw < 38) return memory();
    if (draw < 52) return call();
    if (draw < 66) return choose();
    if (draw < 74) return shift();
    if (draw < 80) return division();
    if (draw < 85) return (void)condition();
    binary();
  }

  void some(unsigned result, unsigned depth, std::int64_t most) {
    for (std::int64_t i = rng_.between(1, most); i > 0; --i) statement(result, depth);
  }

  /// Runs `write` in a new scope.
  template <typename Write>
  void scoped(Write write) {
    const std::size_t outside = values_.size();
    write();
    values_.resize(outside);
  }

  void branch(unsigned result, unsigned depth) {
    const std::string then = fresh("b"), other = fresh("b"), join = fresh("b");
    const bool both = rng_.percent(60);
    const unsigned width = rng_.pick(widths_);
    const std::string test = condition();
    const std::string before = operand(width);
    std::string from_then, from_other = block_, then_value, other_value = before;
    line("br i1 " + test + ", label " + then + ", label " + (both ? other : join));
    scoped([&] {
      begin(then);
      some(result, depth + 1, 3);
      then_value = operand(width);
      from_then = block_;
      line("br label " + join);
    });
    if (both) {
      scoped([&] {
        begin(other);
        some(result, depth + 1, 3);
        other_value = operand(width);
        from_other = block_;
        line("br label " + join);
      });
    }
    begin(join);
    define(width, "phi " + type_of(width) + " [ " + then_value + ", " + from_then + " ], [ " + other_value + ", " +
                      from_other + " ]");
  }

  void leave(unsigned result) {
    const std::string out = fresh("b"), on = fresh("b");
    line("br i1 " + condition() + ", label " + out + ", label " + on);
    scoped([&] {
      begin(out);
      line("ret " + type_of(result) + " " + operand(result));
    });
    begin(on);
  }

  void select_case(unsigned result, unsigned depth) {
    const unsigned width = rng_.pick(widths_), of = rng_.pick(widths_);
    if (of == 1) return branch(result, depth);
    const std::string join = fresh("b"), otherwise = fresh("b");
    const std::string test = operand(of, false);
    std::set<std::string> cases;
    for (unsigned i = 0; i < 3; ++i) cases.insert(constant(of));
    std::vector<std::string> blocks;
    std::string rows, incoming;
    for (const std::string& value : cases) {
      if (blocks.empty() || rng_.percent(75)) blocks.push_back(fresh("b"));
      rows += " " + type_of(of) + " " + value + ", label " + blocks.back();
    }
    line("switch " + type_of(of) + " " + test + ", label " + otherwise + " [" + rows + " ]");
    blocks.push_back(otherwise);
    for (const std::string& block : blocks) {
      scoped([&] {
        begin(block);
        some(result, depth + 1, 2);
        const std::string value = operand(width);
        incoming += std::string(incoming.empty() ? "" : ",") + " [ " + value + ", " + block_ + " ]";
        line("br label " + join);
      });
    }
    begin(join);
    define(width, "phi " + type_of(width) + incoming);
  }

  void loop(unsigned result, unsigned depth) {
    const unsigned width = std::max(2U, rng_.pick(widths_)), other = rng_.pick(widths_);
    const std::string type = type_of(width), head = fresh("b"), exit = fresh("b");
    const std::string start = rng_.percent(60) ? constant(width) : operand(width);
    const std::string sum_start = operand(other), outside = block_;
    const std::string counter = fresh("v"), sum = fresh("v"), next = fresh("v"), sum_next = fresh("s");
    line("br label " + head);
    // The loop's head has the exits, so code after the loop sees the values of the head, but not values of the body.
    std::string head_text = text_;
    text_.clear();
    const std::size_t scope = values_.size();
    block_ = head;
    values_.push_back({counter, width});
    values_.push_back({sum, other});
    const bool early = rng_.percent(35);
    if (early) {
      const std::string on = fresh("b");
      line("br i1 " + condition() + ", label " + exit + ", label " + on);
      begin(on);
    }
    const std::size_t visible = early ? scope + 2 : values_.size();
    some(result, depth + 1, 3);
    const std::string last = operand(other);
    line(sum_next + " = " +
         (rng_.coin()   ? "add "
          : rng_.coin() ? "xor "
                        : "sub ") +
         type_of(other) + " " + sum + ", " + last);
    const std::string flags = std::string(rng_.percent(30) ? " nuw" : "") + (rng_.percent(30) ? " nsw" : "");
    static const std::vector<std::string> loop_steps = {"1", "1", "1", "-1", "2", "3"};
    const std::string step = width == 2 ? "1" : rng_.pick(loop_steps);
    line(next + " = " + (rng_.percent(85) ? "add" : "sub") + flags + " " + type + " " + counter + ", " + step);
    const std::string tested = rng_.coin() ? next : counter;
    const std::string bound = rng_.percent(65) ? constant(width) : operand(width);
    const std::string test = fresh("v");
    line(test + " = icmp " + std::string(kPredicates[rng_.below(kPredicates.size())]) + " " + type + " " + tested +
         ", " + bound);
    const bool stay = rng_.coin();
    line("br i1 " + test + ", label " + (stay ? head : exit) + ", label " + (stay ? exit : head));
    const std::string body = text_;
    text_ = head_text + head.substr(1) + ":\n";
    line(counter + " = phi " + type + " [ " + start + ", " + outside + " ], [ " + next + ", " + block_ + " ]");
    line(sum + " = phi " + type_of(other) + " [ " + sum_start + ", " + outside + " ], [ " + sum_next + ", " + block_ +
         " ]");
    text_ += body;
    values_.resize(std::min(visible, values_.size()));
    if (!early) values_.push_back({next, width});
    begin(exit);
  }

  core::Rng& rng_;
  std::set<std::string>& declarations_;
  unsigned left_;
  std::vector<unsigned> widths_;
  std::vector<IrValue> values_;
  std::string text_;
  std::string block_;
  unsigned next_ = 0;
  bool array_ = false;
};

}  // namespace

Program ir_program(const ProgramSize& size,
                   const std::function<std::string(unsigned, std::set<std::string>&)>& write_function) {
  std::set<std::string> declarations;
  std::string text;
  for (unsigned i = 0; i < std::max(1U, size.functions); ++i) text += write_function(i, declarations) + "\n";
  for (const std::string& declaration : declarations) text += declaration + "\n";
  Program program;
  program.language = "llvm-ir";
  program.files.push_back({"program.ll", std::move(text)});
  return program;
}

Program random_ir(core::Rng& rng, const ProgramSize& size) {
  return ir_program(size, [&](unsigned i, std::set<std::string>& declarations) {
    core::Rng own = rng.split(i);
    return IrFunction(own, size, declarations).write("f" + std::to_string(i));
  });
}

}  // namespace assay::analyzer
