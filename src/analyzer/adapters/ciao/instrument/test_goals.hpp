#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/adapters/ciao/term/output.hpp"
#include "core/rng/rng.hpp"

namespace assay::analyzer::ciao {

/// Goals that the entry assertions of a module admit (section 2, "Test Case Generation"). Types, modes, sharing and
/// linearity of the calls hold for each goal. Sizes grow, and everything else varies, including sharing between
/// arguments.
struct TestGoals {
  std::vector<TestGoal> goals;
  std::vector<std::string> unread;  ///< entries with requirements that cannot be met, and why
};
[[nodiscard]] TestGoals make_test_goals(const Module& source, core::Rng rng, std::size_t per_entry);

}  // namespace assay::analyzer::ciao
