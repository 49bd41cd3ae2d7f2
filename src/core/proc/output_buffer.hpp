#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/core/proc.hpp"

namespace assay::core {

/// Collects what a child writes: keeps the first `limit` bytes, counts the rest, and, when there is a marker, stops at
/// the first line that equals it (bare or in double quotes; a carriage return before the line's end is ignored).
class OutputBuffer {
 public:
  /// `limit` in bytes, zero: none. An empty marker: none. `marker` must outlive the buffer.
  explicit OutputBuffer(std::uint64_t limit, std::string_view marker = {}) : limit_(limit), marker_(marker) {}
  /// Keeps nothing: all goes to `sink`, which must outlive the buffer.
  explicit OutputBuffer(const OutputSink& sink) : limit_(0), sink_(&sink) {}

  /// Takes `data` and says how many bytes were used: all of them, or those up to the end of the marker's line.
  std::size_t take(std::string_view data);

  [[nodiscard]] bool has_marker() const { return !marker_.empty(); }
  [[nodiscard]] bool marker_found() const { return found_; }
  /// It wrote so far past the limit that it should be stopped.
  [[nodiscard]] bool excessive() const { return refused_ || (limit_ != 0 && total_ / kTolerance >= limit_); }
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] std::string release() { return std::move(kept_); }

 private:
  /// A writer may overshoot the limit by this factor before it is killed: a program that is nearly done gets to say how
  /// it ends, one that prints without end does not.
  static constexpr std::uint64_t kTolerance = 4;

  void keep(std::string_view data);
  void extend_line(std::string_view piece);
  [[nodiscard]] bool line_is_marker() const;

  std::uint64_t limit_;
  std::string_view marker_;
  std::string kept_;
  std::string line_;            ///< the current line's first bytes, as many as it takes to tell it from the marker
  std::size_t line_start_ = 0;  ///< in kept_
  std::uint64_t total_ = 0;
  bool truncated_ = false;
  const OutputSink* sink_ = nullptr;
  bool refused_ = false;  ///< by the sink
  bool found_ = false;
};

}  // namespace assay::core
