#include "reproducer.hpp"

#include <utility>

#include "analyzer/check/run/claim_pieces.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"

namespace assay::analyzer::ciao {
namespace {

constexpr const char* kScript = "ask.txt";
constexpr const char* kClaimed = "claimed.pl";

/// A word by which a property can be found in CiaoPP's output.
std::string word_of(const Property& property) {
  const Named* named = std::get_if<Named>(&property);
  return named == nullptr || named->name.empty() ? "true(" : named->name;
}

}  // namespace

std::vector<std::string> words_to_run(Engine engine) {
  if (engine == Engine::Ciao) return {"checked.pl"};
  return {"--traditional", "-q", "-f", "none", "-g", "main", "-t", "halt", "checked.pl"};
}

core::Reproduction reproduction_of(const Program& program, const Fact& fact, AskedDomain asked, std::string checked,
                                   const Settings& settings) {
  ClaimPieces made;
  made.files = program.files;
  constexpr std::size_t kMaxLines = 20;  // the number of lines that the first piece prints
  std::size_t lines = 0;
  for (const std::string_view line : split(asked.text, '\n'))
    if (line.find(word_of(fact.property)) != std::string_view::npos && lines++ < kMaxLines)
      made.prints += std::string(line) + "\n";
  made.files.push_back({kScript, std::move(asked.script)});
  made.files.push_back({kClaimed, std::move(asked.text)});
  made.files.push_back({"checked.pl", std::move(checked)});
  made.needs = {"timeout"};
  // Ciao reads and writes its own settings below HOME.
  made.claim = shell_program("CIAOPP", settings.ciaopp) + "HOME=$(pwd) \"$CIAOPP\" -T < " + kScript +
               " > said.txt 2>&1\ncmp -s " + kClaimed + " " + asked.name + " || return 1\ngrep -n -F " +
               core::shell_quoted({word_of(fact.property)}) + " " + asked.name + " | head -n 20\n";
  made.run = shell_program("PROLOG", settings.runner) + "HOME=$(pwd) timeout 60 \"$PROLOG\" " +
             core::shell_quoted(words_to_run(settings.engine)) + " > run.txt 2>&1 < /dev/null || true\n" +
             "grep -q '^assay test ' run.txt\n";
  made.contradiction =
      "sed -n -e 's/^assay bad 1 \\([0-9]*\\) \\(.*\\)$/It is contradicted by \\2, in the run as__test(\\1) of "
      "checked.pl/p' -e 's/^assay broken 1 \\([0-9]*\\)$/It was contradicted \\1 times/p' run.txt\n"
      "grep -q '^assay bad 1 ' run.txt\n";
  return reproduction_of_pieces(std::move(made));
}

}  // namespace assay::analyzer::ciao
