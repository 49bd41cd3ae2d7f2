#include <algorithm>
#include <iterator>
#include <set>

#include "assay/smt/values.hpp"

namespace assay::smt {
namespace {

constexpr std::uint32_t kMaxSortDepth = 64;  ///< sorts of real scripts nest at most about 12 deep

/// Goes to the next combination of choices; position i has `radix[i]` choices. False after the last combination.
bool next_combination(std::vector<std::size_t>& digits, const std::vector<std::size_t>& radix) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (++digits[i] < radix[i]) {
      return true;
    }
    digits[i] = 0;
  }
  return false;
}

class Lister {
 public:
  Lister(const SortSizes& sizes, std::uint64_t limit) : sizes_(sizes), store_(sizes.store()), limit_(limit) {}

  std::optional<std::vector<Value>> list(SortId sort, std::uint32_t depth) {
    const std::uint64_t count = sizes_.of(sort);
    if (count == 0 || count > limit_ || depth > kMaxSortDepth) {
      return std::nullopt;
    }
    const SortNode& node = store_.node(sort);
    switch (node.kind) {
      case SortKind::Bool: return std::vector{Value(false), Value(true)};
      case SortKind::RoundingMode: return rounding_modes();
      case SortKind::BitVector: return bit_vectors(static_cast<std::uint32_t>(node.indices[0]), count);
      case SortKind::Float: return floats(node);
      case SortKind::Array: return arrays(node, depth);
      case SortKind::Datatype: return datatypes(node, depth);
      case SortKind::Uninterpreted: return elements_of(sort, count);
      case SortKind::Set: return sets(node, depth);
      case SortKind::Tuple: return tuples(node, depth);
      case SortKind::Nullable: return nullables(node, depth);
      case SortKind::FiniteField: return residues(count);
      default: return std::nullopt;
    }
  }

 private:
  static std::vector<Value> rounding_modes() {
    using enum RoundingMode;
    std::vector<Value> result;
    for (const RoundingMode mode : {NearestEven, NearestAway, TowardPositive, TowardNegative, TowardZero}) {
      result.emplace_back(mode);
    }
    return result;
  }

  static std::vector<Value> elements_of(SortId sort, std::uint64_t count) {
    std::vector<Value> result;
    for (std::uint32_t number = 0; number < count; ++number) {
      result.emplace_back(Element{sort, number});
    }
    return result;
  }

  static std::vector<Value> bit_vectors(std::uint32_t width, std::uint64_t count) {
    std::vector<Value> result;
    for (std::uint64_t i = 0; i < count; ++i) {
      result.emplace_back(BitVector{width, mpz_class(static_cast<unsigned long>(i))});
    }
    return result;
  }

  std::optional<std::vector<Value>> floats(const SortNode& node) const {
    const auto exponent = static_cast<std::uint32_t>(node.indices[0]);
    const auto significand = static_cast<std::uint32_t>(node.indices[1]);
    if (exponent + significand > 40) {
      return std::nullopt;
    }
    const std::uint64_t fractions = std::uint64_t{1} << (significand - 1);
    const std::uint64_t exponents = std::uint64_t{1} << exponent;
    std::vector<Value> result;
    for (std::uint64_t bits = 0; bits < 2 * exponents * fractions; ++bits) {
      const std::uint64_t fraction = bits % fractions;
      const bool special = bits / fractions % exponents == exponents - 1;
      const bool quiet = bits == (exponents - 1) * fractions + fractions / 2;
      if (!special || fraction == 0 || quiet) {  // one NaN
        result.emplace_back(Float{exponent, significand, mpz_class(static_cast<unsigned long>(bits))});
      }
    }
    return result;
  }

  std::optional<std::vector<Value>> arrays(const SortNode& node, std::uint32_t depth) {
    if (node.arguments.size() != 2) {
      return std::nullopt;
    }
    const auto elements = list(node.arguments[1], depth + 1);
    if (elements && elements->size() == 1) {  // one array, even for infinitely many indices
      return std::vector{make_array(elements->front(), {}, 0)};
    }
    const auto indices = list(node.arguments[0], depth + 1);
    if (!indices || !elements) {
      return std::nullopt;
    }
    std::vector<std::size_t> digits(indices->size(), 0);
    const std::vector<std::size_t> radix(indices->size(), elements->size());
    std::vector<Value> result;
    do {
      std::vector<std::pair<Value, Value>> entries;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        entries.emplace_back((*indices)[i], (*elements)[digits[i]]);
      }
      result.push_back(make_array(elements->front(), std::move(entries), indices->size()));
    } while (next_combination(digits, radix));
    return result;
  }

  std::optional<std::vector<Value>> sets(const SortNode& node, std::uint32_t depth) {
    auto elements = list(node.arguments[0], depth + 1);
    if (!elements) {
      return std::nullopt;
    }
    std::sort(elements->begin(), elements->end());
    std::vector<std::size_t> digits(elements->size(), 0);
    const std::vector<std::size_t> radix(elements->size(), 2);
    std::vector<Value> result;
    do {
      std::vector<Value> members;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digits[i] == 1) {
          members.push_back((*elements)[i]);
        }
      }
      result.push_back(make_sequence(std::move(members)));
    } while (next_combination(digits, radix));
    return result;
  }

  std::optional<std::vector<Value>> tuples(const SortNode& node, std::uint32_t depth) {
    std::vector<std::vector<Value>> components;
    std::vector<std::size_t> radix;
    for (const SortId sort : node.arguments) {
      auto values = list(sort, depth + 1);
      if (!values) {
        return std::nullopt;
      }
      radix.push_back(values->size());
      components.push_back(std::move(*values));
    }
    std::vector<std::size_t> digits(components.size(), 0);
    std::vector<Value> result;
    do {
      std::vector<Value> chosen;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        chosen.push_back(components[i][digits[i]]);
      }
      result.push_back(make_sequence(std::move(chosen)));
    } while (next_combination(digits, radix));
    return result;
  }

  std::optional<std::vector<Value>> nullables(const SortNode& node, std::uint32_t depth) {
    auto some = list(node.arguments[0], depth + 1);
    if (!some) {
      return std::nullopt;
    }
    std::vector<Value> result = {make_sequence({})};
    for (Value& value : *some) {
      result.push_back(make_sequence({std::move(value)}));
    }
    return result;
  }

  static std::vector<Value> residues(std::uint64_t order) {
    std::vector<Value> result;
    for (std::uint64_t i = 0; i < order; ++i) {
      result.emplace_back(mpz_class(static_cast<unsigned long>(i)));
    }
    return result;
  }

  std::optional<std::vector<Value>> datatypes(const SortNode& node, std::uint32_t depth) {
    const Datatype& datatype = store_.node(*node.datatype);
    std::vector<Value> result;
    for (std::uint32_t position = 0; position < datatype.constructors.size(); ++position) {
      const Constructor& constructor = datatype.constructors[position];
      if (!constructor.fields.empty() && !datatype.parameters.empty()) {
        return std::nullopt;
      }
      std::vector<std::vector<Value>> fields;
      std::vector<std::size_t> radix;
      for (const Field& field : constructor.fields) {
        auto values = list(field.sort, depth + 1);
        if (!values) {
          return std::nullopt;
        }
        radix.push_back(values->size());
        fields.push_back(std::move(*values));
      }
      std::vector<std::size_t> digits(fields.size(), 0);
      do {
        std::vector<Value> chosen;
        for (std::size_t i = 0; i < digits.size(); ++i) {
          chosen.push_back(fields[i][digits[i]]);
        }
        result.push_back(make_datatype(constructor.function, position, std::move(chosen)));
      } while (next_combination(digits, radix));
    }
    return result;
  }

  const SortSizes& sizes_;
  const TermStore& store_;
  std::uint64_t limit_;
};

/// Finds the first value of a sort. For a datatype it takes the first constructor whose fields have values that do not
/// need the same datatype. `fuel_` bounds the search in mutually recursive datatypes.
class Defaults {
 public:
  explicit Defaults(TermStore& store) : store_(store) {}

  std::optional<Value> of(SortId sort) {
    if (fuel_ == 0 || active_.size() > kMaxSortDepth || !active_.insert(sort).second) {
      return std::nullopt;
    }
    --fuel_;
    std::optional<Value> result = make(sort);
    active_.erase(sort);
    return result;
  }

 private:
  std::optional<Value> make(SortId sort) {
    const SortNode node = store_.node(sort);  // a copy, because substitute() may move the nodes
    switch (node.kind) {
      case SortKind::Bool: return Value(false);
      case SortKind::Int: return Value(mpz_class(0));
      case SortKind::Real: return Value(mpq_class(0));
      case SortKind::RoundingMode: return Value(RoundingMode::NearestEven);
      case SortKind::String: return Value(std::u32string());
      case SortKind::BitVector: return Value(BitVector{static_cast<std::uint32_t>(node.indices[0]), 0});
      case SortKind::Float:
        return Value(
            Float{static_cast<std::uint32_t>(node.indices[0]), static_cast<std::uint32_t>(node.indices[1]), 0});
      case SortKind::Sequence:
      case SortKind::Set:
      case SortKind::Nullable: return make_sequence({});
      case SortKind::Bag: return make_array(Value(mpz_class(0)), {}, 0);
      case SortKind::FiniteField: return Value(mpz_class(0));
      case SortKind::Tuple: return tuple(node);
      case SortKind::Uninterpreted: return Value(Element{sort, 0});
      case SortKind::Array: return array(sort, node);
      case SortKind::Datatype: return datatype(node);
      default: return std::nullopt;
    }
  }

  std::optional<Value> array(SortId sort, const SortNode& node) {
    if (node.arguments.size() != 2) {
      return std::nullopt;
    }
    std::optional<Value> element = of(node.arguments[1]);
    return element ? array_value(store_, sort, std::move(*element), {}) : std::nullopt;
  }

  std::optional<Value> tuple(const SortNode& node) {
    std::vector<Value> components;
    for (const SortId sort : node.arguments) {
      std::optional<Value> value = of(sort);
      if (!value) {
        return std::nullopt;
      }
      components.push_back(std::move(*value));
    }
    return make_sequence(std::move(components));
  }

  std::optional<Value> datatype(const SortNode& node) {
    const Datatype datatype = store_.node(*node.datatype);
    for (std::uint32_t position = 0; position < datatype.constructors.size(); ++position) {
      const Constructor& constructor = datatype.constructors[position];
      std::vector<Value> fields;
      for (const Field& field : constructor.fields) {
        std::optional<Value> value = of(store_.substitute(field.sort, datatype.parameters, node.arguments));
        if (!value) {
          break;
        }
        fields.push_back(std::move(*value));
      }
      if (fields.size() == constructor.fields.size()) {
        return make_datatype(constructor.function, position, std::move(fields));
      }
    }
    return std::nullopt;
  }

  TermStore& store_;
  std::set<SortId> active_;
  std::uint32_t fuel_ = 10'000;
};

}  // namespace

SortSizes::SortSizes(const TermStore& store, const Universes& universes) : store_(store) {
  for (const auto& [sort, count] : universes) {
    counts_.emplace(sort, count);
  }
}

std::uint64_t SortSizes::of(SortId sort) const {
  return counts_.empty() ? store_.cardinality(sort) : store_.cardinality(sort, counts_);
}

std::optional<std::vector<Value>> enumerate(const SortSizes& sizes, SortId sort, std::uint64_t limit) {
  return Lister(sizes, limit).list(sort, 0);
}

std::optional<Value> array_value(const SortSizes& sizes, SortId array, Value fallback,
                                 std::vector<std::pair<Value, Value>> entries) {
  const SortId index = sizes.store().node(array).arguments[0];
  const std::uint64_t count = sizes.of(index);
  if (count == 0 || entries.size() * 2 < count) {
    // The fallback is more than half of the elements.
    return make_array(std::move(fallback), std::move(entries), 0);
  }
  std::optional<std::vector<Value>> indices = enumerate(sizes, index, count);
  if (!indices) {
    return std::nullopt;
  }
  std::vector<std::pair<Value, Value>> all;
  all.reserve(indices->size() + entries.size());
  for (Value& value : *indices) {
    all.emplace_back(std::move(value), fallback);
  }
  std::move(entries.begin(), entries.end(), std::back_inserter(all));
  return make_array(std::move(fallback), std::move(all), count);
}

std::optional<Value> default_value(TermStore& store, SortId sort) { return Defaults(store).of(sort); }

}  // namespace assay::smt
