#include "trigger/check/labels.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"
#include "core/target/patterns.hpp"

namespace assay::trigger {
namespace {

/// The start of a verifier's lines with names of obligations, and a pattern for the whole line.
struct LabelRow {
  std::string_view start;
  const char* pattern;
};
constexpr std::array kRows = {
    LabelRow{"(set-info :boogie-vc-id", R"(:boogie-vc-id \|?(?P<label>[^|)]+)\|?\))"},  // Boogie
    LabelRow{"; ----------", R"(^; -{10} (?P<label>.+) -{10}$)"},                       // Silicon
    LabelRow{";; Function-Def ", R"(^;; Function-Def (?P<label>.+)$)"},                 // Verus
    LabelRow{";", R"(^;+ *Starting query at (?P<label>.+)$)"},                          // F*
    LabelRow{";; Goal ", "^;; Goal \"(?P<label>.+)\"$"},                                // Why3
};

/// The label in the notation of the source: "Impl Node.Add" for `Impl$$_module.Node.Add`.
std::string without_encoding(std::string label) {
  for (const auto& [from, to] : {std::pair{"$$", " "}, {"_module.__default.", ""}, {"_module.", ""}})
    label = replace_all(std::move(label), from, to);
  return printable(label);
}

std::optional<std::string> label_of(std::string_view line) {
  static const std::vector<core::GroupPattern> compiled = [] {
    std::vector<core::GroupPattern> patterns;
    for (const LabelRow& row : kRows) patterns.emplace_back(row.pattern);
    return patterns;
  }();
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (!line.starts_with(kRows[i].start)) continue;
    if (auto groups = compiled[i].match(line); groups && !groups->empty())
      return without_encoding(std::move(groups->front().second));
  }
  return std::nullopt;
}

}  // namespace

Labels::Labels(std::string_view text) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view one = trim(text.substr(0, end));
    if (one.starts_with(';') || one.starts_with("(set-info"))
      if (std::optional<std::string> label = label_of(one)) labels_.emplace_back(line, std::move(*label));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

std::string Labels::at(std::size_t line) const {
  const auto after = std::upper_bound(labels_.begin(), labels_.end(), line,
                                      [](std::size_t value, const auto& label) { return value < label.first; });
  return after == labels_.begin() ? std::string() : std::prev(after)->second;
}

}  // namespace assay::trigger
