#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The parts between separators; none for an empty text.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// The text without ASCII white space at both ends.
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
[[nodiscard]] std::string replace_all(std::string text, std::string_view from, std::string_view to);
[[nodiscard]] std::string to_lower(std::string_view text);

/// The text escaped for HTML and XML, in elements and in quoted attributes. Control characters that XML 1.0 forbids
/// become U+FFFD.
[[nodiscard]] std::string escape_markup(std::string_view text);
/// The bytes as valid UTF-8 without terminal escape sequences: invalid bytes, and control characters except newline and
/// tab, become U+FFFD. Applied to output of targets before it is shown or stored as text.
[[nodiscard]] std::string printable(std::string_view bytes);
/// At most the first `limit` bytes, cut between characters, with a note about the number of omitted bytes.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit);
/// A decimal number without sign; nullopt if the text contains anything else or the number is too large.
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view text);

}  // namespace assay
