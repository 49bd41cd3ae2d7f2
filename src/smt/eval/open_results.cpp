#include "smt/eval/open_results.hpp"

#include <string_view>
#include <vector>

#include "assay/base/hash.hpp"

namespace assay::smt {
namespace {

/// z3's name of the function that gives an operator's results where the standard leaves them open; empty if none.
std::string_view solver_name(std::string_view op) {
  if (op == "/") {
    return "/0";
  }
  if (op == "div") {
    return "div0";
  }
  return op == "mod" ? "mod0" : std::string_view();
}

Outcome small_value(const TermStore& store, SortId sort, std::uint64_t seed) {
  const auto number = static_cast<long>(seed % 9) - 4;
  switch (store.kind(sort)) {
    case SortKind::Bool: return Value(seed % 2 == 1);
    case SortKind::Int: return Value(mpz_class(number));
    case SortKind::Real: {
      mpq_class quotient(number, static_cast<unsigned long>(seed / 9 % 3 + 1));
      quotient.canonicalize();
      return Value(std::move(quotient));
    }
    case SortKind::BitVector:
      return make_bits(static_cast<std::uint32_t>(store.node(sort).indices[0]), mpz_class(number));
    case SortKind::String: return Value(std::u32string(seed % 3, U'a'));
    default: return Lack::Unspecified;
  }
}

/// A hash of the value's spelling. It does not depend on ids of the store or on numbers of elements of uninterpreted
/// sorts (all elements count as equal).
std::uint64_t written_hash(const TermStore& store, const Value& value) {
  std::uint64_t hash = 0;
  std::vector<const Value*> pending = {&value};
  while (!pending.empty()) {
    const Value& next = *pending.back();
    pending.pop_back();
    if (next.is<std::shared_ptr<const DatatypeValue>>()) {
      hash = combine(hash, hash_bytes(store.spelling(store.node(next.as_datatype().constructor).name)));
      for (const Value& field : next.as_datatype().fields) {
        pending.push_back(&field);
      }
    } else if (next.is<std::shared_ptr<const SequenceValue>>()) {
      hash = combine(hash, next.as_sequence().elements.size());
      for (const Value& element : next.as_sequence().elements) {
        pending.push_back(&element);
      }
    } else if (next.is<std::shared_ptr<const ArrayValue>>()) {
      hash = combine(hash, next.as_array().entries.size());  // their order may depend on the store
    } else if (!next.is<Element>()) {
      hash = combine(hash, next.hash());
    }
  }
  return hash;
}

}  // namespace

OpenResults::OpenResults(TermStore& store, const Model& model, const EvalOptions& options)
    : store_(store), model_(model), mode_(options.unspecified), interpretation_(options.interpretation) {}

Outcome OpenResults::fixed(SortId sort, std::uint64_t seed) const {
  if (interpretation_ != 0) {
    const Outcome small = small_value(store_, sort, seed);
    if (small.known()) {
      return small;
    }
  }
  std::optional<Value> value = default_value(store_, sort);
  return value ? Outcome(std::move(*value)) : Outcome(Lack::Unspecified);
}

Outcome OpenResults::by_model(const Arguments& arguments) const {
  const std::string_view own = solver_name(Operators::get().row(arguments.op).name);
  const auto it = own.empty() ? model_.unspecified.end() : model_.unspecified.find(std::string(own));
  if (it == model_.unspecified.end()) {
    return Lack::Unspecified;
  }
  // In older versions of z3 it is a function of the dividend only, in newer versions of both arguments.
  for (const auto& [key, value] : it->second.entries) {
    const bool matches = !key.empty() && key[0] == arguments[0] && (key.size() == 1 || key[1] == arguments[1]);
    if (matches) {
      return value;
    }
  }
  return it->second.fallback ? Outcome(*it->second.fallback) : Outcome(Lack::Unspecified);
}

Outcome OpenResults::function(const Arguments& arguments) {
  if (mode_ == UnspecifiedMode::Report) {
    return by_model(arguments);
  }
  std::uint64_t seed = combine(interpretation_, hash_bytes(Operators::get().row(arguments.op).name));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    seed = combine(seed, written_hash(store_, arguments[i]));
  }
  return fixed(arguments.sort, seed);
}

Outcome OpenResults::open(const Arguments& /*arguments*/) { return Lack::Unspecified; }

Outcome OpenResults::selector(FunctionId selector, const Value& subject, SortId sort) {
  if (mode_ == UnspecifiedMode::Report) {
    return Lack::Unspecified;
  }
  const std::uint64_t name = hash_bytes(store_.spelling(store_.node(selector).name));
  return fixed(sort, combine(combine(interpretation_, name), written_hash(store_, subject)));
}

}  // namespace assay::smt
