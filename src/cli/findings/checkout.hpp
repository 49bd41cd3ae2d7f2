#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::cli {

/// A user's git checkout, for building commits. The destructor checks out the original branch or commit again.
class Checkout {
 public:
  /// An Error if the folder is no git checkout, or has uncommitted changes.
  [[nodiscard]] static Result<Checkout> open(const std::string& folder);
  ~Checkout();
  Checkout(Checkout&& other) noexcept;
  Checkout& operator=(Checkout&&) = delete;
  Checkout(const Checkout&) = delete;
  Checkout& operator=(const Checkout&) = delete;

  /// The commits from `first` to `last`, both inclusive, oldest first, along first parents.
  [[nodiscard]] Result<std::vector<std::string>> commits(const std::string& first, const std::string& last) const;
  /// Checks out a commit and runs the build command in the checkout, with "{commit}" replaced. `seconds`: time limit.
  /// An Error contains the end of the output of the failed command.
  [[nodiscard]] Status build(const std::string& commit, const std::string& command, double seconds,
                             const std::stop_token& stop);
  /// The commit's short name and its subject.
  [[nodiscard]] std::string describe(const std::string& commit) const;

 private:
  Checkout(std::string folder, std::string was_at) : folder_(std::move(folder)), was_at_(std::move(was_at)) {}
  [[nodiscard]] Result<std::string> git(const std::vector<std::string>& words) const;

  std::string folder_;
  std::string was_at_;  ///< the original branch or commit; empty in a moved-from object
  bool moved_ = false;  ///< whether another commit was checked out
};

}  // namespace assay::cli
