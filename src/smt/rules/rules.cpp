#include "smt/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "assay/smt/script.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/builtin.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/rules/expression.hpp"
#include "smt/rules/theories.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> builtin_rule_texts();  // the files in data/rules
}  // namespace assay::core

namespace assay::smt {
namespace {

/// The built-in files in the order of their rows, on which cases depend.
constexpr std::array<std::string_view, 13> kFiles = {
    "constants",           "core",      "arithmetic",     "bit-vectors", "floating-point", "arrays",   "strings",
    "regular-expressions", "sequences", "pseudo-boolean", "sets",        "datatypes",      "functions"};
constexpr std::size_t kMaxRowInstances = 1000;  // of one row's :for
// Suffixes of bound variables: an equality may be inserted under the binder of an equivalence.
constexpr std::string_view kBound = ".b";
constexpr std::string_view kBoundInEquality = ".e";

struct KindRow {
  std::string_view keyword;
  RuleKind kind;
  std::vector<std::string_view> required;
  std::vector<std::string_view> allowed;
};

const std::vector<KindRow>& kinds() {
  static const std::vector<KindRow> rows{
      {"equivalence",
       RuleKind::Equivalence,
       {":theory", ":vars", ":left", ":right"},
       {":exists", ":for", ":if", ":source"}},
      {"implication",
       RuleKind::Implication,
       {":theory", ":vars", ":left", ":right"},
       {":exists", ":for", ":if", ":source"}},
      {"equality", RuleKind::Equality, {":theory", ":vars", ":term", ":equals"}, {":for", ":if", ":source"}},
      {"operation", RuleKind::Operation, {":theory", ":vars", ":term"}, {":for", ":source"}},
  };
  return rows;
}

std::string declaration(const Expression& variable) {
  const std::string& name = variable.items[0].atom;
  if (variable.items.size() == 3 && variable.items[1].is_list)
    return "(declare-fun " + name + " " + text_of(variable.items[1]) + " " + text_of(variable.items[2]) + ")\n";
  return "(declare-fun " + name + " () " + text_of(variable.items[1]) + ")\n";
}

/// Parses one file and expands its rows.
class FileReader {
 public:
  explicit FileReader(std::string file) : file_(std::move(file)) {}

  Result<std::vector<RuleText>> read(std::string_view text) {
    auto expressions = read_expressions(text, file_);
    if (!expressions) return expressions.error();
    for (const Expression& row : *expressions) {
      if (!row.is_list || row.items.empty() || row.items[0].is_list)
        return fail(row, "a row begins with '(' and a keyword");
      const std::string& keyword = row.items[0].atom;
      Status status;
      if (keyword == "prelude") {
        for (std::size_t i = 1; i < row.items.size(); ++i) prelude_ += text_of(row.items[i]) + "\n";
      } else if (keyword == "constants") {
        status = constants(row);
      } else {
        status = rule(row);
      }
      if (!status) return status.error();
    }
    return std::move(rules_);
  }

 private:
  [[nodiscard]] Error fail(const Expression& at, const std::string& what) const {
    return Error{to_string(file_, at.where) + ": " + what, "see docs/user/synth-rules.md for the format"};
  }

  Status constants(const Expression& row) {
    if (row.items.size() < 3) return fail(row, "constants have a sort and at least one value");
    RuleText text;
    text.kind = RuleKind::Constants;
    text.where = to_string(file_, row.where);
    text.name = "constants of " + text_of(row.items[1]) + " at " + text.where;
    text.script = prelude_ + "(declare-fun c () " + text_of(row.items[1]) + ")\n";
    for (std::size_t i = 2; i < row.items.size(); ++i)
      text.script += "(assert (= c " + text_of(instantiated(row.items[i], {})) + "))\n";
    rules_.push_back(std::move(text));
    return {};
  }

  Status rule(const Expression& row) {
    const auto kind = std::find_if(kinds().begin(), kinds().end(),
                                   [&](const KindRow& one) { return row.items[0].is_atom(one.keyword); });
    if (kind == kinds().end())
      return fail(row, "'" + row.items[0].atom +
                           "' is no kind of row: equivalence, implication, equality, operation, constants or prelude");
    if (row.items.size() < 2 || row.items[1].is_list) return fail(row, "the row has no name");
    std::map<std::string, const Expression*, std::less<>> attributes;
    for (std::size_t i = 2; i < row.items.size(); i += 2) {
      const std::string& key = row.items[i].atom;
      const auto knows = [&key](const auto& list) { return std::find(list.begin(), list.end(), key) != list.end(); };
      if (!knows(kind->required) && !knows(kind->allowed)) return fail(row.items[i], "unknown attribute '" + key + "'");
      if (i + 1 == row.items.size()) return fail(row.items[i], "the attribute " + key + " has no value");
      if (!attributes.emplace(key, &row.items[i + 1]).second) return fail(row.items[i], key + " stands twice");
    }
    for (const std::string_view key : {":for", ":vars", ":exists"})
      if (const auto list = attributes.find(key); list != attributes.end() && !list->second->is_list)
        return fail(*list->second, std::string(key) + " is a list of lists");
    for (const std::string_view key : kind->required)
      if (attributes.find(key) == attributes.end()) return fail(row, "the row has no " + std::string(key));
    return expand(row, kind->kind, attributes);
  }

  using Attributes = std::map<std::string, const Expression*, std::less<>>;

  Status expand(const Expression& row, RuleKind kind, const Attributes& attributes) {
    std::vector<const Expression*> parameters;
    std::vector<std::size_t> choice;
    if (const auto list = attributes.find(":for"); list != attributes.end()) {
      for (const Expression& parameter : list->second->items) {
        if (!parameter.is_list || parameter.items.size() < 2 || parameter.items[0].is_list)
          return fail(*list->second, ":for is a list of (name value ...)");
        parameters.push_back(&parameter);
        choice.push_back(1);
      }
    }
    for (std::size_t made = 0;; ++made) {
      if (made == kMaxRowInstances) return fail(row, "more than 1000 instances of one row");
      Bindings bindings;
      std::string suffix;
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Expression& value = parameters[i]->items[choice[i]];
        const std::string& name = parameters[i]->items[0].atom;
        bindings.emplace(name, value);
        suffix += (suffix.empty() ? "" : ",") + name + "=" + text_of(value);
      }
      const std::string name = row.items[1].atom + (suffix.empty() ? "" : "[" + suffix + "]");
      if (Status status = instance(row, kind, name, attributes, bindings); !status) return status;
      std::size_t digit = 0;
      while (digit < choice.size() && ++choice[digit] == parameters[digit]->items.size()) choice[digit++] = 1;
      if (digit == choice.size()) return {};
    }
  }

  Status instance(const Expression& row, RuleKind kind, const std::string& name, const Attributes& attributes,
                  const Bindings& bindings) {
    const auto get = [&](std::string_view key) -> std::optional<Expression> {
      const auto found = attributes.find(key);
      if (found == attributes.end()) return std::nullopt;
      return instantiated(*found->second, bindings);
    };
    RuleText text;
    text.kind = kind;
    text.name = name;
    text.where = to_string(file_, row.where);
    text.theory = get(":theory")->atom;
    if (find_theory(text.theory) == nullptr)
      return fail(row, "'" + text.theory + "' is no theory: " + join(theory_names(), ", "));
    if (const auto source = get(":source")) text.source = unquoted(source->atom);
    text.script = prelude_;
    const auto variables = get(":vars");
    for (const Expression& variable : variables->items) {
      const bool is_function = variable.items.size() == 3 && variable.items[1].is_list;
      if (!variable.is_list || (variable.items.size() != 2 && !is_function) || variable.items[0].is_list)
        return fail(row, ":vars is a list of (name Sort), and (name (Sort ...) Sort) for functions");
      text.script += declaration(variable);
    }
    text.variables = variables->items.size();
    const auto own = get(":exists");
    for (const Expression& variable : own ? own->items : std::vector<Expression>{}) {
      if (!variable.is_list || variable.items.size() != 3) return fail(row, ":exists is a list of (name Sort term)");
      text.script += "(declare-fun " + variable.items[0].atom + " () " + text_of(variable.items[1]) + ")\n";
    }
    text.has_condition = false;
    if (const auto condition = get(":if")) {
      text.has_condition = true;
      text.script += "(assert " + text_of(*condition) + ")\n";
    }
    if (const auto left = get(":left")) text.script += "(assert " + text_of(*left) + ")\n";
    if (const auto right = get(":right")) text.script += "(assert " + text_of(*right) + ")\n";
    if (const auto term = get(":term")) {
      const auto equals = get(":equals");
      text.script += "(assert (= " + text_of(*term) + " " + text_of(equals ? *equals : *term) + "))\n";
    }
    for (const Expression& variable : own ? own->items : std::vector<Expression>{})
      text.script += "(assert (= " + variable.items[0].atom + " " + text_of(variable.items[2]) + "))\n";
    if (!names_.insert(text.name).second) return fail(row, "there is another row named " + text.name);
    rules_.push_back(std::move(text));
    return {};
  }

  static std::string unquoted(const std::string& atom) {
    const bool quoted = atom.size() >= 2 && atom.front() == '"' && atom.back() == '"';
    return quoted ? replace_all(atom.substr(1, atom.size() - 2), "\"\"", "\"") : atom;
  }

  std::string file_;
  std::string prelude_;
  std::vector<RuleText> rules_;
  std::set<std::string> names_;
};

/// Extracts a row's terms from the assertions of its script, and checks their form.
class RuleMaker {
 public:
  RuleMaker(TermStore& store, const RuleText& text) : store_(store), text_(text) {}

  Result<Rule> make(std::vector<Command>* prelude) {
    auto script = parse_script(store_, text_.script, "row");
    if (!script) return problem(script.error().message);
    Rule rule;
    rule.text = &text_;
    std::vector<TermId> terms;
    for (const Command& command : script->commands) {
      if (command.kind == CommandKind::DeclareFunction)
        (rule.variables.size() < text_.variables ? rule.variables : rule.own).push_back(command.functions[0]);
      if (command.kind == CommandKind::Assert) {
        terms.push_back(command.terms[0]);
      } else if (command.kind != CommandKind::DeclareFunction && prelude != nullptr) {
        prelude->push_back(command);
      }
    }
    for (const TermId term : terms)
      if (store_.has(term, kHasOpaque))
        return problem("it has an operator or sort that Assay does not know: " + to_string(store_, term));
    for (const FunctionId variable : rule.variables)
      if (store_.spelling(store_.node(variable).name).find('.') != std::string_view::npos)
        return problem("a variable's name has a '.', which marks bound variables");
    if (text_.kind == RuleKind::Operation && !terms.empty()) {
      for (const FunctionId variable : rule.variables)
        if (!store_.node(variable).parameters.empty()) return problem("an operation has no functions among its :vars");
      if (const auto both = sides(terms[0]); both && store_.sort_of(both->first) == store_.reglan_sort())
        return problem("a regular language is tested through its words: make it (str.in_re s ...)");
    }
    for (TermId& term : terms) term = with_marked_variables(term);
    if (!assign_terms(rule, terms)) return problem("its terms are not of one sort");
    return rule;
  }

 private:
  [[nodiscard]] Error problem(const std::string& what) const {
    return Error{text_.where + ": row " + text_.name + ": " + what, ""};
  }

  /// The term with a suffix at the names of its bound variables, so that no binder captures a declared name.
  TermId with_marked_variables(TermId term) {
    if (!store_.has(term, kHasBinder)) return term;
    const auto renamed = [this](BoundVariable variable) {
      const std::string_view ending = text_.kind == RuleKind::Equality ? kBoundInEquality : kBound;
      variable.name = store_.symbol(std::string(store_.spelling(variable.name)) + std::string(ending));
      return variable;
    };
    TermMap known;
    const auto made = rewrite(
        store_, term, known, [&](TermId original, const std::vector<TermId>& children) -> std::optional<TermId> {
          if (store_.node(original).kind == TermKind::Variable)
            return store_.variable(renamed({store_.variable_name(original), store_.sort_of(original)}));
          if (store_.node(original).kind != TermKind::Binder) return store_.rebuild(original, children);
          BinderInfo info = store_.binder_info(original);
          for (BoundVariable& variable : info.variables) variable = renamed(variable);
          return store_.binder(info, children);
        });
    return made.value_or(term);
  }

  /// The sides of an equation that FileReader generated.
  std::optional<std::pair<TermId, TermId>> sides(TermId equation) {
    if (!store_.is(equation, equal_) || store_.children(equation).size() != 2) return std::nullopt;
    return std::pair{store_.children(equation)[0], store_.children(equation)[1]};
  }

  bool assign_terms(Rule& rule, const std::vector<TermId>& terms) {
    std::size_t at = 0;
    if (text_.kind == RuleKind::Constants) {
      for (const TermId term : terms) {
        const auto both = sides(term);
        if (!both) return false;
        rule.constants.push_back(both->second);
      }
      return true;
    }
    if (text_.has_condition) rule.condition = terms[at++];
    if (text_.kind == RuleKind::Equivalence || text_.kind == RuleKind::Implication) {
      rule.left = terms[at++];
      rule.right = terms[at++];
    } else {
      const auto both = sides(terms[at++]);
      if (!both) return false;
      rule.left = both->first;
      rule.right = both->second;
    }
    for (; at < terms.size(); ++at) {
      const auto both = sides(terms[at]);
      if (!both) return false;
      rule.witnesses.push_back(both->second);
    }
    return rule.witnesses.size() == rule.own.size();
  }

  TermStore& store_;
  const RuleText& text_;
  OperatorId equal_ = Operators::get().at("=");
};

}  // namespace

const std::vector<std::pair<std::string, std::string>>& builtin_rule_files() {
  static const std::vector<std::pair<std::string, std::string>> files = [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string_view name : kFiles)
      for (const core::BuiltinText& file : core::builtin_rule_texts())
        if (file.path.ends_with("/" + std::string(name) + ".rules")) all.emplace_back(file.path, file.text);
    return all;
  }();
  return files;
}

Result<std::vector<RuleText>> read_rules(std::string_view text, const std::string& file) {
  return FileReader(file).read(text);
}

Result<Rule> make_rule(TermStore& store, const RuleText& text, std::vector<Command>* prelude) {
  return RuleMaker(store, text).make(prelude);
}

namespace {

/// The thousands of rows of the built-in files, parsed once.
const Result<std::vector<RuleText>>& builtin_rows() {
  static const Result<std::vector<RuleText>> rows = [] {
    std::vector<RuleText> all;
    for (const auto& [file, text] : builtin_rule_files()) {
      auto read = read_rules(text, file);
      if (!read) return Result<std::vector<RuleText>>(read.error());
      std::move(read->begin(), read->end(), std::back_inserter(all));
    }
    return Result<std::vector<RuleText>>(std::move(all));
  }();
  return rows;
}

}  // namespace

Result<std::vector<RuleText>> load_rules(const std::vector<std::string>& files, bool builtin) {
  // The user's rows come first, because their constants are more important.
  std::vector<RuleText> rules;
  for (const std::string& file : files) {
    const Result<std::string> text = core::read_text_file(file);
    if (!text) return text.error();
    auto read = read_rules(*text, file);
    if (!read) return read.error();
    std::move(read->begin(), read->end(), std::back_inserter(rules));
  }
  if (builtin) {
    const auto& rows = builtin_rows();
    if (!rows) return rows.error();
    rules.insert(rules.end(), rows->begin(), rows->end());
  }
  std::set<std::string_view> names;
  for (const RuleText& rule : rules)
    if (!names.insert(rule.name).second)
      return Error{rule.where + ": there is another row named " + rule.name, "rename one of them"};
  return rules;
}

}  // namespace assay::smt
