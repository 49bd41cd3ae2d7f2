#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/output.hpp"
#include "one_program.hpp"

namespace assay::cli {
namespace {

void print_facts(const OneProgramFlags& flags, Session& session) {
  const std::unique_ptr<OneProgram> one = open_program(flags, session);
  if (!one) return;
  const Listening listening(session);
  const analyzer::Claims claims = one->analyzer->claims(one->program, one->session(listening.stop()));
  if (claims.trouble) return fail_unjudged(*claims.trouble, claims.output, session);
  for (const analyzer::Fact& fact : claims.facts)
    print_out("{}\n", flags.json ? analyzer::to_json(fact) : printable(analyzer::to_text(fact)));
  std::uint64_t unread = 0;
  for (const auto& [reason, count] : claims.unread) unread += count;
  print_err("{} facts, {} more that Assay does not check", claims.facts.size(), unread);
  const char* separator = ": ";
  for (const auto& [reason, count] : claims.unread) {
    print_err("{}{} {}", separator, reason, count);
    separator = ", ";
  }
  print_err("\n");
  for (const core::Verdict& bug : claims.beside) fail_unjudged(bug, {}, session);
}

}  // namespace

void add_analyzer_facts(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand("facts", "Print what an analyzer claims about a program, one fact a line");
  const auto flags = std::make_shared<OneProgramFlags>();
  flags->add_to(*app);
  app->footer(
      "Examples:\n"
      "  assay analyzer facts prog.c --target cppcheck\n"
      "  assay analyzer facts prog.c --json | jq .property\n"
      "Exit code: 0 printed, 1 the analyzer crashes, 2 usage, 3 environment.");
  app->callback([flags, &session] { print_facts(*flags, session); });
}

}  // namespace assay::cli
