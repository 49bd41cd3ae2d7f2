#include "core/sarif/file_pairs.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.hpp"

namespace assay::core {
namespace {

/// Twice the number of elements that two files must have in common.
constexpr double kMinCommonSum = 4;
/// More pairs of files are not compared by their content.
constexpr std::size_t kMaxCompared = 250'000;

/// A possible renaming. The best one comes first.
struct Renaming {
  double rank = 0;
  std::size_t from = 0, to = 0;

  bool operator<(const Renaming& other) const {
    return std::make_tuple(-rank, from, to) < std::make_tuple(-other.rank, other.from, other.to);
  }
};

std::string_view name_in(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// The number of equal components at the end of two paths.
std::size_t common_end(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  const std::vector<std::string_view> left = split(a, '/'), right = split(b, '/');
  while (count < left.size() && count < right.size() &&
         left[left.size() - 1 - count] == right[right.size() - 1 - count])
    ++count;
  return count;
}

class Renamings {
 public:
  Renamings(const std::vector<std::string>& from, const std::vector<std::string>& to)
      : from_(from), to_(to), has_left_(from.size(), false), is_taken_(to.size(), false) {}

  /// Takes the best renamings of files that are still free.
  void take(std::vector<Renaming> possible) {
    std::sort(possible.begin(), possible.end());
    for (const Renaming& one : possible) {
      if (has_left_[one.from] || is_taken_[one.to]) continue;
      has_left_[one.from] = is_taken_[one.to] = true;
      names_[from_[one.from]] = to_[one.to];
    }
  }

  [[nodiscard]] std::vector<Renaming> by_name() const {
    std::map<std::string_view, std::vector<std::size_t>> named;
    for (std::size_t i = 0; i < to_.size(); ++i) named[name_in(to_[i])].push_back(i);
    std::vector<Renaming> possible;
    for (std::size_t i = 0; i < from_.size(); ++i)
      if (const auto at = named.find(name_in(from_[i])); at != named.end())
        for (const std::size_t to : at->second)
          possible.push_back({static_cast<double>(common_end(from_[i], to_[to])), i, to});
    return possible;
  }

  [[nodiscard]] std::vector<Renaming> by_content(const FileContent& old_content, const FileContent& new_content,
                                                 double min_share) const {
    const auto free = [](const std::vector<bool>& used) { return std::count(used.begin(), used.end(), false); };
    if (static_cast<std::size_t>(free(has_left_)) * static_cast<std::size_t>(free(is_taken_)) > kMaxCompared) return {};
    std::vector<std::vector<std::uint64_t>> contents(to_.size());
    for (std::size_t i = 0; i < to_.size(); ++i)
      if (!is_taken_[i]) contents[i] = new_content(to_[i]);
    std::vector<Renaming> possible;
    for (std::size_t i = 0; i < from_.size(); ++i) {
      if (has_left_[i]) continue;
      const std::vector<std::uint64_t> own = old_content(from_[i]);
      for (std::size_t to = 0; to < to_.size(); ++to)
        if (const double share = is_taken_[to] ? 0 : common_share(own, contents[to]);
            share >= min_share && share * static_cast<double>(own.size() + contents[to].size()) >= kMinCommonSum)
          possible.push_back({share, i, to});
    }
    return possible;
  }

  [[nodiscard]] std::map<std::string, std::string> names() && { return std::move(names_); }

 private:
  const std::vector<std::string>& from_;
  const std::vector<std::string>& to_;
  std::vector<bool> has_left_, is_taken_;
  std::map<std::string, std::string> names_;
};

}  // namespace

double common_share(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t common = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (*left == *right) {
      ++common;
      ++left;
      ++right;
    } else {
      ++(*left < *right ? left : right);
    }
  }
  const std::size_t all = a.size() + b.size();
  return all == 0 ? 0 : 2 * static_cast<double>(common) / static_cast<double>(all);
}

std::map<std::string, std::string> renamed_files(const std::vector<std::string>& vanished,
                                                 const std::vector<std::string>& appeared,
                                                 const FileContent& old_content, const FileContent& new_content,
                                                 double min_share) {
  Renamings renamings(vanished, appeared);
  renamings.take(renamings.by_name());
  renamings.take(renamings.by_content(old_content, new_content, min_share));
  return std::move(renamings).names();
}

}  // namespace assay::core
