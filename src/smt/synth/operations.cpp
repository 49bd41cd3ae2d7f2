#include "smt/synth/operations.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "assay/base/check.hpp"
#include "assay/smt/script.hpp"
#include "smt/draw/draw_patterns.hpp"
#include "smt/reduce/terms.hpp"

namespace assay::smt {
namespace {

constexpr std::uint8_t kMaxArguments = 4;      // of an operation
constexpr std::uint64_t kMaxResultWidth = 16;  // bits of an operation's result

SortId sort_from(TermStore& store, std::string_view text) {
  const auto script = parse_script(store, "(declare-fun c () " + std::string(text) + ")", "sort");
  ASSAY_CHECK(script.ok() && !script->commands.empty(), "a theory's sort cannot be read: " + std::string(text));
  return store.node(script->commands.back().functions[0]).result;
}

std::string name_of(const OperatorRow& row, const std::vector<Index>& indices) {
  if (indices.empty()) return std::string(row.name);
  std::string name = "(_ " + std::string(row.name);
  for (const Index& index : indices) name += " " + std::to_string(index.number);
  return name + ")";
}

Place place(const TermStore& store, const OperatorRow& row, SortId sort) {
  if (wants_values(row)) return Place::Value;
  return may_be_free(store, sort) ? Place::Any : Place::Closed;
}

/// Finds the operations of a theory: its operators with all well-sorted arguments and indices.
class Discovery {
 public:
  Discovery(TermStore& store, const TheoryRow& theory) : store_(store), theory_(theory) {
    for (const std::string_view text : theory.sorts) sorts_.push_back(sort_from(store, text));
    for (const std::string_view text : theory.compared) compared_.push_back(sort_from(store, text));
  }

  std::vector<Operation> run() {
    const Operators& all = Operators::get();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const OperatorRow& row = all.row(OperatorId{i});
      const bool is_in = (theory_.theories >> static_cast<unsigned>(row.theory) & 1U) != 0;
      const bool known = row.sort != nullptr && row.evaluate != nullptr && (row.standard || theory_.extensions);
      const bool is_left_out =
          std::find(theory_.left_out.begin(), theory_.left_out.end(), row.name) != theory_.left_out.end();
      if (known && is_in && !is_left_out && row.max_arity > 0 && !compares(row))
        for (const std::uint8_t arity : standard_arities(row))
          if (arity > 0 && arity <= kMaxArguments) try_row(OperatorId{i}, row, arity);
    }
    for (const std::string_view name : {"=", "distinct", "ite"}) compare(all.at(name), all.row(all.at(name)));
    return std::move(found_);
  }

 private:
  static bool compares(const OperatorRow& row) {
    return row.name == "=" || row.name == "distinct" || row.name == "ite";
  }

  void compare(OperatorId op, const OperatorRow& row) {
    for (const SortId sort : compared_) {
      // No solver has ite of regular expressions.
      if (row.name == "ite" && !may_be_free(store_, sort)) continue;
      std::vector<SortId> arguments{sort, sort};
      if (row.name == "ite") arguments.insert(arguments.begin(), store_.bool_sort());
      add(op, row, arguments, {}, std::nullopt);
    }
  }

  void try_row(OperatorId op, const OperatorRow& row, std::uint8_t arity) {
    std::vector<std::size_t> choice(arity, 0);
    for (;;) {
      std::vector<SortId> arguments;
      for (const std::size_t i : choice) arguments.push_back(sorts_[i]);
      if (!mixes_numbers(arguments)) try_indices(op, row, arguments);
      std::size_t digit = 0;
      while (digit < choice.size() && ++choice[digit] == sorts_.size()) choice[digit++] = 0;
      if (digit == choice.size()) return;
    }
  }

  bool mixes_numbers(const std::vector<SortId>& arguments) const {
    const auto has = [&](SortId sort) {
      return std::find(arguments.begin(), arguments.end(), sort) != arguments.end();
    };
    return has(store_.int_sort()) && has(store_.real_sort());
  }

  void try_indices(OperatorId op, const OperatorRow& row, const std::vector<SortId>& arguments) {
    if (row.ascribed) {
      for (const SortId sort : sorts_) add(op, row, arguments, {}, sort);
      return;
    }
    const std::vector<std::uint64_t> numbers = index_numbers(arguments);
    std::vector<std::size_t> choice(row.index_count, 0);
    for (;;) {
      std::vector<Index> indices;
      for (const std::size_t i : choice) indices.push_back(Index{numbers[i], {}});
      add(op, row, arguments, indices, std::nullopt);
      std::size_t digit = 0;
      while (digit < choice.size() && ++choice[digit] == numbers.size()) choice[digit++] = 0;
      if (digit == choice.size()) return;
    }
  }

  // Candidate indices: 0 to 3, the arguments' widths and widths minus one, and the indices of floating-point formats.
  std::vector<std::uint64_t> index_numbers(const std::vector<SortId>& arguments) const {
    std::set<std::uint64_t> numbers{0, 1, 2, 3};
    for (const SortId sort : arguments) {
      const SortNode& node = store_.node(sort);
      if (node.kind != SortKind::BitVector) continue;
      numbers.insert({node.indices[0] - 1, node.indices[0]});
    }
    for (const SortId sort : sorts_) {
      const SortNode& node = store_.node(sort);
      if (node.kind == SortKind::Float) numbers.insert(node.indices.begin(), node.indices.end());
    }
    return {numbers.begin(), numbers.end()};
  }

  void add(OperatorId op, const OperatorRow& row, const std::vector<SortId>& arguments,
           const std::vector<Index>& indices, std::optional<SortId> ascribed) {
    const auto result = row.sort(SortQuery{store_, arguments, indices, ascribed});
    if (!result || !is_wanted(row, arguments, *result)) return;
    Operation operation;
    operation.name = name_of(row, indices);
    operation.theory = &theory_;
    operation.arguments = arguments;
    operation.result = *result;
    operation.op = op;
    operation.indices = indices;
    operation.ascribed = row.ascribed;
    for (const SortId sort : arguments) operation.places.push_back(place(store_, row, sort));
    if (!may_be_free(store_, result.value())) {
      found_.push_back(membership(operation));
      operation.tested = false;
    }
    found_.push_back(std::move(operation));
  }

  /// The operation (str.in_re s (op ...)), with s as a further argument, tests an operation whose result is a language.
  Operation membership(const Operation& language) {
    Operation operation;
    operation.name = language.name;
    operation.theory = language.theory;
    operation.arguments = language.arguments;
    operation.arguments.push_back(store_.string_sort());
    operation.places = language.places;
    operation.places.push_back(Place::Any);
    operation.result = store_.bool_sort();
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      Function parameter;
      parameter.name = store_.symbol("argument" + std::to_string(i));
      parameter.kind = FunctionKind::Declared;
      parameter.result = operation.arguments[i];
      operation.variables.push_back(*store_.call(store_.function(std::move(parameter)), {}));
    }
    const std::span<const TermId> inner(operation.variables.data(), language.arguments.size());
    const TermId term = store_.apply_as(language.op, inner, language.indices, language.result);
    operation.body = store_.apply_as(Operators::get().at("str.in_re"), std::array{operation.variables.back(), term}, {},
                                     store_.bool_sort());
    return operation;
  }

  // Leaves out results of formats or widths that the theory does not list, and in the theory of reals the operators on
  // integers.
  bool is_wanted(const OperatorRow& row, const std::vector<SortId>& arguments, SortId result) const {
    const SortNode& node = store_.node(result);
    if (node.kind == SortKind::BitVector) return node.indices[0] <= kMaxResultWidth;
    if (node.kind == SortKind::Float) return std::find(sorts_.begin(), sorts_.end(), result) != sorts_.end();
    const bool arithmetic = row.theory == Theory::Ints || row.theory == Theory::Reals;
    const auto listed = [&](SortId sort) { return std::find(sorts_.begin(), sorts_.end(), sort) != sorts_.end(); };
    if (!arithmetic || !listed(store_.real_sort())) return true;
    const bool has_real = result == store_.real_sort() ||
                          std::find(arguments.begin(), arguments.end(), store_.real_sort()) != arguments.end();
    const bool from_int = arguments[0] == store_.int_sort();
    // Among the operators on an Int first argument, only to_real belongs to the theory of reals.
    return has_real && (!from_int || row.name == "to_real") && !(row.name == "to_real" && !from_int);
  }

  TermStore& store_;
  const TheoryRow& theory_;
  std::vector<SortId> sorts_, compared_;
  std::vector<Operation> found_;
};

}  // namespace

std::vector<Operation> operations_of(TermStore& store, const TheoryRow& theory, const std::vector<Rule>& rules) {
  std::vector<Operation> all = Discovery(store, theory).run();
  for (const Rule& rule : rules) {
    if (rule.text->kind != RuleKind::Operation || rule.text->theory != theory.name) continue;
    Operation operation;
    operation.name = rule.text->name;
    operation.theory = &theory;
    operation.result = store.sort_of(rule.left);
    operation.body = rule.left;
    for (const FunctionId variable : rule.variables) {
      operation.arguments.push_back(store.node(variable).result);
      operation.places.push_back(may_be_free(store, operation.arguments.back()) ? Place::Any : Place::Closed);
      operation.variables.push_back(*store.call(variable, {}));
    }
    all.push_back(std::move(operation));
  }
  return all;
}

TermId apply_operation(TermStore& store, const Operation& operation, std::span<const TermId> arguments) {
  if (!operation.body) return store.apply_as(operation.op, arguments, operation.indices, operation.result);
  TermMap known;
  for (std::size_t i = 0; i < arguments.size(); ++i) known.emplace(operation.variables[i], arguments[i]);
  const auto term = rewrite(store, *operation.body, known);
  ASSAY_CHECK(term.has_value(), "arguments of the operation's own sorts do not fit it: " + operation.name);
  return *term;
}

bool may_be_free(const TermStore& store, SortId sort) { return store.kind(sort) != SortKind::RegLan; }

}  // namespace assay::smt
