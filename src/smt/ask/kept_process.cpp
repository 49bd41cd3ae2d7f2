#include "smt/ask/kept_process.hpp"

#include <utility>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxScripts = 4;            // before the last one, for each target
constexpr std::size_t kMaxScriptBytes = 1 << 16;  // longer scripts are not stored
constexpr std::string_view kReset = "(reset)\n";

std::string with_newline(std::string text) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

}  // namespace

void ServedScripts::remember(std::size_t target, const std::string& text, std::size_t checks) {
  if (text.size() > kMaxScriptBytes) return;
  std::deque<ServedScript>& served = served_[target];
  served.push_back({text, checks});
  if (served.size() > kMaxScripts + 1) served.pop_front();
}

std::optional<core::Case> ServedScripts::put_behind(std::span<const ServedScript> others, const core::Case& subject) {
  std::optional<SmtFacts> facts;
  if (auto read = SmtFacts::from_json(subject.metadata)) facts = std::move(*read);
  if (!facts || subject.file(kScriptFile) == nullptr) return std::nullopt;
  core::Case longer = subject;
  for (core::File& file : longer.files) {
    if (file.name != kScriptFile) continue;
    std::string before;
    for (const ServedScript& other : others) {
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

std::vector<core::Case> ServedScripts::as_in_kept_process(const core::Case& subject, const SmtFacts& facts,
                                                          std::size_t target) const {
  std::vector<core::Case> longer;
  const core::File* script = subject.file(kScriptFile);
  if (script == nullptr) return longer;
  const ServedScript itself{script->content, facts.truths.size()};
  std::vector<ServedScript> before(served_[target].begin(), served_[target].end());
  if (!before.empty()) before.pop_back();  // the case itself
  for (const std::vector<ServedScript>& others : {std::vector{itself}, before})
    if (auto made = others.empty() ? std::nullopt : put_behind(others, subject)) longer.push_back(std::move(*made));
  return longer;
}

}  // namespace assay::smt
