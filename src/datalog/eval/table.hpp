#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "assay/datalog/tuples.hpp"

namespace assay::datalog {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A set of rows in the order of insertion, for a relation that is computed. Rows keep their numbers, so that the rows
/// of a round of semi-naive evaluation are a range of row numbers.
class Table {
 public:
  explicit Table(std::size_t arity) : arity_(arity) {}

  [[nodiscard]] std::size_t arity() const { return arity_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// The row, valid until the next insertion.
  [[nodiscard]] const Value* row(std::uint32_t i) const { return values_.data() + i * arity_; }

  /// The row's number, or kNone.
  [[nodiscard]] std::uint32_t find(const Value* row) const;
  /// Returns whether the row was new. `row` must not point into this table.
  bool insert(const Value* row);
  /// Copies the rows of a set. The table must be empty.
  void adopt(const Tuples& set);
  /// Reserves capacity for `rows` rows.
  void reserve(std::size_t rows) { values_.reserve(rows * arity_); }

  /// Rules read the rows [0, visible_end). The rows [0, old_end) are older than the last round.
  std::uint32_t old_end = 0;
  std::uint32_t visible_end = 0;

  /// Returns all rows as a sorted set and empties the table.
  [[nodiscard]] Tuples release();

 private:
  [[nodiscard]] std::size_t slot(const Value* row) const;
  void grow();

  std::size_t arity_;
  std::uint32_t count_ = 0;
  std::vector<Value> values_;
  std::vector<std::uint32_t> slots_;  ///< hash table: row numbers or kNone; empty for up to kFewRows rows
};

/// Finds rows of a table by the values of some columns. Rows with equal hashes form a chain from newest to oldest.
class Index {
 public:
  Index(std::uint32_t relation, std::vector<std::uint32_t> columns)
      : relation_(relation), columns_(std::move(columns)) {}

  [[nodiscard]] bool is(std::uint32_t relation, const std::vector<std::uint32_t>& columns) const {
    return relation_ == relation && columns_ == columns;
  }

  /// Adds the table's rows up to `end`, exclusive. This changes chains, so no Scan may be following one.
  void extend(const Table& table, std::uint32_t end);
  [[nodiscard]] std::uint32_t end() const { return end_; }

  /// The newest row of the chain for a key's hash, or kNone. The chain may have rows with other keys.
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

/// Adds a value to a hash. The initial hash is 0.
[[nodiscard]] inline std::uint64_t hash_step(std::uint64_t hash, Value value) {
  hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32);
}

}  // namespace assay::datalog
