#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "assay/smt/truth.hpp"

namespace assay::smt {
namespace {

using Json = nlohmann::json;

std::optional<Truth> truth(std::string_view name_) {
  for (const Truth one : {Truth::Sat, Truth::Unsat, Truth::Open}) {
    if (name(one) == name_) return one;
  }
  return std::nullopt;
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  if (!list.is_array()) return texts;
  for (const Json& one : list)
    if (one.is_string()) texts.push_back(one.get<std::string>());
  return texts;
}

/// The fields that are lists of texts, by their keys.
template <typename Facts>
auto lists(Facts& facts) {
  using List = decltype(&facts.core);
  return std::array<std::pair<std::string_view, List>, 4>{{{"core", &facts.core},
                                                           {"optimum", &facts.optimum},
                                                           {"operations", &facts.operations},
                                                           {"traits", &facts.traits}}};
}

}  // namespace

std::string_view name(Truth truth) {
  switch (truth) {
    case Truth::Sat: return "sat";
    case Truth::Unsat: return "unsat";
    case Truth::Open: return "open";
  }
  return "open";
}

std::string SmtFacts::json() const {
  Json out = Json::object();
  Json list = Json::array();
  for (const Truth one : truths) list.push_back(std::string(name(one)));
  out["truths"] = std::move(list);
  out["has_witness"] = has_witness;
  out["interpretation"] = interpretation;
  out["partly_by_solvers"] = partly_by_solvers;
  out["decidable"] = decidable;
  out["seed"] = seed;
  if (!partner.empty()) out["partner"] = partner;
  out["note"] = note;
  for (const auto& [key, list_of] : lists(*this))
    if (!list_of->empty()) out[std::string(key)] = *list_of;
  if (status.truth != Truth::Open) out["status"] = {{"says", std::string(name(status.truth))}, {"of", status.of}};
  for (const DrawnOptions& one : drawn) out["drawn"][one.target] = one.options;
  if (!written_for.empty()) out["written_for"] = written_for;
  if (needs_options) out["needs_options"] = true;
  if (asks_nothing) out["asks_nothing"] = true;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<SmtFacts> SmtFacts::from_json(std::string_view text) {
  const auto bad = [](const std::string& what) {
    return Error{"the case's metadata are not those of an SMT case: " + what, ""};
  };
  const Json in = Json::parse(text, nullptr, false);
  if (!in.is_object()) return bad("no JSON object");
  SmtFacts facts;
  const auto list = in.find("truths");
  if (list == in.end() || !list->is_array()) return bad("no list of truths");
  for (const Json& one : *list) {
    const std::optional<Truth> value = one.is_string() ? truth(one.get<std::string>()) : std::nullopt;
    if (!value) return bad("an unknown truth");
    facts.truths.push_back(*value);
  }
  const auto flag = [&in](const char* key) {
    const auto at = in.find(key);
    return at != in.end() && at->is_boolean() && at->get<bool>();
  };
  const auto words = [&in](const char* key) {
    const auto at = in.find(key);
    return at != in.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  facts.has_witness = flag("has_witness");
  facts.needs_options = flag("needs_options");
  facts.asks_nothing = flag("asks_nothing");
  facts.partly_by_solvers = flag("partly_by_solvers");
  facts.decidable = flag("decidable");
  facts.seed = words("seed");
  facts.partner = words("partner");
  facts.note = words("note");
  facts.written_for = words("written_for");
  for (const auto& [key, list_of] : lists(facts)) {
    const auto at = in.find(key);
    if (at == in.end()) continue;
    if (!at->is_array()) return bad(std::string(key) + " is no list");
    *list_of = texts_of(*at);
  }
  if (const auto at = in.find("status"); at != in.end()) {
    const bool read = at->is_object() && at->contains("says") && at->at("says").is_string() && at->contains("of") &&
                      at->at("of").is_number_unsigned();
    if (!read) return bad("the status cannot be read");
    facts.status = {truth(at->at("says").get<std::string>()).value_or(Truth::Open), at->at("of").get<std::uint64_t>()};
  }
  if (const auto at = in.find("drawn"); at != in.end() && at->is_object())
    for (const auto& [target, options] : at->items()) facts.drawn.push_back({target, texts_of(options)});
  if (const auto at = in.find("interpretation"); at != in.end()) {
    if (!at->is_number_unsigned()) return bad("the interpretation is no number");
    facts.interpretation = at->get<std::uint64_t>();
  }
  return facts;
}

}  // namespace assay::smt
