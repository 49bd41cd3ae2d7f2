#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/adapters/ciao/term/output.hpp"
#include "assay/core/rng.hpp"

namespace assay::analyzer::ciao {

/// Goals that the entry assertions of a module admit (section 2, "Test Case Generation"): types, modes, sharing and
/// linearity of the calls hold of each, sizes grow, and what is left open is varied: sharing between arguments, too.
struct TestGoals {
  std::vector<TestGoal> goals;
  std::vector<std::string> unread;  ///< entries that ask for what we cannot make, and why
};
[[nodiscard]] TestGoals make_test_goals(const Module& source, core::Rng rng, std::size_t per_entry);

}  // namespace assay::analyzer::ciao
