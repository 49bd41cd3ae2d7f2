#include "cli/area.hpp"

namespace assay::cli {

// Each is defined in src/cli/<area>/area.cpp.
const Area& smt_area();
const Area& datalog_area();
const Area& domain_area();
const Area& trigger_area();
const Area& analyzer_area();

const std::vector<const Area*>& areas() {
  // A target's name that several take is the first one's: 'name=command' fits any solver.
  static const std::vector<const Area*> all = {
      &smt_area(),       // solvers
      &datalog_area(),   // engines
      &domain_area(),    // libraries of abstract domains
      &trigger_area(),   // axiomatizations
      &analyzer_area(),  // static analyzers
  };
  return all;
}

}  // namespace assay::cli
