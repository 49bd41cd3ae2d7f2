#include "assay/core/finding.hpp"

#include <array>

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 6> kStatusNames = {"confirmed", "partial",   "reduced",
                                                          "unreduced", "duplicate", "unconfirmed"};

std::size_t first_file_bytes(const Case& subject) {
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

std::size_t Finding::original_bytes() const { return first_file_bytes(original); }
std::size_t Finding::smallest_bytes() const { return first_file_bytes(smallest()); }

}  // namespace assay::core
