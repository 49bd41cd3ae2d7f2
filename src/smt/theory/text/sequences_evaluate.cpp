#include "smt/theory/text/sequences_evaluate.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "smt/theory/text/strings_evaluate.hpp"

namespace assay::smt::words {

namespace {

using Elements = std::vector<Value>;

/// Maximum number of comparisons that a search may need; more expensive searches are not tried.
constexpr std::uint64_t kMaxSearch = std::uint64_t{1} << 30;

Value made(std::u32string word) { return Value(std::move(word)); }
Value made(Elements elements) { return make_sequence(std::move(elements)); }

/// Argument `i` as a `Word`.
template <typename Word>
const Word& word(const Arguments& arguments, std::size_t i);
template <>
const std::u32string& word(const Arguments& arguments, std::size_t i) {
  return arguments[i].as_string();
}
template <>
const Elements& word(const Arguments& arguments, std::size_t i) {
  return arguments[i].as_sequence().elements;
}

/// Calls `run` with an empty word of the first argument's type.
template <typename Run>
Outcome dispatch(const Arguments& arguments, Run run) {
  return arguments[0].is<std::u32string>() ? run(std::u32string()) : run(Elements());
}

/// `number` if it is from 0 to `limit` (inclusive). Nullopt otherwise.
std::optional<std::size_t> position(const mpz_class& number, std::size_t limit) {
  if (number < 0 || number > static_cast<unsigned long>(limit)) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(number.get_ui());
}

template <typename Word>
Word part(const Word& whole, std::size_t begin, std::size_t end) {
  using Distance = typename Word::difference_type;
  return Word(whole.begin() + static_cast<Distance>(begin), whole.begin() + static_cast<Distance>(end));
}

template <typename Word>
void append(Word& to, const Word& whole, std::size_t begin, std::size_t end) {
  using Distance = typename Word::difference_type;
  to.insert(to.end(), whole.begin() + static_cast<Distance>(begin), whole.begin() + static_cast<Distance>(end));
}

template <typename Word>
bool searchable(const Word& in, const Word& needle) {
  return static_cast<std::uint64_t>(in.size()) * needle.size() <= kMaxSearch;
}

/// The first position of `needle` at or after `from`. Nullopt if there is none. Precondition: `from` <= length.
template <typename Word>
std::optional<std::size_t> locate(const Word& in, const Word& needle, std::size_t from) {
  const auto start = in.begin() + static_cast<typename Word::difference_type>(from);
  const auto found = std::search(start, in.end(), needle.begin(), needle.end());
  if (found == in.end() && !needle.empty()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - in.begin());
}

Outcome number(std::optional<std::size_t> position) {
  return Value(position ? mpz_class(static_cast<unsigned long>(*position)) : mpz_class(-1));
}

template <typename Word>
Outcome replace_word(const Word& in, const Word& needle, const Word& by, std::size_t limit) {
  if (!searchable(in, needle)) {
    return Lack::Budget;
  }
  const auto found = locate(in, needle, 0);
  if (!found) {
    return made(in);
  }
  if (in.size() - needle.size() + by.size() > limit) {
    return Lack::Budget;
  }
  Word result = part(in, 0, *found);
  append(result, by, 0, by.size());
  append(result, in, *found + needle.size(), in.size());
  return made(std::move(result));
}

template <typename Word>
Outcome replace_every(const Word& in, const Word& needle, const Word& by, std::size_t limit) {
  if (needle.empty()) {
    return made(in);
  }
  if (!searchable(in, needle)) {
    return Lack::Budget;
  }
  Word result;
  std::size_t done = 0;
  while (const auto found = locate(in, needle, done)) {
    append(result, in, done, *found);
    append(result, by, 0, by.size());
    done = *found + needle.size();
    if (result.size() > limit) {
      return Lack::Budget;
    }
  }
  append(result, in, done, in.size());
  return result.size() > limit ? Outcome(Lack::Budget) : Outcome(made(std::move(result)));
}

}  // namespace

Outcome concat(const Arguments& arguments) {
  return dispatch(arguments, [&](auto result) -> Outcome {
    using Word = decltype(result);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Word& next = word<Word>(arguments, i);
      if (result.size() + next.size() > arguments.max_string) {
        return Lack::Budget;
      }
      append(result, next, 0, next.size());
    }
    return made(std::move(result));
  });
}

Outcome length(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) { return number(word<decltype(empty)>(arguments, 0).size()); });
}

Outcome at(const Arguments& arguments) {
  return dispatch(arguments, [&](auto result) -> Outcome {
    const auto& in = word<decltype(result)>(arguments, 0);
    const auto i = position(arguments[1].as_int(), in.size());
    return made(i && *i < in.size() ? part(in, *i, *i + 1) : result);
  });
}

Outcome extract(const Arguments& arguments) {
  return dispatch(arguments, [&](auto result) -> Outcome {
    const auto& in = word<decltype(result)>(arguments, 0);
    const auto begin = position(arguments[1].as_int(), in.size());
    if (!begin || arguments[2].as_int() <= 0) {
      return made(result);
    }
    const std::size_t count = position(arguments[2].as_int(), in.size() - *begin).value_or(in.size() - *begin);
    return made(part(in, *begin, *begin + count));
  });
}

Outcome prefix_of(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    const auto& prefix = word<decltype(empty)>(arguments, 0);
    const auto& in = word<decltype(empty)>(arguments, 1);
    return Value(prefix.size() <= in.size() && std::equal(prefix.begin(), prefix.end(), in.begin()));
  });
}

Outcome suffix_of(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    const auto& suffix = word<decltype(empty)>(arguments, 0);
    const auto& in = word<decltype(empty)>(arguments, 1);
    return Value(suffix.size() <= in.size() && std::equal(suffix.rbegin(), suffix.rend(), in.rbegin()));
  });
}

Outcome contains(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    const auto& in = word<decltype(empty)>(arguments, 0);
    const auto& needle = word<decltype(empty)>(arguments, 1);
    if (!searchable(in, needle)) {
      return Lack::Budget;
    }
    return Value(locate(in, needle, 0).has_value());
  });
}

Outcome index_of(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    const auto& in = word<decltype(empty)>(arguments, 0);
    const auto& needle = word<decltype(empty)>(arguments, 1);
    // In z3 the offset may be omitted and is then 0.
    const auto from = arguments.size() > 2 ? position(arguments[2].as_int(), in.size()) : std::size_t{0};
    if (!from) {
      return number(std::nullopt);
    }
    if (!searchable(in, needle)) {
      return Lack::Budget;
    }
    return number(locate(in, needle, *from));
  });
}

Outcome last_index_of(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    const auto& in = word<decltype(empty)>(arguments, 0);
    const auto& needle = word<decltype(empty)>(arguments, 1);
    if (!searchable(in, needle)) {
      return Lack::Budget;
    }
    const auto found = std::find_end(in.begin(), in.end(), needle.begin(), needle.end());
    if (found == in.end() && !needle.empty()) {
      return number(std::nullopt);
    }
    return number(static_cast<std::size_t>(found - in.begin()));
  });
}

Outcome replace(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    using Word = decltype(empty);
    return replace_word(word<Word>(arguments, 0), word<Word>(arguments, 1), word<Word>(arguments, 2),
                        arguments.max_string);
  });
}

Outcome replace_all(const Arguments& arguments) {
  return dispatch(arguments, [&](auto empty) -> Outcome {
    using Word = decltype(empty);
    return replace_every(word<Word>(arguments, 0), word<Word>(arguments, 1), word<Word>(arguments, 2),
                         arguments.max_string);
  });
}

Outcome reverse(const Arguments& arguments) {
  return dispatch(arguments, [&](auto result) -> Outcome {
    result = word<decltype(result)>(arguments, 0);
    std::reverse(result.begin(), result.end());
    return made(std::move(result));
  });
}

Outcome update(const Arguments& arguments) {
  return dispatch(arguments, [&](auto result) -> Outcome {
    using Word = decltype(result);
    result = word<Word>(arguments, 0);
    const Word& by = word<Word>(arguments, 2);
    if (const auto i = position(arguments[1].as_int(), result.size())) {
      const std::size_t count = std::min(by.size(), result.size() - *i);
      std::copy_n(by.begin(), count, result.begin() + static_cast<typename Word::difference_type>(*i));
    }
    return made(std::move(result));
  });
}

}  // namespace assay::smt::words
