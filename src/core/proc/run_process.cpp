#include "assay/core/proc.hpp"
#include "core/proc/supervised_child.hpp"

namespace assay::core {

ProcessResult run_process(const Command& command, std::string_view input, const Limits& limits,
                          const std::stop_token& stop) {
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
  Exchange exchange{input, true, OutputBuffer(limits.output_bytes), OutputBuffer(limits.output_bytes)};
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

}  // namespace assay::core
