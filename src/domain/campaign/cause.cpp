#include "cause.hpp"

#include <algorithm>
#include <utility>

#include "assay/domain/law.hpp"

namespace assay::domain {
namespace {

constexpr std::string_view kBlamed = "wrong";

/// The operation of a reason if it is proved wrong; empty for other oracles, where another operation may be wrong.
std::string_view wrong_operation(std::string_view reason) {
  for (const std::string_view certain : {kBlamed, std::string_view("points"), std::string_view("reference")})
    if (reason.starts_with(std::string(certain) + " ")) return reason.substr(certain.size() + 1);
  return "";
}

}  // namespace

std::string reason_of(const Violation& violation) {
  return (violation.blamed ? std::string(kBlamed) : violation.oracle) + " " + std::string(name(violation.operation));
}

bool same_cause(std::string_view left, std::string_view right) {
  return left == right || (!wrong_operation(left).empty() && wrong_operation(left) == wrong_operation(right));
}

std::string_view cause_of(std::string_view reason) {
  const std::string_view operation = wrong_operation(reason);
  return operation.empty() ? reason : operation;
}

std::set<std::string> shape_of_cause(const std::vector<std::string>& shape, std::string_view reason) {
  const bool is_about_conditions = cause_of(reason).ends_with(name(Operation::Assume));
  std::set<std::string> lines;
  for (const std::string& line : shape) {
    if (line.starts_with("law ") && !wrong_operation(reason).empty()) continue;
    const std::size_t relation = line.starts_with("assume ") ? line.find_first_of("=>!") : std::string::npos;
    const bool shortens = relation != std::string::npos && !is_about_conditions;
    lines.insert(shortens ? line.substr(0, relation) + "~" : line);
  }
  return lines;
}

std::vector<Program> beginnings(const Program& program, const Violation& violation,
                                const std::vector<ValueTransformer>& transformers) {
  std::vector<Program> all;
  if (Result<Program> alone = parse_program(violation.isolated, transformers); alone && !violation.isolated.empty())
    all.push_back(std::move(*alone));
  for (const Point& point : {violation.lost, violation.witness}) {
    if (point.size() != program.dimensions || std::ranges::count(program.points, point) > 0) continue;
    Program& with_point = all.emplace_back(program);
    with_point.points.push_back(point);
  }
  all.push_back(program);
  return all;
}

}  // namespace assay::domain
