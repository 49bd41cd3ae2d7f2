#include <algorithm>
#include <utility>

#include "adapter_rows.hpp"
#include "analyzer/check/c_language.hpp"
#include "analyzer/check/c_source_analyzer.hpp"
#include "analyzer/target/trouble.hpp"
#include "assay/base/text.hpp"
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

 private:
  void ask(const Program& program, const std::string& file, const Session& session, Claims& claims) {
    if (!put_files(program, session)) {
      claims.trouble = core::Verdict::skip("no space for the program");
      return;
    }
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv) argv.push_back(word == "{input}" ? file : word);
    argv.insert(argv.end() - 1, program.flags.begin(), program.flags.end());
    claims.command = argv;
    for (std::string& word : claims.command)
      if (word == program.files.front().name) word = "{input}";
    const core::ProcessResult result = run_here(session, std::move(argv), session.analyzer);
    add_usage(claims.usage, result.usage);
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
