#include <optional>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/strings_sorts.hpp"
#include "smt/theory/row/tables.hpp"
#include "smt/theory/text/regex_evaluate.hpp"
#include "smt/theory/text/sequences_evaluate.hpp"
#include "smt/theory/text/strings_evaluate.hpp"

namespace assay::smt {

namespace strings_theory {
namespace {

constexpr SortKind kBool = SortKind::Bool;
constexpr SortKind kInt = SortKind::Int;
constexpr SortKind kString = SortKind::String;
constexpr SortKind kRegLan = SortKind::RegLan;

std::optional<SortId> character(const SortQuery& query) {
  if (query.indices[0].symbol || query.indices[0].number > kMaxCharacter) {
    return std::nullopt;
  }
  return query.store.string_sort();
}

OperatorRow row(std::string_view name, std::vector<std::string_view> aliases, std::uint8_t arity, SortRule sort,
                EvaluateRule evaluate) {
  OperatorRow result = operator_row(Theory::Strings, name, arity, arity, sort, evaluate);
  result.aliases = std::move(aliases);
  return result;
}

OperatorRow many(std::string_view name, std::uint8_t minimum, Chaining chaining, SortRule sort, EvaluateRule evaluate) {
  OperatorRow result = row(name, {}, minimum, sort, evaluate);
  result.max_arity = kAnyArity;
  result.chaining = chaining;
  return result;
}

OperatorRow character_row() {
  OperatorRow result = row("char", {}, 0, character, strings::character_literal);
  result.index_count = 1;
  return result;
}

OperatorRow index_of_row() {
  OperatorRow result = row("str.indexof", {}, 3, signature<kInt, kString, kString, kInt>, words::index_of);
  result.min_arity = 2;  // z3
  return result;
}

std::vector<OperatorRow> standard_rows() {
  return {
      character_row(),
      many("str.++", 1, Chaining::Left, variadic<kString, kString>, words::concat),
      row("str.len", {}, 1, signature<kInt, kString>, words::length),
      many("str.<", 2, Chaining::Chain, variadic<kBool, kString>, strings::less),
      many("str.<=", 2, Chaining::Chain, variadic<kBool, kString>, strings::less_equal),
      row("str.at", {}, 2, signature<kString, kString, kInt>, words::at),
      row("str.substr", {}, 3, signature<kString, kString, kInt, kInt>, words::extract),
      row("str.prefixof", {}, 2, signature<kBool, kString, kString>, words::prefix_of),
      row("str.suffixof", {}, 2, signature<kBool, kString, kString>, words::suffix_of),
      row("str.contains", {}, 2, signature<kBool, kString, kString>, words::contains),
      index_of_row(),
      row("str.replace", {}, 3, signature<kString, kString, kString, kString>, words::replace),
      row("str.replace_all", {"str.replaceall"}, 3, signature<kString, kString, kString, kString>, words::replace_all),
      row("str.replace_re", {}, 3, signature<kString, kString, kRegLan, kString>, regex::replace),
      row("str.replace_re_all", {}, 3, signature<kString, kString, kRegLan, kString>, regex::replace_all),
      row("str.is_digit", {}, 1, signature<kBool, kString>, strings::is_digit),
      row("str.to_code", {"str.code"}, 1, signature<kInt, kString>, strings::to_code),
      row("str.from_code", {}, 1, signature<kString, kInt>, strings::from_code),
      row("str.to_int", {"str.to.int", "str.to-int"}, 1, signature<kInt, kString>, strings::to_int),
      row("str.from_int", {"int.to.str", "str.from-int"}, 1, signature<kString, kInt>, strings::from_int),
  };
}

std::vector<OperatorRow> extension_rows() {
  return {
      extension(row("str.rev", {}, 1, signature<kString, kString>, words::reverse)),
      extension(row("str.to_lower", {"str.tolower"}, 1, signature<kString, kString>, strings::to_lower)),
      extension(row("str.to_upper", {"str.toupper"}, 1, signature<kString, kString>, strings::to_upper)),
      extension(row("str.update", {}, 3, signature<kString, kString, kInt, kString>, words::update)),
      extension(row("str.indexof_re", {}, 3, signature<kInt, kString, kRegLan, kInt>, regex::index_of)),
      extension(row("str.from_ubv", {}, 1, signature<kString, SortKind::BitVector>, strings::from_ubv)),
      extension(row("str.from_sbv", {}, 1, signature<kString, SortKind::BitVector>, strings::from_sbv)),
  };
}

std::vector<OperatorRow> all_rows() {
  std::vector<OperatorRow> rows = standard_rows();
  for (OperatorRow& more : extension_rows()) {
    rows.push_back(std::move(more));
  }
  return rows;
}

}  // namespace
}  // namespace strings_theory

std::vector<OperatorRow> strings_rows() { return strings_theory::all_rows(); }

}  // namespace assay::smt
