#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "assay/base/check.hpp"

namespace assay {

/// A problem outside of Assay: the machine, a file, a user's input. `message` is a sentence that names the thing;
/// `advice` says how to solve the problem, and may be empty.
struct Error {
  std::string message;
  std::string advice;

  /// "message" or "message (advice)".
  [[nodiscard]] std::string text() const { return advice.empty() ? message : message + " (" + advice + ")"; }
};

/// A value or an Error. It is a broken invariant to ask for the missing part.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] const T& value() const& {
    ASSAY_CHECK(ok(), "value() of an error: " + error_text());
    return std::get<0>(state_);
  }
  [[nodiscard]] T& value() & {
    ASSAY_CHECK(ok(), "value() of an error: " + error_text());
    return std::get<0>(state_);
  }
  [[nodiscard]] T&& value() && {
    ASSAY_CHECK(ok(), "value() of an error: " + error_text());
    return std::get<0>(std::move(state_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  [[nodiscard]] const Error& error() const {
    ASSAY_CHECK(!ok(), "error() of a value");
    return std::get<1>(state_);
  }

 private:
  [[nodiscard]] std::string error_text() const { return ok() ? std::string() : std::get<1>(state_).text(); }

  std::variant<T, Error> state_;
};

/// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const {
    ASSAY_CHECK(!ok(), "error() of a success");
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace assay
