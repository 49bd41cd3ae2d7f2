#pragma once

#include <span>
#include <string_view>

#include "domain/libraries/crab/crab_reproduction.hpp"
#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain::crabs {

/// One row: a domain of CRAB with its parameters.
struct Row {
  std::string_view name;  ///< "intervals", in targets "crab:intervals"
  CppText cpp;
  std::unique_ptr<Domain> (*make)(const Contract& contract, unsigned dimensions);
  void (*promise)(Contract& contract);  ///< changes usual_contract for this domain
};

// The domains, one list for each source file.
[[nodiscard]] std::span<const Row> interval_rows();
[[nodiscard]] std::span<const Row> value_rows();
[[nodiscard]] std::span<const Row> zone_rows();
[[nodiscard]] std::span<const Row> octagon_rows();
[[nodiscard]] std::span<const Row> product_rows();

/// The operations of the adapter's rows, which are the same for all types.
[[nodiscard]] Operations row_operations();

/// The contract that all domains have by default.
[[nodiscard]] Contract usual_contract();
/// The targets of a list. They stay valid until the process ends.
[[nodiscard]] std::vector<PluginTarget> targets_of(std::span<const Row> rows);

}  // namespace assay::domain::crabs
