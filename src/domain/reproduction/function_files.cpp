#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "core/target/builtin.hpp"
#include "domain/reproduction/texts.hpp"

namespace assay::core {
/// The files in data/domains/reproduction.
[[nodiscard]] std::span<const BuiltinText> domain_function_texts();
}  // namespace assay::core

namespace assay::domain::reproduction {
namespace {

/// The parts of all files, by file and name.
using Parts = std::map<std::pair<std::string_view, std::string_view>, std::vector<FunctionText>>;

void add_parts(std::string_view file, std::string_view text, Parts& parts) {
  constexpr std::string_view kMark = "//! ";
  std::vector<FunctionText>* part = nullptr;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(kMark)) continue;
    const std::string_view words = line.substr(kMark.size());
    if (words == "end") {
      part = nullptr;
    } else if (words.starts_with("part ")) {
      part = &parts[{file, words.substr(5)}];
    } else {
      ASSAY_CHECK(part != nullptr, "a function outside of a part: " + std::string(words));
      std::string_view body = text.substr(at, text.find(kMark, at) - at);
      while (body.ends_with("\n\n")) body.remove_suffix(1);
      part->push_back({words, body});
    }
  }
}

Parts read_parts() {
  Parts parts;
  for (const core::BuiltinText& file : core::domain_function_texts())
    add_parts(file.path.substr(file.path.rfind('/') + 1), file.text, parts);
  return parts;
}

}  // namespace

std::span<const FunctionText> functions(std::string_view file, std::string_view part) {
  static const Parts parts = read_parts();
  const auto found = parts.find({file, part});
  ASSAY_CHECK(found != parts.end(), "there is no part " + std::string(part) + " in " + std::string(file));
  return found->second;
}

std::string text_of(std::string_view file, std::string_view part) {
  std::string text;
  for (const FunctionText& function : functions(file, part))
    text += (text.empty() ? "" : "\n") + std::string(function.text);
  return text;
}

}  // namespace assay::domain::reproduction
