#include <array>

#include "analyzer/test/test.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/area.hpp"
#include "cli/area_module.hpp"

namespace assay::cli {
namespace {

Result<std::pair<std::string, std::string>> analyzer_version(const std::string& target) {
  const Result<analyzer::Definition> definition = analyzer::resolve_analyzer(target);
  if (!definition) return definition.error();
  const Result<std::string> version = analyzer::version_of(*definition);
  if (!version) return version.error();
  return std::pair{definition->name, *version};
}

/// The analyzers whose facts Assay reads. Analyzers that can only be tuned have no controls.
std::vector<std::string> testable_analyzers() {
  std::vector<std::string> names;
  for (const analyzer::Definition& one : analyzer::builtin_analyzers())
    if (!one.adapter.empty()) names.push_back(one.name);
  return names;
}

Result<Recognition> recognize_analyzer(const std::string& text) {
  const Result<analyzer::Definition> definition = analyzer::resolve_analyzer(text);
  if (!definition) return definition.error();
  return Recognition{true, definition->family_note};
}

constexpr std::array kAnalyzerCommands = {
    Subcommand{"test", add_analyzer_test},      Subcommand{"check", add_analyzer_check, true},
    Subcommand{"facts", add_analyzer_facts},    Subcommand{"reduce", add_analyzer_reduce},
    Subcommand{"recall", add_analyzer_recall},  Subcommand{"tune", add_analyzer_tune},
    Subcommand{"run", add_analyzer_run},        Subcommand{"split", add_analyzer_split},
    Subcommand{"merge", add_analyzer_merge},    Subcommand{"recipes", add_analyzer_recipes},
    Subcommand{"targets", add_analyzer_targets}};
constexpr std::array kAnalyzerModules = {
    ModuleRow{"analyzer-test",
              open_with_seeds<analyzer::test_option_table, analyzer::load_programs, analyzer::make_test_module>}};
constexpr std::array kAnalyzerTargets = {
    TargetKind{"static analyzers", "analyzer", testable_analyzers, analyzer_version,
               controls_of<analyzer::TestOptions, analyzer::make_test_module>, recognize_analyzer}};
constexpr std::array kAnalyzerExamples = {
    Example{"analyzer test --target cppcheck --time 60s", "one against a static analyzer"},
    Example{"analyzer tune main.c --target eva --budget 10s", "the best configuration of an analyzer for your code"},
    Example{"analyzer run . --target cppcheck --partition auto", "an analyzer on parts of a project, one report"}};

constexpr core::PassRow kCheck{"`analyzer check` ends with 0", "every fact that a run reached holds there",
                               "facts that no run reached; if no fact was judged, it ends with 3"};
constexpr core::PassRow kRun{
    "`analyzer run` ends with 0", "the analyzer ended on all the code, and reports no alarm", {}};
constexpr std::array kPasses{&kCheck, &kRun};

}  // namespace

const Area& analyzer_area() {
  static constexpr Area kArea{"analyzer",       "Test static analyzers", kAnalyzerCommands,   kAnalyzerModules,
                              kAnalyzerTargets, kAnalyzerExamples,       analyzer::pass_rows, kPasses};
  return kArea;
}

}  // namespace assay::cli
