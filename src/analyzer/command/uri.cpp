#include "uri.hpp"

namespace assay::analyzer {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kDigits[byte >> 4U];
    uri += kDigits[byte & 15U];
  }
  return uri;
}

std::string path_of_uri(std::string_view uri) {
  if (uri.starts_with("file://")) uri.remove_prefix(std::string_view("file://").size());
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool escaped =
        uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 && hex_digit(uri[i + 2]) >= 0;
    path += escaped ? static_cast<char>(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2])) : uri[i];
    if (escaped) i += 2;
  }
  return path;
}

}  // namespace assay::analyzer
