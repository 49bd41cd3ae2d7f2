#include "show.hpp"

#include <string>
#include <vector>

#include "assay/base/text.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

bool show(const Program& program, Domain& domain, const std::function<void(std::string_view)>& write) {
  const std::string text = to_text(program, domain.transformers());
  const std::vector<std::string_view> lines = split(trim(text), '\n');
  // Instructions and checks are the last lines; what the program says of itself stands before them.
  const std::size_t first = lines.size() - program.instructions.size() - program.checks.size();
  const auto line = [&](std::size_t number) { write(std::string(lines[number]) + "\n"); };
  for (std::size_t i = 0; i < first; ++i) line(i);
  std::size_t next = 0;
  RunOptions options;
  options.before = [&](std::size_t step) {
    if (step < next) return;  // it is repeated
    next = step + 1;
    line(first + step);
  };
  const RunResult result = run(program, domain, options);
  for (const Violation& violation : result.violations)
    write("VIOLATED " + violation.oracle + " " + std::string(name(violation.operation)) + ": " +
          std::string(trim(violation.detail)) + "\n");
  if (result.violations.empty()) write("nothing is violated\n");
  return result.violations.empty();
}

}  // namespace assay::domain
