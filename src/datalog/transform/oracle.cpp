#include "assay/base/check.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

std::string_view name(Oracle oracle) {
  switch (oracle) {
    case Oracle::Equal: return "equal";
    case Oracle::Superset: return "superset";
    case Oracle::Subset: return "subset";
    case Oracle::Unknown: return "unknown";
  }
  ASSAY_CHECK(false, "no such oracle");
}

std::optional<Oracle> oracle(std::string_view name) {
  for (const Oracle it : {Oracle::Equal, Oracle::Superset, Oracle::Subset, Oracle::Unknown}) {
    if (datalog::name(it) == name) return it;
  }
  return std::nullopt;
}

std::string_view name(Family family) {
  switch (family) {
    case Family::QueryFuzz: return "queryfuzz";
    case Family::DlSmith: return "dlsmith";
    case Family::Rewrite: return "rewrite";
  }
  ASSAY_CHECK(false, "no such family");
}

Oracle combined(Oracle first, Oracle second) {
  if (first == Oracle::Equal || first == second) return second;
  if (second == Oracle::Equal) return first;
  return Oracle::Unknown;
}

Oracle carried(Oracle at_source, Ancestry flow) {
  if (at_source == Oracle::Equal || flow == Ancestry::None) return Oracle::Equal;
  if (at_source == Oracle::Unknown || flow == Ancestry::Unknown) return Oracle::Unknown;
  if (flow == Ancestry::Positive) return at_source;
  return at_source == Oracle::Superset ? Oracle::Subset : Oracle::Superset;
}

}  // namespace assay::datalog
