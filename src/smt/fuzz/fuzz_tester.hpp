#pragma once

#include <memory>

#include "core/case/tester.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"

namespace assay::smt {

[[nodiscard]] std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config);

}  // namespace assay::smt
