#include <algorithm>
#include <utility>

#include "adapter_rows.hpp"
#include "analyzer/check/c_language.hpp"
#include "analyzer/check/c_reproducer.hpp"
#include "analyzer/check/c_source_analyzer.hpp"
#include "analyzer/target/trouble.hpp"
#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/io.hpp"
#include "cppcheck_dump.hpp"

namespace assay::analyzer {
namespace {

/// Cppcheck (https://cppcheck.sourceforge.io): values of tokens in the file that --dump writes, and the messages that a
/// user sees.
class CppcheckAnalyzer final : public CSourceAnalyzer {
 public:
  using CSourceAnalyzer::CSourceAnalyzer;

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    for (const core::File& file : program.files)
      if (is_c_source(file.name) && !claims.trouble) ask(program, file.name, session, claims);
    return claims;
  }

  Result<Reproducer> reproducer(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                const Session& session) override {
    if (!fact) return Error{"Cppcheck builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    Result<Reproducer> made = c_reproducer(*checker_, program, claimed, session);
    if (!made) return made;
    made->needs.push_back(definition_.argv.front());
    const std::vector<std::string> asked = command(program, claimed.place.file);
    std::vector<std::string> plain;
    for (const std::string& word : asked)
      if (word != "--dump" && word != "--xml") plain.push_back(word);
    made->seen = core::shell_quoted(plain) + " 2>&1\n";
    made->claim = claimed.origin.starts_with("<token ")
                      ? core::shell_quoted(asked) + " 2> /dev/null\n" + grep_dump(claimed)
                      : core::shell_quoted(plain) + " 2>&1 | grep -F " + core::shell_quoted({claimed.origin}) + "\n";
    return made;
  }

 private:
  std::vector<std::string> command(const Program& program, const std::string& file) const {
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv) argv.push_back(word == "{input}" ? file : word);
    argv.insert(argv.end() - 1, program.flags.begin(), program.flags.end());
    return argv;
  }

  /// Prints the tokens at a fact's place, and of their values those with all the attributes that the fact was read
  /// from.
  static std::string grep_dump(const Fact& fact) {
    const std::string dump = core::shell_quoted({fact.place.file + ".dump"});
    const std::string place = "file=\"" + fact.place.file + "\" linenr=\"" + std::to_string(fact.place.line) +
                              "\" column=\"" + std::to_string(fact.place.column) + "\"";
    std::string lines = "grep -F " + core::shell_quoted({place}) + " " + dump +
                        " | grep '<token ' > tokens.txt\ncat tokens.txt\n"
                        "for id in $(sed -n 's/.* values=\"\\([^\"]*\\)\".*/\\1/p' tokens.txt); do\n"
                        "  sed -n \"/<values id=\\\"$id\\\"/,/<.values>/p\" " +
                        dump + "\ndone";
    const std::size_t value = fact.origin.find("<value ");
    for (std::size_t at = value; at != std::string::npos;) {
      const std::size_t begin = fact.origin.find(' ', at);
      const std::size_t quote = begin == std::string::npos ? begin : fact.origin.find("=\"", begin);
      const std::size_t end = quote == std::string::npos ? quote : fact.origin.find('"', quote + 2);
      if (end == std::string::npos) break;
      lines += " | grep -F " + core::shell_quoted({fact.origin.substr(begin, end + 1 - begin)});
      at = end;
    }
    return lines + "\n";
  }

  void ask(const Program& program, const std::string& file, const Session& session, Claims& claims) {
    if (!put_files(program, session)) {
      claims.trouble = core::Verdict::skip("no space for the program");
      return;
    }
    std::vector<std::string> argv = command(program, file);
    claims.command = argv;
    for (std::string& word : claims.command)
      if (word == program.files.front().name) word = "{input}";
    const core::ProcessResult result = run_here(session, std::move(argv), session.analyzer);
    add_usage(claims.usage, result.usage);
    claims.analysis_seconds = claims.usage.cpu_seconds();
    claims.output = tail(result.err);
    claims.trouble = trouble_of(definition_, result);
    if (claims.trouble) return;
    const Result<std::string> folder = session.scratch.path();
    const Result<std::string> dump =
        folder ? core::read_text_file(*folder + "/" + file + ".dump") : Result<std::string>(folder.error());
    if (!dump) {
      claims.trouble = core::Verdict::skip(refusal(result.err));
      return;
    }
    Status read = read_cppcheck_dump(*dump, file, claims);
    if (read) read = read_cppcheck_errors(result.err, *dump, file, claims);
    if (!read) claims.trouble = core::Verdict::skip("unreadable answer");
  }

  static std::string refusal(std::string_view messages) {
    return messages.find("syntaxError") != std::string_view::npos ? "cppcheck refuses the program" : "no dump";
  }
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_cppcheck(const Definition& definition) {
  return open_c_source<CppcheckAnalyzer>(definition);
}

}  // namespace assay::analyzer
