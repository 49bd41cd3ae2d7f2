#include "core/finding/finding.hpp"

#include <array>

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 6> kStatusNames = {"confirmed", "partial",   "reduced",
                                                          "unreduced", "duplicate", "unconfirmed"};

std::size_t input_bytes(const Case& subject, const std::string& input) {
  if (const File* file = subject.file(input)) return file->content.size();
  return subject.files.empty() ? 0 : subject.files.front().content.size();
}

}  // namespace

std::string_view name(FindingStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

std::optional<FindingStatus> finding_status(std::string_view name) {
  for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
    if (kStatusNames[i] == name) return static_cast<FindingStatus>(i);
  }
  return std::nullopt;
}

std::string_view reduction_name(bool is_cut) { return is_cut ? "cut" : "complete"; }

std::string Finding::input_name() const {
  const Case& shown = smallest();
  if (!input.empty() && shown.file(input) != nullptr) return input;
  return shown.files.empty() ? "input" : shown.files.front().name;
}

std::size_t Finding::original_bytes() const { return input_bytes(original, input); }
std::size_t Finding::smallest_bytes() const { return input_bytes(smallest(), input); }

}  // namespace assay::core
