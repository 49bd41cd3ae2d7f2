#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace assay::core {

/// The content of a file as sorted hashes: of its lines, or of its alerts if the source is not known.
using FileContent = std::function<std::vector<std::uint64_t>(const std::string& file)>;

/// For each vanished file, the appeared file that it became: the one with the longest common end of the path, or else
/// the one with the largest common share of the content, if it is at least `min_share` and two elements. Each appeared
/// file at most once; sorted names give sorted ties.
[[nodiscard]] std::map<std::string, std::string> renamed_files(const std::vector<std::string>& vanished,
                                                               const std::vector<std::string>& appeared,
                                                               const FileContent& old_content,
                                                               const FileContent& new_content, double min_share);

/// The share of elements that two sorted lists have in common: 2 |a and b| / (|a| + |b|); 0 if both are empty.
[[nodiscard]] double common_share(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

}  // namespace assay::core
