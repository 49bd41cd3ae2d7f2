#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"
#include "smt/theory/text/sequences_evaluate.hpp"

namespace assay::smt {

namespace sequences_theory {
namespace {

// z3 and cvc5 agree on these operators and also apply them to strings.

/// The kind of a sequence operator's parameter.
enum class Part : std::uint8_t { Word, Element, Int };

/// The common sort of the arguments in `Word` positions: String, a sequence sort, or unknown.
std::optional<SortId> word_sort(const SortQuery& query, std::span<const Part> parameters) {
  std::optional<SortId> shared;
  for (std::size_t i = 0; i < query.arguments.size(); ++i) {
    const Part part = parameters.size() == 1 ? parameters[0] : parameters[i];
    if (part == Part::Int && !fits(query.store, query.arguments[i], SortKind::Int)) {
      return std::nullopt;
    }
    if (part != Part::Word) {
      continue;
    }
    if (!fits(query.store, query.arguments[i], SortKind::Sequence) &&
        !fits(query.store, query.arguments[i], SortKind::String)) {
      return std::nullopt;
    }
    shared = shared ? common_sort(query.store, *shared, query.arguments[i]) : query.arguments[i];
    if (!shared) {
      return std::nullopt;
    }
  }
  return shared;
}

/// The result sort of a rule over words: Word is the common sort of the words.
enum class Result : std::uint8_t { Word, Bool, Int };

template <Result Kind, Part... Parameters>
std::optional<SortId> over_words(const SortQuery& query) {
  constexpr std::array<Part, sizeof...(Parameters)> kParameters = {Parameters...};
  if (kParameters.size() > 1 && query.arguments.size() > kParameters.size()) {
    return std::nullopt;
  }
  const auto word = word_sort(query, kParameters);
  if (!word) {
    return std::nullopt;
  }
  switch (Kind) {
    case Result::Word: return word;
    case Result::Bool: return query.store.bool_sort();
    case Result::Int: return query.store.int_sort();
  }
  return std::nullopt;
}

std::optional<SortId> empty_sort(const SortQuery& query) {
  if (!query.ascribed) {
    return std::nullopt;
  }
  const SortKind kind = query.store.kind(*query.ascribed);
  return kind == SortKind::Sequence || kind == SortKind::String ? query.ascribed : std::nullopt;
}

std::optional<SortId> unit_sort(const SortQuery& query) {
  if (query.arguments.size() != 1 || query.store.kind(query.arguments[0]) == SortKind::Unknown) {
    return query.arguments.size() == 1 ? std::optional(query.store.unknown_sort()) : std::nullopt;
  }
  return query.store.sequence_sort(query.arguments[0]);
}

std::optional<SortId> nth_sort(const SortQuery& query) {
  if (query.arguments.size() != 2 || !fits(query.store, query.arguments[1], SortKind::Int)) {
    return std::nullopt;
  }
  const SortNode& word = query.store.node(query.arguments[0]);
  if (word.kind == SortKind::Unknown) {
    return query.arguments[0];
  }
  // In z3 the elements of a String have a character sort, which Assay does not know.
  return word.kind == SortKind::Sequence ? std::optional(word.arguments[0]) : std::nullopt;
}

Outcome empty(const Arguments& arguments) {
  if (arguments.store.kind(arguments.sort) == SortKind::String) {
    return Value(std::u32string());
  }
  return make_sequence({});
}

Outcome unit(const Arguments& arguments) { return make_sequence({arguments[0]}); }

Outcome nth(const Arguments& arguments) {
  const std::vector<Value>& elements = arguments[0].as_sequence().elements;
  const mpz_class& position = arguments[1].as_int();
  if (position >= 0 && position < static_cast<unsigned long>(elements.size())) {
    return elements[position.get_ui()];
  }
  return arguments.unspecified != nullptr ? arguments.unspecified->function(arguments) : Lack::Unspecified;
}

OperatorRow row(std::string_view name, std::uint8_t arity, SortRule sort, EvaluateRule evaluate) {
  return extension_row(Theory::Sequences, name, arity, arity, sort, evaluate);
}

OperatorRow empty_row() {
  OperatorRow result = row("seq.empty", 0, empty_sort, empty);
  result.ascribed = true;
  return result;
}

OperatorRow concat_row() {
  OperatorRow result = row("seq.++", 1, over_words<Result::Word, Part::Word>, words::concat);
  result.max_arity = kAnyArity;
  result.chaining = Chaining::Left;
  return result;
}

OperatorRow index_of_row() {
  OperatorRow result =
      row("seq.indexof", 3, over_words<Result::Int, Part::Word, Part::Word, Part::Int>, words::index_of);
  result.min_arity = 2;  // z3
  return result;
}

std::vector<OperatorRow> all_rows() {
  return {
      empty_row(),
      row("seq.unit", 1, unit_sort, unit),
      concat_row(),
      row("seq.len", 1, over_words<Result::Int, Part::Word>, words::length),
      row("seq.at", 2, over_words<Result::Word, Part::Word, Part::Int>, words::at),
      row("seq.nth", 2, nth_sort, nth),
      row("seq.extract", 3, over_words<Result::Word, Part::Word, Part::Int, Part::Int>, words::extract),
      row("seq.contains", 2, over_words<Result::Bool, Part::Word, Part::Word>, words::contains),
      row("seq.prefixof", 2, over_words<Result::Bool, Part::Word, Part::Word>, words::prefix_of),
      row("seq.suffixof", 2, over_words<Result::Bool, Part::Word, Part::Word>, words::suffix_of),
      index_of_row(),
      row("seq.last_indexof", 2, over_words<Result::Int, Part::Word, Part::Word>, words::last_index_of),
      row("seq.replace", 3, over_words<Result::Word, Part::Word, Part::Word, Part::Word>, words::replace),
      row("seq.replace_all", 3, over_words<Result::Word, Part::Word, Part::Word, Part::Word>, words::replace_all),
      row("seq.rev", 1, over_words<Result::Word, Part::Word>, words::reverse),
      row("seq.update", 3, over_words<Result::Word, Part::Word, Part::Int, Part::Word>, words::update),
  };
}

}  // namespace
}  // namespace sequences_theory

std::vector<OperatorRow> sequences_rows() { return sequences_theory::all_rows(); }

}  // namespace assay::smt
