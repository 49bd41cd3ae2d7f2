#include <algorithm>
#include <utility>

#include "smt/reduce/solver_tester.hpp"

// Bugs of a process that answers many scripts with a (reset) behind each: what a reset leaves behind. One script with
// the same resets in it is a case as any other, which a fresh process runs, the reducer makes smaller and a maintainer
// pastes.

namespace assay::smt {
namespace {

constexpr std::size_t kRemembered = 4;               // scripts, for each target
constexpr std::size_t kLongestRemembered = 1 << 16;  // bytes of one
constexpr std::string_view kReset = "(reset)\n";

std::string with_newline(std::string text) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

}  // namespace

void SolverTester::remember(std::size_t target, const OpenedCase& opened) {
  if (opened.text.size() > kLongestRemembered) return;
  std::deque<Served>& served = served_[target];
  served.push_back({opened.text, opened.facts.truths.size()});
  if (served.size() > kRemembered + 1) served.pop_front();
}

std::optional<core::Case> SolverTester::behind(std::span<const Served> others, const core::Case& subject) const {
  std::optional<SmtFacts> facts;
  if (auto read = SmtFacts::from_json(subject.metadata)) facts = std::move(*read);
  if (!facts || subject.file(kScriptFile) == nullptr) return std::nullopt;
  core::Case longer = subject;
  for (core::File& file : longer.files) {
    if (file.name != kScriptFile) continue;
    std::string before;
    for (const Served& other : others) {
      before += with_newline(other.text) + std::string(kReset);
      facts->truths.insert(facts->truths.begin(), other.checks, Truth::Open);
    }
    file.content = before + file.content;
    TermStore store;
    if (!parse_script(store, file.content, file.name)) return std::nullopt;
  }
  longer.metadata = facts->json();
  return longer;
}

std::vector<core::Case> SolverTester::as_in_kept_process(const core::Case& subject, std::size_t target) {
  std::vector<core::Case> longer;
  const core::File* script = subject.file(kScriptFile);
  auto facts = SmtFacts::from_json(subject.metadata);
  if (setup_.style == RunStyle::Process || script == nullptr || !facts || !options_of(*facts, target).empty())
    return longer;
  const Served itself{script->content, facts->truths.size()};
  std::vector<Served> before(served_[target].begin(), served_[target].end());
  if (!before.empty()) before.pop_back();  // the case's own run
  for (const std::vector<Served>& others : {std::vector{itself}, before})
    if (auto made = others.empty() ? std::nullopt : behind(others, subject)) longer.push_back(std::move(*made));
  return longer;
}

}  // namespace assay::smt
