// Formulas about whole and real numbers.

#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"

namespace assay::smt {
namespace {

/// `$F` stands for an alternative in the row F, which is drawn. The first alternatives end.
constexpr std::array<std::pair<char, std::string_view>, 10> kShapes = {{
    {'F', "$A|(not $F)|(= $F $F)|(or $F $F)|(=> $F $F)|(and $F $F)|(and $F $F)"},
    {'A', "($C $I $i)|($C $I $I)|($C $R $r)|($C $R $R)|($C $I $i)|($C $R $r)|(is_int $R)"},
    {'C', "<|<=|=|distinct|>"},
    {'I', "$n|(+ $m $m)|(+ $m $m)|(div $I $k)|(mod $I $k)"},  // whole numbers
    {'R', "$q|(+ $s $s)|(+ $s $s)"},
    {'m', "$n|(* $i $n)"},
    {'s', "$q|$q|(* $r $q)|(* $r $q)|(/ $q $k.0)"},
    {'i', "0|1|2|3|5|7|(- 1)|(- 2)|(- 4)"},
    {'r', "0.0|1.0|2.0|3.0|7.0|(- 1.0)|(- 4.0)"},
    {'k', "2|3|4|5"},
}};
constexpr unsigned kDepth = 6;

std::string derived(const std::map<char, std::string>& shapes, char symbol, unsigned depth, core::Rng& rng) {
  const std::vector<std::string_view> alternatives = split(shapes.at(symbol), '|');
  const std::string_view text = depth == 0 ? alternatives.front() : rng.pick(alternatives);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i)
    out += text[i] == '$' ? derived(shapes, text[++i], depth == 0 ? 0 : depth - 1, rng) : std::string(1, text[i]);
  return out;
}

}  // namespace

std::optional<TermId> number_formula(RequestSource& source, std::vector<FunctionId>& constants) {
  TermStore& store = source.store;
  std::vector<FunctionId> numbers = constants;
  std::erase_if(numbers, [&](FunctionId one) {
    const SortId sort = store.node(one).result;
    const bool is_number = sort == store.int_sort() || sort == store.real_sort();
    return !is_number || name_of(store, one).find_first_of("|$") != std::string::npos;
  });
  if (numbers.empty()) return std::nullopt;
  std::string text;
  std::map<char, std::string> shapes(kShapes.begin(), kShapes.end());
  const auto declare = [&](const std::string& name, SortId sort) {
    const bool is_real = sort == store.real_sort();
    shapes['n'] += (shapes['n'].empty() ? "" : "|") + (is_real ? "(to_int " + name + ")" : name);
    shapes['q'] += (shapes['q'].empty() ? "" : "|") + (is_real ? name : "(to_real " + name + ")");
    text += "(declare-const " + name + " " + to_string(store, sort) + ")";
  };
  for (const FunctionId one : numbers) declare(name_of(store, one), store.node(one).result);
  declare("x!", source.rng.coin() ? store.int_sort() : store.real_sort());
  declare("y!", source.rng.coin() ? store.int_sort() : store.real_sort());
  text += "(assert " + derived(shapes, 'F', kDepth, source.rng) + ")";
  const Result<Script> script = parse_script(store, text, "numbers");
  if (!script) return std::nullopt;
  constants = std::move(numbers);
  return script->commands.back().terms[0];
}

}  // namespace assay::smt
