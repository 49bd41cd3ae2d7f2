#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "assay/datalog/tuples.hpp"

namespace assay::datalog {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A relation while it is computed: its rows in the order in which they came, each once. Rows never move, so that what
/// a round of semi-naive evaluation found is a range of row numbers.
class Table {
 public:
  explicit Table(std::size_t arity) : arity_(arity) {}

  [[nodiscard]] std::size_t arity() const { return arity_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// Valid until the next insertion.
  [[nodiscard]] const Value* row(std::uint32_t i) const { return values_.data() + i * arity_; }

  /// The row's number, or kNone.
  [[nodiscard]] std::uint32_t find(const Value* row) const;
  /// Whether it was new. The row must not be one of this table's own.
  bool insert(const Value* row);
  /// Takes the rows of a set; the table must be empty.
  void adopt(const Tuples& set);
  /// Room for that many rows in all.
  void reserve(std::size_t rows) { values_.reserve(rows * arity_); }

  /// Rules see the rows [0, visible_end); of them [0, old_end) were there before the last round.
  std::uint32_t old_end = 0;
  std::uint32_t visible_end = 0;

  /// All rows as a sorted set; the table is empty afterwards.
  [[nodiscard]] Tuples release();

 private:
  [[nodiscard]] std::size_t slot(const Value* row) const;
  void grow();

  std::size_t arity_;
  std::uint32_t count_ = 0;
  std::vector<Value> values_;
  std::vector<std::uint32_t> slots_;  ///< open addressing: row numbers, or kNone; empty while the rows are few
};

/// The rows of a table by the values of some columns: chains from the newest row to the oldest.
class Index {
 public:
  Index(std::uint32_t relation, std::vector<std::uint32_t> columns)
      : relation_(relation), columns_(std::move(columns)) {}

  [[nodiscard]] bool is(std::uint32_t relation, const std::vector<std::uint32_t>& columns) const {
    return relation_ == relation && columns_ == columns;
  }

  /// Takes in the rows up to `end`. Chains that somebody walks may change.
  void extend(const Table& table, std::uint32_t end);
  [[nodiscard]] std::uint32_t end() const { return end_; }

  /// The newest row of the chain with a key's hash, or kNone; rows with other keys may be in it.
  [[nodiscard]] std::uint32_t first(std::uint64_t hash) const {
    return heads_.empty() ? kNone : heads_[static_cast<std::size_t>(hash) & (heads_.size() - 1)];
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t row) const { return next_[row]; }

 private:
  [[nodiscard]] std::uint64_t hash(const Value* row) const;

  std::uint32_t relation_;
  std::vector<std::uint32_t> columns_;
  std::uint32_t end_ = 0;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint32_t> next_;
};

/// One more value into a hash that started as 0.
[[nodiscard]] inline std::uint64_t hash_step(std::uint64_t hash, Value value) {
  hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32);
}

}  // namespace assay::datalog
