#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace assay::analyzer {

/// Whether the name is that of a C++ source.
[[nodiscard]] inline bool is_cpp_source(std::string_view file) {
  constexpr std::array<std::string_view, 3> kEndings = {".cpp", ".cc", ".cxx"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) { return file.ends_with(ending); });
}
[[nodiscard]] inline bool is_c_source(std::string_view file) { return file.ends_with(".c") || is_cpp_source(file); }

/// A text as a string literal of C and C++. Bytes that are not printable are octal escapes.
[[nodiscard]] inline std::string c_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte > '~') {
      out += '\\';
      for (const unsigned shift : {6U, 3U, 0U}) out += static_cast<char>('0' + (byte >> shift & 7U));
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

/// The compiler flags for the language. A check turns a constant into a value, which narrows; containers check the
/// arguments of their functions.
[[nodiscard]] inline std::span<const std::string_view> c_dialect(bool cpp) {
  static constexpr std::array<std::string_view, 1> kC = {"-std=gnu11"};
  static constexpr std::array<std::string_view, 3> kCpp = {"-std=gnu++17", "-Wno-narrowing", "-D_GLIBCXX_ASSERTIONS"};
  if (cpp) return kCpp;
  return kC;
}

/// The further words of a compiler's command for a program in C++: the dialect's flags before its files, the library's
/// name behind them. Empty for C, whose compilers need none.
[[nodiscard]] inline std::span<const std::string_view> cpp_flags(std::string_view file) {
  return is_cpp_source(file) ? c_dialect(true) : std::span<const std::string_view>();
}
[[nodiscard]] inline std::span<const std::string_view> cpp_library(std::string_view file) {
  static constexpr std::array<std::string_view, 1> kLibrary = {"-lstdc++"};
  return is_cpp_source(file) ? kLibrary : std::span<const std::string_view>();
}

}  // namespace assay::analyzer
