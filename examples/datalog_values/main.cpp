// How many tuples each relation of a Soufflé program has, by the component `datalog`: datalog_values PROGRAM.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"

namespace datalog = assay::datalog;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1]);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const assay::Result<datalog::Program> program = datalog::parse_souffle(text, argv[1]);
  if (!program) return std::fprintf(stderr, "%s\n", program.error().text().c_str()), 2;
  if (const std::string why = datalog::unvalued(*program); !why.empty())
    return std::fprintf(stderr, "no values: %s\n", why.c_str()), 3;
  const datalog::Evaluation values = datalog::evaluate(*program, {});
  if (values.problem) return std::fprintf(stderr, "%s\n", std::string(description(*values.problem)).c_str()), 3;
  for (std::size_t i = 0; i < program->relations.size(); ++i)
    std::printf("%s %zu\n", program->relations[i].name.c_str(), values.relations[i].count);
  return 0;
}
