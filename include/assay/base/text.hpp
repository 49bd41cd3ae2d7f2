#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Parts between separators; an empty text has no part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// Without ASCII white space at both ends.
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
[[nodiscard]] std::string replace_all(std::string text, std::string_view from, std::string_view to);
[[nodiscard]] std::string to_lower(std::string_view text);

/// Text that stands for itself inside HTML and XML, in elements and in quoted attributes. Control characters that
/// XML 1.0 forbids become U+FFFD.
[[nodiscard]] std::string escape_markup(std::string_view text);
/// Valid UTF-8 and no terminal escape sequences: other bytes and control characters but newline and tab become U+FFFD.
/// Output of targets passes through this before it is shown or stored as text.
[[nodiscard]] std::string printable(std::string_view bytes);
/// The first `limit` bytes, cut at a character, with a note of how many were left out.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit);
/// A whole non-negative decimal number; nothing else around it.
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view text);

}  // namespace assay
