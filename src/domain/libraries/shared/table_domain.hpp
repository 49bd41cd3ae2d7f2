#pragma once

#include "assay/assay_domain.h"
#include "assay/domain/domain.hpp"

namespace assay::domain {

/// The contract of a table. An Error if a required function is missing or a field is invalid.
[[nodiscard]] Result<Contract> contract_of(const assay_domain& table);
/// The domain of a table. The table must outlive the domains that the factory makes.
[[nodiscard]] DomainFactory domain_of(const assay_domain& table, const Contract& contract);

}  // namespace assay::domain
