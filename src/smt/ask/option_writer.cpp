#include "smt/ask/option_writer.hpp"

#include <algorithm>

#include "core/rng/rng.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::smt {
namespace {

std::vector<std::string> drawn_for(const SmtFacts& facts, const std::string& target) {
  for (const DrawnOptions& one : facts.drawn)
    if (one.target == target) return one.options;
  return {};
}

}  // namespace

void OptionWriter::draw(core::Case& subject, SmtFacts& facts, unsigned percent, std::uint64_t seed,
                        bool same_for_all) const {
  const core::Rng rng = core::Rng(seed).split("options").split(subject.index);
  core::Rng share = rng;
  if (!share.percent(percent)) return;
  for (const TestedSolver& target : targets_) {
    const SolverDefinition& tested = *target.definition;
    const std::string& stream = (same_for_all ? targets_.front() : target).definition->name;
    if (!tested.options.empty()) facts.drawn.push_back({tested.name, draw_options(tested, rng.split(stream))});
  }
  const auto differs = [&](const DrawnOptions& one) { return one.options != facts.drawn.front().options; };
  if (same_for_all &&
      (facts.drawn.size() < targets_.size() || std::any_of(facts.drawn.begin(), facts.drawn.end(), differs)))
    facts.drawn.clear();
  subject.metadata = facts.json();
}

std::string OptionWriter::name_of_writer(const SmtFacts& facts, std::size_t target) const {
  const SolverDefinition& tested = *targets_[target].definition;
  const bool foreign = std::any_of(targets_.begin(), targets_.end(), [&](const TestedSolver& other) {
    return other.definition->name == facts.written_for && other.definition->family != tested.family;
  });
  return facts.written_for.empty() || foreign ? tested.name : facts.written_for;
}

std::vector<std::string> OptionWriter::options_of(const SmtFacts& facts, std::size_t target) const {
  return drawn_for(facts, name_of_writer(facts, target));
}

std::string OptionWriter::with_options(std::string script, const SmtFacts& facts, std::size_t target) const {
  const std::string by = name_of_writer(facts, target);
  if (by == facts.written_for) return script;
  for (const std::string& option : drawn_for(facts, facts.written_for)) script = without_option(script, option);
  return option_commands(*targets_[target].definition, drawn_for(facts, by)) + script;
}

std::optional<core::Case> OptionWriter::configured_case(const core::Case& subject, const SmtFacts& facts,
                                                        std::size_t target) const {
  if (facts.drawn.empty() || subject.files.empty()) return std::nullopt;
  core::Case written = subject;
  written.files.front().content = with_options(std::move(written.files.front().content), facts, target);
  return written;
}

core::Case OptionWriter::written_for(const core::Case& subject, std::size_t target) const {
  auto facts = SmtFacts::from_json(subject.metadata);
  if (!facts || facts->drawn.empty() || !facts->written_for.empty()) return subject;
  core::Case written = configured_case(subject, *facts, target).value_or(subject);
  facts->written_for = targets_[target].definition->name;
  written.metadata = facts->json();
  return written;
}

core::Case with_fewer_options(const core::Case& subject, const std::vector<std::string>& kept, bool needed) {
  core::Case made = subject;
  auto facts = SmtFacts::from_json(subject.metadata);
  for (DrawnOptions& one : facts->drawn) {
    if (one.target != facts->written_for) continue;
    for (const std::string& option : one.options)
      if (std::find(kept.begin(), kept.end(), option) == kept.end())
        made.files.front().content = without_option(made.files.front().content, option);
    one.options = kept;
  }
  facts->needs_options = needed;
  made.metadata = facts->json();
  return made;
}

std::vector<std::string> options_still_set(const SolverDefinition& target, const core::Case& subject,
                                           const SmtFacts& facts) {
  std::vector<std::string> set = drawn_for(facts, facts.written_for);
  std::erase_if(set, [&](const std::string& option) {
    const std::string command = option_commands(target, {option});
    return !command.empty() && subject.files.front().content.find(command) == std::string::npos;
  });
  return set;
}

}  // namespace assay::smt
