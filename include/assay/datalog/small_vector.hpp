#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

namespace assay::datalog {

/// A vector of plain values that stores up to kFew values in the object itself. Most programs are copied, changed and
/// thrown away, and nearly all of their atoms are short. A change of size invalidates pointers into the vector.
template <typename T, std::size_t kFew>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() = default;
  SmallVector(std::initializer_list<T> values) : SmallVector(values.begin(), values.end()) {}
  template <std::input_iterator Iterator>
  SmallVector(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }

  [[nodiscard]] std::size_t size() const { return many_.empty() ? few_size_ : many_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] T* data() { return many_.empty() ? few_.data() : many_.data(); }
  [[nodiscard]] const T* data() const { return many_.empty() ? few_.data() : many_.data(); }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] T* end() { return data() + size(); }
  [[nodiscard]] const T* end() const { return data() + size(); }
  [[nodiscard]] T& operator[](std::size_t i) { return data()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] T& back() { return data()[size() - 1]; }
  [[nodiscard]] const T& back() const { return data()[size() - 1]; }

  void push_back(T value) {
    if (many_.empty() && few_size_ < kFew) {
      few_[few_size_++] = value;
      return;
    }
    if (many_.empty()) {
      many_.reserve(2 * kFew);
      many_.assign(few_.begin(), few_.end());
      few_size_ = 0;
    }
    many_.push_back(value);
  }
  void resize(std::size_t size, T value) {
    if (many_.empty() && size <= kFew) {
      if (size > few_size_) std::fill(few_.begin() + few_size_, few_.begin() + size, value);
      few_size_ = static_cast<std::uint32_t>(size);
      return;
    }
    if (many_.empty()) many_.assign(begin(), end());
    few_size_ = 0;
    many_.resize(size, value);
  }
  void clear() {
    many_.clear();
    few_size_ = 0;
  }
  void erase(const_iterator at) {
    T* hole = data() + (at - data());
    std::copy(hole + 1, end(), hole);
    if (many_.empty()) {
      --few_size_;
    } else {
      many_.pop_back();
    }
  }

  friend bool operator==(const SmallVector& left, const SmallVector& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }

 private:
  std::array<T, kFew> few_{};
  std::uint32_t few_size_ = 0;  ///< number of values in few_; 0 if many_ is used
  std::vector<T> many_;         ///< all values, once there were more than kFew
};

}  // namespace assay::datalog
