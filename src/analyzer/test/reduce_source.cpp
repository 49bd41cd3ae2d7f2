#include "analyzer/test/reduce_source.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "analyzer/check/source/c_checker.hpp"
#include "core/reduce/kept_property.hpp"
#include "core/reduce/text_edits.hpp"

namespace assay::analyzer {
namespace {

constexpr std::array<std::string_view, 5> kForms = {"crash", "error", "timeout", core::kKeepExit, core::kKeepOutput};
constexpr std::string_view kInputWord = "{input}";

/// The edits of a C file, by its syntax tree.
class TreeEdits {
 public:
  TreeEdits(std::unique_ptr<CChecker> checker, Program program, std::stop_token stop)
      : checker_(std::move(checker)), program_(std::move(program)), stop_(std::move(stop)) {}

  [[nodiscard]] std::vector<core::TextEdit> of(const std::string& text) {
    program_.files.front().content = text;
    return checker_->edits(program_, session());
  }
  [[nodiscard]] bool reads_program() { return checker_->reads(program_, session()); }

 private:
  [[nodiscard]] Session session() {
    Session session{scratch_, {}, {}, stop_};
    session.program.wall_seconds = 60;
    return session;
  }

  std::unique_ptr<CChecker> checker_;
  Program program_;
  core::ScratchFolder scratch_;
  std::stop_token stop_;
};

}  // namespace

std::optional<std::string> reduce_source(const Program& program, const core::KeepsText& keeps,
                                         const core::ReduceBudget& budget, std::string& note) {
  const std::string& text = program.files.front().content;
  std::optional<core::LanguageReducer> language;
  std::shared_ptr<TreeEdits> edits;
  if (program.language == "c" || program.language == "c++") {
    Result<std::unique_ptr<CChecker>> checker = CChecker::open();
    if (checker) {
      edits = std::make_shared<TreeEdits>(std::move(*checker), program, budget.stop);
      if (!edits->reads_program()) note = "clang does not compile it alone";
    } else {
      note = checker.error().message;
    }
  } else {
    note = "Assay has no syntax trees of programs in " + program.language;
  }
  if (edits && note.empty())
    language =
        core::LanguageReducer{text, [edits, &text](const core::KeepsText& kept, core::ReductionClock& clock) {
                                return core::reduce_by_edits(
                                    text, [&](const std::string& smaller) { return edits->of(smaller); }, kept, clock);
                              }};
  return core::reduce_file(text, language, keeps, budget);
}

std::span<const std::string_view> kept_forms() { return kForms; }

Result<std::vector<std::string>> command_for_file(const Definition& definition, const std::vector<std::string>& flags) {
  const Result<std::string> program =
      program_of(definition, definition.argv.empty() ? definition.name : definition.argv.front());
  if (!program) return program.error();
  std::vector<std::string> argv = definition.argv;
  if (argv.empty()) argv.emplace_back();
  argv.front() = *program;
  for (const auto& [name, value] : definition.settings) std::replace(argv.begin(), argv.end(), "{" + name + "}", value);
  if (std::find(argv.begin(), argv.end(), kInputWord) == argv.end()) argv.emplace_back(kInputWord);
  argv.insert(std::find(argv.begin(), argv.end(), kInputWord), flags.begin(), flags.end());
  return argv;
}

}  // namespace assay::analyzer
