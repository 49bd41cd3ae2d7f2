#pragma once

#include <vector>

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

// Each function returns one row of the registry and is defined in the file with the namespace's name.
namespace ascent {
[[nodiscard]] Dialect dialect();
}
namespace bddbddb {
[[nodiscard]] Dialect dialect();
}
namespace cozo {
[[nodiscard]] Dialect dialect();
}
namespace dbsp {
[[nodiscard]] Dialect dialect();
}
namespace formulog {
[[nodiscard]] Dialect dialect();
}
namespace gringo {
[[nodiscard]] Dialect dialect();
}
namespace muz {
[[nodiscard]] Dialect dialect();
}
namespace prolog {
[[nodiscard]] Dialect dialect();
}
namespace racket {
[[nodiscard]] Dialect dialect();
}
namespace sql {
/// One row for each SQL engine.
[[nodiscard]] std::vector<Dialect> dialects();
}  // namespace sql

}  // namespace assay::datalog
