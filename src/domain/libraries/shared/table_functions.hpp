#pragma once

#include <span>
#include <string_view>

#include "domain/reproduction/texts.hpp"

namespace assay::domain {

/// The beginning of every program for assay_domain.h: the table, and elements as values of one C++ type.
[[nodiscard]] std::string_view table_frame();
/// The functions that programs for assay_domain.h call, in an order that compiles.
[[nodiscard]] std::span<const reproduction::FunctionText> table_functions();

}  // namespace assay::domain
