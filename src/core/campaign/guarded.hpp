#pragma once

#include <exception>
#include <string>

#include "assay/base/result.hpp"

namespace assay::core {

/// Calls a module's code and turns exceptions into an Error. `action` completes "internal error while ": "replaying".
template <typename Value, typename Function>
[[nodiscard]] Result<Value> guarded(const char* action, Function&& function) {
  try {
    return function();
  } catch (const std::exception& problem) {
    return Error{std::string("internal error while ") + action + ": " + problem.what(), "please report it"};
  } catch (...) {
    return Error{std::string("internal error while ") + action, "please report it"};
  }
}

}  // namespace assay::core
