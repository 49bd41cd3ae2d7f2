#include "core/proc/output_buffer.hpp"

#include <algorithm>

namespace assay::core {

std::size_t OutputBuffer::take(std::string_view data) {
  if (marker_.empty()) {
    keep(data);
    return data.size();
  }
  std::size_t at = 0;
  while (at < data.size() && !found_) {
    const std::size_t newline = data.find('\n', at);
    const bool ended = newline != std::string_view::npos;
    const std::string_view piece = data.substr(at, ended ? newline - at + 1 : std::string_view::npos);
    extend_line(piece);
    keep(piece);
    at += piece.size();
    if (!ended) break;
    found_ = line_is_marker();
    if (found_) kept_.resize(line_start_);
    line_.clear();
    line_start_ = kept_.size();
  }
  return at;
}

void OutputBuffer::keep(std::string_view data) {
  total_ += data.size();
  if (sink_ != nullptr) {
    refused_ = refused_ || !(*sink_)(data);
    truncated_ = refused_;
    return;
  }
  if (limit_ == 0) {
    kept_ += data;
    return;
  }
  const std::size_t room = static_cast<std::size_t>(limit_) - kept_.size();
  truncated_ = truncated_ || data.size() > room;
  kept_ += data.substr(0, std::min(room, data.size()));
}

void OutputBuffer::extend_line(std::string_view piece) {
  constexpr std::size_t kQuotesAndLineEnd = 4;
  const std::size_t bound = marker_.size() + kQuotesAndLineEnd + 1;
  line_ += piece.substr(0, bound - std::min(bound, line_.size()));
}

bool OutputBuffer::line_is_marker() const {
  std::string_view line = line_;
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() == marker_.size() + 2 && line.starts_with('"') && line.ends_with('"')) {
    line = line.substr(1, marker_.size());
  }
  return line == marker_;
}

}  // namespace assay::core
