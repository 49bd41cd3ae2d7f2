#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "assay/smt/eval.hpp"
#include "smt/eval/function_table.hpp"
#include "smt/eval/model_text.hpp"
#include "smt/theory/row/numbers.hpp"

namespace assay::smt {
namespace {

bool is_open_result(const std::string& name) { return name == "/0" || name == "div0" || name == "mod0"; }

/// Our name for the function of a lambda that is the value of an array.
std::string lambda_name(const std::string& array) { return "lambda " + array; }

class ModelReader {
 public:
  ModelReader(TermStore& store, const Script& script, ModelText text)
      : store_(store), script_(script), text_(std::move(text)) {}

  Result<Model> read() {
    if (std::optional<Error> error = too_many_elements()) {
      return *std::move(error);
    }
    collect_declared();
    read_rows_as_arrays();
    find_sorts_of_elements();
    add_preamble();
    for (const std::size_t i : in_order()) {
      add_definition(text_.definitions[i]);
    }
    const Result<Script> parsed = parse();
    if (!parsed) {
      return Error{"the model cannot be read: " + parsed.error().message, parsed.error().advice};
    }
    collect_defined(*parsed);
    number_elements();
    interpret();
    fill_open_results();
    tabulate();
    return std::move(model_);
  }

 private:
  /// One line of the script from which our parser reads the model.
  struct Line {
    std::string text;
    std::string without;  ///< the line with an unreadable value instead; empty if there is no such form
  };

  /// Parses all lines. A definition that cannot be read (a value of a theory that Assay does not know) gets an opaque
  /// value, so that the other definitions are still read.
  Result<Script> parse() {
    ParseOptions options;
    options.allow_undeclared = true;
    for (;;) {
      std::string source;
      for (const Line& line : lines_) {
        source += line.text + "\n";
      }
      Result<Script> parsed = parse_script(store_, source, "model", options);
      if (parsed.ok()) {
        return parsed;
      }
      const std::size_t bad = line_of(parsed.error().message);
      if (bad >= lines_.size() || lines_[bad].without.empty() || lines_[bad].without == lines_[bad].text) {
        return parsed;
      }
      lines_[bad].text = lines_[bad].without;
    }
  }

  /// The position in lines_ of the parser's "model:3:14: ...". Line breaks within strings count as lines.
  std::size_t line_of(const std::string& message) const {
    constexpr std::string_view kPrefix = "model:";
    std::size_t number = 0;
    if (message.compare(0, kPrefix.size(), kPrefix) == 0) {
      std::from_chars(message.data() + kPrefix.size(), message.data() + message.size(), number);
    }
    std::size_t last = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      last += 1 + static_cast<std::size_t>(std::count(lines_[i].text.begin(), lines_[i].text.end(), '\n'));
      if (number <= last) {
        return number == 0 ? lines_.size() : i;
      }
    }
    return lines_.size();
  }

  void add_line(std::string text, std::string without = {}) { lines_.push_back({std::move(text), std::move(without)}); }

  void collect_declared() {
    for (const Command& command : script_.commands) {
      if (command.kind == CommandKind::DeclareFunction) {
        for (const FunctionId id : command.functions) {
          std::vector<FunctionId>& same = declared_[std::string(store_.spelling(store_.node(id).name))];
          if (std::find(same.begin(), same.end(), id) == same.end()) {
            same.push_back(id);
          }
        }
      }
    }
  }

  void read_rows_as_arrays() {
    for (ModelDefinition& definition : text_.definitions) {
      const auto found = declared_.find(definition.name);
      if (!definition.by_rows || definition.sorts.size() != 1 || found == declared_.end()) continue;
      const Function& function = store_.node(found->second.front());
      definition.by_lambda = function.parameters.empty() && store_.kind(function.result) == SortKind::Array;
    }
  }

  void find_sorts_of_elements() {
    for (ModelElement& element : text_.elements) {
      for (const ModelDefinition& definition : text_.definitions) {
        const auto found = declared_.find(definition.name);
        if (!element.sort.empty() || definition.body != quoted_symbol(element.name) || found == declared_.end())
          continue;
        const Function& function = store_.node(found->second.front());
        if (function.parameters.empty()) element.sort = to_string(store_, function.result);
      }
    }
    std::erase_if(text_.elements, [](const ModelElement& element) { return element.sort.empty(); });
  }

  /// Adds the script's sorts and datatypes, then constants for abstract values and for arrays given by functions.
  void add_preamble() {
    std::set<std::string> seen;
    for (const Command& command : script_.commands) {
      if (command.kind == CommandKind::DeclareSort || command.kind == CommandKind::DefineSort ||
          command.kind == CommandKind::DeclareDatatypes) {
        std::string line;
        print_command(store_, command, Dialect{}, line);
        if (seen.insert(line).second) {
          add_line(line);
        }
      }
    }
    for (const ModelElement& element : text_.elements) {
      add_line("(declare-fun " + quoted_symbol(element.name) + " () " + element.sort + ")");
    }
    for (const ModelDefinition& definition : text_.definitions) {
      if (definition.by_lambda && definition.sorts.size() == 1) {
        add_line("(declare-fun " + quoted_symbol(definition.name) + " () (Array " + definition.sorts[0] + " " +
                 definition.result + "))");
      }
    }
    for (const std::string& function : text_.arrays) {
      const auto it = std::find_if(text_.definitions.begin(), text_.definitions.end(),
                                   [&](const ModelDefinition& d) { return d.name == function; });
      if (it != text_.definitions.end() && it->sorts.size() == 1) {
        add_line("(declare-fun " + quoted_symbol("as-array " + function) + " () (Array " + it->sorts[0] + " " +
                 it->result + "))");
      }
    }
  }

  /// Positions of the definitions, each after the definitions that it mentions. Solvers print them in any order.
  std::vector<std::size_t> in_order() const {
    std::map<std::string, std::size_t> by_name;
    for (std::size_t i = 0; i < text_.definitions.size(); ++i) {
      by_name.emplace(text_.definitions[i].name, i);
    }
    std::vector<std::size_t> order;
    std::vector<std::uint8_t> state(text_.definitions.size(), 0);  // 1: on the stack, 2: done
    std::vector<std::pair<std::size_t, std::size_t>> stack;
    for (std::size_t root = 0; root < state.size(); ++root) {
      if (state[root] == 0) {
        stack.emplace_back(root, 0);
        state[root] = 1;
      }
      while (!stack.empty()) {
        auto& [current, next] = stack.back();
        const std::vector<std::string>& mentions = text_.definitions[current].mentions;
        if (next == mentions.size()) {
          order.push_back(current);
          state[current] = 2;
          stack.pop_back();
          continue;
        }
        const auto it = by_name.find(mentions[next++]);
        if (it != by_name.end() && state[it->second] == 0) {
          state[it->second] = 1;
          stack.emplace_back(it->second, 0);
        }
      }
    }
    return order;
  }

  void add_definition(const ModelDefinition& definition) {
    std::string result = definition.result;
    if (result.empty()) {
      const auto it = declared_.find(definition.name);
      if (it == declared_.end() || !store_.node(it->second.front()).parameters.empty()) {
        return;
      }
      result = to_string(store_, store_.node(it->second.front()).result);
    }
    const std::string name = definition.by_lambda ? lambda_name(definition.name) : definition.name;
    std::string head = definition.recursive ? "(define-fun-rec " : "(define-fun ";
    head += quoted_symbol(name) + " (";
    for (std::size_t i = 0; i < definition.variables.size(); ++i) {
      head += "(" + definition.variables[i] + " " + definition.sorts[i] + ")";
    }
    head += ") " + result + " ";
    add_line(head + definition.body + ")", head + "(unreadable-value 0))");
  }

  void collect_defined(const Script& parsed) {
    for (const Command& command : parsed.commands) {
      if (command.kind == CommandKind::DefineFunction || command.kind == CommandKind::DefineRecursive ||
          command.kind == CommandKind::DeclareFunction) {
        for (const FunctionId id : command.functions) {
          const std::string name(store_.spelling(store_.node(id).name));
          defined_.emplace(name, id);
          overloads_[name].push_back(id);
        }
      }
    }
  }

  /// Numbers the elements from 0 to n-1 for a universe of size n, in the order of the solver's numbers.
  void number_elements() {
    std::map<SortId, std::uint32_t> counts;
    for (const ModelElement& element : text_.elements) {
      const auto it = defined_.find(element.name);
      if (it == defined_.end()) {
        continue;
      }
      const SortId sort = store_.node(it->second).result;
      if (store_.kind(sort) != SortKind::Uninterpreted) {
        continue;  // cvc4's cyclic values of codatatypes, which Assay cannot represent
      }
      Interpretation interpretation;
      interpretation.entries.emplace_back(std::vector<Value>{}, Value(Element{sort, counts[sort]++}));
      model_.functions.emplace(it->second, std::move(interpretation));
      const bool covered = std::binary_search(text_.covered.begin(), text_.covered.end(), element.sort);
      const bool counted = std::any_of(text_.cardinalities.begin(), text_.cardinalities.end(),
                                       [&](const ModelCardinality& said) { return said.sort == element.sort; });
      if (covered || counted) {
        model_.universes.emplace(sort, 0);
      }
    }
    for (auto& [sort, size] : model_.universes) {
      size = counts.at(sort);  // also counts elements whose sort is spelled differently
    }
    for (const ModelCardinality& said : text_.cardinalities) {
      for (auto& [sort, size] : model_.universes) {
        if (to_string(store_, sort) == said.sort) {
          size = std::max(size, said.count);
        }
      }
    }
  }

  /// Rejects a stated universe size that exceeds both the listed elements and the limit for enumerating a quantifier.
  [[nodiscard]] std::optional<Error> too_many_elements() const {
    const std::size_t max_elements = std::max<std::size_t>(EvalOptions().max_instances, text_.elements.size());
    for (const ModelCardinality& said : text_.cardinalities) {
      if (said.count > max_elements) {
        return Error{"the model says: " + said.comment + ", but at most " + std::to_string(max_elements) +
                         " elements of a sort can be enumerated",
                     "ask the solver for a model with fewer elements"};
      }
    }
    return std::nullopt;
  }

  static Interpretation by_body(const Function& function) {
    Interpretation result;
    result.variables = function.variables;
    result.body = function.body;
    return result;
  }

  /// Whether a definition has the declared sorts; other definitions are ignored. Integers may stand for reals, as
  /// solvers print them. `own`: for a lambda, the array whose value it is.
  bool fits(FunctionId declared, const ModelDefinition& definition, const Function& found, FunctionId own) const {
    const Function& function = store_.node(declared);
    if (definition.by_lambda) return function.parameters.empty() && function.result == store_.node(own).result;
    if (function.parameters.empty() && !found.variables.empty()) return is_of_sort(found, function.result);
    if (found.variables.size() > function.parameters.size())
      return is_of_sort(curried(function, found), function.result);
    const bool same_result =
        function.result == found.result || (function.result == store_.real_sort() && found.result == store_.int_sort());
    return same_result && std::equal(function.parameters.begin(), function.parameters.end(), found.variables.begin(),
                                     found.variables.end(), [](SortId parameter, const BoundVariable& variable) {
                                       return parameter == variable.sort;
                                     });
  }

  /// `found` without the parameters of `declared`, which come first: the model defines a function whose result is a
  /// function with the parameters of both. Without any parameters if the first parameters have other sorts.
  static Function curried(const Function& declared, const Function& found) {
    Function rest = found;
    const auto own = static_cast<std::ptrdiff_t>(declared.parameters.size());
    const bool fits = std::equal(
        declared.parameters.begin(), declared.parameters.end(), found.variables.begin(), found.variables.begin() + own,
        [](SortId parameter, const BoundVariable& variable) { return parameter == variable.sort; });
    rest.variables.erase(rest.variables.begin(), fits ? rest.variables.begin() + own : rest.variables.end());
    return rest;
  }

  /// The interpretation of a declared function. If its result is a function and the definition also takes the result's
  /// arguments (cvc5), the body becomes a lambda.
  Interpretation interpreted(const Function& declared, const Function& found) {
    Interpretation result = by_body(found);
    const std::size_t own = declared.parameters.size();
    if (own == 0 || found.variables.size() <= own) return result;
    BinderInfo rest;
    rest.kind = BinderKind::Lambda;
    rest.variables.assign(found.variables.begin() + static_cast<std::ptrdiff_t>(own), found.variables.end());
    result.variables.resize(own);
    result.body = store_.binder(rest, std::array{*found.body});
    return result;
  }

  /// Whether a definition with parameters defines a constant of this function sort, as cvc5 prints such constants.
  bool is_of_sort(const Function& found, SortId sort) const {
    std::vector<SortId> parameters;
    for (const BoundVariable& variable : found.variables) parameters.push_back(variable.sort);
    return store_.function_sort(parameters, found.result) == sort;
  }

  static bool same_signature(const Function& a, const Function& b) {
    return a.parameters == b.parameters && a.result == b.result;
  }

  void interpret() {
    for (const ModelDefinition& definition : text_.definitions) {
      const auto found = defined_.find(definition.by_lambda ? lambda_name(definition.name) : definition.name);
      const auto own = defined_.find(definition.name);
      if (found == defined_.end() || own == defined_.end()) {
        continue;
      }
      if (definition.by_lambda) {
        model_.functions[own->second] = by_body(store_.node(found->second));
      }
      const auto names = declared_.find(definition.name);
      if (names == declared_.end()) {
        continue;
      }
      for (const FunctionId id : names->second) {
        for (const FunctionId candidate : overloads_[found->first]) {
          const Function& function = store_.node(candidate);
          const bool only = names->second.size() == 1 || same_signature(store_.node(id), function);
          if (function.body && fits(id, definition, function, own->second) && only) {
            model_.functions[id] = interpreted(Function(store_.node(id)), Function(function));
          }
        }
      }
    }
    for (const std::string& function : text_.arrays) {
      const auto array = defined_.find("as-array " + function);
      const auto found = defined_.find(function);
      if (array != defined_.end() && found != defined_.end() && store_.node(found->second).body) {
        model_.functions[array->second] = by_body(store_.node(found->second));
      }
    }
  }

  static bool is_of_one_sort(const Function& function, SortId sort) {
    return function.result == sort && std::all_of(function.variables.begin(), function.variables.end(),
                                                  [&](const BoundVariable& one) { return one.sort == sort; });
  }

  void fill_open_results() {
    for (const ModelDefinition& definition : text_.definitions) {
      const auto found = defined_.find(definition.name);
      if (!is_open_result(definition.name) || found == defined_.end()) continue;
      const Function& function = store_.node(found->second);
      if (!function.body || !is_of_one_sort(function, definition.name == "/0" ? store_.real_sort() : store_.int_sort()))
        continue;
      std::optional<Interpretation> table = tabulated(by_body(function));
      if (table) model_.unspecified.emplace(definition.name, std::move(*table));
    }
  }

  /// The function as a sorted table of values. Nullopt if its body has another form.
  std::optional<Interpretation> tabulated(const Interpretation& function) {
    const std::optional<FunctionTable> table = table_of(store_, function.variables, *function.body);
    if (!table) {
      return std::nullopt;
    }
    Evaluator evaluator(store_, model_);
    std::map<std::vector<Value>, Value> entries;
    for (const auto& [arguments, result] : table->rows) {
      std::vector<Value> key;
      for (const TermId argument : arguments) {
        const Outcome& outcome = evaluator.evaluate(argument);
        if (!outcome.known()) {
          return std::nullopt;
        }
        key.push_back(coerced(store_, outcome, function.variables[key.size()].sort).value);
      }
      const Outcome& value = evaluator.evaluate(result);
      if (!value.known()) {
        return std::nullopt;
      }
      entries.emplace(std::move(key), value.value);
    }
    const Outcome& fallback = evaluator.evaluate(table->fallback);
    if (!fallback.known()) {
      return std::nullopt;
    }
    Interpretation result;
    result.entries.assign(entries.begin(), entries.end());
    result.fallback = fallback.value;
    return result;
  }

  /// Turns bodies into tables where possible: a lookup is faster than evaluating a body.
  void tabulate() {
    for (const auto& [name, ids] : declared_) {
      for (const FunctionId id : ids) {
        const auto it = model_.functions.find(id);
        const bool is_function = it != model_.functions.end() && it->second.body && !it->second.variables.empty() &&
                                 it->second.variables.size() == store_.node(id).parameters.size();
        if (!is_function || !same_sorts(it->second, store_.node(id))) {
          continue;
        }
        std::optional<Interpretation> table = tabulated(it->second);
        if (table) {
          it->second = std::move(*table);
        }
      }
    }
  }

  static bool same_sorts(const Interpretation& interpretation, const Function& function) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      if (interpretation.variables[i].sort != function.parameters[i]) {
        return false;
      }
    }
    return true;
  }

  TermStore& store_;
  const Script& script_;
  ModelText text_;
  std::vector<Line> lines_;
  Model model_;
  std::map<std::string, std::vector<FunctionId>> declared_;  ///< by the script
  std::map<std::string, FunctionId> defined_;                ///< by the model: the first function of each name
  std::map<std::string, std::vector<FunctionId>> overloads_;
};

}  // namespace

Result<Model> parse_model(TermStore& store, const Script& script, std::string_view text) {
  const Result<ModelTokens> tokens = tokenize_model(text);
  if (!tokens) {
    return tokens.error();
  }
  Result<ModelText> spelled = read_model_text(*tokens);
  if (!spelled) {
    return spelled.error();
  }
  return ModelReader(store, script, std::move(*spelled)).read();
}

}  // namespace assay::smt
