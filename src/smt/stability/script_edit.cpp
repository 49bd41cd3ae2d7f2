// The text of a script after an edit, and the effect of the edit on other scripts.

#include <algorithm>
#include <map>

#include "smt/judge/compared_answer.hpp"
#include "smt/stability/instability.hpp"
#include "smt/stability/split_assertions.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxOthers = 20;  // scripts of try_elsewhere()

}  // namespace

std::optional<std::string> with_changes(const ScriptEdit& edit, std::string_view script) {
  std::map<std::string_view, std::string_view> changes(edit.changes.begin(), edit.changes.end());
  const TextTree tree = text_tree(script);
  std::string out;
  bool is_changed = false;
  for (const std::size_t command : tree.nodes.front().children) {
    const std::string_view text = tree.text_of(command);
    const auto found = changes.find(text);
    is_changed = is_changed || found != changes.end();
    const std::string_view now = found == changes.end() ? text : found->second;
    if (!now.empty()) out += std::string(now) + "\n";
  }
  return is_changed ? std::optional(std::move(out)) : std::nullopt;
}

EditElsewhere try_elsewhere(const SamplerSetup& setup, const SolverDefinition& definition, const ScriptEdit& edit,
                            const std::vector<std::string>& scripts, const std::stop_token& stop) {
  EditElsewhere found;
  const auto answers = [&](const std::string& script) {
    const SolverAnswer answer =
        setup.make_solver(definition, setup.limits)->run(script, question_of(script), RunStyle::Process, stop);
    return answer.kind == SolverAnswer::Kind::Answered ? answer.replies : std::vector<Reply>();
  };
  const auto is_decided = [](const std::vector<Reply>& replies) {
    return !replies.empty() && std::all_of(replies.begin(), replies.end(),
                                           [](Reply one) { return one == Reply::Sat || one == Reply::Unsat; });
  };
  for (std::size_t i = 0; i < scripts.size() && found.tried < kMaxOthers && !stop.stop_requested(); ++i) {
    const std::optional<std::string> changed = with_changes(edit, with_split_assertions(scripts[i]).text);
    if (!changed) continue;
    const std::vector<Reply> before = answers(scripts[i]);
    if (!is_decided(before)) continue;
    ++found.tried;
    if (answers(*changed) != before) found.lost.push_back(i);
  }
  return found;
}

}  // namespace assay::smt
