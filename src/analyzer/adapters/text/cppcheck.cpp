#include <algorithm>
#include <utility>

#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/adapters/text/cppcheck_dump.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/source/c_source_analyzer.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

/// Cppcheck (https://cppcheck.sourceforge.io): values of tokens in the file that --dump writes, and messages to users.
class CppcheckAnalyzer final : public CSourceAnalyzer {
 public:
  using CSourceAnalyzer::CSourceAnalyzer;

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    for (const core::File& file : program.files)
      if (is_c_source(file.name) && !claims.trouble) ask(program, file.name, session, claims);
    return claims;
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return Error{"Cppcheck builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    const Result<ShownProgram> shown = shown_program(*checker_, program, claimed, session);
    if (!shown) return shown.error();
    const Program analyzed = analyzed_program(program, *shown);
    const Claims again = this->claims(analyzed, session);
    const auto same = std::find_if(again.facts.begin(), again.facts.end(), [&](const Fact& one) {
      return one.place.line == shown->line && one.property == claimed.property && class_of(one) == class_of(claimed);
    });
    if (same == again.facts.end()) return Error{"Cppcheck does not claim it again", {}};
    const bool of_value = same->origin.starts_with(kTokenHead);
    const std::vector<std::string> asked = command_for_people(analyzed, same->place.file, of_value);
    if (!of_value) return reproduction_of_shown(*shown, asked, core::output_contains(same->origin), same->origin);
    if (const Status put = put_files(analyzed, session); !put) return put.error();
    const std::string block = value_lines(run_here(session, asked, session.analyzer).out, *same);
    if (block.empty()) return Error{"Cppcheck's debug output does not have the value", {}};
    const std::string line = "Line " + std::to_string(same->place.line);
    std::string condition;
    for (const std::string_view one : split(trim(block), '\n'))
      condition += (condition.empty() ? "" : " &&\n") + std::string("awk '/^Line /{on=($0==\"") + line +
                   "\")} on' output_1 | grep -q -x -F -e " + core::shell_quoted({"  " + std::string(trim(one))});
    return reproduction_of_shown(*shown, asked, condition, line + "\n" + block);
  }

 protected:
  /// Known values, impossible values and messages about conditions come from the same computation.
  [[nodiscard]] std::string part_of(const Fact&) const override { return {}; }

 private:
  std::vector<std::string> command(const Program& program, const std::string& file) const {
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv) argv.push_back(word == "{input}" ? file : word);
    argv.insert(argv.end() - 1, program.flags.begin(), program.flags.end());
    return argv;
  }

  static constexpr std::string_view kTokenHead = "<token ";

  /// The command that prints a value as Cppcheck's developers read it, or a message as its users read it. RUN, which
  /// enables the check of the shown program, is not defined.
  std::vector<std::string> command_for_people(const Program& program, const std::string& file, bool of_value) const {
    std::vector<std::string> words;
    for (const std::string& word : command(program, file))
      if (word != "--dump" && word != "--xml" && !(of_value && word.starts_with("--enable="))) words.push_back(word);
    if (of_value) words.insert(words.end() - 1, "--debug");
    words.insert(words.end() - 1, "-URUN");
    return words;
  }

  /// The lines of `--debug` with the values of the fact's token.
  static std::string value_lines(std::string_view output, const Fact& fact) {
    constexpr std::string_view kName = " str=\"";
    const std::size_t begin = fact.origin.find(kName), end = fact.origin.find("\"> <value", begin);
    if (begin == std::string::npos || end == std::string::npos) return {};
    const std::string head = "  " + fact.origin.substr(begin + kName.size(), end - begin - kName.size()) + " ";
    const std::string place = "Line " + std::to_string(fact.place.line);
    std::string lines;
    bool flow = false, here = false;
    for (const std::string_view line : split(output, '\n')) {
      flow = flow || line == "##Value flow";
      if (line.starts_with("Line ")) here = flow && line == place;
      if (here && line.starts_with(head)) lines += std::string(line) + "\n";
    }
    return lines;
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
