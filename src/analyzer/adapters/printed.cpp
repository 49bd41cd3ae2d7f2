#include <algorithm>
#include <utility>

#include "adapter_rows.hpp"
#include "analyzer/check/c_reproducer.hpp"
#include "analyzer/check/c_source_analyzer.hpp"
#include "analyzer/target/trouble.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/io.hpp"
#include "printed_facts.hpp"

namespace assay::analyzer {
namespace {

/// An analyzer of a user's, whose definition says how it prints its facts (docs/user/analyzers.md). Programs in C and
/// C++.
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
  Result<Reproducer> reproducer(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                const Session& session) override {
    if (!fact) return Error{"the analyzer builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    Result<Reproducer> made = c_reproducer(*checker_, program, claimed, session);
    if (!made) return made;
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv)
      argv.push_back(word == "{input}" ? program.files.front().name : word);
    made->needs.push_back(argv.front());
    made->claim = core::shell_quoted(argv) + " > said.txt 2>&1\n" +
                  (definition_.adapter == "sarif" ? "cat said.txt\n[ -s said.txt ]\n"
                                                  : "grep -F " + core::shell_quoted({claimed.origin}) + " said.txt\n");
    return made;
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
