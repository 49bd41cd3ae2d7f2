#include "settings.hpp"

#include <cstdlib>

#include "assay/base/text.hpp"
#include "assay/core/io.hpp"
#include "assay/core/proc.hpp"

namespace assay::analyzer::ciao {
namespace {

std::string setting(const Definition& definition, std::string_view key, const std::string& otherwise) {
  for (const auto& [name, value] : definition.settings)
    if (name == key) return value;
  return otherwise;
}

Result<std::size_t> number(const Definition& definition, const std::string& key, std::size_t otherwise) {
  const std::string text = setting(definition, key, std::to_string(otherwise));
  const std::optional<std::uint64_t> value = parse_unsigned(text);
  if (!value || *value == 0 || *value > 1000000)
    return Error{"the setting '" + key + "' of target '" + definition.name + "' is '" + text + "'",
                 "give a number from 1 to 1000000"};
  return static_cast<std::size_t>(*value);
}

/// A program of the workspace, or on the PATH.
std::string program_in(const std::string& home, const std::string& name) {
  if (home.empty()) return core::find_program(name);
  for (const char* folder : {"/build/bin/", "/bin/", "/"}) {
    const std::string found = core::find_program(home + folder + name);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

Result<Settings> settings_of(const Definition& definition) {
  Settings out;
  const char* const variable = std::getenv("ASSAY_CIAO");
  const std::string home = setting(definition, "home", variable == nullptr ? "" : variable);
  out.ciaopp = program_in(home, "ciaopp");
  if (out.ciaopp.empty())
    return Error{"there is no ciaopp " + (home.empty() ? std::string("on the PATH") : "in " + home),
                 definition.install};
  const std::string engine = setting(definition, "engine", "ciao");
  if (engine != "ciao" && engine != "swipl")
    return Error{"the setting 'engine' of target '" + definition.name + "' is '" + engine + "'", "give ciao or swipl"};
  out.engine = engine == "ciao" ? Engine::Ciao : Engine::SwiProlog;
  const std::string runner = engine == "ciao" ? "ciao-shell" : "swipl";
  out.runner = engine == "ciao" ? program_in(home, runner) : core::find_program(runner);
  if (out.runner.empty())
    return Error{"there is no " + runner + " to run checked programs",
                 engine == "ciao" ? definition.install : "apt install swi-prolog-nox"};
  const std::string domains = setting(definition, "domains", "shfr");
  for (const std::string_view domain : split(domains, ' '))
    if (!domain.empty()) out.domains.emplace_back(domain);
  out.versions = setting(definition, "versions", "on") != "off";
  out.report_crashes = setting(definition, "crashes", "report") != "count";
  out.rtchecks = setting(definition, "rtchecks", "off") == "on";
  if (out.rtchecks && out.engine != Engine::Ciao)
    return Error{"the setting 'rtchecks' of target '" + definition.name + "' is on, but checked programs run in swipl",
                 "set engine to ciao"};
  const Result<std::size_t> tests = number(definition, "tests", out.tests);
  const Result<std::size_t> points = number(definition, "points", out.points);
  const Result<std::size_t> per_program = number(definition, "per_program", out.per_program);
  if (!per_program) return per_program.error();
  out.per_program = *per_program;
  if (!tests) return tests.error();
  if (!points) return points.error();
  out.tests = *tests;
  out.points = *points;
  return out;
}

}  // namespace assay::analyzer::ciao
