#include "protocol.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace assay::domain {
namespace {

using nlohmann::json;

/// Parses a worker's text; discarded if it is no JSON. Numbers are counts and seconds. A floating-point number outside
/// [0, 2^31) is replaced by a text, which readers refuse: its conversion to an integer would be undefined.
json read(std::string_view text) {
  const auto within = [](int, json::parse_event_t event, json& value) {
    constexpr double kTwoTo31 = 2147483648.0;
    if (event == json::parse_event_t::value && value.is_number_float() &&
        !(value.get<double>() >= 0 && value.get<double>() < kTwoTo31))
      value = "a number out of range";
    return true;
  };
  return json::parse(text, within, false);
}

json operations_of(Operations operations) {
  json list = json::array();
  for (unsigned i = 0; i < kOperations; ++i)
    if (operations.has(static_cast<Operation>(i))) list.push_back(i);
  return list;
}

Operations operations_from(const json& list) {
  Operations operations;
  for (const json& item : list)
    if (item.get<unsigned>() < kOperations) operations.add(static_cast<Operation>(item.get<unsigned>()));
  return operations;
}

template <typename Enum>
Enum enumerator(const json& value, Enum last) {
  return static_cast<Enum>(std::min(value.get<unsigned>(), static_cast<unsigned>(last)));
}

Contract contract_from(const json& from) {
  Contract contract;
  contract.name = from.at("name");
  contract.version = from.at("version");
  contract.least_dimensions = from.at("least-dimensions");
  contract.most_dimensions = from.at("most-dimensions");
  contract.operations = operations_from(from.at("operations"));
  contract.numbers = enumerator(from.at("numbers"), Numbers::Floats);
  contract.shape = enumerator(from.at("shape"), Shape::Value);
  contract.width = from.at("width");
  contract.expressions = enumerator(from.at("expressions"), Expressions::Any);
  contract.integer_points = from.at("integer-points");
  contract.rounds_safely = from.at("rounds-safely");
  contract.strict = from.at("strict");
  contract.strict_conditions = from.at("strict-conditions");
  contract.disequalities = from.at("disequalities");
  contract.congruences = from.at("congruences");
  contract.lattice = from.at("lattice");
  contract.widening_ordered = from.at("widening-ordered");
  contract.narrowing_ordered = from.at("narrowing-ordered");
  contract.convex = from.at("convex");
  contract.best = operations_from(from.at("best"));
  contract.without_laws = from.at("without-laws").get<std::vector<unsigned>>();
  contract.with_laws = from.at("with-laws").get<std::vector<unsigned>>();
  contract.most_bits = from.at("most-bits");
  contract.most_steps = from.at("most-steps");
  contract.keeps_memory = from.at("keeps-memory");
  contract.dense_dimensions = from.at("dense-dimensions");
  contract.dense_constraints = from.at("dense-constraints");
  contract.sweep = from.at("sweep");
  return contract;
}

std::vector<Constraint> constraints_from(const json& list) {
  std::vector<Constraint> all;
  for (const json& item : list) {
    Result<Constraint> constraint = parse_constraint(item.get<std::string>());
    if (!constraint) throw std::invalid_argument(constraint.error().text());
    all.push_back(std::move(*constraint));
  }
  return all;
}

Point point_from(const json& list) {
  Point point;
  for (const json& item : list) {
    Result<Rational> value = parse_rational(item.get<std::string>());
    if (!value) throw std::invalid_argument(value.error().text());
    point.push_back(std::move(*value));
  }
  return point;
}

}  // namespace

std::string to_json(const Contract& contract, const std::vector<ValueTransformer>& transformers) {
  json all = {{"name", contract.name},
              {"version", contract.version},
              {"least-dimensions", contract.least_dimensions},
              {"most-dimensions", contract.most_dimensions},
              {"operations", operations_of(contract.operations)},
              {"numbers", static_cast<unsigned>(contract.numbers)},
              {"shape", static_cast<unsigned>(contract.shape)},
              {"width", contract.width},
              {"expressions", static_cast<unsigned>(contract.expressions)},
              {"integer-points", contract.integer_points},
              {"rounds-safely", contract.rounds_safely},
              {"strict", contract.strict},
              {"strict-conditions", contract.strict_conditions},
              {"disequalities", contract.disequalities},
              {"congruences", contract.congruences},
              {"lattice", contract.lattice},
              {"widening-ordered", contract.widening_ordered},
              {"narrowing-ordered", contract.narrowing_ordered},
              {"convex", contract.convex},
              {"best", operations_of(contract.best)},
              {"without-laws", contract.without_laws},
              {"with-laws", contract.with_laws},
              {"most-bits", contract.most_bits},
              {"most-steps", contract.most_steps},
              {"keeps-memory", contract.keeps_memory},
              {"dense-dimensions", contract.dense_dimensions},
              {"dense-constraints", contract.dense_constraints},
              {"sweep", contract.sweep},
              {"transformers", json::array()}};
  for (const ValueTransformer& transformer : transformers)
    all["transformers"].push_back(
        {{"name", transformer.name}, {"arity", transformer.arity}, {"best", transformer.best}});
  return all.dump();
}

Result<Description> description_from_json(std::string_view text) {
  const json all = read(text);
  if (all.is_discarded()) return Error{"a worker's description is no JSON", ""};
  try {
    Description description;
    description.contract = contract_from(all);
    for (const json& row : all.at("transformers")) description.names.push_back(row.at("name"));
    for (std::size_t i = 0; i < description.names.size(); ++i) {
      const json& row = all.at("transformers").at(i);
      description.transformers.push_back({description.names[i], row.at("arity"), nullptr, row.at("best")});
    }
    return description;
  } catch (const json::exception& error) {
    return Error{"a worker's description cannot be read: " + std::string(error.what()), ""};
  }
}

std::string to_json(const RunResult& result) {
  json all = {{"operations", result.operations}, {"violations", json::array()}, {"counts", json::array()}};
  for (const Violation& violation : result.violations) {
    json& row = all["violations"].emplace_back(json{{"kind", static_cast<unsigned>(violation.kind)},
                                                    {"law", violation.law},
                                                    {"oracle", violation.oracle},
                                                    {"operation", static_cast<unsigned>(violation.operation)},
                                                    {"instruction", violation.instruction},
                                                    {"detail", violation.detail}});
    for (const Rational& value : violation.lost) row["lost"].push_back(value.get_str());
    for (const Rational& value : violation.witness) row["witness"].push_back(value.get_str());
    if (violation.blamed) row["blamed"] = true;
    if (!violation.isolated.empty()) row["isolated"] = violation.isolated;
  }
  for (std::size_t i = 0; i < result.counts.size(); ++i) {
    const LawCount& count = result.counts[i];
    if (count.checked + count.vacuous > 0) all["counts"].push_back({i, count.checked, count.vacuous, count.violated});
  }
  for (const std::vector<Constraint>& element : result.exported) {
    json& list = all["exported"].emplace_back(json::array());
    for (const Constraint& constraint : element) list.push_back(to_text(constraint));
  }
  if (result.cut) all["cut"] = true;
  for (const Tally& tally : result.tallies) all["tallies"].push_back({tally.question, tally.answer, tally.count});
  return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<RunResult> result_from_json(std::string_view text) {
  const json all = read(text);
  if (all.is_discarded()) return Error{"a worker's answer is no JSON", ""};
  try {
    RunResult result;
    result.operations = all.at("operations");
    result.cut = all.value("cut", false);
    result.counts.resize(laws().size());
    for (const json& row : all.at("violations")) {
      Violation violation{
          enumerator(row.at("kind"), LawClass::Convergence),          row.at("law"),         row.at("oracle"),
          enumerator(row.at("operation"), Operation::Transform),      row.at("instruction"), row.at("detail"),
          row.contains("lost") ? point_from(row.at("lost")) : Point()};
      if (row.contains("witness")) violation.witness = point_from(row.at("witness"));
      violation.blamed = row.value("blamed", false);
      violation.isolated = row.value("isolated", "");
      result.violations.push_back(std::move(violation));
    }
    for (const json& row : all.at("counts"))
      result.counts.at(row.at(0).get<std::size_t>()) = {row.at(1), row.at(2), row.at(3)};
    if (all.contains("tallies"))
      for (const json& row : all.at("tallies"))
        result.tallies.push_back({row.at(0).get<std::string>(), row.at(1).get<std::string>(), row.at(2)});
    if (all.contains("exported"))
      for (const json& row : all.at("exported")) result.exported.push_back(constraints_from(row));
    return result;
  } catch (const std::exception& error) {
    return Error{"a worker's answer cannot be read: " + std::string(error.what()), ""};
  }
}

}  // namespace assay::domain
