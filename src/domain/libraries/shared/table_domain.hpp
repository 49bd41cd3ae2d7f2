#pragma once

#include "assay/assay_domain.h"
#include "assay/domain/domain.hpp"

namespace assay::domain {

/// What the table promises and has. An Error where a function is missing without which there is no domain.
[[nodiscard]] Result<Contract> contract_of(const assay_domain& table);
/// The domain behind the table, which must outlive it.
[[nodiscard]] DomainFactory domain_of(const assay_domain& table, const Contract& contract);

}  // namespace assay::domain
