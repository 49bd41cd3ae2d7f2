#include "kept_property.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "core/target/patterns.hpp"
#include "smt/reduce/reduce.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

struct KindWord {
  std::string_view word;
  Kind kind;
};
constexpr std::array kKinds = {KindWord{"timeout", Kind::Timeout}, KindWord{"crash", Kind::Crash},
                               KindWord{"error", Kind::Error}};
constexpr std::array kReplies = {Reply::Sat, Reply::Unsat, Reply::Unknown};
constexpr std::string_view kOutput = "output:";

Result<KeptProperty> property_of_output(const std::string& text) {
  const std::string pattern = text.substr(kOutput.size());
  if (const auto problem = core::pattern_problem(pattern))
    return Error{"'" + pattern + "' is no regular expression: " + *problem, "--keep output:REGEX takes RE2's syntax"};
  const auto list = std::make_shared<const core::PatternList>(std::vector<core::OutputPattern>{{pattern, ""}});
  return KeptProperty{text, [list](const SolverAnswer& answer) {
                        const std::vector<std::string_view> lines = split(answer.output, '\n');
                        return std::any_of(lines.begin(), lines.end(),
                                           [&](std::string_view line) { return list->matches(line); });
                      }};
}

}  // namespace

core::Case case_of_open_truth(std::string text, std::string logic) {
  core::Case subject;
  subject.strategy = "foreign";
  subject.group = std::move(logic);
  subject.files.push_back({std::string(kScriptFile), std::move(text)});
  SmtFacts facts;
  facts.truths.assign(1, Truth::Open);
  facts.asks_nothing = true;
  subject.metadata = facts.json();
  return subject;
}

Result<KeptProperty> read_kept_property(const std::string& text) {
  if (text.starts_with(kOutput)) return property_of_output(text);
  std::vector<std::string> words;
  for (const Reply reply : kReplies) {
    words.emplace_back(name(reply));
    if (text != name(reply)) continue;
    // For `unsat`, other steps would reduce every script to (assert false).
    return KeptProperty{text,
                        [reply](const SolverAnswer& answer) {
                          return answer.kind == Kind::Answered && !answer.replies.empty() &&
                                 answer.replies.back() == reply;
                        },
                        reply == Reply::Unsat ? Steps::Removals : Steps::All};
  }
  for (const KindWord& row : kKinds) {
    words.emplace_back(row.word);
    if (text == row.word)
      return KeptProperty{text, [kind = row.kind](const SolverAnswer& answer) { return answer.kind == kind; },
                          Steps::All, row.kind != Kind::Timeout};
  }
  return Error{"'" + text + "' is no property of a run",
               did_you_mean(text, words) + "write one of " + join(words, ", ") + ", or output:REGEX"};
}

Result<core::Case> reduce_text(std::string_view text, const std::string& file_name,
                               const std::function<bool(const std::string&)>& has_property,
                               const core::ReduceBudget& budget) {
  TermStore store;
  const Result<Script> parsed = parse_script(store, text, file_name);
  if (!parsed) return parsed.error();
  if (!has_property(std::string(text)))
    return Error{"the command says no to " + file_name + " itself", "it ends with 0 if the file is to be kept"};
  const core::Case subject = case_of_open_truth(std::string(text), parsed->logic);
  const auto keeps = [&](const core::Case& candidate) { return has_property(candidate.files.front().content); };
  return reduce_case(subject, keeps, budget, false);
}

}  // namespace assay::smt
