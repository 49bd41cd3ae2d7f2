#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"

namespace assay::smt {
namespace {

/// Whether a decimal represents the number exactly: the denominator has no prime factors but 2 and 5.
bool is_decimal(const mpq_class& number) {
  mpz_class rest = number.get_den();
  for (const unsigned long prime : {2UL, 5UL}) {
    const mpz_class factor(prime);
    mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), factor.get_mpz_t());
  }
  return rest == 1;
}

/// Builds the terms of the parts before the term of the whole, with an explicit stack: values nest deep.
class Builder {
 public:
  explicit Builder(TermStore& store) : store_(store), operators_(Operators::get()) {}

  std::optional<TermId> build(const Value& value, SortId sort) {
    tasks_.push_back({&value, sort, false});
    while (!tasks_.empty()) {
      Task& task = tasks_.back();
      if (!task.opened) {
        task.opened = true;
        open(Task(task));
        continue;
      }
      const Task done = task;
      tasks_.pop_back();
      const std::optional<TermId> term = close(done);
      if (!term) {
        return std::nullopt;
      }
      results_.push_back(*term);
    }
    return results_.back();
  }

 private:
  struct Task {
    const Value* value;
    SortId sort;
    bool opened;
  };

  /// Pushes the parts, so that they are built in order.
  void open(const Task& task) {
    std::vector<Task> parts;
    const Value& value = *task.value;
    const SortNode node = store_.node(task.sort);
    if (value.is<std::shared_ptr<const ArrayValue>>() && node.arguments.size() == 2) {
      const ArrayValue& array = value.as_array();
      parts.push_back({&array.fallback, node.arguments[1], false});
      for (const auto& [index, element] : array.entries) {
        parts.push_back({&index, node.arguments[0], false});
        parts.push_back({&element, node.arguments[1], false});
      }
    } else if (value.is<std::shared_ptr<const ArrayValue>>() && node.kind == SortKind::Bag) {
      for (const auto& [element, count] : value.as_array().entries) {
        parts.push_back({&element, node.arguments[0], false});
        parts.push_back({&count, store_.int_sort(), false});
      }
    } else if (value.is<std::shared_ptr<const SequenceValue>>() && !node.arguments.empty()) {
      const std::vector<Value>& elements = value.as_sequence().elements;
      for (std::size_t i = 0; i < elements.size(); ++i) {
        parts.push_back({&elements[i], node.arguments[node.kind == SortKind::Tuple ? i : 0], false});
      }
    } else if (value.is<std::shared_ptr<const DatatypeValue>>() && node.datatype) {
      const DatatypeValue& data = value.as_datatype();
      const Datatype& datatype = store_.node(*node.datatype);
      const std::vector<Field> fields = datatype.constructors[data.position].fields;
      const std::vector<SymbolId> parameters = datatype.parameters;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        parts.push_back({&data.fields[i], store_.substitute(fields[i].sort, parameters, node.arguments), false});
      }
    }
    tasks_.insert(tasks_.end(), parts.rbegin(), parts.rend());
  }

  std::optional<TermId> close(const Task& task) {
    const Value& value = *task.value;
    if (value.is<bool>()) {
      return store_.bool_constant(value.as_bool());
    }
    if (const auto* row = find_collection(store_.kind(task.sort))) {
      return (this->*row->second)(value, task.sort);
    }
    if (value.is<mpz_class>()) {
      return store_.kind(task.sort) == SortKind::Real ? real(mpq_class(value.as_int())) : integer(value.as_int());
    }
    if (value.is<mpq_class>()) {
      return real(value.as_real());
    }
    if (value.is<BitVector>() || value.is<std::u32string>()) {
      return store_.constant(value, task.sort);
    }
    if (value.is<Float>()) {
      return floating_point(value.as_float());
    }
    if (value.is<RoundingMode>()) {
      static constexpr std::array kNames = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
      return apply(kNames.at(static_cast<std::size_t>(value.as<RoundingMode>())), {});
    }
    if (value.is<std::shared_ptr<const ArrayValue>>()) {
      return array(value.as_array(), task.sort);
    }
    if (value.is<std::shared_ptr<const SequenceValue>>()) {
      return sequence(value.as_sequence(), task.sort);
    }
    return value.is<std::shared_ptr<const DatatypeValue>>() ? datatype(value.as_datatype(), task.sort) : std::nullopt;
  }

  std::optional<TermId> apply(std::string_view name, std::vector<TermId> children) {
    return store_.apply(operators_.at(name), children);
  }

  std::optional<TermId> integer(const mpz_class& number) {
    const TermId magnitude = store_.constant(Value(mpz_class(abs(number))), store_.int_sort());
    return number < 0 ? apply("-", {magnitude}) : magnitude;
  }

  std::optional<TermId> real(const mpq_class& number) {
    const mpq_class magnitude = abs(number);
    std::optional<TermId> term;
    if (is_decimal(magnitude)) {
      term = store_.constant(Value(magnitude), store_.real_sort());
    } else {
      const TermId numerator = store_.constant(Value(mpq_class(magnitude.get_num())), store_.real_sort());
      const TermId denominator = store_.constant(Value(mpq_class(magnitude.get_den())), store_.real_sort());
      term = apply("/", {numerator, denominator});
    }
    return term && number < 0 ? apply("-", {*term}) : term;
  }

  std::optional<TermId> bits(const mpz_class& number, std::uint32_t low, std::uint32_t width) {
    const mpz_class shifted = number >> low;
    return store_.constant(make_bits(width, shifted), store_.bit_vector_sort(width));
  }

  std::optional<TermId> floating_point(const Float& number) {
    const std::uint32_t fraction_width = number.significand - 1;
    const mpz_class exponent = make_bits(number.exponent, number.bits >> fraction_width).as_bits().bits;
    const mpz_class fraction = make_bits(fraction_width, number.bits).as_bits().bits;
    const bool all_ones = mpz_popcount(exponent.get_mpz_t()) == number.exponent;
    if (all_ones && fraction != 0) {
      const std::array indices = {Index{number.exponent, {}}, Index{number.significand, {}}};
      return store_.apply(operators_.at("NaN"), {}, indices);
    }
    return apply("fp", {*bits(number.bits, number.exponent + fraction_width, 1),
                        *bits(number.bits, fraction_width, number.exponent), *bits(number.bits, 0, fraction_width)});
  }

  /// The terms of the last `count` parts, in order.
  std::vector<TermId> take(std::size_t count) {
    const auto first = results_.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<TermId> parts(first, results_.end());
    results_.erase(first, results_.end());
    return parts;
  }

  std::optional<TermId> array(const ArrayValue& value, SortId sort) {
    const std::vector<TermId> parts = take(1 + 2 * value.entries.size());
    std::optional<TermId> term = store_.apply(operators_.at("const"), std::array{parts[0]}, {}, sort);
    for (std::size_t i = 1; term && i < parts.size(); i += 2) {
      term = apply("store", {*term, parts[i], parts[i + 1]});
    }
    return term;
  }

  std::optional<TermId> sequence(const SequenceValue& value, SortId sort) {
    std::vector<TermId> units = take(value.elements.size());
    if (units.empty()) {
      return store_.apply(operators_.at("seq.empty"), {}, {}, sort);
    }
    for (TermId& unit : units) {
      const std::optional<TermId> term = apply("seq.unit", {unit});
      if (!term) {
        return std::nullopt;
      }
      unit = *term;
    }
    return units.size() == 1 ? std::optional(units[0]) : apply("seq.++", units);
  }

  std::optional<TermId> set(const Value& value, SortId sort) {
    std::vector<TermId> members = take(value.as_sequence().elements.size());
    if (members.empty()) {
      return store_.apply(operators_.at("set.empty"), {}, {}, sort);
    }
    std::optional<TermId> one = apply("set.singleton", {members[0]});
    if (!one || members.size() == 1) {
      return one;
    }
    members.erase(members.begin());
    members.push_back(*one);
    return apply("set.insert", std::move(members));
  }

  std::optional<TermId> tuple(const Value& value, SortId /*sort*/) {
    const std::size_t size = value.as_sequence().elements.size();
    return size == 0 ? apply("tuple.unit", {}) : apply("tuple", take(size));
  }

  std::optional<TermId> bag(const Value& value, SortId sort) {
    const std::vector<TermId> parts = take(2 * value.as_array().entries.size());
    std::optional<TermId> whole;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const std::optional<TermId> one = apply("bag", {parts[i], parts[i + 1]});
      whole = !one || !whole ? one : apply("bag.union_disjoint", {*whole, *one});
      if (!whole) {
        return std::nullopt;
      }
    }
    return whole ? whole : store_.apply(operators_.at("bag.empty"), {}, {}, sort);
  }

  std::optional<TermId> nullable(const Value& value, SortId sort) {
    const bool some = !value.as_sequence().elements.empty();
    return some ? apply("nullable.some", take(1)) : store_.apply(operators_.at("nullable.null"), {}, {}, sort);
  }

  std::optional<TermId> residue(const Value& value, SortId sort) {
    return store_.apply(operators_.at("ff.value"), {}, std::array{Index{value.as_int().get_ui(), {}}}, sort);
  }

  using Collection = std::optional<TermId> (Builder::*)(const Value&, SortId);
  static const std::pair<SortKind, Collection>* find_collection(SortKind kind) {
    static constexpr std::array<std::pair<SortKind, Collection>, 5> kCollections = {{
        {SortKind::Bag, &Builder::bag},
        {SortKind::Nullable, &Builder::nullable},
        {SortKind::FiniteField, &Builder::residue},
        {SortKind::Set, &Builder::set},
        {SortKind::Tuple, &Builder::tuple},
    }};
    const auto* row = std::find_if(kCollections.begin(), kCollections.end(),
                                   [kind](const auto& candidate) { return candidate.first == kind; });
    return row == kCollections.end() ? nullptr : row;
  }

  std::optional<TermId> datatype(const DatatypeValue& value, SortId sort) {
    const std::vector<TermId> fields = take(value.fields.size());
    return store_.call(value.constructor, fields, sort);
  }

  TermStore& store_;
  const Operators& operators_;
  std::vector<Task> tasks_;
  std::vector<TermId> results_;
};

}  // namespace

std::optional<TermId> make_term(TermStore& store, const Value& value, SortId sort) {
  return Builder(store).build(value, sort);
}

}  // namespace assay::smt
