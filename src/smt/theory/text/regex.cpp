#include <utility>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/strings_sorts.hpp"
#include "smt/theory/row/tables.hpp"
#include "smt/theory/text/regex_evaluate.hpp"

namespace assay::smt {

namespace regex_theory {
namespace {

constexpr SortKind kBool = SortKind::Bool;
constexpr SortKind kInt = SortKind::Int;
constexpr SortKind kString = SortKind::String;
constexpr SortKind kRegLan = SortKind::RegLan;

OperatorRow row(std::string_view name, std::vector<std::string_view> aliases, std::uint8_t arity, SortRule sort,
                EvaluateRule evaluate) {
  OperatorRow result = operator_row(Theory::RegLan, name, arity, arity, sort, evaluate);
  result.aliases = std::move(aliases);
  return result;
}

OperatorRow many(std::string_view name, EvaluateRule evaluate) {
  OperatorRow result = row(name, {}, 1, variadic<kRegLan, kRegLan>, evaluate);
  result.max_arity = kAnyArity;
  result.chaining = Chaining::Left;
  return result;
}

OperatorRow indexed(std::string_view name, std::uint8_t indices, EvaluateRule evaluate) {
  OperatorRow result = row(name, {}, 1, signature<kRegLan, kRegLan>, evaluate);
  result.index_count = indices;
  return result;
}

OperatorRow arguments_loop_row() {
  OperatorRow result = row("re.loop", {}, 3, signature<kRegLan, kRegLan, kInt, kInt>, regex::arguments_loop);
  result.min_arity = 2;
  return extension(std::move(result));
}

std::vector<OperatorRow> all_rows() {
  return {
      row("re.none", {"re.nostr", "re.empty"}, 0, signature<kRegLan>, regex::none),
      row("re.all", {"re.full"}, 0, signature<kRegLan>, regex::all),
      row("re.allchar", {}, 0, signature<kRegLan>, regex::all_char),
      row("str.to_re", {"str.to.re", "str.to-re", "seq.to.re"}, 1, signature<kRegLan, kString>, regex::to_re),
      row("str.in_re", {"str.in.re", "str.in-re", "seq.in.re"}, 2, signature<kBool, kString, kRegLan>, regex::in_re),
      many("re.++", regex::concat),
      many("re.union", regex::make_union),
      many("re.inter", regex::intersection),
      row("re.*", {}, 1, signature<kRegLan, kRegLan>, regex::star),
      row("re.+", {}, 1, signature<kRegLan, kRegLan>, regex::plus),
      row("re.opt", {}, 1, signature<kRegLan, kRegLan>, regex::option),
      row("re.range", {}, 2, signature<kRegLan, kString, kString>, regex::range),
      row("re.comp", {"re.complement"}, 1, signature<kRegLan, kRegLan>, regex::complement),
      many("re.diff", regex::difference),
      extension(row("re.reverse", {}, 1, signature<kRegLan, kRegLan>, regex::reverse)),
      indexed("re.^", 1, regex::power),
      indexed("re.loop", 2, regex::loop),
      extension(indexed("re.loop", 1, regex::open_loop)),
      arguments_loop_row(),
  };
}

}  // namespace
}  // namespace regex_theory

std::vector<OperatorRow> regex_rows() { return regex_theory::all_rows(); }

}  // namespace assay::smt
