#include "assay/smt/value.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "smt/term/regex_value.hpp"

namespace assay::smt {
namespace {

std::strong_ordering order(int comparison) { return comparison <=> 0; }

std::uint64_t hash_number(const mpz_class& number) {
  std::uint64_t h = static_cast<std::uint64_t>(sgn(number)) + 1;
  const std::size_t limbs = mpz_size(number.get_mpz_t());
  for (std::size_t i = 0; i < limbs; ++i) {
    h = combine(h, mpz_getlimbn(number.get_mpz_t(), static_cast<mp_size_t>(i)));
  }
  return h;
}

using Pairs = std::vector<std::pair<Value, Value>>;

/// Pushes the parts of both values in reverse, so that the first parts are compared first. Precondition: equal sizes.
void push_parts(Pairs& pending, const std::vector<Value>& a, const std::vector<Value>& b) {
  for (std::size_t i = a.size(); i-- > 0;) {
    pending.emplace_back(a[i], b[i]);
  }
}

struct Compare {
  Pairs& pending;

  template <typename T>
  std::strong_ordering operator()(const T& a, const T& b) const {
    return a <=> b;
  }
  std::strong_ordering operator()(std::monostate, std::monostate) const { return std::strong_ordering::equal; }
  std::strong_ordering operator()(const mpz_class& a, const mpz_class& b) const { return order(cmp(a, b)); }
  std::strong_ordering operator()(const mpq_class& a, const mpq_class& b) const { return order(cmp(a, b)); }
  std::strong_ordering operator()(const BitVector& a, const BitVector& b) const {
    return a.width != b.width ? a.width <=> b.width : order(cmp(a.bits, b.bits));
  }
  std::strong_ordering operator()(const Float& a, const Float& b) const {
    if (a.exponent != b.exponent || a.significand != b.significand) {
      return a.exponent != b.exponent ? a.exponent <=> b.exponent : a.significand <=> b.significand;
    }
    return order(cmp(a.bits, b.bits));
  }
  std::strong_ordering operator()(const std::u32string& a, const std::u32string& b) const {
    return order(a.compare(b));
  }
  std::strong_ordering operator()(const Element& a, const Element& b) const {
    return a.sort != b.sort ? a.sort.index <=> b.sort.index : a.number <=> b.number;
  }
  std::strong_ordering operator()(const std::shared_ptr<const ArrayValue>& a,
                                  const std::shared_ptr<const ArrayValue>& b) const {
    if (a == b || a->entries.size() != b->entries.size()) {
      return a->entries.size() <=> b->entries.size();
    }
    for (std::size_t i = a->entries.size(); i-- > 0;) {
      pending.emplace_back(a->entries[i].second, b->entries[i].second);
      pending.emplace_back(a->entries[i].first, b->entries[i].first);
    }
    pending.emplace_back(a->fallback, b->fallback);
    return std::strong_ordering::equal;
  }
  std::strong_ordering operator()(const std::shared_ptr<const SequenceValue>& a,
                                  const std::shared_ptr<const SequenceValue>& b) const {
    if (a == b || a->elements.size() != b->elements.size()) {
      return a->elements.size() <=> b->elements.size();
    }
    push_parts(pending, a->elements, b->elements);
    return std::strong_ordering::equal;
  }
  std::strong_ordering operator()(const std::shared_ptr<const DatatypeValue>& a,
                                  const std::shared_ptr<const DatatypeValue>& b) const {
    if (a == b) {
      return std::strong_ordering::equal;
    }
    if (a->position != b->position || a->constructor != b->constructor) {
      return a->position != b->position ? a->position <=> b->position : a->constructor.index <=> b->constructor.index;
    }
    if (a->fields.size() != b->fields.size()) {
      return a->fields.size() <=> b->fields.size();
    }
    push_parts(pending, a->fields, b->fields);
    return std::strong_ordering::equal;
  }
  std::strong_ordering operator()(const std::shared_ptr<const RegexValue>& a,
                                  const std::shared_ptr<const RegexValue>& b) const {
    return compare(*a, *b);
  }
  std::strong_ordering operator()(const std::shared_ptr<const FunctionValue>& a,
                                  const std::shared_ptr<const FunctionValue>& b) const {
    if (a == b) {
      return std::strong_ordering::equal;
    }
    if (a->function != b->function || a->given.size() != b->given.size()) {
      return a->function != b->function ? a->function <=> b->function : a->given.size() <=> b->given.size();
    }
    // Both values are of the same lambda, so they capture the same variables.
    for (std::size_t i = a->captured.size(); i-- > 0;) {
      pending.emplace_back(a->captured[i].second, b->captured[i].second);
    }
    push_parts(pending, a->given, b->given);
    return std::strong_ordering::equal;
  }
};

std::strong_ordering compare_one(const Value& a, const Value& b, Pairs& pending) {
  if (a.data().index() != b.data().index()) {
    return a.data().index() <=> b.data().index();
  }
  return std::visit(
      [&](const auto& left) {
        using T = std::decay_t<decltype(left)>;
        return Compare{pending}(left, std::get<T>(b.data()));
      },
      a.data());
}

/// Moves nested parts out of values that have no other owner, iteratively, so that destructors do not recurse deeply.
/// Parts without nested parts stay in place.
class Dismantling {
 public:
  void add(Value& value) {
    if (nests(value)) {
      pending_.push_back(std::move(value));
    }
  }
  void take_apart(FunctionValue& function) {
    for (auto& [name, captured] : function.captured) {
      add(captured);
    }
    for (Value& argument : function.given) {
      add(argument);
    }
  }
  void finish() {
    while (!pending_.empty()) {
      const Value value = std::move(pending_.back());
      pending_.pop_back();
      take_apart(value);
    }
  }

 private:
  static bool nests(const Value& value) {
    return value.is<std::shared_ptr<const ArrayValue>>() || value.is<std::shared_ptr<const SequenceValue>>() ||
           value.is<std::shared_ptr<const DatatypeValue>>() || value.is_function();
  }

  /// The object of a value that is its only owner, or null. (The const_cast is safe: the object was not made const.)
  template <typename T>
  static T* sole(const Value& value) {
    if (!value.is<std::shared_ptr<const T>>()) {
      return nullptr;
    }
    const auto& pointer = value.as<std::shared_ptr<const T>>();
    return pointer.use_count() == 1 ? const_cast<T*>(pointer.get()) : nullptr;
  }

  void take_apart(const Value& value) {
    if (auto* array = sole<ArrayValue>(value)) {
      add(array->fallback);
      for (auto& [index, element] : array->entries) {
        add(index);
        add(element);
      }
    } else if (auto* sequence = sole<SequenceValue>(value)) {
      for (Value& element : sequence->elements) {
        add(element);
      }
    } else if (auto* datatype = sole<DatatypeValue>(value)) {
      for (Value& field : datatype->fields) {
        add(field);
      }
    } else if (auto* function = sole<FunctionValue>(value)) {
      take_apart(*function);
    }
  }

  std::vector<Value> pending_;
};

struct Hash {
  std::uint64_t operator()(std::monostate) const { return 0; }
  std::uint64_t operator()(bool v) const { return v ? 1 : 0; }
  std::uint64_t operator()(const mpz_class& v) const { return hash_number(v); }
  std::uint64_t operator()(const mpq_class& v) const {
    return combine(hash_number(v.get_num()), hash_number(v.get_den()));
  }
  std::uint64_t operator()(const BitVector& v) const { return combine(v.width, hash_number(v.bits)); }
  std::uint64_t operator()(const Float& v) const {
    return combine((std::uint64_t{v.exponent} << 32) | v.significand, hash_number(v.bits));
  }
  std::uint64_t operator()(RoundingMode v) const { return static_cast<std::uint64_t>(v); }
  std::uint64_t operator()(const std::u32string& v) const {
    std::uint64_t h = v.size();
    for (const char32_t c : v) {
      h = combine(h, c);
    }
    return h;
  }
  std::uint64_t operator()(const Element& v) const { return combine(v.sort.index, v.number); }
  std::uint64_t operator()(const std::shared_ptr<const ArrayValue>& v) const { return v->digest; }
  std::uint64_t operator()(const std::shared_ptr<const SequenceValue>& v) const { return v->digest; }
  std::uint64_t operator()(const std::shared_ptr<const DatatypeValue>& v) const { return v->digest; }
  std::uint64_t operator()(const std::shared_ptr<const RegexValue>& v) const { return smt::hash(*v); }
  std::uint64_t operator()(const std::shared_ptr<const FunctionValue>& v) const { return v->digest; }
};

/// The most frequent element of an array, the least at a tie. `implicit`: the number of indices with the fallback.
Value most_frequent(const Pairs& entries, const Value& fallback, std::uint64_t implicit) {
  std::map<Value, std::uint64_t> counts;
  for (const auto& entry : entries) {
    ++counts[entry.second];
  }
  if (implicit > 0) {
    counts[fallback] += implicit;
  }
  const auto best =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return best->first;
}

/// All values of the sort of `sample` in ascending order. Empty if the sample does not determine the sort's values.
std::vector<Value> all_like(const Value& sample, std::uint64_t count) {
  std::vector<Value> all;
  if (sample.is<bool>()) {
    all = {Value(false), Value(true)};
  } else if (sample.is<RoundingMode>()) {
    for (std::uint8_t mode = 0; mode < 5; ++mode) {
      all.emplace_back(static_cast<RoundingMode>(mode));
    }
  } else if (sample.is<BitVector>()) {
    for (std::uint64_t i = 0; i < count; ++i) {
      all.emplace_back(BitVector{sample.as_bits().width, mpz_class(static_cast<unsigned long>(i))});
    }
  } else if (sample.is<Float>()) {
    const Float& f = sample.as_float();
    const std::uint64_t fraction = (std::uint64_t{1} << (f.significand - 1)) - 1;
    const std::uint64_t exponent = (std::uint64_t{1} << f.exponent) - 1;
    const std::uint64_t quiet_nan = (exponent << (f.significand - 1)) | ((fraction >> 1) + 1);
    for (std::uint64_t i = 0; i < std::uint64_t{1} << (f.exponent + f.significand); ++i) {
      const bool nan = ((i >> (f.significand - 1)) & exponent) == exponent && (i & fraction) != 0;
      if (!nan || i == quiet_nan) {
        all.emplace_back(Float{f.exponent, f.significand, mpz_class(static_cast<unsigned long>(i))});
      }
    }
  }
  return all;
}

/// Adds an entry with the fallback for each index without an entry. False if these indices are not known.
bool make_explicit(Pairs& entries, const Value& fallback, std::uint64_t index_count) {
  Pairs all;
  auto next = entries.begin();
  for (Value& index : all_like(entries.front().first, index_count)) {
    if (next != entries.end() && next->first == index) {
      all.push_back(*next++);
    } else {
      all.emplace_back(std::move(index), fallback);
    }
  }
  if (all.size() != index_count || next != entries.end()) {
    return false;
  }
  entries = std::move(all);
  return true;
}

/// Makes the most frequent element the fallback. Only needed if at least half of the indices have an entry.
void settle_fallback(Value& fallback, Pairs& entries, std::uint64_t index_count) {
  if (index_count == 0 || entries.empty() || index_count - entries.size() > entries.size()) {
    return;
  }
  const std::uint64_t implicit = index_count - entries.size();
  Value best = most_frequent(entries, fallback, implicit);
  if (best == fallback || (implicit > 0 && !make_explicit(entries, fallback, index_count))) {
    return;
  }
  fallback = std::move(best);
}

}  // namespace

ArrayValue::~ArrayValue() {
  Dismantling dismantling;
  dismantling.add(fallback);
  for (auto& [index, element] : entries) {
    dismantling.add(index);
    dismantling.add(element);
  }
  dismantling.finish();
}

SequenceValue::~SequenceValue() {
  Dismantling dismantling;
  for (Value& element : elements) {
    dismantling.add(element);
  }
  dismantling.finish();
}

DatatypeValue::~DatatypeValue() {
  Dismantling dismantling;
  for (Value& field : fields) {
    dismantling.add(field);
  }
  dismantling.finish();
}

FunctionValue::~FunctionValue() {
  Dismantling dismantling;
  dismantling.take_apart(*this);
  dismantling.finish();
}

std::strong_ordering operator<=>(const Value& a, const Value& b) {
  Pairs pending;
  std::strong_ordering result = compare_one(a, b, pending);
  while (result == std::strong_ordering::equal && !pending.empty()) {
    const std::pair<Value, Value> top = std::move(pending.back());
    pending.pop_back();
    result = compare_one(top.first, top.second, pending);
  }
  return result;
}

std::uint64_t Value::hash() const { return combine(data_.index(), std::visit(Hash{}, data_)); }

Value make_bits(std::uint32_t width, const mpz_class& bits) {
  BitVector result{width, {}};
  mpz_fdiv_r_2exp(result.bits.get_mpz_t(), bits.get_mpz_t(), width);
  return Value(std::move(result));
}

Value make_array(Value fallback, std::vector<std::pair<Value, Value>> entries, std::uint64_t index_count) {
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  // The last entry of an index stays.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (kept > 0 && entries[kept - 1].first == entries[i].first) {
      --kept;
    }
    if (kept != i) {
      entries[kept] = std::move(entries[i]);
    }
    ++kept;
  }
  entries.resize(kept);
  settle_fallback(fallback, entries, index_count);
  std::erase_if(entries, [&](const auto& entry) { return entry.second == fallback; });
  auto array = std::make_shared<ArrayValue>();
  array->digest = combine(fallback.hash(), entries.size());
  for (const auto& [index, element] : entries) {
    array->digest = combine(combine(array->digest, index.hash()), element.hash());
  }
  array->fallback = std::move(fallback);
  array->entries = std::move(entries);
  return Value(std::shared_ptr<const ArrayValue>(std::move(array)));
}

Value make_sequence(std::vector<Value> elements) {
  auto sequence = std::make_shared<SequenceValue>();
  sequence->digest = elements.size();
  for (const Value& element : elements) {
    sequence->digest = combine(sequence->digest, element.hash());
  }
  sequence->elements = std::move(elements);
  return Value(std::shared_ptr<const SequenceValue>(std::move(sequence)));
}

Value make_datatype(FunctionId constructor, std::uint32_t position, std::vector<Value> fields) {
  auto datatype = std::make_shared<DatatypeValue>();
  datatype->constructor = constructor;
  datatype->position = position;
  datatype->digest = combine(constructor.index, position);
  for (const Value& field : fields) {
    datatype->digest = combine(datatype->digest, field.hash());
  }
  datatype->fields = std::move(fields);
  return Value(std::shared_ptr<const DatatypeValue>(std::move(datatype)));
}

Value make_function(const FunctionValue& function) {
  auto made = std::make_shared<FunctionValue>(function);
  made->digest = std::visit([](auto id) { return mix(id.index); }, made->function);
  for (const auto& [name, value] : made->captured) {
    made->digest = combine(combine(made->digest, name.index), value.hash());
  }
  for (const Value& value : made->given) {
    made->digest = combine(made->digest, value.hash());
  }
  return Value(std::shared_ptr<const FunctionValue>(std::move(made)));
}

}  // namespace assay::smt
