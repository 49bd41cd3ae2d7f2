// fake_solver [--lie NAME] [--list-lies] [--version]: an SMT-LIB solver on standard input that knows the witness
// (definition key witness_comments) and so answers truly without solving, or lies in one chosen way. Other flags are
// ignored, as a script's options are.

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "fake.hpp"

namespace {

constexpr std::string_view kEnd = "(reset)\n(echo \"assay-end-";

void print_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

/// The end of the first complete request of a persistent session in the buffer, its marker, and the next beginning.
struct Framed {
  std::size_t end = 0;
  std::size_t next = 0;
  std::string marker;
};
std::optional<Framed> framed(const std::string& buffer) {
  const std::size_t end = buffer.find(kEnd);
  if (end == std::string::npos) return std::nullopt;
  const std::size_t line = buffer.find('\n', end + kEnd.size());
  if (line == std::string::npos) return std::nullopt;
  const std::size_t first = buffer.find('"', end) + 1;
  return Framed{end, line + 1, buffer.substr(first, buffer.find('"', first) - first)};
}

void serve(const assay::fake::Lie* lie) {
  std::string buffer;
  std::size_t resets = 0;
  char block[1U << 16];
  bool more = true;
  while (more) {
    while (const std::optional<Framed> request = framed(buffer)) {
      print_text(assay::fake::answer(std::string_view(buffer).substr(0, request->end), lie, resets));
      ++resets;
      print_text(request->marker + "\n");
      buffer.erase(0, request->next);
    }
    const ssize_t count = ::read(STDIN_FILENO, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    more = count > 0;
    if (more) buffer.append(block, static_cast<std::size_t>(count));
  }
  if (!buffer.empty()) print_text(assay::fake::answer(buffer, lie, resets));
}

}  // namespace

int main(int argc, char** argv) {
  const assay::fake::Lie* lie = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--version") {
      print_text("fake solver 1.0\n");
      return 0;
    }
    if (word == "--list-lies") {
      for (const assay::fake::Lie& one : assay::fake::lies())
        print_text(std::string(one.name) + "\t" + std::string(one.description) + "\n");
      return 0;
    }
    constexpr std::string_view kLie = "--lie=";
    if (word != "--lie" && !word.starts_with(kLie)) continue;
    const std::string_view name = word != "--lie" ? word.substr(kLie.size()) : i + 1 < argc ? argv[++i] : "";
    lie = assay::fake::find_lie(name);
    if (lie == nullptr) {
      std::fprintf(stderr, "fake_solver: there is no lie '%s'\n", std::string(name).c_str());
      return 2;
    }
  }
  serve(lie);
  return 0;
}
