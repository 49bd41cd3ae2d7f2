#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::cli {

/// A user's git checkout, whose commits are built one after the other. At the end it is at the commit or branch where
/// it was.
class Checkout {
 public:
  /// An Error: it is none, or has changes that are not committed.
  [[nodiscard]] static Result<Checkout> open(const std::string& folder);
  ~Checkout();
  Checkout(Checkout&& other) noexcept;
  Checkout& operator=(Checkout&&) = delete;
  Checkout(const Checkout&) = delete;
  Checkout& operator=(const Checkout&) = delete;

  /// The commits from the first to the last, both included, the oldest first; of merges, the first parents.
  [[nodiscard]] Result<std::vector<std::string>> commits(const std::string& first, const std::string& last) const;
  /// Checks a commit out and runs the build command in the checkout, with the commit in place of "{commit}". An Error
  /// says what failed, with the end of what it printed.
  [[nodiscard]] Status build(const std::string& commit, const std::string& command, double seconds,
                             const std::stop_token& stop);
  /// The commit's short name and its subject.
  [[nodiscard]] std::string describe(const std::string& commit) const;

 private:
  Checkout(std::string folder, std::string was_at) : folder_(std::move(folder)), was_at_(std::move(was_at)) {}
  [[nodiscard]] Result<std::string> git(const std::vector<std::string>& words) const;

  std::string folder_;
  std::string was_at_;  ///< a branch's name or a commit; empty: moved from
  bool moved_ = false;  ///< another commit has been checked out
};

}  // namespace assay::cli
