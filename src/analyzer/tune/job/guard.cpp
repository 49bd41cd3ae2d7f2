#include "analyzer/tune/job/guard.hpp"

#include <algorithm>
#include <memory>

#include "analyzer/adapters/adapters.hpp"
#include "base/text.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr double kSeconds = 60;  ///< limit of the analyzer, and of each run and build of the program

Examination not_examined(const std::string& why) { return {"not examined: " + why, false}; }

bool has_main(const Program& program) {
  return std::any_of(program.files.begin(), program.files.end(), [](const core::File& file) {
    return file.content.find(" main(") != std::string::npos || file.content.find(" main (") != std::string::npos;
  });
}

}  // namespace

// The words go directly before the input, so that they override earlier words of the command.
Definition with_words(Definition definition, const std::vector<std::string>& words) {
  const auto at = std::find(definition.argv.begin(), definition.argv.end(), "{input}");
  definition.argv.insert(at, words.begin(), words.end());
  return definition;
}

Examination cross_examine(const Definition& definition, const Code& code, const std::vector<std::string>& words,
                          const std::stop_token& stop) {
  if (definition.adapter.empty()) return not_examined("Assay does not read what this analyzer infers");
  if (!code.function.empty()) return not_examined("one function alone is no program");
  const Result<Program> program = load_program(code.files, code.flags);
  if (!program) return not_examined(program.error().message);
  if (!has_main(*program)) return not_examined("the code has no main");
  const Result<std::unique_ptr<Analyzer>> analyzer = open_analyzer(with_words(definition, words));
  if (!analyzer) return not_examined(analyzer.error().message);
  core::ScratchFolder scratch;
  core::Limits limits;
  limits.wall_seconds = limits.cpu_seconds = kSeconds;
  limits.counts_waiting = false;
  limits.file_bytes = std::uint64_t{1} << 30;
  const Session session{scratch, limits, limits, stop};
  const Claims claims = (*analyzer)->claims(*program, session);
  if (claims.trouble) return not_examined("the analyzer: " + claims.trouble->reason);
  const Checks checks = (*analyzer)->check(*program, claims, session);
  std::size_t judged = 0;
  for (std::size_t i = 0; i < checks.facts.size() && i < claims.facts.size(); ++i) {
    judged += checks.facts[i].runs > 0 ? 1 : 0;
    if (checks.facts[i].broken > 0)
      return {"broken: " + to_text(claims.facts[i]) + ", and a run has " + checks.facts[i].witness, true};
  }
  if (checks.trouble) return not_examined("the program: " + checks.trouble->reason);
  return {"holds: " + std::to_string(judged) + " facts were judged in a run, none is broken", false};
}

}  // namespace assay::analyzer::tune
