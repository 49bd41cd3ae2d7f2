#include "datalog/fuzz/result/external_sort.hpp"

#include <algorithm>

#include "assay/base/check.hpp"

namespace assay::datalog {

ExternalSort::ExternalSort(std::size_t arity, DiskBudget& disk, std::size_t memory_bytes)
    : memory_bytes_(memory_bytes), file_(disk), last_(arity) {
  ASSAY_CHECK(arity > 0, "tuples without values need no sorting");
  tuples_.arity = arity;
}

Status ExternalSort::add(const Value* tuple) {
  tuples_.values.insert(tuples_.values.end(), tuple, tuple + tuples_.arity);
  ++tuples_.count;
  if ((tuples_.values.size() + tuples_.arity) * sizeof(Value) <= memory_bytes_) return {};
  return flush();
}

Status ExternalSort::flush() {
  tuples_.sort();
  const std::size_t bytes = tuples_.values.size() * sizeof(Value);
  runs_.push_back({file_.size(), file_.size() + bytes, {}, 0});
  Status written = file_.append({reinterpret_cast<const char*>(tuples_.values.data()), bytes});
  tuples_.values.clear();
  tuples_.count = 0;
  return written;
}

Status ExternalSort::finish() {
  if (tuples_.count > 0)
    if (Status written = flush(); !written) return written;
  tuples_.values = {};
  const std::size_t arity = tuples_.arity;
  constexpr std::size_t kMemoryFraction = 4;
  const std::size_t all = memory_bytes_ / kMemoryFraction / (arity * sizeof(Value));
  buffered_ = std::max<std::size_t>(1, all / std::max<std::size_t>(1, runs_.size()));
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const Result<bool> has = advance(runs_[i]);
    if (!has) return has.error();
    if (*has) heap_.push_back(i);
  }
  return {};
}

Result<bool> ExternalSort::advance(Run& run) {
  run.at += tuples_.arity;
  if (run.at < run.buffer.size()) return true;
  const std::uint64_t bytes = std::min<std::uint64_t>(run.end - run.offset, buffered_ * tuples_.arity * sizeof(Value));
  run.buffer.resize(static_cast<std::size_t>(bytes) / sizeof(Value));
  run.at = 0;
  if (bytes == 0) return false;
  if (const Status got = file_.read(run.offset, run.buffer.data(), static_cast<std::size_t>(bytes)); !got)
    return got.error();
  run.offset += bytes;
  return true;
}

Result<const Value*> ExternalSort::next() {
  const auto front = [this](std::size_t run) { return runs_[run].buffer.data() + runs_[run].at; };
  const auto later = [&](std::size_t left, std::size_t right) {
    return std::lexicographical_compare(front(right), front(right) + tuples_.arity, front(left),
                                        front(left) + tuples_.arity);
  };
  if (!has_last_) std::make_heap(heap_.begin(), heap_.end(), later);
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    Run& run = runs_[heap_.back()];
    const Value* tuple = front(heap_.back());
    const bool fresh = !has_last_ || !std::equal(last_.begin(), last_.end(), tuple);
    if (fresh) std::copy(tuple, tuple + tuples_.arity, last_.begin());
    has_last_ = true;
    const Result<bool> more = advance(run);
    if (!more) return more.error();
    if (*more) {
      std::push_heap(heap_.begin(), heap_.end(), later);
    } else {
      heap_.pop_back();
      run.buffer = {};
    }
    if (fresh) return last_.data();
  }
  return nullptr;
}

}  // namespace assay::datalog
