#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

namespace assay::smt {

/// Removes the next word, up to a space, and the spaces around it from `rest`. Empty at the end.
inline std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  const std::size_t end = rest.find(' ');
  const std::string_view found = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return found;
}

/// The number in an identifier `#7` of z3's log. Nullopt for other name spaces (`datatype#7`), and from 2^28 on: such
/// numbers are damage in the file.
inline std::optional<std::size_t> log_identifier(std::string_view text) {
  constexpr std::size_t kMaxIdentifier = std::size_t{1} << 28;
  std::size_t value = 0;
  if (text.empty() || text.front() != '#') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value >= kMaxIdentifier) return std::nullopt;
  return value;
}

}  // namespace assay::smt
