#pragma once

#include <string>
#include <string_view>

namespace assay::smt {

/// A solver's error message without the parts that depend on the script: "NAME" replaces declared names, "(...)"
/// replaces terms and sorts. The unchanged message if the script cannot be parsed.
[[nodiscard]] std::string cause_of_rejection(std::string_view message, std::string_view script);

}  // namespace assay::smt
