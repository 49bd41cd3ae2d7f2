#include "analyzer/adapters/gcc/gcc_points.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

Result<GccPoint> gcc_point(std::string_view word) {
  const std::size_t colon = word.find(':');
  std::size_t digits = word.size();
  while (digits > 0 && is_digit(word[digits - 1])) --digits;
  const bool has_pass = colon != std::string_view::npos && colon + 1 < digits;
  const std::string_view number = word.substr(digits);
  if (!has_pass || !word.starts_with("-O") || number.size() > 2 || number.starts_with("0"))
    return Error{"'" + std::string(word) + "' is no point of GCC",
                 "write LEVEL:PASS[NUMBER], such as -O2:vrp2 or -O1:late"};
  GccPoint point{std::string(word.substr(0, colon)), std::string(word.substr(colon + 1, digits - colon - 1)), 1};
  if (!number.empty()) point.instance = static_cast<unsigned>(parse_unsigned(number).value_or(1));
  return point;
}

}  // namespace

std::string GccPoint::name() const {
  if (pass == "late") return level + ", late";
  return level + " after " + pass + std::to_string(instance);
}

Result<std::vector<GccPoint>> gcc_points(std::string_view text) {
  std::vector<GccPoint> points;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    Result<GccPoint> point = gcc_point(word);
    if (!point) return point.error();
    points.push_back(std::move(*point));
  }
  return points;
}

Result<GccAnswer> read_gcc_answer(std::string_view text, const GccPoint& point) {
  GccAnswer answer;
  bool complete = false;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    if (line.starts_with("{\"unread\"") || line.starts_with("{\"facts\"")) {
      const nlohmann::json parsed = nlohmann::json::parse(line, nullptr, false);
      const auto is_number = [&](const char* key) { return !parsed.contains(key) || parsed[key].is_number_unsigned(); };
      const bool is_reason = parsed.is_object() && (!parsed.contains("unread") || parsed["unread"].is_string());
      if (!is_reason || !is_number("facts") || !is_number("count"))
        return Error{"the plugin's answer cannot be read: " + std::string(line.substr(0, 80)), {}};
      if (parsed.contains("facts")) {
        complete = parsed.value("facts", std::size_t{0}) == answer.facts.size();
      } else {
        answer.unread.emplace_back(parsed.value("unread", ""), parsed.value("count", std::uint64_t{0}));
      }
      continue;
    }
    Result<Fact> fact = fact_from_json(line);
    if (!fact) return fact.error();
    fact->place.context = point.name();
    answer.facts.push_back(std::move(*fact));
  }
  if (!complete) return Error{"the plugin's answer is not complete", {}};
  return answer;
}

std::vector<std::size_t> match_claims(const std::vector<Fact>& numbered, const std::vector<Fact>& claims) {
  std::map<std::string, std::vector<std::size_t>> open;
  for (std::size_t i = claims.size(); i-- > 0;) open[to_json(claims[i])].push_back(i);
  std::vector<std::size_t> claim_of;
  for (const Fact& fact : numbered) {
    std::vector<std::size_t>& same = open[to_json(fact)];
    claim_of.push_back(same.empty() ? claims.size() : same.back());
    if (!same.empty()) same.pop_back();
  }
  return claim_of;
}

}  // namespace assay::analyzer
