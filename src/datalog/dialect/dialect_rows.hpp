#pragma once

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

// One row of the registry each, from the file of the same name.
namespace ascent {
[[nodiscard]] Dialect dialect();
}
namespace bddbddb {
[[nodiscard]] Dialect dialect();
}
namespace cozo {
[[nodiscard]] Dialect dialect();
}
namespace ddlog {
[[nodiscard]] Dialect dialect();
}
namespace flix {
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
namespace scallop {
[[nodiscard]] Dialect dialect();
}

}  // namespace assay::datalog
