#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "core/io/json_fields.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

static constexpr auto json_names(Truth) {
  return std::array{std::pair{Truth::Sat, "sat"}, std::pair{Truth::Unsat, "unsat"}, std::pair{Truth::Open, "open"}};
}

static constexpr auto json_fields(const OwnStatus*) {
  return std::tuple{core::required_field("says", &OwnStatus::truth), core::required_field("of", &OwnStatus::of)};
}

static constexpr auto json_fields(const SmtFacts*) {
  using F = SmtFacts;
  using core::json_field;
  using core::sparse_field;
  return std::tuple{core::required_field("truths", &F::truths),
                    json_field("has_witness", &F::has_witness),
                    json_field("interpretation", &F::interpretation),
                    json_field("partly_by_solvers", &F::partly_by_solvers),
                    json_field("decidable", &F::decidable),
                    json_field("seed", &F::seed),
                    sparse_field("partner", &F::partner),
                    json_field("note", &F::note),
                    sparse_field("core", &F::core),
                    sparse_field("optimum", &F::optimum),
                    sparse_field("by_matching", &F::by_matching),
                    sparse_field("operations", &F::operations),
                    sparse_field("traits", &F::traits),
                    sparse_field("status", &F::status),
                    sparse_field("written_for", &F::written_for),
                    sparse_field("needs_options", &F::needs_options),
                    sparse_field("asks_nothing", &F::asks_nothing)};
}

namespace {

using Json = nlohmann::json;

}  // namespace

std::string_view name(Truth truth) {
  for (const auto& [value, text] : json_names(truth))
    if (value == truth) return text;
  return "open";
}

// An object by target: a script can be given to several.
std::string SmtFacts::json() const {
  auto out = core::json_from<Json>(*this);
  for (const DrawnOptions& one : drawn) out["drawn"][one.target] = one.options;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<SmtFacts> SmtFacts::from_json(std::string_view text) {
  const Json in = Json::parse(text, nullptr, false);
  SmtFacts facts;
  std::map<std::string, std::vector<std::string>> drawn;
  auto wrong = core::read_json(in, facts);
  if (!wrong && in.contains("drawn") && core::read_json(in["drawn"], drawn)) wrong = "'drawn' has no options by target";
  if (wrong) return Error{"the case's metadata are not those of an SMT case: " + *wrong, ""};
  for (auto& [target, options] : drawn) facts.drawn.push_back({target, std::move(options)});
  return facts;
}

}  // namespace assay::smt
