#include "settings.hpp"

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"

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

/// The program that runs checked programs: ciao-shell of ciaopp's workspace, or SWI-Prolog.
Result<std::string> runner_of(const Definition& definition, Engine engine, const std::string& ciaopp) {
  if (engine == Engine::Ciao) {
    const std::string beside = core::find_program(ciaopp.substr(0, ciaopp.rfind('/') + 1) + "ciao-shell");
    return beside.empty() ? program_of(definition, "ciao-shell") : Result<std::string>(beside);
  }
  const std::string swipl = core::find_program("swipl");
  if (!swipl.empty()) return swipl;
  return Error{"there is no swipl to run checked programs", "apt install swi-prolog-nox"};
}

}  // namespace

Result<Settings> settings_of(const Definition& definition) {
  Settings out;
  const Result<std::string> ciaopp =
      program_of(definition, definition.argv.empty() ? "ciaopp" : definition.argv.front());
  if (!ciaopp) return ciaopp.error();
  out.ciaopp = *ciaopp;
  const std::string engine = setting(definition, "engine", "ciao");
  if (engine != "ciao" && engine != "swipl")
    return Error{"the setting 'engine' of target '" + definition.name + "' is '" + engine + "'", "give ciao or swipl"};
  out.engine = engine == "ciao" ? Engine::Ciao : Engine::SwiProlog;
  const Result<std::string> runner = runner_of(definition, out.engine, out.ciaopp);
  if (!runner) return runner.error();
  out.runner = *runner;
  const std::string domains = setting(definition, "domains", "shfr");
  for (const std::string_view domain : split(domains, ' '))
    if (!domain.empty()) out.domains.emplace_back(domain);
  out.versions = setting(definition, "versions", "on") != "off";
  const std::string stop = setting(definition, "stop", "tests");
  if (stop != "tests" && stop != "covered")
    return Error{"the setting 'stop' of target '" + definition.name + "' is '" + stop + "'", "give tests or covered"};
  out.until_covered = stop == "covered";
  out.report_crashes = setting(definition, "crashes", "report") != "count";
  out.engine_tests = out.engine == Engine::Ciao && setting(definition, "tests_in", "engine") != "prolog";
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
