#include <algorithm>
#include <cstdint>

#include "analyzer/program/c_unit.hpp"

namespace assay::analyzer::c {

namespace {

constexpr std::uint64_t kMaxCalls = 3000;          // maximum number of calls of a function by its tables
constexpr std::uint64_t kMaxStatements = 1200000;  // approximate maximum number of statements in a whole run

/// Writes the function that calls a function of the program, in nested loops over tables of values.
class Caller {
 public:
  Caller(const Unit& unit, const Function& function, core::Rng rng)
      : unit_(unit), function_(function), rng_(rng), loops_(function.parameters.size()) {}

  std::string text() {
    const std::uint64_t budget = kMaxStatements / std::max<std::size_t>(unit_.functions.size(), 1);
    const std::uint64_t calls = std::clamp<std::uint64_t>(budget / (function_.cost + 2), 8, kMaxCalls);
    if (!exhaustive(budget)) tables(calls);
    std::string out = "static void drive_" + function_.name + "(void)\n{\n" + tables_;
    const bool braces = !before_.empty() || !after_.empty();
    unsigned depth = 1;
    for (const std::string& loop : loops_) {
      if (loop.empty()) continue;
      out += std::string(std::size_t{4} * depth, ' ') + loop + (braces ? " {\n" : "\n");
      ++depth;
    }
    const std::string margin(std::size_t{4} * depth, ' ');
    for (const std::string& line : before_) out += margin + line + '\n';
    std::string call = function_.name + '(' + arguments_ + ')';
    out += margin + (function_.result ? "mix(" + as_number(call) + ")" : call) + ";\n";
    for (const std::string& line : after_) out += margin + line + '\n';
    while (braces && --depth > 0) out += std::string(std::size_t{4} * depth, ' ') + "}\n";
    return out + "}\n\n";
  }

 private:
  // Uses all possible arguments, if there are not too many.
  bool exhaustive(std::uint64_t budget) {
    unsigned total = 0;
    for (const Parameter& p : function_.parameters) {
      if (p.kind != Parameter::Kind::Value) return false;
      total += bits(p.type);
    }
    if (total > 17 || (std::uint64_t{1} << total) * (function_.cost + 2) > 2 * budget) return false;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const Scalar type = function_.parameters[i].type;
      const Range all = type == Scalar::Char ? range_of(Scalar::SignedChar) : range_of(type);
      const std::string n = "n" + std::to_string(i);
      loops_[i] = "for (int " + n + " = " + decimal(all.low) + "; " + n + " <= " + decimal(all.high) + "; ++" + n + ")";
      add_argument("(" + std::string(name(type)) + ")" + n);
    }
    return true;
  }

  std::string as_number(const std::string& call) const {
    return is_real(*function_.result) ? std::string(kRealBits) + '(' + call + ')' : "(unsigned long long)" + call;
  }

  void add_argument(const std::string& text) { arguments_ += (arguments_.empty() ? "" : ", ") + text; }

  void loop(std::size_t i, std::size_t count) {
    const std::string n = "n" + std::to_string(i);
    loops_[i] = "for (unsigned " + n + " = 0; " + n + " < " + std::to_string(count) + "; ++" + n + ")";
  }

  // The ends of the type, numbers near the constants in the function's comparisons, and other boundaries of C.
  std::vector<Whole> values(Scalar type, std::size_t most) {
    const Range all = type == Scalar::Char ? Range{-128, 127} : range_of(type);
    std::vector<Whole> list = {all.low, all.high, 0, 1};
    std::vector<Whole> more = {all.low + 1, all.high - 1, -1};
    for (const Whole landmark : function_.landmarks) {
      for (const Whole near : {landmark - 1, landmark, landmark + 1}) more.push_back(near);
    }
    rng_.shuffle(more);
    std::vector<Whole> others = boundary_values();
    rng_.shuffle(others);
    more.insert(more.end(), others.begin(), others.end());
    for (const Whole value : more) {
      if (list.size() >= most) break;
      const bool known = std::find(list.begin(), list.end(), value) != list.end();
      if (all.contains(value) && !known) list.push_back(value);
    }
    list.resize(std::min(list.size(), most));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  // Zeros, infinities and NaN, numbers near the constants in the function's comparisons, and others.
  std::vector<std::string> real_values(std::size_t most) {
    const bool special = unit_.theme == Theme::SpecialFloats;
    std::vector<std::string> list = {"0.0", "-0.0", "1.0", "0.5"};
    std::vector<std::string> more = {"-1.0",    "0.1",  "-2.5",       "3.0",   "100.0",
                                     "-1000.5", "1e10", "16777217.0", "1e-40", "4503599627370497.5"};
    if (special) list = {"0.0 / 0.0", "0.0", "1.0 / 0.0", "-0.0", "-1.0 / 0.0", "1.0"};
    if (special) more.insert(more.end(), {"1.7976931348623157e308", "-3.4e38", "5e-324", "1e39"});
    for (const Whole landmark : function_.landmarks) {
      if (landmark > kMaxReal - 1 || landmark < 1 - kMaxReal) continue;
      for (const std::string_view end : {".0", ".5"}) more.push_back(decimal(landmark) + std::string(end));
      more.push_back(decimal(landmark - 1) + ".0");
    }
    rng_.shuffle(more);
    for (std::string& value : more)
      if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(std::move(value));
    list.resize(std::min(list.size(), most));
    return list;
  }

  static std::vector<std::string> printed(const std::vector<Whole>& list) {
    std::vector<std::string> texts;
    for (const Whole value : list) texts.push_back(print(constant(value)));
    return texts;
  }

  std::size_t table(std::size_t i, Scalar type, const std::vector<std::string>& list) {
    std::string text = "    static const " + std::string(name(type)) + " t" + std::to_string(i) + "[] = {";
    for (std::size_t k = 0; k < list.size(); ++k) text += (k > 0 ? ", " : "") + list[k];
    tables_ += text + "};\n";
    return list.size();
  }

  void tables(std::uint64_t calls) {
    std::size_t dimensions = 0;
    for (const Parameter& p : function_.parameters) {
      const bool wide = p.kind == Parameter::Kind::Value;
      dimensions += wide ? 1 : 0;
      if (!wide) calls = std::max<std::uint64_t>(calls / (p.kind == Parameter::Kind::Fuel ? 5 : 3), 1);
    }
    std::size_t each = 2;
    const auto product = [&](std::size_t size) {
      std::uint64_t all = 1;
      for (std::size_t i = 0; i < dimensions; ++i) all *= size;
      return all;
    };
    const std::size_t most = dimensions == 1 ? 96 : 48;
    while (each < most && product(each + 1) <= calls) ++each;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) add(i, function_.parameters[i], each);
  }

  void add(std::size_t i, const Parameter& p, std::size_t each) {
    const std::string k = std::to_string(i);
    const std::string type(name(p.type));
    switch (p.kind) {
      case Parameter::Kind::Value:
        loop(i, table(i, p.type, is_real(p.type) ? real_values(each) : printed(values(p.type, each))));
        add_argument("t" + k + "[n" + k + "]");
        break;
      case Parameter::Kind::Fuel:
        loop(i, 5);
        add_argument("(" + type + ")n" + k);
        break;
      case Parameter::Kind::Out:
        loop(i, table(i, p.type, printed(values(p.type, 3))));
        before_.push_back(type + " o" + k + " = t" + k + "[n" + k + "];");
        add_argument(p.nullable ? "n" + k + " == 1 ? NULL : &o" + k : "&o" + k);
        after_.push_back("mix((unsigned long long)o" + k + ");");
        break;
      case Parameter::Kind::Array: {
        std::vector<Whole> list = values(p.type, p.size + 2);
        while (list.size() < p.size + 2) list.push_back(static_cast<Whole>(list.size()));
        rng_.shuffle(list);
        table(i, p.type, printed(list));
        loop(i, 3);
        add_argument("t" + k + " + n" + k);
        break;
      }
      case Parameter::Kind::Text:
        tables_ +=
            "    static const char *const t" + k + "[] = {\"\", \"a\", \"abc\", \"x-0 1\", \"zzzzzzzzzzzzzzz\"};\n";
        loop(i, 5);
        add_argument("t" + k + "[n" + k + "]");
        break;
      case Parameter::Kind::Record:
      case Parameter::Kind::RecordPointer: add_record(i, p); break;
    }
  }

  void add_record(std::size_t i, const Parameter& p) {
    const std::string k = std::to_string(i);
    const std::string type = "struct " + unit_.records[p.record].name;
    tables_ += "    static const " + type + " t" + k + "[] = {";
    for (int row = 0; row < 3; ++row) tables_ += (row > 0 ? ", " : "") + initial_value(unit_, p.record, rng_);
    tables_ += "};\n";
    loop(i, 3);
    if (p.kind == Parameter::Kind::Record) {
      add_argument("t" + k + "[n" + k + "]");
      return;
    }
    before_.push_back(type + " r" + k + " = t" + k + "[n" + k + "];");
    add_argument("&r" + k);
    for (const Record::Field& field : unit_.records[p.record].fields) {
      if (field.record >= 0) continue;
      after_.push_back("mix((unsigned long long)r" + k + '.' + field.name + (field.size > 0 ? "[1]" : "") + ");");
    }
  }

  const Unit& unit_;
  const Function& function_;
  core::Rng rng_;
  std::vector<std::string> loops_;  ///< by parameter
  std::string tables_;
  std::string arguments_;
  std::vector<std::string> before_, after_;
};

}  // namespace

std::string driver(const Unit& unit, core::Rng rng) {
  std::string out =
      "static unsigned long long checksum;\n\n"
      "static void mix(unsigned long long value)\n{\n"
      "    checksum = checksum * 31U + value;\n"
      "    checksum ^= checksum >> 29;\n}\n\n";
  for (std::size_t i = 0; i < unit.functions.size(); ++i) {
    out += Caller(unit, unit.functions[i], rng.split(i)).text();
  }
  out += "int main(void)\n{\n";
  for (const Function& function : unit.functions) out += "    drive_" + function.name + "();\n";
  for (const ScalarPlace& slot : unit.slots) out += "    mix((unsigned long long)" + slot.text + ");\n";
  for (const Array& array : unit.arrays) out += "    mix((unsigned long long)" + array.text + "[1]);\n";
  return out + "    mix(trace);\n    printf(\"%llx\\n\", checksum);\n    return 0;\n}\n";
}

}  // namespace assay::analyzer::c
