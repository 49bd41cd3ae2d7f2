#include "analyzer/tune/run/clam_checks.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace assay::analyzer::tune::clam {
namespace {

/// Parts of the debug information that the worker writes.
constexpr std::string_view kPlace = "// loc(file=assay-checks line=";
constexpr std::string_view kResult = "Result: ";

/// The number at the beginning of the text, which loses it.
std::optional<std::uint64_t> leading_number(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::uint64_t> number = parse_unsigned(text.substr(0, end));
  text.remove_prefix(end);
  return number;
}

}  // namespace

Result<std::vector<CheckKey>> read_assertions(std::string_view answer, const std::string& source) {
  constexpr std::size_t kFields = 5;
  std::vector<CheckKey> checks;
  std::map<CheckKey, std::size_t> seen;
  for (const std::string_view line : split(answer, '\n')) {
    if (line.empty()) continue;
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.size() == 2 && fields[0] == "problem")
      return Error{"the bitcode cannot be read: " + std::string(fields[1]), {}};
    const std::optional<std::uint64_t> at = fields.size() == kFields ? parse_unsigned(fields[3]) : std::nullopt;
    if (!at || fields[0] != "assertion") return Error{"the worker's list of assertions cannot be read", {}};
    CheckKey check;
    check.function = fields[1];
    check.file = fields[2].empty() ? source : std::string(fields[2]);
    check.line = static_cast<unsigned>(*at);
    check.kind = fields[4];
    const std::size_t copy = ++seen[check];
    if (copy > 1) check.property = std::to_string(copy);
    checks.push_back(std::move(check));
  }
  return checks;
}

void read_crabir(std::string_view text, ProvedAndAlarms& said) {
  for (std::size_t at = text.find(kPlace); at != std::string_view::npos; at = text.find(kPlace, at)) {
    at += kPlace.size();
    std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::optional<std::uint64_t> number = leading_number(line);
    const std::size_t result = line.find(kResult);
    if (!number || *number == 0 || result == std::string_view::npos) continue;
    const bool ok = trim(line.substr(result + kResult.size())) == "OK";
    if (!ok) said.proved.erase(*number);
    if (!ok) said.alarms.insert(*number);
    if (ok && !said.alarms.contains(*number)) said.proved.insert(*number);
  }
}

Outcome outcome_of(const std::map<std::string, std::string>& crabir, const std::vector<CheckKey>& checks,
                   std::string_view only_function) {
  ProvedAndAlarms said;
  for (const auto& [function, text] : crabir) read_crabir(text, said);
  Outcome outcome;
  outcome.status = Outcome::Status::Done;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (!only_function.empty() && checks[i].function != only_function) continue;
    const bool proved = said.proved.contains(i + 1);
    const bool missing = !proved && !said.alarms.contains(i + 1);
    const bool dead = missing && crabir.contains(checks[i].function);
    (proved ? outcome.proved : dead ? outcome.dead : outcome.alarms).push_back(checks[i]);
  }
  for (std::vector<CheckKey>* list : {&outcome.proved, &outcome.dead, &outcome.alarms})
    std::sort(list->begin(), list->end());
  return outcome;
}

}  // namespace assay::analyzer::tune::clam
