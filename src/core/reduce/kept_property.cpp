#include "core/reduce/kept_property.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "core/target/ending.hpp"

namespace assay::core {
namespace {

constexpr std::string_view kNumber = ":N";
constexpr std::string_view kPattern = ":REGEX";
constexpr double kMaxExitCode = 255;

Result<KeptProperty> with_number(KeptProperty property, std::string_view form, std::string_view value) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), property.number);
  const bool is_number = error == std::errc() && end == value.data() + value.size() && std::isfinite(property.number);
  const bool is_exit = form == kKeepExit;
  const bool fits = is_exit ? property.number >= 0 && property.number <= kMaxExitCode &&
                                  property.number == std::floor(property.number)
                            : property.number > 1;
  if (is_number && fits) return property;
  return Error{"'" + property.text + "' does not fit --keep " + std::string(form),
               is_exit ? "N is an exit code from 0 to 255" : "N is a number greater than 1"};
}

Result<KeptProperty> with_pattern(KeptProperty property, std::string_view form, std::string_view value) {
  const std::string pattern(value);
  if (const auto problem = pattern_problem(pattern))
    return Error{"'" + pattern + "' is no regular expression: " + *problem,
                 "--keep " + std::string(form) + " takes RE2's syntax"};
  property.pattern = std::make_shared<const PatternList>(std::vector<OutputPattern>{{pattern, ""}});
  return property;
}

}  // namespace

KeptRun kept_run(const ProcessResult& result, const PatternList& crashes) {
  KeptRun run;
  run.output = result.out + result.err;
  const TargetEnd end = classify(result);
  if (result.ending == Ending::Exited) run.exit_code = result.exit_code;
  if (end.kind == TargetEnd::Kind::Limited && end.limit == TargetEnd::Limit::Time) run.word = "timeout";
  if (end.kind != TargetEnd::Kind::Ended && end.kind != TargetEnd::Kind::Crashed) return run;
  const std::vector<std::string_view> lines = split(run.output, '\n');
  const bool crashed = end.kind == TargetEnd::Kind::Crashed || crashes.find(lines).meaning != nullptr;
  const bool failed = result.exit_code == 1 || (result.exit_code != 0 && !result.err.empty());
  run.word = crashed ? "crash" : failed ? "error" : "";
  return run;
}

bool KeptProperty::holds(const KeptRun& run) const {
  if (kind == "exit") return run.exit_code && *run.exit_code == static_cast<int>(number);
  if (!pattern) return run.word == kind;
  const std::vector<std::string_view> lines = split(run.output, '\n');
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) { return pattern->matches(line); });
}

Result<KeptProperty> read_kept_property(const std::string& text, std::span<const std::string_view> forms) {
  std::vector<std::string> known;
  const std::string kind = text.substr(0, text.find(':'));
  for (const std::string_view form : forms) {
    known.emplace_back(form);
    const std::size_t colon = form.find(':');
    const bool has_value = colon != std::string_view::npos;
    if (kind != form.substr(0, colon) || (text.size() > kind.size()) != has_value) continue;
    KeptProperty property{text, kind};
    if (!has_value) return property;
    const std::string_view value = std::string_view(text).substr(kind.size() + 1);
    if (form.ends_with(kNumber)) return with_number(std::move(property), form, value);
    if (form.ends_with(kPattern)) return with_pattern(std::move(property), form, value);
  }
  return Error{"'" + text + "' is no property of a run",
               did_you_mean(text, known) + "write one of " + join(known, ", ")};
}

}  // namespace assay::core
