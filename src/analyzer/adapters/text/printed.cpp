#include <algorithm>
#include <utility>

#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/adapters/text/printed_facts.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/source/c_source_analyzer.hpp"
#include "analyzer/target/trouble.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

/// A user's analyzer of C and C++, whose definition says how to read its printed facts (docs/user/analyzers.md).
class PrintedAnalyzer final : public CSourceAnalyzer {
 public:
  using CSourceAnalyzer::CSourceAnalyzer;

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    if (!put_files(program, session)) {
      claims.trouble = core::Verdict::skip("no space for the program");
      return claims;
    }
    const std::string& file = program.files.front().name;
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv) {
      argv.push_back(word == "{input}" ? file : word);
      claims.command.push_back(word);
    }
    const core::ProcessResult result = run_here(session, std::move(argv), session.analyzer);
    claims.usage = result.usage;
    claims.analysis_seconds = result.usage.cpu_seconds();
    claims.trouble = trouble_of(definition_, result);
    if (!claims.trouble) {
      const Status read = read_printed_facts(definition_, result.out, file, claims);
      if (!read) {
        claims.trouble = core::Verdict::skip("unreadable answer");
        claims.output = read.error().text();
      }
    }
    if (claims.output.empty()) claims.output = tail(result.err);
    return claims;
  }
  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return Error{"the analyzer builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    Result<ShownProgram> shown = shown_program(*checker_, program, claimed, session);
    if (!shown) return shown.error();
    std::optional<std::string> origin = claimed_at(analyzed_program(program, *shown), shown->line, claimed, session);
    if (!origin) {
      *shown = with_check_apart(*shown, program, claimed);
      origin = claimed.origin;
    }
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv)
      argv.push_back(word == "{input}" ? shown->files.front().name : word);
    // A result in SARIF has many lines.
    const std::string condition = origin->empty() ? "[ -s output_1 ]" : core::output_contains(*origin);
    return reproduction_of_shown(*shown, argv, condition, *origin);
  }

 private:
  /// The printed claim about the line of a program; nullopt: the analyzer does not claim it.
  std::optional<std::string> claimed_at(const Program& program, unsigned line, const Fact& claimed,
                                        const Session& session) {
    const Claims again = claims(program, session);
    for (const Fact& one : again.facts)
      if (one.place.line == line && one.property == claimed.property && class_of(one) == class_of(claimed))
        return one.origin;
    return std::nullopt;
  }
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_printed(const Definition& definition) {
  const bool checked = std::all_of(definition.languages.begin(), definition.languages.end(),
                                   [](const std::string& one) { return one == "c" || one == "c++"; });
  if (!checked)
    return Error{
        "target '" + definition.name + "': facts of an analyzer of your own are checked in programs in C and C++",
        "language = \"c\", \"c++\", or both in a list"};
  if (definition.argv.empty())
    return Error{"target '" + definition.name + "' has no 'argv'", "the program and its flags, as an array"};
  if (definition.adapter == "text" && definition.facts.empty())
    return Error{"target '" + definition.name + "' has no [[fact]] pattern", "docs/user/analyzers.md"};
  return open_c_source<PrintedAnalyzer>(definition);
}

}  // namespace assay::analyzer
