#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>

#include "analyzer/test/reduce_source.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/output.hpp"
#include "cli/reduction.hpp"
#include "core/reduce/file_runner.hpp"
#include "core/reduce/keep_command.hpp"
#include "core/reduce/kept_property.hpp"
#include "one_program.hpp"

namespace assay::cli {
namespace {

struct AnalyzerReduceFlags {
  ReductionFlags reduction;
  std::string target;
  analyzer::TestOptions options;
};

/// The options of the module that apply to a file that is reduced.
constexpr std::array<std::string_view, 2> kReducedRows = {"flag", "preprocess"};

/// Whether a text still has the property, and the error if the whole file does not have it.
struct Interest {
  core::KeepsText keeps;
  Error refusal;
};

Result<Interest> interest_of_command(const ReductionFlags& given, const std::string& name, const core::Limits& limits,
                                     const std::stop_token& stop) {
  Result<core::KeepCommand> found = core::KeepCommand::find(given.keep_command, limits);
  if (!found) return found.error();
  const auto command = std::make_shared<core::KeepCommand>(std::move(*found));
  return Interest{[=](const std::string& text) { return command->has_property(name, text, stop); },
                  core::KeepCommand::refusal(given.file)};
}

Result<Interest> interest_of_run(const AnalyzerReduceFlags& flags, const analyzer::Program& program,
                                 const core::Limits& limits, const std::stop_token& stop) {
  const Result<core::KeptProperty> property = core::read_kept_property(flags.reduction.keep, analyzer::kept_forms());
  if (!property) return property.error();
  const Result<analyzer::Definition> definition = analyzer::resolve_analyzer(flags.target);
  if (!definition) return definition.error();
  Result<std::vector<std::string>> argv = analyzer::command_for_file(*definition, program.flags);
  if (!argv) return argv.error();
  const auto runner = std::make_shared<core::FileRunner>(std::move(*argv), limits);
  const auto crashes = std::make_shared<core::PatternList>(definition->crashes);
  const std::string name = program.files.front().name;
  return Interest{[=, kept = *property](const std::string& text) {
                    return kept.holds(core::kept_run(runner->run(name, text, stop), *crashes));
                  },
                  {definition->name + " does not show '" + property->text + "' on " + flags.reduction.file,
                   "the file is alone in its folder: --preprocess puts headers into it"}};
}

Result<ReducedFile> reduce(const AnalyzerReduceFlags& flags, const core::Limits& limits,
                           const core::ReduceBudget& budget) {
  Result<analyzer::Program> program = analyzer::load_program({flags.reduction.file}, flags.options.flags);
  if (program && flags.options.preprocess)
    program = analyzer::preprocessed(std::move(*program), {flags.reduction.file});
  if (!program) return program.error();
  const Result<Interest> interest =
      flags.reduction.keep_command.empty()
          ? interest_of_run(flags, *program, limits, budget.stop)
          : interest_of_command(flags.reduction, program->files.front().name, limits, budget.stop);
  if (!interest) return interest.error();
  std::string note;
  std::optional<std::string> reduced = analyzer::reduce_source(*program, interest->keeps, budget, note);
  if (!reduced) return interest->refusal;
  if (!note.empty()) print_err("note: reduced as plain text: {}\n", note);
  return ReducedFile{*std::move(reduced)};
}

}  // namespace

void add_analyzer_reduce(CLI::App& analyzer, Session& session) {
  CLI::App* app =
      analyzer.add_subcommand("reduce", "Reduce a source file while an analyzer, or a program of yours, is interested");
  const auto flags = std::make_shared<AnalyzerReduceFlags>();
  CLI::Option* const target = app->add_option("-t,--target", flags->target, "the analyzer whose run --keep looks at");
  flags->reduction.add_to(*app, "file", "a source file, in C or C++ for the best result", analyzer::kept_forms(),
                          target);
  add_rows(*app, analyzer::test_option_table().bind(flags->options), kReducedRows);
  app->footer(
      "Example:\n"
      "  assay analyzer reduce prog.c --target cppcheck --keep 'output:nullPointer'\n"
      "Exit code: 0 reduced, 2 usage, 3 the file does not have the property, or environment.");
  app->callback([flags, &session] {
    if (flags->reduction.keep.empty() && flags->reduction.keep_command.empty())
      return session.fail({"there is nothing to reduce by", "give --target and --keep, or --keep-command"}, kUsage);
    run_reduction(flags->reduction, session,
                  [&](const std::string&, const core::Limits& limits, const core::ReduceBudget& budget) {
                    return reduce(*flags, limits, budget);
                  });
  });
}

}  // namespace assay::cli
