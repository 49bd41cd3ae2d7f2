#pragma once

#include <string_view>

namespace assay {

/// Reports a broken invariant on standard error and aborts. Not for bad input or a misbehaving target: those are
/// values.
[[noreturn]] void check_failed(const char* condition, const char* file, int line, std::string_view message);

}  // namespace assay

/// The only assertion, active in all builds: an invariant of Assay itself. `message` is for readers of a bug report.
#define ASSAY_CHECK(condition, message)                                 \
  do {                                                                  \
    if (!(condition)) [[unlikely]]                                      \
      ::assay::check_failed(#condition, __FILE__, __LINE__, (message)); \
  } while (false)
