#include "assay/datalog/tuples.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "assay/base/check.hpp"

namespace assay::datalog {
namespace {

/// Maximum number of rows for insertion sort, which is faster for few rows.
constexpr std::size_t kFewRows = 24;

/// Lexicographical order of two rows: -1, 0 or 1.
int order(const Value* left, const Value* right, std::size_t arity) {
  for (std::size_t i = 0; i < arity; ++i) {
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

bool strictly_ascending(const Tuples& tuples) {
  for (std::size_t i = 1; i < tuples.count; ++i) {
    if (order(tuples.row(i - 1), tuples.row(i), tuples.arity) >= 0) return false;
  }
  return true;
}

/// Sorts in place by insertion.
void sort_few(Tuples& tuples) {
  const std::size_t arity = tuples.arity;
  const auto begin = tuples.values.begin();
  const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i * arity); };
  for (std::size_t i = 1; i < tuples.count; ++i) {
    std::size_t place = i;
    while (place > 0 && order(tuples.row(place - 1), tuples.row(i), arity) > 0) --place;
    if (place < i) std::rotate(at(place), at(i), at(i + 1));
  }
}

void sort_many(Tuples& tuples) {
  if (tuples.arity == 1) {
    std::sort(tuples.values.begin(), tuples.values.end());
    return;
  }
  std::vector<const Value*> rows(tuples.count);
  for (std::size_t i = 0; i < tuples.count; ++i) rows[i] = tuples.row(i);
  std::sort(rows.begin(), rows.end(),
            [arity = tuples.arity](const Value* left, const Value* right) { return order(left, right, arity) < 0; });
  std::vector<Value> sorted;
  sorted.reserve(tuples.values.size());
  for (const Value* row : rows) sorted.insert(sorted.end(), row, row + tuples.arity);
  tuples.values = std::move(sorted);
}

/// The tuples must be sorted.
void drop_repetitions(Tuples& tuples) {
  std::size_t kept = 1;
  for (std::size_t i = 1; i < tuples.count; ++i) {
    if (order(tuples.row(kept - 1), tuples.row(i), tuples.arity) == 0) continue;
    if (kept != i) {
      std::copy(tuples.row(i), tuples.row(i) + tuples.arity,
                tuples.values.begin() + static_cast<std::ptrdiff_t>(kept * tuples.arity));
    }
    ++kept;
  }
  tuples.count = kept;
  tuples.values.resize(kept * tuples.arity);
}

}  // namespace

void Tuples::add(const Value* tuple) {
  const std::less<> before;
  const Value* end = values.data() + values.size();
  if (!before(tuple, values.data()) && before(tuple, end)) {
    // The tuple is a row of this object and may move when the vector grows.
    const auto from = static_cast<std::size_t>(tuple - values.data());
    for (std::size_t i = 0; i < arity; ++i) values.push_back(Value{values[from + i]});
  } else {
    values.insert(values.end(), tuple, tuple + arity);
  }
  ++count;
}

void Tuples::remove(std::size_t i) {
  ASSAY_CHECK(i < count, "no such tuple");
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * arity);
  values.erase(first, first + static_cast<std::ptrdiff_t>(arity));
  --count;
}

void Tuples::sort() {
  if (arity == 0) {
    count = std::min<std::size_t>(count, 1);
    return;
  }
  if (strictly_ascending(*this)) return;
  sort_as_bag();
  drop_repetitions(*this);
}

void Tuples::sort_as_bag() {
  if (arity == 0) return;
  if (count <= kFewRows) {
    sort_few(*this);
  } else {
    sort_many(*this);
  }
}

bool is_subset(const Tuples& left, const Tuples& right) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < left.count; ++i) {
    while (at < right.count && order(right.row(at), left.row(i), left.arity) < 0) ++at;
    if (at == right.count || order(right.row(at), left.row(i), left.arity) != 0) return false;
  }
  return true;
}

Tuples difference(const Tuples& left, const Tuples& right) {
  Tuples result;
  result.arity = left.arity;
  std::size_t at = 0;
  for (std::size_t i = 0; i < left.count; ++i) {
    while (at < right.count && order(right.row(at), left.row(i), left.arity) < 0) ++at;
    if (at == right.count || order(right.row(at), left.row(i), left.arity) != 0) {
      result.add(left.row(i));
    } else {
      ++at;
    }
  }
  return result;
}

}  // namespace assay::datalog
