#include <array>
#include <string>
#include <vector>

#include "analyzer/program/c_generator.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kFormatsHead = R"(#include <stdio.h>
#include <string.h>

static unsigned long checksum;
static unsigned long g0 = 88172645463325252UL;
static char g1[1024];

static void mix(unsigned long v)
{
    checksum = (checksum ^ v) * 1099511628211UL + (checksum >> 29);
}

static unsigned long f0(void)
{
    g0 ^= g0 << 13;
    g0 ^= g0 >> 7;
    g0 ^= g0 << 17;
    switch (g0 >> 40 & 7) {
    case 0: return 0;
    case 1: return g0 & 255;
    case 2: return -(g0 & 255);
    case 3: return 1UL << (g0 >> 58);
    case 4: return (1UL << (g0 >> 58)) - 1;
    case 5: return (unsigned)g0;
    case 6: return ~(1UL << (g0 >> 58));
    default: return g0;
    }
}

static double f1(void)
{
    double v = (double)(long)f0();
    switch (g0 >> 33 & 3) {
    case 0: return v;
    case 1: return v / 8;
    default: memcpy(&v, &g0, sizeof v); return v;
    }
}
)";

/// Calls of the printf family: a compiler derives the possible lengths of the result from the format.
class Formats {
 public:
  explicit Formats(core::Rng& rng) : rng_(rng) {}

  std::string function(const std::string& name, unsigned calls) {
    std::string body;
    for (unsigned i = 0; i < calls; ++i) body += call();
    return "\n__attribute__((noinline)) static void " + name + "(void)\n{\n" + body + "}\n";
  }

 private:
  template <std::size_t kSize>
  std::string one_of(const std::array<std::string_view, kSize>& from) {
    return std::string(from.at(rng_.below(kSize)));
  }

  std::string call() {
    format_.clear();
    values_.clear();
    arguments_.clear();
    const auto directives = rng_.between(1, 2);
    for (int i = 0; i < directives; ++i) {
      directive();
      static constexpr std::array<std::string_view, 5> kBetween = {"", "", "x", ", ", "%%"};
      format_ += one_of(kBetween);
    }
    static constexpr std::array<std::string_view, 4> kTo = {"sprintf(g1, ", "sprintf(g1, ", "snprintf(g1, 5, ",
                                                            "snprintf(NULL, 0, "};
    std::string text = "    {\n" + values_ + "        int n = " + one_of(kTo) + '"' + format_ + '"';
    for (const std::string& argument : arguments_) text += ", " + argument;
    return text + ");\n        mix((unsigned long)n);\n        mix((unsigned long)(n + 1));\n    }\n";
  }

  /// Adds a variable with this value, or the value itself if it has to be a constant.
  void argument(const std::string& type, const std::string& value, bool constant) {
    if (constant) {
      arguments_.push_back(value);
      return;
    }
    std::string name = "v" + std::to_string(arguments_.size());
    values_ += "        " + type + ' ' + name + " = " + value + ";\n";
    arguments_.push_back(std::move(name));
  }

  void directive() {
    static constexpr std::string_view kConversions = "ddiuoxXcsffeEgGaA";
    const char conversion = kConversions[rng_.below(kConversions.size())];
    const bool integer = std::string_view("diuoxX").find(conversion) != std::string_view::npos;
    const bool text = conversion == 'c' || conversion == 's';
    format_ += '%';
    flags(conversion);
    width();
    if (conversion != 'c') precision();
    if (integer) return integer_value(conversion);
    format_ += conversion;
    if (text) return text_value(conversion);
    real_value(conversion);
  }

  void flags(char conversion) {
    const bool text = conversion == 'c' || conversion == 's';
    const bool is_signed = std::string_view("uoxX").find(conversion) == std::string_view::npos;
    alternate_ = false;
    for (const char flag : std::string_view("-+ #0")) {
      if (!rng_.percent(25) || (text && flag != '-')) continue;
      if ((flag == '+' || flag == ' ') && !is_signed) continue;
      if (flag == '#' && (conversion == 'd' || conversion == 'i' || conversion == 'u')) continue;
      alternate_ = alternate_ || flag == '#';
      format_ += flag;
    }
  }

  void width() {
    static constexpr std::array<std::string_view, 3> kWidths = {"(int)(f0() % 41) - 20", "(int)(f0() & 15)", "7"};
    if (rng_.coin()) return;
    if (rng_.percent(80)) {
      format_ += std::to_string(rng_.between(1, 20));
      return;
    }
    format_ += '*';
    argument("int", one_of(kWidths), false);
  }

  void precision() {
    static constexpr std::array<std::string_view, 3> kPrecisions = {"(int)(f0() % 25) - 4", "(int)(f0() & 7)", "3"};
    if (rng_.coin()) return;
    format_ += '.';
    switch (rng_.below(10)) {
      case 0: return;
      case 1:
      case 2:
        format_ += '*';
        argument("int", one_of(kPrecisions), false);
        return;
      default: format_ += std::to_string(rng_.percent(40) ? 0 : rng_.between(1, 15));
    }
  }

  void integer_value(char conversion) {
    static constexpr std::array<std::array<std::string_view, 2>, 7> kLengths = {
        {{"", "int"}, {"", "int"}, {"hh", "int"}, {"h", "int"}, {"l", "long"}, {"ll", "long long"}, {"z", "size_t"}}};
    static constexpr std::array<std::string_view, 9> kConstants = {"0",   "1",   "-1",   "9",    "10",
                                                                   "255", "256", "-128", "32767"};
    static constexpr std::array<std::string_view, 9> kValues = {"f0()",
                                                                "f0()",
                                                                "f0()",
                                                                "(f0() & 7)",
                                                                "(f0() & 1000)",
                                                                "((long)(f0() & 1023) - 100)",
                                                                "(signed char)f0()",
                                                                "(unsigned short)f0()",
                                                                "(f0() & 1 ? -10 : 99)"};
    const auto& [length, type] = kLengths.at(rng_.below(kLengths.size()));
    format_ += std::string(length) + conversion;
    const bool constant = rng_.percent(15);
    argument(std::string(type), "(" + std::string(type) + ")" + (constant ? one_of(kConstants) : one_of(kValues)),
             constant);
  }

  void text_value(char conversion) {
    static constexpr std::array<std::string_view, 4> kTexts = {"\"abc\"", "\"\"", "f0() & 1 ? \"a\" : \"xyz\"",
                                                               "\"hello\" + f0() % 6"};
    if (conversion == 'c') return argument("int", "(int)(f0() & 127) | 1", false);
    argument("const char *", one_of(kTexts), false);
  }

  /// The GNU C library drops zeros of "%#g" if rounding adds a digit, so "%#g" gets only values without that.
  void real_value(char conversion) {
    static constexpr std::array<std::string_view, 5> kPlain = {"1.25", "-2.5", "0.375", "1234.0", "-100.5"};
    static constexpr std::array<std::string_view, 8> kConstants = {"0.0",   "-0.0",  "1e10",  "9.5",
                                                                   "99.75", "1e300", "-9.99", "123456.0"};
    if (alternate_ && (conversion == 'g' || conversion == 'G')) return argument("double", one_of(kPlain), true);
    const bool constant = rng_.percent(25);
    argument("double", constant ? one_of(kConstants) : "f1()", constant);
  }

  core::Rng& rng_;
  std::string format_;
  std::string values_;
  std::vector<std::string> arguments_;
  bool alternate_ = false;  ///< whether the directive has the flag '#'
};

}  // namespace

Program make_c_formats(core::Rng& rng, const ProgramSize& size) {
  constexpr unsigned kOurs = 2;  // number of Assay's own functions at the head
  Formats formats(rng);
  std::string text(kFormatsHead);
  std::string calls;
  for (unsigned i = 0; i < size.functions; ++i) {
    const std::string name = "f" + std::to_string(i + kOurs);
    text += formats.function(name, size.statements);
    calls += "        " + name + "();\n";
  }
  text += "\nint main(void)\n{\n    for (int i = 0; i < 300; ++i) {\n" + calls +
          "    }\n    printf(\"%lx\\n\", checksum);\n    return 0;\n}\n";
  Program program;
  program.language = "c";
  program.files = {{"program.c", text}};
  return program;
}

}  // namespace assay::analyzer
