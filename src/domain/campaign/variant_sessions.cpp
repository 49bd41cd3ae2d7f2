#include "variant_sessions.hpp"

#include <utility>

#include "base/text.hpp"
#include "domain/worker/worker.hpp"

namespace assay::domain {

VariantSessions::VariantSessions(std::shared_ptr<const TestConfig> config)
    : config_(std::move(config)), rounded_(config_->targets.size()) {}

std::vector<Violation> VariantSessions::compare(const Program& program, const std::string& text, std::size_t target,
                                                const std::stop_token& stop) {
  if (!config_->against) return {};
  const std::optional<Exported> rounded = exported(rounded_[target], config_->targets[target], text, stop);
  if (!rounded || rounded->size() > program.instructions.size()) return {};
  const Counterpart other = counterpart(program, *rounded);
  const std::string asked = to_text(other.program, config_->against->description->transformers);
  const std::optional<Exported> exact = exported(exact_, *config_->against, asked, stop);
  if (!exact) return {};
  return judge_variants(program, *rounded, other, *exact, config_->against->name);
}

std::optional<Exported> VariantSessions::exported(Session& session, const DomainTarget& target, const std::string& text,
                                                  const std::stop_token& stop) const {
  if (!session.child || !session.child->alive()) {
    session.child.reset();
    session.scratch.clear();
    auto started = core::start_in(session.scratch, {target.exports, {}, {}}, config_->options.limits);
    if (!started) return std::nullopt;
    session.child = std::move(*started);
  }
  const core::ChildSession::Answer got =
      session.child->ask(text + std::string(kEndOfProgram) + "\n", kEndOfResult, stop);
  if (!got.complete) {
    session.child.reset();
    return std::nullopt;
  }
  Result<RunResult> result = result_from_json(trim(got.out));
  if (!result) return std::nullopt;
  return std::move(result->exported);
}

}  // namespace assay::domain
