#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/eval/model_text.hpp"

namespace assay::smt {
namespace {

/// Whether a model's constant is only a name for an element, used in bodies that a solver printed.
bool names_element(const TermStore& store, FunctionId id, const Interpretation& interpretation) {
  return interpretation.entries.size() == 1 && interpretation.entries[0].first.empty() &&
         interpretation.entries[0].second.is<Element>() && is_abstract_name(store.spelling(store.node(id).name));
}

class ModelPrinter {
 public:
  ModelPrinter(TermStore& store, const Model& model, const Dialect& dialect)
      : store_(store), model_(model), dialect_(dialect) {}

  std::string print() {
    collect_names();
    out_ = "(\n";
    // Sorted by name: the order of ids depends on earlier contents of the store.
    std::map<std::string, std::uint32_t> universes;
    for (const auto& [sort, count] : model_.universes) universes.emplace(to_string(store_, sort), count);
    for (const auto& [sort, count] : universes)
      out_ += "; cardinality of " + sort + " is " + std::to_string(count) + "\n";
    std::vector<FunctionId> order;
    for (const auto& [id, interpretation] : model_.functions) order.push_back(id);
    std::stable_sort(order.begin(), order.end(), [this](FunctionId a, FunctionId b) {
      const std::string_view one = store_.spelling(store_.node(a).name);
      const std::string_view other = store_.spelling(store_.node(b).name);
      return one == other ? parameters_text(a) < parameters_text(b) : one < other;
    });
    for (const FunctionId id : order) {
      const Interpretation& interpretation = model_.functions.at(id);
      if (abstract_.count(id) != 0) {
        out_ += "  (declare-fun " + quoted_symbol(store_.spelling(store_.node(id).name)) + " () " +
                to_string(store_, store_.node(id).result) + ")\n";
      } else {
        function(id, interpretation);
      }
    }
    for (const auto& [name, interpretation] : model_.unspecified) {
      open_result(name, interpretation);
    }
    out_ += ")\n";
    return std::move(out_);
  }

 private:
  /// Collects the solver's names for elements; the printed model uses the same names.
  void collect_names() {
    for (const auto& [id, interpretation] : model_.functions) {
      if (names_element(store_, id, interpretation)) {
        const std::string_view name = store_.spelling(store_.node(id).name);
        const Element& value = interpretation.entries[0].second.as<Element>();
        names_.emplace(std::pair(value.sort, value.number), quoted_symbol(name));
        abstract_.insert(id);
      }
    }
  }

  /// The parameter sorts, to order functions of the same name.
  std::string parameters_text(FunctionId id) const {
    std::string text;
    for (const SortId sort : store_.node(id).parameters) text += to_string(store_, sort) + " ";
    return text;
  }

  std::string element_text(const Element& element) const {
    const auto it = names_.find(std::pair(element.sort, element.number));
    if (it != names_.end()) {
      return it->second;
    }
    return "(as @" + std::string(store_.spelling(store_.node(element.sort).name)) + "_" +
           std::to_string(element.number) + " " + to_string(store_, element.sort) + ")";
  }

  /// The value's text. Elements of uninterpreted sorts, for which there are no terms, are printed as abstract values.
  std::string value_text(const Value& value, SortId sort) {
    std::optional<TermId> term = make_term(store_, value, sort);
    if (!term) {
      return element_in(value, sort);
    }
    std::string text;
    print_term(store_, *term, dialect_, text);
    return text;
  }

  std::string element_in(const Value& value, SortId sort) {
    if (value.is<Element>()) {
      return element_text(value.as<Element>());
    }
    std::string text;
    const SortNode node = store_.node(sort);
    if (value.is<std::shared_ptr<const ArrayValue>>()) {
      const ArrayValue& array = value.as_array();
      for (std::size_t i = 0; i < array.entries.size(); ++i) {
        text += "(store ";
      }
      text += "((as const " + to_string(store_, sort) + ") " + value_text(array.fallback, node.arguments[1]) + ")";
      for (const auto& [index, element] : array.entries) {
        text += " " + value_text(index, node.arguments[0]) + " " + value_text(element, node.arguments[1]) + ")";
      }
    } else if (value.is<std::shared_ptr<const SequenceValue>>()) {
      text = "(seq.++";
      for (const Value& element : value.as_sequence().elements) {
        text += " (seq.unit " + value_text(element, node.arguments[0]) + ")";
      }
      text += value.as_sequence().elements.size() == 1 ? " (as seq.empty " + to_string(store_, sort) + "))" : ")";
    } else if (value.is<std::shared_ptr<const DatatypeValue>>()) {
      text = datatype_text(value.as_datatype(), sort, node);
    }
    return text;
  }

  std::string datatype_text(const DatatypeValue& value, SortId sort, const SortNode& node) {
    const Datatype datatype = store_.node(*node.datatype);
    std::string head = quoted_symbol(store_.spelling(store_.node(value.constructor).name));
    if (!datatype.parameters.empty()) {
      head = "(as " + head + " " + to_string(store_, sort) + ")";
    }
    if (value.fields.empty()) {
      return head;
    }
    std::string text = "(" + head;
    for (std::size_t i = 0; i < value.fields.size(); ++i) {
      const Field& field = datatype.constructors[value.position].fields[i];
      text += " " + value_text(value.fields[i], store_.substitute(field.sort, datatype.parameters, node.arguments));
    }
    return text + ")";
  }

  void function(FunctionId id, const Interpretation& interpretation) {
    const Function function = store_.node(id);
    const std::string name = quoted_symbol(store_.spelling(function.name));
    if (interpretation.body) {
      with_body(name, function, interpretation);
      return;
    }
    table(name, function.parameters, function.result, interpretation);
  }

  std::string variables_text(const std::vector<BoundVariable>& variables) const {
    std::string text = "(";
    for (const BoundVariable& variable : variables) {
      text += (text.size() > 1 ? " (" : "(") + quoted_symbol(store_.spelling(variable.name)) + " " +
              to_string(store_, variable.sort) + ")";
    }
    return text + ")";
  }

  void with_body(const std::string& name, const Function& function, const Interpretation& interpretation) {
    std::string body;
    print_term(store_, *interpretation.body, dialect_, body);
    const std::string variables = variables_text(interpretation.variables);
    const bool by_lambda = interpretation.variables.size() > function.parameters.size();
    out_ += "  (define-fun " + name + " " + (by_lambda ? "()" : variables) + " " + to_string(store_, function.result) +
            " " + (by_lambda ? "(lambda " + variables + " " + body + ")" : body) + ")\n";
  }

  void table(const std::string& name, const std::vector<SortId>& sorts, SortId result,
             const Interpretation& interpretation) {
    if (interpretation.entries.empty() && !interpretation.fallback) {
      return;
    }
    std::string header;
    for (std::size_t i = 0; i < sorts.size(); ++i) {
      header += (header.empty() ? "(x!" : " (x!") + std::to_string(i) + " " + to_string(store_, sorts[i]) + ")";
    }
    std::string body;
    std::string close;
    const bool total = interpretation.fallback.has_value();
    for (std::size_t i = 0; i < interpretation.entries.size(); ++i) {
      const auto& [key, value] = interpretation.entries[i];
      const std::string text = value_text(value, result);
      if (sorts.empty() || (!total && i + 1 == interpretation.entries.size())) {
        body += text;
        break;
      }
      body += "(ite " + condition(key, sorts) + " " + text + " ";
      close += ")";
    }
    if (total && (interpretation.entries.empty() || !sorts.empty())) {
      body += value_text(*interpretation.fallback, result);
    }
    out_ += "  (define-fun " + name + " (" + header + ") " + to_string(store_, result) + " " + body + close + ")\n";
  }

  std::string condition(const std::vector<Value>& key, const std::vector<SortId>& sorts) {
    std::string text = key.size() == 1 ? "" : "(and";
    for (std::size_t i = 0; i < key.size(); ++i) {
      text += (text.empty() ? "(= x!" : " (= x!") + std::to_string(i) + " " + value_text(key[i], sorts[i]) + ")";
    }
    return key.size() == 1 ? text : text + ")";
  }

  void open_result(const std::string& name, const Interpretation& interpretation) {
    const SortId sort = name == "/0" ? store_.real_sort() : store_.int_sort();
    const std::size_t arity = interpretation.entries.empty() ? 2 : interpretation.entries[0].first.size();
    table(name, std::vector<SortId>(arity, sort), sort, interpretation);
  }

  TermStore& store_;
  const Model& model_;
  const Dialect& dialect_;
  std::map<std::pair<SortId, std::uint32_t>, std::string> names_;  ///< the symbols of elements
  std::set<FunctionId> abstract_;
  std::string out_;
};

}  // namespace

Model restricted(const TermStore& store, const Model& model, std::span<const FunctionId> functions) {
  Model part;
  part.universes = model.universes;
  part.unspecified = model.unspecified;
  for (const FunctionId id : functions) {
    const auto found = model.functions.find(id);
    if (found != model.functions.end()) {
      part.functions.insert(*found);
    }
  }
  for (const auto& [id, interpretation] : model.functions) {
    if (names_element(store, id, interpretation)) {
      part.functions.emplace(id, interpretation);
    }
  }
  return part;
}

std::string print_model(TermStore& store, const Model& model, const Dialect& dialect) {
  return ModelPrinter(store, model, dialect).print();
}

}  // namespace assay::smt
