#pragma once

#include <memory>

#include "core/case/tester.hpp"
#include "datalog/fuzz/case/datalog_config.hpp"

namespace assay::datalog {

[[nodiscard]] std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config);

}  // namespace assay::datalog
