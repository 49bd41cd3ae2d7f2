#pragma once

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// One row of the registry each, from the file of the same name.
[[nodiscard]] Dialect ascent_dialect();
[[nodiscard]] Dialect bddbddb_dialect();
[[nodiscard]] Dialect cozo_dialect();
[[nodiscard]] Dialect ddlog_dialect();
[[nodiscard]] Dialect flix_dialect();
[[nodiscard]] Dialect formulog_dialect();
[[nodiscard]] Dialect gringo_dialect();
[[nodiscard]] Dialect muz_dialect();
[[nodiscard]] Dialect prolog_dialect();
[[nodiscard]] Dialect racket_dialect();
[[nodiscard]] Dialect scallop_dialect();
[[nodiscard]] Dialect souffle_dialect();

}  // namespace assay::datalog
