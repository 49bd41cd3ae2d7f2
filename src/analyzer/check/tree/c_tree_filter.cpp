#include "analyzer/check/tree/c_tree_filter.hpp"

#include <cstring>

namespace assay::analyzer {
namespace {

/// The lines at the beginning and the end of a top-level declaration.
constexpr std::string_view kOpen = "\n    {\n";
constexpr std::string_view kClose = "\n    }";
constexpr std::string_view kFileKey = "\"file\": \"";

/// A search by the C library, which is quick in builds without optimisation, too.
std::size_t position_of(std::string_view text, std::string_view wanted, std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found = ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

/// Whether the last place of a declaration is in the file. A place without a file has the file of the place before it.
/// The file in "includedFrom" is not a place's file.
bool ends_in(std::string_view declaration, std::string_view file, bool before) {
  constexpr std::string_view kIncluder = "\"includedFrom\": {";
  for (std::size_t at = declaration.rfind(kFileKey); at != std::string_view::npos && at != 0;
       at = declaration.rfind(kFileKey, at - 1)) {
    const std::size_t last = declaration.find_last_not_of(" \n", at - 1);
    if (declaration.substr(0, last + 1).ends_with(kIncluder)) continue;
    return declaration.substr(at + kFileKey.size()).starts_with(std::string(file) + '"');
  }
  return before;
}

}  // namespace

std::string without_headers(std::string_view json, std::string_view file) {
  const std::string named = std::string(kFileKey) + std::string(file) + '"';
  std::size_t at = position_of(json, kOpen, 0);
  if (at == std::string_view::npos) return std::string(json);
  std::string kept(json.substr(0, at));
  bool here = true;
  bool any = false;
  for (;;) {
    const std::size_t close = position_of(json, kClose, at);
    if (close == std::string_view::npos) return std::string(json);
    const std::size_t end = close + kClose.size();
    const std::string_view declaration = json.substr(at, end - at);
    if (here || position_of(declaration, named, 0) != std::string_view::npos) {
      if (any) kept += ',';
      any = true;
      kept += declaration;
      here = ends_in(declaration, file, here);
    }
    const bool more = json.substr(end).starts_with(',') && json.substr(end + 1).starts_with(kOpen);
    if (!more) return kept.append(json.substr(end));
    at = end + 1;
  }
}

}  // namespace assay::analyzer
