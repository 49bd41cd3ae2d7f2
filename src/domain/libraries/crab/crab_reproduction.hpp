#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain::crabs {

/// C++ text for programs with a domain.
struct CppText {
  std::string_view includes;  ///< "#include <crab/domains/intervals.hpp>\n"
  std::string_view type;      ///< type of elements, which uses Number and VariableName
};

/// PluginTarget::compile.
inline constexpr std::string_view kCompile =
    "g++ -std=c++17 {file} -I$CRAB/crab/include -L$CRAB/crab/lib -lCrab -lgmpxx -lgmp";

/// PluginTarget::reproduction.
[[nodiscard]] std::string reproduce(const CppText& domain, const Contract& contract, const Program& program,
                                    std::span<const Violation> violations, std::string_view note);

}  // namespace assay::domain::crabs
