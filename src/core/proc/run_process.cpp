#include "core/proc/proc.hpp"
#include "core/proc/supervised_child.hpp"

namespace assay::core {
namespace {

ProcessResult run(const Command& command, const Limits& limits, Exchange exchange, const std::stop_token& stop) {
  ProcessResult result;
  if (stop.stop_requested()) {
    result.ending = Ending::Cancelled;
    return result;
  }
  auto started = SupervisedChild::start(command, limits, BoundTo::CallingThread);
  if (!started) {
    result.ending = Ending::FailedToStart;
    result.message = started.error().text();
    return result;
  }
  SupervisedChild& child = **started;
  const Halt halt = child.run(exchange, stop, child.started());
  const ChildEnd end = child.finish(exchange, halt);
  result.ending = end.ending;
  result.exit_code = end.exit_code;
  result.signal = end.signal;
  result.truncated = exchange.out.truncated() || exchange.err.truncated();
  result.out = exchange.out.release();
  result.err = exchange.err.release();
  result.usage = child.usage(child.started());
  return result;
}

}  // namespace

ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                          const std::stop_token& stop) {
  return run(command, limits, {input, true, OutputBuffer(limits.output_bytes), OutputBuffer(limits.output_bytes)},
             stop);
}

ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                          const OutputSink& take_output, const std::stop_token& stop) {
  return run(command, limits, {input, true, OutputBuffer(take_output), OutputBuffer(limits.output_bytes)}, stop);
}

}  // namespace assay::core
