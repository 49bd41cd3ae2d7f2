#pragma once

#include <string>
#include <string_view>

namespace assay::smt {

/// A solver's message about a script that it refuses, without what depends on the script and not on the cause: "NAME"
/// for what the script declares, "(...)" for terms and sorts. The message itself where the script cannot be read.
[[nodiscard]] std::string cause_of_rejection(std::string_view message, std::string_view script);

}  // namespace assay::smt
