#include "smt/eval/model_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "assay/smt/script.hpp"
#include "base/ascii.hpp"

namespace assay::smt {
namespace {

std::uint64_t trailing_number(std::string_view name) {
  while (!name.empty() && (name.back() == '|' || name.back() == ')')) {
    name.remove_suffix(1);
  }
  std::size_t first = name.size();
  while (first > 0 && name[first - 1] >= '0' && name[first - 1] <= '9') {
    --first;
  }
  std::uint64_t number = 0;
  std::from_chars(name.data() + first, name.data() + name.size(), number);
  return number;
}

/// The sort at the end of "(as @U_0 U)".
std::string ascribed_sort(std::string_view name) {
  name.remove_suffix(1);
  if (name.back() != ')') {
    return std::string(name.substr(name.rfind(' ') + 1));
  }
  std::size_t depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += name[i] == ')' ? 1 : 0;
    depth -= name[i] == '(' ? 1 : 0;
    if (depth == 0) {
      return std::string(name.substr(i));
    }
  }
  return {};
}

constexpr std::string_view kAscribed = "(as @";

/// The sort in the name of an abstract value; empty if the name is not that of an abstract value.
std::string abstract_sort(const std::string& name) {
  if (name.substr(0, kAscribed.size()) == kAscribed && name.back() == ')') {
    return ascribed_sort(name);
  }
  const std::size_t val = name.find("!val!");
  if (val != std::string::npos) {
    return name.substr(0, val);
  }
  if (name.size() < 2 || name[0] != '@') {
    return {};
  }
  const std::size_t start = name.substr(0, 4) == "@uc_" ? 4 : 1;
  const std::size_t last = name.rfind('_');
  return last != std::string::npos && last > start ? name.substr(start, last - start) : std::string();
}

}  // namespace

bool is_abstract_name(std::string_view name) { return !abstract_sort(std::string(name)).empty(); }

std::string unbarred(std::string_view symbol) {
  const bool barred = symbol.size() >= 2 && symbol.front() == '|' && symbol.back() == '|';
  return std::string(barred ? symbol.substr(1, symbol.size() - 2) : symbol);
}

namespace {

class ModelTextReader {
 public:
  explicit ModelTextReader(const ModelTokens& model) : model_(model), tokens_(model.tokens) {}

  ModelText read() {
    out_.cardinalities = model_.cardinalities;
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i)
      if (tokens_[i].kind == ModelToken::Kind::Open && word(i + 1) == kFunction)
        functions_.insert(unbarred(word(i + 2)));
    for (std::size_t i = 0; i < tokens_.size(); i = model_.after(i)) {
      if (tokens_[i].kind == ModelToken::Kind::Open) {
        group(i);
      }
    }
    resolve_aliases();
    std::sort(out_.covered.begin(), out_.covered.end());
    std::sort(out_.arrays.begin(), out_.arrays.end());
    out_.arrays.erase(std::unique(out_.arrays.begin(), out_.arrays.end()), out_.arrays.end());
    std::stable_sort(out_.elements.begin(), out_.elements.end(), [](const ModelElement& a, const ModelElement& b) {
      return std::tie(a.sort, a.number, a.name) < std::tie(b.sort, b.number, b.name);
    });
    out_.elements.erase(std::unique(out_.elements.begin(), out_.elements.end(),
                                    [](const ModelElement& a, const ModelElement& b) { return a.name == b.name; }),
                        out_.elements.end());
    return std::move(out_);
  }

 private:
  std::string_view word(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }

  /// The whole model, or one item of it.
  void group(std::size_t i) {
    const std::string_view head = word(i + 1);
    const bool wrapped = head == "model" || tokens_[i + 1].kind == ModelToken::Kind::Open;
    if (!wrapped) {
      item(i);
      return;
    }
    for (const std::size_t part : model_.parts(i)) {
      if (tokens_[part].kind == ModelToken::Kind::Open) {
        item(part);
      }
    }
  }

  void item(std::size_t i) {
    const std::string_view head = word(i + 1);
    const std::vector<std::size_t> parts = model_.parts(i);
    if ((head == "define-fun" || head == "define-fun-rec") && parts.size() == 5) {
      definition(parts[1], parts[2], parts[3], parts[4], head == "define-fun-rec");
    } else if (head == "define-const" && parts.size() == 4) {
      definition(parts[1], std::nullopt, parts[2], parts[3], false);
    } else if (head == "define-funs-rec" && parts.size() == 3) {
      recursive_definitions(parts[1], parts[2]);
    } else if (head == "declare-fun" && parts.size() == 4 && model_.parts(parts[2]).empty()) {
      element(word(parts[1]), text(parts[3]));
    } else if (head == "forall" && parts.size() == 3) {
      for (const std::size_t variable : model_.parts(parts[1])) {
        const std::vector<std::size_t> pair = model_.parts(variable);
        if (pair.size() == 2) out_.covered.push_back(text(pair[1]));
      }
    } else if (head == kFunction && parts.size() >= 3) {
      function_by_rows(parts);
    } else if (head == "=" && parts.size() == 3) {
      equation(parts[1], parts[2]);
    } else if (parts.size() == 2 && head.substr(0, 8) != "declare-") {
      equation(parts[0], parts[1]);
    }
  }

  std::string text(std::size_t i) const { return model_.text(i, model_.after(i)); }

  void element(std::string_view symbol, std::string sort) {
    out_.elements.push_back({unbarred(symbol), std::move(sort), trailing_number(symbol)});
  }

  /// `((x 5))`, `(= x 5)`: constants only.
  void equation(std::size_t name, std::size_t value) {
    if (tokens_[name].kind != ModelToken::Kind::Atom && tokens_[name].kind != ModelToken::Kind::Quoted) {
      return;
    }
    if (functions_.contains(unbarred(tokens_[value].text))) {
      aliases_.emplace_back(unbarred(tokens_[name].text), unbarred(tokens_[value].text));
      return;
    }
    ModelDefinition result;
    result.name = unbarred(tokens_[name].text);
    result.body = respelled(value, result.mentions);
    out_.definitions.push_back(std::move(result));
  }

  /// A sort in SMT-LIB's spelling, from yices2's own spelling or SMT-LIB's.
  std::string sort_text(std::size_t i) const {
    const std::string_view name = word(i);
    if (name == "int") return "Int";
    if (name == "real") return "Real";
    if (name == "bool") return "Bool";
    if (tokens_[i].kind == ModelToken::Kind::Open && word(i + 1) == "bitvector")
      return "(_ BitVec " + std::string(word(i + 2)) + ")";
    return text(i);
  }

  /// Whether yices2 prints this head for the type of a function of one parameter, of several, or of an array.
  static bool is_type_of_functions(std::string_view head) {
    return head == "->" || head.starts_with("FunType") || head == "Array";
  }

  /// (function f (type (-> S T)) (= (f 1) 5) ... (default 0)), as yices2 prints functions. The first matching row
  /// counts.
  void function_by_rows(const std::vector<std::size_t>& parts) {
    const std::vector<std::size_t> type = model_.parts(parts[2]);
    if (type.size() != 2 || !is_type_of_functions(word(type[1] + 1))) return;
    ModelDefinition result;
    result.name = unbarred(tokens_[parts[1]].text);
    result.by_rows = true;
    const std::vector<std::size_t> sorts = model_.parts(type[1]);
    for (std::size_t i = 1; i + 1 < sorts.size(); ++i) {
      result.variables.push_back("x!" + std::to_string(i));
      result.sorts.push_back(sort_text(sorts[i]));
    }
    result.result = sort_text(sorts.back());
    std::string close;
    for (std::size_t row = 3; row < parts.size(); ++row) {
      const std::vector<std::size_t> sides = model_.parts(parts[row]);
      if (sides.size() == 2 && word(sides[0]) == "default") {
        result.body += cell(sides[1], result.result, result.mentions) + close;
        out_.definitions.push_back(std::move(result));
        return;
      }
      const std::vector<std::size_t> call = sides.size() == 3 ? model_.parts(sides[1]) : std::vector<std::size_t>();
      if (call.size() != result.variables.size() + 1) return;
      result.body += "(ite (and true";
      for (std::size_t i = 1; i < call.size(); ++i)
        result.body +=
            " (= " + result.variables[i - 1] + " " + cell(call[i], result.sorts[i - 1], result.mentions) + ")";
      result.body += ") " + cell(sides[2], result.result, result.mentions) + " ";
      close += ")";
    }
  }

  /// A value of this sort in a row.
  std::string cell(std::size_t value, const std::string& sort, std::vector<std::string>& mentions) {
    if (tokens_[value].kind != ModelToken::Kind::Open) sort_of_cell_ = sort;
    std::string result = respelled(value, mentions);
    sort_of_cell_.clear();
    return result;
  }

  /// (= f @fun_2): defines the script's function f like @fun_2, a function that the model introduced.
  void resolve_aliases() {
    std::vector<ModelDefinition> found;
    for (const auto& [name, function] : aliases_) {
      for (const ModelDefinition& definition : out_.definitions) {
        if (definition.name != function || !definition.by_rows) continue;
        found.push_back(definition);
        found.back().name = name;
        break;
      }
    }
    std::erase_if(out_.definitions, [](const ModelDefinition& definition) {
      return definition.by_rows && is_abstract_name(definition.name);
    });
    out_.definitions.insert(out_.definitions.end(), found.begin(), found.end());
  }

  void definition(std::size_t name, std::optional<std::size_t> variables, std::size_t sort, std::size_t body,
                  bool recursive) {
    ModelDefinition result;
    result.name = unbarred(tokens_[name].text);
    result.recursive = recursive;
    if (variables) {
      add_variables(*variables, result);
    }
    result.result = text(sort);
    // (define-fun a () (Array S T) (lambda ((x S)) body)): becomes the function of the lambda.
    const bool array = result.variables.empty() && tokens_[sort].kind == ModelToken::Kind::Open &&
                       word(sort + 1) == "Array" && word(body + 1) == "lambda" &&
                       tokens_[body].kind == ModelToken::Kind::Open;
    if (array) {
      const std::vector<std::size_t> parts = model_.parts(body);
      if (parts.size() != 3) return;  // no lambda
      result.by_lambda = true;
      add_variables(parts[1], result);
      result.result = text(model_.parts(sort).back());
      body = parts[2];
    }
    const bool is_atom = tokens_[body].kind == ModelToken::Kind::Atom || tokens_[body].kind == ModelToken::Kind::Quoted;
    if (is_atom && is_abstract_name(unbarred(tokens_[body].text)) && !is_element(unbarred(tokens_[body].text))) {
      element(tokens_[body].text, result.result);  // the name does not contain all of a parametric sort
    }
    result.body = respelled(body, result.mentions);
    out_.definitions.push_back(std::move(result));
  }

  bool is_element(std::string_view name) const {
    return std::any_of(out_.elements.begin(), out_.elements.end(),
                       [&](const ModelElement& e) { return e.name == name; });
  }

  void add_variables(std::size_t list, ModelDefinition& out) {
    for (const std::size_t variable : model_.parts(list)) {
      const std::vector<std::size_t> pair = model_.parts(variable);
      if (pair.size() == 2) {
        out.variables.emplace_back(tokens_[pair[0]].text);
        out.sorts.push_back(text(pair[1]));
      }
    }
  }

  void recursive_definitions(std::size_t signatures, std::size_t bodies) {
    const std::vector<std::size_t> heads = model_.parts(signatures);
    const std::vector<std::size_t> values = model_.parts(bodies);
    for (std::size_t i = 0; i < heads.size() && i < values.size(); ++i) {
      const std::vector<std::size_t> parts = model_.parts(heads[i]);
      if (parts.size() == 3) {
        definition(parts[0], parts[1], parts[2], values[i], true);
      }
    }
  }

  /// The expression, where symbols replace abstract values, arrays given by functions, and unreadable values.
  std::string respelled(std::size_t begin, std::vector<std::string>& mentions) {
    std::string result;
    const std::size_t end = model_.after(begin);
    for (std::size_t i = begin; i < end;) {
      if (!result.empty() && result.back() != '(' && tokens_[i].kind != ModelToken::Kind::Close) {
        result += ' ';
      }
      const std::size_t next = special(i, result, mentions);
      if (next != i) {
        i = next;
        continue;
      }
      if (tokens_[i].kind == ModelToken::Kind::Atom || tokens_[i].kind == ModelToken::Kind::Quoted) {
        mentions.push_back(unbarred(tokens_[i].text));
      }
      result += tokens_[i].text;
      ++i;
    }
    std::sort(mentions.begin(), mentions.end());
    return result;
  }

  /// Appends the expression at `i` if it needs another spelling. Returns the position after it, or `i` if it does not.
  std::size_t special(std::size_t i, std::string& result, std::vector<std::string>& mentions) {
    const ModelToken& token = tokens_[i];
    if (token.kind == ModelToken::Kind::Atom && is_number(token.text)) {
      result += number(token.text);
      return i + 1;
    }
    if (token.kind == ModelToken::Kind::Atom || token.kind == ModelToken::Kind::Quoted) {
      return abstract_atom(i, result);
    }
    if (token.kind != ModelToken::Kind::Open) {
      return i;
    }
    const std::string_view head = word(i + 1);
    const std::size_t after = model_.after(i);
    if (head == "as" && word(i + 2).substr(0, 1) == "@") {
      const std::string name = without_bars(model_.text(i, after));
      element(name, text(model_.parts(i).back()));
      result += quoted_symbol(name);
      return after;
    }
    if (head == "_" && word(i + 2) == "as-array" && model_.parts(i).size() == 3) {
      const std::string function = unbarred(word(i + 3));
      out_.arrays.push_back(function);
      mentions.push_back("as-array " + function);
      result += quoted_symbol("as-array " + function);
      return after;
    }
    if (head == "root-obj" || head == "root-of-with-interval" ||
        (head == "_" && word(i + 2) == "real_algebraic_number")) {
      result += "(root-obj 0)";
      return after;
    }
    return i;
  }

  /// A literal in yices2's own notation: 0b01, -3, 1/2, -1/2.
  static bool is_number(std::string_view text) {
    if (text.starts_with("0b")) return text.find_first_not_of("01", 2) == std::string_view::npos;
    const bool other = text.starts_with('-') || text.find('/') != std::string_view::npos;
    if (text.starts_with('-')) text.remove_prefix(1);
    return other && !text.empty() && is_digit(text.front()) && is_digit(text.back()) &&
           text.find_first_not_of("0123456789/") == std::string_view::npos &&
           std::count(text.begin(), text.end(), '/') < 2;
  }
  static std::string number(std::string_view text) {
    if (text.starts_with("0b")) return "#b" + std::string(text.substr(2));
    if (text.starts_with('-')) return "(- " + number(text.substr(1)) + ")";
    const std::size_t over = text.find('/');
    if (over == std::string_view::npos) return std::string(text);
    return "(/ " + std::string(text.substr(0, over)) + " " + std::string(text.substr(over + 1)) + ")";
  }

  /// U!val!0 of z3 (declared in the model, or not), @uc_U_0 and @U_0 of cvc4 and cvc5, @const_0 of yices2.
  std::size_t abstract_atom(std::size_t i, std::string& result) {
    const std::string name = unbarred(tokens_[i].text);
    std::string sort = abstract_sort(name);
    if (sort.empty()) {
      return i;
    }
    if (name.starts_with(kUnnamedSort)) sort = sort_of_cell_;
    const auto known = std::find_if(out_.elements.begin(), out_.elements.end(),
                                    [&](const ModelElement& one) { return one.name == name; });
    if (known == out_.elements.end()) {
      element(name, std::move(sort));
    } else if (known->sort.empty()) {
      known->sort = std::move(sort);
    }
    result += quoted_symbol(name);
    return i + 1;
  }

  static std::string without_bars(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '|'), text.end());
    return text;
  }

  static constexpr std::string_view kFunction = "function";
  static constexpr std::string_view kUnnamedSort = "@const_";  ///< prefix of yices2's elements of all sorts

  const ModelTokens& model_;
  const std::vector<ModelToken>& tokens_;
  ModelText out_;
  std::set<std::string> functions_;  ///< names of the functions given by rows
  std::string sort_of_cell_;
  std::vector<std::pair<std::string, std::string>> aliases_;
};

}  // namespace

Result<ModelText> read_model_text(const ModelTokens& tokens) {
  if (tokens.tokens.empty()) {
    return Error{"the model is empty", "ask the solver for it with (get-model) after (check-sat)"};
  }
  for (std::size_t i = 0; i < tokens.tokens.size(); i = tokens.after(i)) {
    if (tokens.tokens[i].kind == ModelToken::Kind::Open && tokens.tokens[i + 1].text == "error") {
      return Error{"the solver answered " + tokens.text(i, tokens.after(i)) + " instead of a model", ""};
    }
  }
  return ModelTextReader(tokens).read();
}

}  // namespace assay::smt
