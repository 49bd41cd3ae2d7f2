#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/proc/proc.hpp"

namespace assay::core {

/// Collects a child's output: keeps the first `limit` bytes and counts the rest. With a marker, stops at the first line
/// that equals it (bare or in double quotes; a carriage return before the line's end is ignored).
class OutputBuffer {
 public:
  /// `limit` in bytes; 0: no limit. `marker`: empty for none; must outlive the buffer.
  explicit OutputBuffer(std::uint64_t limit, std::string_view marker = {}) : limit_(limit), marker_(marker) {}
  /// Keeps nothing: passes all output to `sink`, which must outlive the buffer.
  explicit OutputBuffer(const OutputSink& sink) : limit_(0), sink_(&sink) {}

  /// Takes `data` and returns the number of bytes used: all, or those up to the end of the marker's line.
  std::size_t take(std::string_view data);

  [[nodiscard]] bool has_marker() const { return !marker_.empty(); }
  [[nodiscard]] bool marker_found() const { return found_; }
  /// True if so much was written past the limit that the child should be killed, or if the sink refused output.
  [[nodiscard]] bool excessive() const { return refused_ || (limit_ != 0 && total_ / kTolerance >= limit_); }
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] std::string release() { return std::move(kept_); }

 private:
  /// A child may exceed the limit by this factor before it is killed, so that a nearly finished program can end by
  /// itself, but a program that prints without end cannot.
  static constexpr std::uint64_t kTolerance = 4;

  void keep(std::string_view data);
  void extend_line(std::string_view piece);
  [[nodiscard]] bool line_is_marker() const;

  std::uint64_t limit_;
  std::string_view marker_;
  std::string kept_;
  std::string line_;            ///< start of the current line, just long enough to compare it with the marker
  std::size_t line_start_ = 0;  ///< position of the current line in kept_
  std::uint64_t total_ = 0;
  bool truncated_ = false;
  const OutputSink* sink_ = nullptr;
  bool refused_ = false;  ///< by the sink
  bool found_ = false;
};

}  // namespace assay::core
