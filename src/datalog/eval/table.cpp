#include "table.hpp"

#include <algorithm>

namespace assay::datalog {
namespace {

/// Maximum number of rows for a linear search, which is faster than hashing.
constexpr std::uint32_t kFewRows = 8;

/// Compares rows. They are short, so that a loop is faster than a call of memcmp.
bool same(const Value* left, const Value* right, std::size_t arity) {
  for (std::size_t i = 0; i < arity; ++i) {
    if (left[i] != right[i]) return false;
  }
  return true;
}

}  // namespace

std::size_t Table::slot(const Value* row) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < arity_; ++i) hash = hash_step(hash, row[i]);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (slots_[at] != kNone && !same(row, this->row(slots_[at]), arity_)) at = (at + 1) & mask;
  return at;
}

std::uint32_t Table::find(const Value* row) const {
  if (!slots_.empty()) return slots_[slot(row)];
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (same(row, this->row(i), arity_)) return i;
  }
  return kNone;
}

bool Table::insert(const Value* row) {
  if (slots_.empty()) {
    if (find(row) != kNone) return false;
  } else {
    const std::size_t at = slot(row);
    if (slots_[at] != kNone) return false;
    slots_[at] = count_;
  }
  values_.insert(values_.end(), row, row + arity_);
  ++count_;
  if (slots_.empty() ? count_ > kFewRows : std::size_t{2} * count_ > slots_.size()) grow();
  return true;
}

void Table::adopt(const Tuples& set) {
  values_ = set.values;
  count_ = static_cast<std::uint32_t>(set.count);
  if (count_ > kFewRows) grow();
}

void Table::grow() {
  std::size_t size = slots_.empty() ? std::size_t{8} * kFewRows : 4 * slots_.size();
  while (size < std::size_t{2} * count_) size *= 4;
  slots_.assign(size, kNone);
  for (std::uint32_t i = 0; i < count_; ++i) slots_[slot(row(i))] = i;
}

Tuples Table::release() {
  Tuples result;
  result.arity = arity_;
  result.count = count_;
  result.values = std::move(values_);
  result.sort();
  values_.clear();
  slots_.clear();
  count_ = old_end = visible_end = 0;
  return result;
}

std::uint64_t Index::hash(const Value* row) const {
  std::uint64_t hash = 0;
  for (const std::uint32_t column : columns_) hash = hash_step(hash, row[column]);
  return hash;
}

void Index::extend(const Table& table, std::uint32_t end) {
  if (end <= end_) return;
  next_.resize(end);
  if (heads_.size() < std::size_t{2} * end) {
    std::size_t size = std::max<std::size_t>(heads_.size(), 64);
    while (size < std::size_t{2} * end) size *= 2;
    heads_.assign(size, kNone);
    end_ = 0;
  }
  for (; end_ < end; ++end_) {
    std::uint32_t& head = heads_[static_cast<std::size_t>(hash(table.row(end_))) & (heads_.size() - 1)];
    next_[end_] = head;
    head = end_;
  }
}

}  // namespace assay::datalog
