#pragma once

#include <string_view>

#include "assay/smt/solver.hpp"
#include "core/config/option_table.hpp"

namespace assay::smt {

// How solvers are run, in a module's options.
void set_style(core::OptionTable& table, std::string_view key, RunStyle style);
void get_style(const core::OptionReader& reader, std::string_view key, RunStyle& style);

}  // namespace assay::smt
