#include <fmt/format.h>

#include "domain/kernel/exhaustive/exhaustive.hpp"

namespace assay::domain {
namespace {

std::uint64_t sum(const std::vector<ExhaustiveRow>& rows, std::uint64_t ExhaustiveRow::*member) {
  std::uint64_t total = 0;
  for (const ExhaustiveRow& row : rows) total += row.*member;
  return total;
}

}  // namespace

std::uint64_t ExhaustiveReport::checked() const { return sum(rows, &ExhaustiveRow::checked); }
std::uint64_t ExhaustiveReport::unsound() const { return sum(rows, &ExhaustiveRow::unsound); }
std::uint64_t ExhaustiveReport::imprecise() const { return sum(rows, &ExhaustiveRow::imprecise); }

std::string to_text(const ExhaustiveReport& report) {
  std::string text = fmt::format("{}: {} elements, {} values, {} checks\n", report.domain, report.elements,
                                 report.values, report.checked());
  if (report.contains_doubted) text += "contains is wrong: leq and meet agree on what elements describe, it does not\n";
  text += fmt::format("{:<20}{:>10}{:>10}{:>11}{:>10}  {}\n", "operation", "checked", "unsound", "imprecise", "best",
                      "best promised");
  std::string examples;
  for (const ExhaustiveRow& row : report.rows) {
    text +=
        fmt::format("{:<20}{:>10}{:>10}{:>11}{:>9.1f}%  {}\n", row.name, row.checked, row.unsound, row.imprecise,
                    row.checked == 0 ? 100.0 : 100.0 * static_cast<double>(row.best) / static_cast<double>(row.checked),
                    row.promised ? "yes" : "no");
    if (row.first_unsound) examples += "unsound: " + row.first_unsound->text + "\n";
    if (row.imprecise != 0 && row.first_not_best) examples += "imprecise: " + row.first_not_best->text + "\n";
  }
  return text + examples;
}

}  // namespace assay::domain
