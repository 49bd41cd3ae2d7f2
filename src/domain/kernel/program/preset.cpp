#include <array>
#include <string>

#include "assay/domain/program.hpp"

namespace assay::domain {

Result<ProgramOptions> preset(std::string_view name) {
  struct Row {
    std::string_view name;
    unsigned initial;
    unsigned operations;
    bool predefined;
  };
  // Table 2.6. Its pool of 2 consists of top and bottom, which `initial` does not count.
  static constexpr std::array<Row, 6> kRows = {{{"C1", 0, 16, true},
                                                {"C2", 32, 16, true},
                                                {"C3", 1024, 16, true},
                                                {"C4", 32, 0, true},
                                                {"C5", 32, 64, true},
                                                {"C6", 32, 16, false}}};
  for (const Row& row : kRows) {
    if (row.name != name) continue;
    ProgramOptions options;
    options.initial = row.initial;
    options.operations = row.operations;
    options.predefined = row.predefined;
    return options;
  }
  return Error{"there is no preset '" + std::string(name) + "'", "there are C1 to C6"};
}

}  // namespace assay::domain
