#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Maps symbols to their values, in constant time. Appends new symbols to the list, which must outlive the object.
class Interner {
 public:
  explicit Interner(std::vector<std::string>& symbols) : symbols_(&symbols) {
    for (std::size_t i = 0; i < symbols.size(); ++i) values_.emplace(symbols[i], static_cast<Value>(i));
  }

  Value operator()(std::string_view symbol) {
    const auto [entry, is_new] = values_.emplace(symbol, static_cast<Value>(symbols_->size()));
    if (is_new) symbols_->emplace_back(symbol);
    return entry->second;
  }

 private:
  std::vector<std::string>* symbols_;
  std::unordered_map<std::string, Value> values_;
};

}  // namespace assay::datalog
