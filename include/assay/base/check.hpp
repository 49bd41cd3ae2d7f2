#pragma once

#include <string_view>

namespace assay {

/// Reports a broken invariant on standard error and aborts. Never for bad input or a misbehaving target: those are
/// values.
[[noreturn]] void check_failed(const char* condition, const char* file, int line, std::string_view message);

}  // namespace assay

/// The one always-on assertion: a broken invariant of Assay itself. `message` says what the reader of a bug report
/// needs.
#define ASSAY_CHECK(condition, message)                                 \
  do {                                                                  \
    if (!(condition)) [[unlikely]]                                      \
      ::assay::check_failed(#condition, __FILE__, __LINE__, (message)); \
  } while (false)
