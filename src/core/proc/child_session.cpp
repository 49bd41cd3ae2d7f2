#include <chrono>
#include <utility>

#include "core/proc/proc.hpp"
#include "core/proc/supervised_child.hpp"

namespace assay::core {
namespace {

class SupervisedSession final : public ChildSession {
 public:
  SupervisedSession(std::unique_ptr<SupervisedChild> child, const Limits& limits)
      : child_(std::move(child)), limits_(limits) {}

  Answer ask(std::string_view request, std::string_view end_marker, const std::stop_token& stop) override;
  bool alive() const override { return !dead_ && child_->running(); }
  void limit_time(double wall_seconds, double cpu_seconds) override { child_->limit_time(wall_seconds, cpu_seconds); }

 private:
  void end(Exchange& exchange, const Halt& halt, Answer& answer);

  std::unique_ptr<SupervisedChild> child_;
  Limits limits_;
  ChildEnd end_;  ///< once dead
  bool dead_ = false;
};

ChildSession::Answer SupervisedSession::ask(std::string_view request, std::string_view end_marker,
                                            const std::stop_token& stop) {
  ASSAY_CHECK(!end_marker.empty(), "an empty end marker would wait for the child's end");
  Answer answer;
  if (dead_) {
    answer.ending = end_.ending;
    answer.exit_code = end_.exit_code;
    answer.signal = end_.signal;
    return answer;
  }
  const auto since = std::chrono::steady_clock::now();
  Exchange exchange{request, false, OutputBuffer(limits_.output_bytes, end_marker), OutputBuffer(limits_.output_bytes)};
  const Halt halt = child_->run(exchange, stop, since);
  if (halt.reason == Halt::Reason::Answered) {
    child_->drain_errors(exchange);
  } else {
    end(exchange, halt, answer);
  }
  // A child may end right after its answer.
  answer.complete = exchange.out.marker_found();
  answer.truncated = exchange.out.truncated() || exchange.err.truncated();
  answer.out = exchange.out.release();
  answer.err = exchange.err.release();
  answer.usage = child_->usage(since);
  return answer;
}

void SupervisedSession::end(Exchange& exchange, const Halt& halt, Answer& answer) {
  end_ = child_->finish(exchange, halt);
  dead_ = true;
  answer.ending = end_.ending;
  answer.exit_code = end_.exit_code;
  answer.signal = end_.signal;
}

}  // namespace

Result<std::unique_ptr<ChildSession>> ChildSession::start(const Command& command, const Limits& limits) {
  auto child = SupervisedChild::start(command, limits, BoundTo::Process);
  if (!child) return child.error();
  return std::unique_ptr<ChildSession>(std::make_unique<SupervisedSession>(std::move(*child), limits));
}

}  // namespace assay::core
