#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/domain/contract.hpp"
#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// PluginTarget::reproduction for a domain that implements assay_domain.h: C++ that includes that header and is linked
/// with the shared object. `note` becomes a comment at the top.
[[nodiscard]] std::string table_reproduction(const Contract& contract, const Program& program,
                                             std::span<const Violation> violations, std::string_view note);

/// PluginTarget::compile for the shared object at `path`.
[[nodiscard]] std::string table_compile_command(const std::string& path);

}  // namespace assay::domain
