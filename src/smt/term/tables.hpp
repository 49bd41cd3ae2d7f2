#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/term/id_table.hpp"
#include "smt/term/variable_sets.hpp"

namespace assay::smt {

/// Properties of a sort besides its node.
struct SortFacts {
  bool has_parameter = false;
  bool has_opaque = false;
  std::optional<std::uint64_t> cardinality;  ///< nullopt until it is needed
};

/// The data of a TermStore except the terms' nodes. Deques, because references must stay valid.
struct TermStore::Tables {
  std::deque<std::string> symbols;
  std::unordered_map<std::string_view, std::uint32_t> symbol_index;
  std::unordered_map<SymbolId, SymbolId, IdHash> written_names;
  std::unordered_map<std::uint32_t, SymbolId> written_operators;

  std::deque<SortNode> sorts;
  std::deque<SortFacts> sort_facts;
  IdTable sort_index;

  std::deque<Function> functions;
  IdTable function_index;
  std::unordered_map<std::uint64_t, std::uint32_t> constructors;  ///< by hash of name and parameters, the first
  std::unordered_set<std::uint32_t> overloaded;                   ///< constructors of equal names and parameters
  std::deque<Datatype> datatypes;
  IdTable datatype_index;

  std::deque<Value> values;
  IdTable value_index;
  std::deque<std::vector<Index>> index_lists;
  IdTable index_list_index;
  std::deque<BinderInfo> binders;
  IdTable binder_index;
  std::deque<std::vector<Attribute>> attribute_lists;
  IdTable attribute_index;

  IdTable term_index;
  std::vector<VariableSets::Set> free;  ///< by term
  VariableSets variable_sets;

  std::vector<std::unique_ptr<TermId[]>> child_storage;
  std::size_t child_used = 0;  ///< of the last block

  OperatorId true_op;
  OperatorId false_op;
  std::vector<SortId> sort_scratch;
};

}  // namespace assay::smt
