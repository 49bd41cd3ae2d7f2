#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/cli_session.hpp"
#include "cli/domain/domain_commands.hpp"
#include "cli/output.hpp"
#include "cli/reduction.hpp"
#include "core/reduce/keep_command.hpp"
#include "core/reduce/text_reduction.hpp"
#include "domain/kernel/reduce/domain_reduce.hpp"

namespace assay::cli {
namespace {

Result<ReducedFile> reduce_program_file(const ReductionFlags& flags, const std::string& text,
                                        const core::Limits& limits, const core::ReduceBudget& budget) {
  Result<core::KeepCommand> command = core::KeepCommand::find(flags.keep_command, limits);
  if (!command) return command.error();
  const std::string name = std::filesystem::path(flags.file).filename().string();
  const auto keeps = [&](const std::string& smaller) { return command->has_property(name, smaller, budget.stop); };
  std::optional<core::LanguageReducer> language;
  const Result<domain::Program> program = domain::parse_program(text, {});
  if (program) {
    language = core::LanguageReducer{
        domain::to_text(*program, {}), [&program](const core::KeepsText& kept, core::ReductionClock& clock) {
          const auto fails = [&](const domain::Program& smaller) { return kept(domain::to_text(smaller, {})); };
          return domain::to_text(domain::reduce_program(*program, fails, clock.rest()), {});
        }};
  } else {
    print_err("note: reduced as plain text: {}\n", program.error().text());
  }
  std::optional<std::string> reduced = core::reduce_file(text, language, keeps, budget);
  if (!reduced) return core::KeepCommand::refusal(flags.file);
  return ReducedFile{*std::move(reduced)};
}

}  // namespace

void add_domain_reduce(CLI::App& domain, Session& session) {
  CLI::App* app = domain.add_subcommand("reduce", "Reduce a domain program while a program of yours is interested");
  const auto flags = std::make_shared<ReductionFlags>();
  flags->add_to(*app, "file", "a program as findings and `assay replay --print` show it", {}, nullptr);
  app->footer("Exit code: 0 reduced, 2 usage, 3 the file does not have the property, or environment.");
  app->callback([flags, &session] {
    run_reduction(*flags, session,
                  [&](const std::string& text, const core::Limits& limits, const core::ReduceBudget& budget) {
                    return reduce_program_file(*flags, text, limits, budget);
                  });
  });
}

}  // namespace assay::cli
