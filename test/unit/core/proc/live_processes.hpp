#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace assay::core::test {

/// The processes that live (zombies do not) and have `text` in their command line or environment. Independent of the
/// code under test.
[[nodiscard]] std::vector<pid_t> live_processes_with(const std::string& text);

/// Ended processes that wait for us to reap them.
[[nodiscard]] std::vector<pid_t> own_zombies();

/// Different for each call, also between test programs that run at the same time.
[[nodiscard]] std::string unique_text();

/// True as soon as no process (or at least `at_least` processes) has the text; false after 30 seconds.
bool eventually_none_with(const std::string& text);
bool eventually_count_with(const std::string& text, std::size_t at_least);

}  // namespace assay::core::test
