#include "analyzer/recall/planted.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "core/rng/rng.hpp"

namespace assay::analyzer::recall {
namespace {

constexpr std::string_view kCell = "&assay_cell";
constexpr std::string_view kMake = "int *made = malloc(sizeof *made); if (made == NULL) abort(); *made = n;";
constexpr std::string_view kFreed =
    "int *made = malloc(sizeof *made); if (made == NULL) abort(); *made = n; free(made);";

constexpr BugRow number(std::string_view kind, std::string_view variant, std::string_view report, std::string_view bad,
                        std::string_view good, std::string_view use) {
  return {kind, variant, Cargo::Number, report, false, {"", bad, use}, {"", good, use}};
}
constexpr BugRow pointer(std::string_view kind, std::string_view variant, std::string_view report, Side bug,
                         Side twin) {
  return {kind, variant, Cargo::Pointer, report, false, bug, twin};
}
constexpr BugRow uninitialised(std::string_view variant, Side bug, Side twin) {
  return {"uninitialised-read", variant, Cargo::Pointer, "use-of-uninitialized-value", true, bug, twin};
}

/// A variable holds the value from the beginning: compilers fold a constant that overflows without a report.
constexpr BugRow overflow(std::string_view variant, std::string_view use) {
  return {"signed-overflow",
          variant,
          Cargo::Number,
          "signed integer overflow",
          false,
          {"int big = 2147483647;", "big", use},
          {"int big = 41;", "big", use}};
}

constexpr std::string_view kNull = "null pointer|SEGV on unknown address 0x0+ ";
constexpr std::string_view kBounds = "out of bounds|insufficient space|buffer-overflow|buffer-underflow";
constexpr std::string_view kIf = "if (*$E > 3) seen += 1;";
constexpr std::string_view kIfFree = "if (*$E > 3) seen += 1; free($E);";
constexpr std::string_view kHeapCell = "int *made = malloc(sizeof *made); if (made == NULL) abort();";
constexpr std::string_view kInner = "int *made; { int inner = n; made = &inner; }";
constexpr std::string_view kOuter = "int inner = n; int *made = &inner;";

constexpr std::array kBugs = {
    number("division-by-zero", "divide", "division by zero", "0", "4", "seen += 100 / ($E);"),
    number("division-by-zero", "remainder", "division by zero", "0", "4", "seen += 100 % ($E);"),
    pointer("null-dereference", "read", kNull, {"", "(int *)0", "seen += *$E;"}, {"", kCell, "seen += *$E;"}),
    pointer("null-dereference", "write", kNull, {"", "(int *)0", "*$E = n;"}, {"", kCell, "*$E = n;"}),
    number("out-of-bounds", "read of a local array", kBounds, "10", "9", "int a[10] = {n}; seen += a[$E];"),
    number("out-of-bounds", "write to a global array", kBounds, "10", "9", "assay_table[$E] = n;"),
    number("out-of-bounds", "below a local array", kBounds, "-1", "0", "int a[10] = {n}; a[$E] = 1; seen += a[0];"),
    number("out-of-bounds", "write to the heap", kBounds, "10", "9",
           "int *a = calloc(10, sizeof *a); if (a == NULL) abort(); a[$E] = n; free(a);"),
    uninitialised("local variable", {"int cell;", "&cell", kIf}, {"int cell = n;", "&cell", kIf}),
    uninitialised("heap", {kHeapCell, "made", kIfFree}, {kMake, "made", kIfFree}),
    pointer("use-after-free", "read", "heap-use-after-free", {kFreed, "made", "seen += *$E;"},
            {kMake, "made", "seen += *$E; free($E);"}),
    pointer("use-after-free", "write", "heap-use-after-free", {kFreed, "made", "*$E = 1;"},
            {kMake, "made", "*$E = 1; free($E);"}),
    pointer("use-after-scope", "read", "stack-use-after-scope", {kInner, "made", "seen += *$E;"},
            {kOuter, "made", "seen += *$E;"}),
    pointer("double-free", "free", "double-free", {kFreed, "made", "free($E);"}, {kMake, "made", "free($E);"}),
    pointer("leak", "malloc", "memory leaks", {kMake, "made", "seen += *$E;"},
            {kMake, "made", "seen += *$E; free($E);"}),
    number("overlapping-copy", "memcpy", "memcpy-param-overlap", "4", "9",
           "char b[32] = {1}; memcpy(b, b + ($E), 9); seen += b[0];"),
    overflow("addition", "int sum = $E + 1; seen += sum > n;"),
    overflow("multiplication", "int product = $E * 2; seen += product > n;"),
    number("wide-shift", "left", "shift exponent", "32", "3", "seen += (1u << ($E)) != 0;"),
    BugRow{"string-overflow",
           "strcpy",
           Cargo::Text,
           "buffer-overflow",
           false,
           {"", "\"too long\"", "char b[4]; strcpy(b, $E); seen += b[0];"},
           {"", "\"fit\"", "char b[4]; strcpy(b, $E); seen += b[0];"}},
};

constexpr std::string_view kSame = "static $T same$N($T a) { return a; }";

constexpr std::array kCarriers = {
    Carrier{"variable", "", "$T v$N = $E;", "v$N"},
    Carrier{"cast", "", "", "($T)$C($E)"},
    Carrier{"arithmetic", "", "int k$N = n & 7;", "(($E ^ k$N) ^ k$N)", true},
    Carrier{"branch", "", "$T v$N; if (n > 0) { v$N = $E; } else { v$N = $E; }", "v$N"},
    Carrier{"correlated branches", "", "$T v$N = $G; if (n > 0) v$N = $E; if (n <= 0) v$N = $E;", "v$N"},
    Carrier{"switch", "", "$T v$N; switch (n & 1) { case 0: v$N = $E; break; default: v$N = $E; }", "v$N"},
    Carrier{"goto", "", "$T v$N = $E; goto over$N; v$N = $G; over$N:;", "v$N"},
    Carrier{"loop of 3", "", "$T v$N = $G; for (int i = 0; i < 3; ++i) v$N = $E;", "v$N"},
    Carrier{"loop of 50", "", "$T v$N = $G; for (int i = 0; i < 50; ++i) { if (i == 49) v$N = $E; }", "v$N"},
    Carrier{"pointer", "", "$T v$N = $G; $T *p$N = &v$N; *p$N = $E;", "v$N"},
    Carrier{"field", "struct s$N { int tag; $T value; };", "struct s$N s$N = {n, $G}; s$N.value = $E;", "s$N.value"},
    Carrier{"field by pointer", "struct s$N { int tag; $T value; };",
            "struct s$N s$N = {n, $G}; struct s$N *q$N = &s$N; s$N.value = $E;", "q$N->value"},
    Carrier{"list", "struct s$N { $T value; struct s$N *next; };", "struct s$N b$N = {$E, NULL}, a$N = {$G, &b$N};",
            "a$N.next->value"},
    Carrier{"array", "", "$T v$N[3] = {$G, $G, $G}; v$N[1] = $E;", "v$N[1]"},
    Carrier{"global", "static $T g$N;", "g$N = $E;", "g$N", false, true},
    Carrier{"heap", "", "$T *h$N = malloc(sizeof *h$N); if (h$N == NULL) abort(); *h$N = $E; $T v$N = *h$N; free(h$N);",
            "v$N"},
    Carrier{"memcpy", "", "$T w$N = $E; $T v$N; memcpy(&v$N, &w$N, sizeof v$N);", "v$N"},
    Carrier{"result of a call", kSame, "", "same$N($E)"},
    Carrier{"argument of a call", "", "", "", false, false, true},
    Carrier{"out-parameter", "static void put$N($T *to, $T from) { *to = from; }", "$T v$N = $G; put$N(&v$N, $E);",
            "v$N"},
    Carrier{"function pointer", kSame, "$T (*f$N)($T) = same$N;", "f$N($E)"},
    Carrier{"recursion", "static $T same$N($T a, int d) { return d > 0 ? same$N(a, d - 1) : a; }", "", "same$N($E, 3)"},
};

struct CargoWords {
  std::string_view type, harmless, cast;
};
CargoWords words_of(Cargo cargo) {
  switch (cargo) {
    case Cargo::Number: return {"int", "9", "(long long)"};
    case Cargo::Pointer: return {"int *", kCell, "(void *)"};
    case Cargo::Text: return {"const char *", "\"ok\"", "(const void *)"};
  }
  return {};
}

/// Writes the functions of one bug or twin.
class BugWriter {
 public:
  BugWriter(const Planting& planting, bool twin, const std::string& name, unsigned& names)
      : row_(kBugs[planting.bug]), side_(twin ? row_.twin : row_.bug), words_(words_of(row_.cargo)), names_(names) {
    open(name, "");
    line(side_.setup);
    expression_ = side_.value;
    for (const std::size_t carrier : planting.way) carry(kCarriers[carrier]);
    line(filled(side_.use));
    line("return seen;");
    functions_.push_back(body_ + "}\n");
  }

  [[nodiscard]] std::string text() const {
    std::string all = outside_;
    for (const std::string& function : functions_) all += function;
    return all;
  }

 private:
  void open(const std::string& name, const std::string& parameter) {
    const std::string head = "int " + name + "(" + parameter + "int n)";
    outside_ += head + ";\n";
    body_ = head + " {\n  int seen = 0;\n";
  }
  void line(std::string_view statement) {
    if (!statement.empty()) body_ += "  " + std::string(statement) + "\n";
  }
  [[nodiscard]] std::string filled(std::string_view text) const {
    std::string out = replace_all(std::string(text), "$N", std::to_string(names_));
    out = replace_all(std::move(out), "$T", words_.type);
    out = replace_all(std::move(out), "$G", words_.harmless);
    out = replace_all(std::move(out), "$C", words_.cast);
    return replace_all(std::move(out), "$E", expression_);
  }
  void carry(const Carrier& carrier) {
    ++names_;
    if (carrier.opens_function) {
      const std::string name = "rest" + std::to_string(names_);
      line("return seen + " + name + "(" + expression_ + ", n);");
      functions_.push_back(body_ + "}\n");
      open(name, std::string(words_.type) + " given, ");
      expression_ = "given";
      return;
    }
    if (!carrier.outside.empty()) outside_ += filled(carrier.outside) + "\n";
    line(filled(carrier.statements));
    expression_ = filled(carrier.result);
  }

  const BugRow& row_;
  const Side& side_;
  CargoWords words_;
  unsigned& names_;
  std::string outside_, body_, expression_;
  std::vector<std::string> functions_;
};

unsigned lines_in(std::string_view text) { return static_cast<unsigned>(std::count(text.begin(), text.end(), '\n')); }

bool fits(const Carrier& carrier, const BugRow& row) {
  return (!carrier.numbers_only || row.cargo == Cargo::Number) && !(carrier.keeps && row.kind == "leak");
}

}  // namespace

std::span<const BugRow> bug_rows() { return kBugs; }
std::span<const Carrier> carriers() { return kCarriers; }

std::vector<std::string_view> bug_kinds() {
  std::vector<std::string_view> kinds;
  for (const BugRow& row : kBugs)
    if (std::find(kinds.begin(), kinds.end(), row.kind) == kinds.end()) kinds.push_back(row.kind);
  return kinds;
}

Planting planting(std::uint64_t seed, std::uint64_t index, unsigned distance) {
  core::Rng rng = core::Rng(seed).split("recall").split(index);
  Planting planted{static_cast<std::size_t>(index % kBugs.size()), {}};
  // Neighbouring cases have different distances, so that few cases have all of them, too.
  for (std::uint64_t left = (index / kBugs.size() + index % kBugs.size()) % (distance + 1U); left > 0;) {
    const std::size_t carrier = static_cast<std::size_t>(rng.below(kCarriers.size()));
    if (!fits(kCarriers[carrier], kBugs[planted.bug])) continue;
    planted.way.push_back(carrier);
    --left;
  }
  return planted;
}

PlantedProgram planted_program(const std::vector<Planting>& plantings) {
  PlantedProgram program;
  std::string& text = program.text;
  text =
      "#include <stdlib.h>\n#include <string.h>\n\nstatic int assay_cell = 1;\nstatic int assay_table[10];\n"
      "static volatile int assay_result;\n\n";
  unsigned names = 0;
  std::string cases;
  for (std::size_t i = 0; i < plantings.size(); ++i) {
    for (const bool twin : {false, true}) {
      const std::string name = (twin ? "twin_" : "bug_") + std::to_string(i);
      const unsigned first = lines_in(text) + 1;
      text += BugWriter(plantings[i], twin, name, names).text();
      (twin ? program.twins : program.bugs).push_back({first, lines_in(text)});
      text += "\n";
      cases += "    case " + std::to_string(2 * i + (twin ? 1 : 0)) + ": assay_result = " + name + "(n); break;\n";
    }
  }
  const std::string count = std::to_string(2 * plantings.size()) + "u";
  text +=
      "int main(int argc, char **argv) {\n  static const int inputs[3] = {0, 1, -7};\n"
      "  unsigned turn = (unsigned)argc - 1u;\n  int n = inputs[turn / " +
      count +
      " % 3u];\n  (void)argv;\n"
      "  switch (turn % " +
      count + ") {\n" + cases + "  }\n  return 0;\n}\n";
  return program;
}

}  // namespace assay::analyzer::recall
