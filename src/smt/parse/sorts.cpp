#include "smt/parse/sorts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "smt/parse/literals.hpp"
#include "smt/theory/container/sets.hpp"

namespace assay::smt {
namespace {

struct PendingSort {
  SymbolId name;
  std::vector<SortId> arguments;
  SourceLocation where;
};

constexpr std::uint64_t kWidest = 1U << 30;

std::optional<SortId> built_in(TermStore& store, std::string_view name, std::span<const SortId> arguments) {
  if (arguments.empty()) {
    if (name == "Bool") return store.bool_sort();
    if (name == "Int") return store.int_sort();
    if (name == "Real") return store.real_sort();
    if (name == "String") return store.string_sort();
    if (name == "RegLan") return store.reglan_sort();
    if (name == "RoundingMode") return store.rounding_mode_sort();
    if (name == "Float16") return store.float_sort(5, 11);
    if (name == "Float32") return store.float_sort(8, 24);
    if (name == "Float64") return store.float_sort(11, 53);
    if (name == "Float128") return store.float_sort(15, 113);
    if (name == "UnitTuple") return store.compound_sort(SortKind::Tuple, {});
    return std::nullopt;
  }
  if (name == "Array" && arguments.size() >= 2) {
    SortNode node;
    node.kind = SortKind::Array;
    node.arguments.assign(arguments.begin(), arguments.end());
    return store.sort(std::move(node));
  }
  if (name == "Seq" && arguments.size() == 1) {
    return store.sequence_sort(arguments[0]);
  }
  if (name == "RegEx" && arguments.size() == 1 && arguments[0] == store.string_sort()) {
    return store.reglan_sort();
  }
  const bool plain =
      std::all_of(arguments.begin(), arguments.end(), [&](SortId sort) { return has_canonical_values(store, sort); });
  if (!plain && name != "->") {
    return std::nullopt;
  }
  if (name == "Relation") {  // cvc5's short form
    return store.compound_sort(SortKind::Set, std::array{store.compound_sort(SortKind::Tuple, arguments)});
  }
  if (name == "Table") {
    return store.compound_sort(SortKind::Bag, std::array{store.compound_sort(SortKind::Tuple, arguments)});
  }
  if (name == "Bag" && arguments.size() == 1) {
    return store.compound_sort(SortKind::Bag, arguments);
  }
  if (name == "Nullable" && arguments.size() == 1) {
    return store.compound_sort(SortKind::Nullable, arguments);
  }
  if (name == "Tuple") {
    return store.compound_sort(SortKind::Tuple, arguments);
  }
  if (name == "Set" && arguments.size() == 1) {
    return store.compound_sort(SortKind::Set, arguments);
  }
  if (name == "->" && arguments.size() >= 2) {
    return store.function_sort(arguments.subspan(0, arguments.size() - 1), arguments.back());
  }
  return std::nullopt;
}

SortId of_meaning(TermStore& store, SymbolId name, const SortMeaning& meaning, std::vector<SortId> arguments) {
  if (meaning.kind == SortMeaning::Kind::Defined || meaning.kind == SortMeaning::Kind::Placeholder) {
    return store.substitute(meaning.body, meaning.parameters, arguments);
  }
  SortNode node;
  node.kind = SortKind::Uninterpreted;
  node.name = name;
  node.arguments = std::move(arguments);
  if (meaning.kind == SortMeaning::Kind::Parameter) {
    node.kind = SortKind::Parameter;
  } else if (meaning.kind == SortMeaning::Kind::Datatype) {
    node.kind = SortKind::Datatype;
    node.datatype = meaning.datatype;
  }
  return store.sort(std::move(node));
}

SortId make_sort(Reader& reader, const SourceLocation& where, SymbolId name, std::vector<SortId> arguments) {
  TermStore& store = reader.store;
  if (const SortMeaning* meaning = reader.scope.sort(name)) {
    if (meaning->arity != arguments.size()) {
      reader.fail(where, "the sort " + quoted_symbol(store.spelling(name)) + " needs " +
                             std::to_string(meaning->arity) + " arguments");
      return store.unknown_sort();
    }
    return of_meaning(store, name, *meaning, std::move(arguments));
  }
  if (const auto known = built_in(store, store.spelling(name), arguments)) {
    return *known;
  }
  reader.scope.note_opaque_sort(name);
  SortNode node;
  node.kind = SortKind::Opaque;
  node.name = name;
  node.arguments = std::move(arguments);
  return store.sort(std::move(node));
}

/// Whether the order is a prime below 2^63. (A numeral that does not fit into 64 bits is read as 2^64 - 1.)
bool is_field_order(std::uint64_t order) {
  constexpr int kRounds = 40;
  const mpz_class number(static_cast<unsigned long>(order));
  return order >> 63U == 0 && mpz_probab_prime_p(number.get_mpz_t(), kRounds) != 0;
}

/// Reads the rest of an indexed sort after `(_`, including the closing parenthesis.
SortId indexed_sort(Reader& reader) {
  const SourceLocation where = reader.where();
  SortNode node;
  node.name = reader.symbol("the name of a sort");
  bool plain = true;
  while (!reader.failed() && !reader.at(TokenKind::Close)) {
    const Index index = read_index(reader);
    plain = plain && !index.symbol;
    node.indices.push_back(index.number);
  }
  reader.close();
  const std::string_view name = reader.store.spelling(node.name);
  if (reader.failed() || !plain) {
    reader.fail(where, "a sort's indices are numerals");
    return reader.store.unknown_sort();
  }
  if (name == "BitVec" && node.indices.size() == 1) {
    if (node.indices[0] == 0 || node.indices[0] > kWidest) {
      reader.fail(where, "a bit-vector's width must be from 1 to 1073741824");
      return reader.store.unknown_sort();
    }
    return reader.store.bit_vector_sort(static_cast<std::uint32_t>(node.indices[0]));
  }
  if (name == "FloatingPoint" && node.indices.size() == 2) {
    if (node.indices[0] < 2 || node.indices[1] < 2 || node.indices[0] > kWidest || node.indices[1] > kWidest) {
      reader.fail(where, "a floating-point format needs two bits or more on either side");
      return reader.store.unknown_sort();
    }
    return reader.store.float_sort(static_cast<std::uint32_t>(node.indices[0]),
                                   static_cast<std::uint32_t>(node.indices[1]));
  }
  if (name == "FiniteField" && node.indices.size() == 1 && is_field_order(node.indices[0])) {
    node.kind = SortKind::FiniteField;
    node.name = {};
    return reader.store.sort(std::move(node));
  }
  node.kind = SortKind::Opaque;
  return reader.store.sort(std::move(node));
}

}  // namespace

std::optional<SortId> field_of_order(TermStore& store, std::string_view numeral) {
  if (numeral.empty() || numeral.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  SortNode node;
  node.kind = SortKind::FiniteField;
  node.indices = {saturated(numeral)};
  return is_field_order(node.indices[0]) ? std::optional(store.sort(std::move(node))) : std::nullopt;
}

Index read_index(Reader& reader) {
  Index index;
  const Token& token = reader.lexer.peek();
  if (token.kind == TokenKind::Numeral) {
    index.number = saturated(token.text);
    reader.lexer.take();
  } else if (token.kind == TokenKind::Hexadecimal || token.kind == TokenKind::Binary) {
    const Value bits = bits_literal(token.text);
    index.number =
        bits.as_bits().bits.fits_ulong_p() ? bits.as_bits().bits.get_ui() : std::numeric_limits<std::uint64_t>::max();
    reader.lexer.take();
  } else if (token.kind == TokenKind::Symbol) {
    index.symbol = reader.store.symbol(token.text);
    reader.lexer.take();
  } else {
    index.symbol = reader.store.symbol(reader.expression());
  }
  return index;
}

SortId read_sort(Reader& reader) {
  std::vector<PendingSort> stack;
  SortId done = reader.store.unknown_sort();
  bool complete = false;
  while (!reader.failed()) {
    if (complete) {
      if (stack.empty()) {
        return done;
      }
      stack.back().arguments.push_back(done);
      complete = false;
    }
    const SourceLocation where = reader.where();
    if (reader.at(TokenKind::Close) && !stack.empty()) {
      reader.lexer.take();
      PendingSort top = std::move(stack.back());
      stack.pop_back();
      done = make_sort(reader, top.where, top.name, std::move(top.arguments));
      complete = true;
    } else if (reader.at(TokenKind::Open)) {
      reader.lexer.take();
      if (reader.at_word("_")) {
        reader.lexer.take();
        done = indexed_sort(reader);
        complete = true;
      } else {
        stack.push_back({reader.symbol("the name of a sort"), {}, where});
      }
    } else {
      done = make_sort(reader, where, reader.symbol("a sort"), {});
      complete = true;
    }
  }
  return done;
}

std::vector<SymbolId> read_parameters(Reader& reader) {
  std::vector<SymbolId> parameters;
  reader.open();
  while (!reader.failed() && !reader.at(TokenKind::Close)) {
    const SourceLocation where = reader.where();
    const SymbolId name = reader.symbol("the name of a sort parameter");
    if (std::find(parameters.begin(), parameters.end(), name) != parameters.end())
      reader.fail(where, "two sort parameters of one name");
    parameters.push_back(name);
    SortMeaning meaning;
    meaning.kind = SortMeaning::Kind::Parameter;
    reader.scope.declare(parameters.back(), meaning);
  }
  reader.close();
  return parameters;
}

void forget_parameters(Reader& reader, const std::vector<SymbolId>& parameters) {
  for (const SymbolId parameter : parameters) {
    reader.scope.forget_sort(parameter);
  }
}

}  // namespace assay::smt
