#include <array>
#include <string>

#include "assay/datalog/dialect.hpp"
#include "datalog/dialect/seed_builder.hpp"

namespace assay::datalog {
namespace {

struct SeedReader {
  std::string_view dialect;
  Result<Program> (*read)(std::string_view text, std::string_view file);
};

constexpr std::array<SeedReader, 5> kReaders = {{{"souffle", parse_souffle},
                                                 {"ddlog", read_ddlog_seed},
                                                 {"formulog", read_formulog_seed},
                                                 {"scallop", read_scallop_seed},
                                                 {"flix", read_flix_seed}}};

}  // namespace

Result<Program> read_seed(std::string_view dialect, std::string_view text, std::string_view file) {
  std::string known;
  for (const SeedReader& reader : kReaders) {
    if (reader.dialect == dialect) return reader.read(text, file);
    known += (known.empty() ? "" : ", ") + std::string(reader.dialect);
  }
  return Error{"no seeds of dialect '" + std::string(dialect) + "' can be read", "there are readers for " + known};
}

}  // namespace assay::datalog
