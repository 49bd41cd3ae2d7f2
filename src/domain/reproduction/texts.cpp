#include "domain/reproduction/texts.hpp"

#include <algorithm>
#include <cctype>

namespace assay::domain::reproduction {
namespace {

// The same in C and C++.
constexpr FunctionText kCommon[] = {
    {"floats",
     "/* How floats are computed: rounding, and whether small ones are zero. */\n"
     "static unsigned floats(void) {\n"
     "#ifdef __SSE__\n"
     "  return (unsigned)fegetround() << 16 | (_mm_getcsr() & ~0x3fu);\n"
     "#else\n"
     "  return (unsigned)fegetround();\n"
     "#endif\n"
     "}\n"},
    {"same_floats",
     "static unsigned floats_at_first;\n"
     "static int same_floats(void) { return floats() == floats_at_first; }\n"},
    {"resident",
     "/* Bytes of this process that are in memory. */\n"
     "static long resident(void) {\n"
     "  long size = 0, pages = 0;\n"
     "  FILE* const file = fopen(\"/proc/self/statm\", \"r\");\n"
     "  if (file == NULL || fscanf(file, \"%ld %ld\", &size, &pages) != 2) pages = 0;\n"
     "  if (file != NULL) fclose(file);\n"
     "  return pages * sysconf(_SC_PAGESIZE);\n"
     "}\n"},
    {"goes_on",
     "/* Five rounds of repetitions. What is kept once is kept in the first. */\n"
     "enum { repetitions = 4000, rounds = 5, least_bytes = 8 };\n"
     "struct growth {\n"
     "  long done, before, first, rounds_that_grew;\n"
     "};\n"
     "static int goes_on(struct growth* g) {\n"
     "  if (g->done % repetitions == 0) {\n"
     "    const long now = resident();\n"
     "    if (g->done == repetitions) g->first = now;\n"
     "    if (g->done > repetitions && now - g->before >= (long)least_bytes * repetitions) ++g->rounds_that_grew;\n"
     "    g->before = now;\n"
     "  }\n"
     "  return g->done++ < (long)repetitions * rounds;\n"
     "}\n"},
    {"grows",
     "static int grows(const struct growth* g) {\n"
     "  const double kept = (double)(g->before - g->first) / ((rounds - 1.0) * repetitions);\n"
     "  printf(\"each repetition keeps %.1f bytes\\n\", kept);\n"
     "  return g->rounds_that_grew == rounds - 1;\n"
     "}\n"},
};

}  // namespace

bool calls(std::string_view text, std::string_view name) {
  const auto belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  const std::string call = std::string(name) + "(";
  for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1))
    if (at == 0 || !belongs(text[at - 1])) return true;
  return false;
}

std::string functions_for(std::string_view body, std::initializer_list<std::span<const FunctionText>> all) {
  std::string chosen;
  std::string text(body);
  for (auto part = std::rbegin(all); part != std::rend(all); ++part) {
    for (auto function = part->rbegin(); function != part->rend(); ++function) {
      if (!calls(text, function->name)) continue;
      chosen = std::string(function->text) + "\n" + chosen;
      text += function->text;
    }
  }
  return chosen;
}

std::string_view common_includes() {
  return "#include <fenv.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
         "#ifdef __SSE__\n#include <xmmintrin.h>\n#endif\n";
}

std::span<const FunctionText> common_functions() { return kCommon; }

std::string element(std::size_t instruction) { return "a" + std::to_string(instruction); }

std::string comment(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += std::string(end == 0 ? "//" : "// ") + std::string(lines.substr(0, end)) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

}  // namespace assay::domain::reproduction
