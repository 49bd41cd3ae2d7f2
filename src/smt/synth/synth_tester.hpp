#pragma once

#include <memory>

#include "core/case/tester.hpp"
#include "smt/synth/synth_config.hpp"

namespace assay::smt {

[[nodiscard]] std::unique_ptr<core::Tester> make_synth_tester(std::shared_ptr<const SynthConfig> config);

}  // namespace assay::smt
