#include <array>
#include <string>
#include <utility>

#include "assay/datalog/dialect.hpp"
#include "datalog/dialect/reader/seed_builder.hpp"
#include "datalog/dialect/reader/untyped_reader.hpp"

namespace assay::datalog {
namespace {

using Read = Result<SeedReading> (*)(std::string_view text, std::string_view file);

/// Adapts a reader that reads the program completely, or keeps all rules as the seed's own text.
template <Result<Program> (*read)(std::string_view text, std::string_view file)>
Result<SeedReading> whole(std::string_view text, std::string_view file) {
  Result<Program> program = read(text, file);
  if (!program) return program.error();
  return SeedReading{std::move(*program), 0, {}, {}};
}

struct SeedReader {
  std::string_view dialect;
  Read read;
};

constexpr std::array<SeedReader, 7> kReaders = {{{"souffle", whole<parse_souffle>},
                                                 {"formulog", whole<read_formulog_seed>},
                                                 {"muz", read_muz_seed},
                                                 {"bddbddb", read_bddbddb_seed},
                                                 {"gringo", read_gringo_seed},
                                                 {"prolog", read_prolog_seed},
                                                 {"sqlite", read_sql_seed}}};

}  // namespace

Result<SeedReading> read_seed(std::string_view dialect, std::string_view text, std::string_view file) {
  std::string known;
  for (const SeedReader& reader : kReaders) {
    if (reader.dialect == dialect) return reader.read(text, file);
    known += (known.empty() ? "" : ", ") + std::string(reader.dialect);
  }
  return Error{"seeds of the dialect '" + std::string(dialect) + "' cannot be read", "there are readers for " + known};
}

}  // namespace assay::datalog
