#include "base/ascii.hpp"

namespace assay {

std::string percent_encoded(std::string_view bytes, std::string_view plain) {
  constexpr std::string_view kUpperDigits = "0123456789ABCDEF";
  std::string text;
  for (const char c : bytes) {
    if (is_letter(c) || is_digit(c) || plain.find(c) != std::string_view::npos) {
      text += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text += {'%', kUpperDigits[byte >> 4U], kUpperDigits[byte & 15U]};
  }
  return text;
}

std::string percent_decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped =
        text[i] == '%' && i + 2 < text.size() && is_hex_digit(text[i + 1]) && is_hex_digit(text[i + 2]);
    bytes += escaped ? static_cast<char>(*hex_value(text[i + 1]) * 16 + *hex_value(text[i + 2])) : text[i];
    if (escaped) i += 2;
  }
  return bytes;
}

}  // namespace assay
