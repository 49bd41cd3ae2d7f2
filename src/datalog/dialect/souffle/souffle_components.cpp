#include "datalog/dialect/souffle/souffle_components.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datalog/dialect/souffle/souffle_declarations.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxTextBytes = 1U << 20;
constexpr int kMaxDepth = 20;  // of nested instances and of chains of bases

using Names = std::set<std::string, std::less<>>;

/// A use of a component: `Name<A, B>`.
struct Use {
  std::string name;
  std::vector<std::string> arguments;
};

/// A definition `.comp Name<T> : Base<T> { body }`. The body has the tokens [begin, end).
struct Component {
  std::vector<std::string> parameters;
  std::vector<Use> bases;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<Declarations::Clause> clauses;
  Names overrides;    ///< relations whose clauses in bases are dropped
  Names overridable;  ///< relations that it declares with the qualifier `overridable`
};

/// The meaning of names inside of an instance, or outside of all instances.
struct Scope {
  std::string prefix;                                         ///< prefix of the expanded names
  std::map<std::string, std::string, std::less<>> names;      ///< expanded names of parameters and declared types
  std::map<std::string, std::string, std::less<>> relations;  ///< expanded names of declared relations
  Names instances;                                            ///< the instances' names in the text
};

class Expander {
 public:
  explicit Expander(const Tokens& tokens) : tokens_(tokens) {}

  std::optional<std::string> run() {
    const std::size_t last = tokens_.list.size() - 1;
    find_components(0, last);
    if (components_.empty() || failed_) return std::nullopt;
    Scope outside;
    collect_instances(0, last, outside);
    write(0, last, outside, {}, 0);
    if (failed_) return std::nullopt;
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Token& at(std::size_t i) const { return tokens_.list[i]; }

  /// The position behind the bracket that closes the bracket at `i`.
  [[nodiscard]] std::size_t behind_brackets(std::size_t i, std::size_t end) {
    int depth = 0;
    for (; i < end; ++i) {
      depth += bracket(at(i));
      if (depth == 0) return i + 1;
    }
    failed_ = true;
    return end;
  }

  /// Reads `Name<A, B>` at `i` and moves `i` behind it.
  Use read_use(std::size_t& i, std::size_t end) {
    Use use;
    use.name = at(i++).text;
    if (i >= end || !at(i).is("<")) return use;
    for (++i; i < end && !at(i).is(">"); ++i)
      if (!at(i).is(",")) use.arguments.emplace_back(at(i).text);
    if (i < end) ++i;
    return use;
  }

  void find_components(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failed_; ++i) {
      if (!at(i).is(".comp")) continue;
      ++i;
      Component component;
      const Use head = read_use(i, end);
      component.parameters = head.arguments;
      while (i < end && (at(i).is(":") || at(i).is(","))) component.bases.push_back(read_use(++i, end));
      if (i >= end || !at(i).is("{")) return fail();
      component.begin = i + 1;
      i = behind_brackets(i, end) - 1;
      component.end = i;
      find_components(component.begin, component.end);  // nested components share one table of names
      read_body(component);
      if (!components_.emplace(head.name, std::move(component)).second) return fail();
    }
  }

  void read_body(Component& component) {
    Declarations around;  // `hides` permits types that are declared outside of the component
    around.hides = true;
    Result<Declarations> body = read_declarations(tokens_, component.begin, component.end, {}, &around);
    if (!body) return fail();
    component.clauses = std::move(body->clauses);
    std::string declared;
    for (std::size_t i = component.begin; i < component.end; ++i) {
      if (skip_component(i, component.end)) continue;
      if (at(i).is(".decl")) declared = at(i + 1).text;
      if (at(i).is("overridable")) component.overridable.insert(declared);
      if (at(i).is(".override")) component.overrides.emplace(at(i + 1).text);
    }
  }

  /// If a component begins at `i`, moves `i` to its last token and returns true.
  bool skip_component(std::size_t& i, std::size_t end) {
    if (!at(i).is(".comp")) return false;
    while (i < end && !at(i).is("{")) ++i;
    i = behind_brackets(i, end) - 1;
    return true;
  }

  void collect_instances(std::size_t begin, std::size_t end, Scope& scope) {
    for (std::size_t i = begin; i < end; ++i) {
      if (skip_component(i, end)) continue;
      if (at(i).is(".init") && i + 1 < end) {
        scope.instances.emplace(at(i + 1).text);
      }
    }
  }

  /// The component of a use, whose name may be a bound parameter. Null, after fail(), if there is none.
  [[nodiscard]] const Component* find(const Use& use, const Scope& scope) {
    const auto bound = scope.names.find(use.name);
    const auto found = components_.find(bound == scope.names.end() ? use.name : bound->second);
    if (found == components_.end()) fail();
    return found == components_.end() ? nullptr : &found->second;
  }

  /// Adds the relations, types and instances that a component and its bases declare to `scope`.
  void collect_names(const Component& component, const Use& use, const Scope& around, Scope& scope, int depth) {
    if (depth > kMaxDepth || failed_) return fail();
    Scope bound = scope;
    bind(component, use, around, bound);
    collect_instances(component.begin, component.end, scope);
    for (std::size_t i = component.begin; i < component.end; ++i) {
      if (skip_component(i, component.end) || (!at(i).is(".decl") && !at(i).is(".type"))) continue;
      const bool is_type = at(i).is(".type");
      do {
        const std::string name(at(++i).text);
        (is_type ? scope.names : scope.relations)[name] = scope.prefix + name;
      } while (i + 1 < component.end && at(i + 1).is(",") && at(++i).is(","));
    }
    for (const Use& base : component.bases)
      if (const Component* found = find(base, bound)) collect_names(*found, base, bound, scope, depth + 1);
  }

  void bind(const Component& component, const Use& use, const Scope& around, Scope& scope) {
    if (component.parameters.size() != use.arguments.size()) return fail();
    for (std::size_t i = 0; i < use.arguments.size(); ++i) {
      const auto known = around.names.find(use.arguments[i]);
      scope.names[component.parameters[i]] = known == around.names.end() ? use.arguments[i] : known->second;
    }
  }

  void write_instance(const Use& use, const std::string& name, const Scope& around, int depth) {
    const Component* found = find(use, around);
    if (found == nullptr || depth > kMaxDepth) return fail();
    Scope scope = around;  // names that the component does not declare keep their surrounding meaning
    scope.prefix += name + "_";
    scope.instances.clear();
    collect_names(*found, use, around, scope, 0);
    write_component(*found, use, around, scope, {}, depth);
  }

  /// Writes the bases, then the component. Each has its own parameters, in addition to the names in `declared`.
  void write_component(const Component& component, const Use& use, const Scope& around, const Scope& declared,
                       const Names& overridden, int depth) {
    if (failed_ || depth > kMaxDepth) return fail();
    Scope scope = declared;
    bind(component, use, around, scope);
    Names in_bases = overridden;
    in_bases.insert(component.overrides.begin(), component.overrides.end());
    for (const Use& base : component.bases)
      if (const Component* found = find(base, scope))
        write_component(*found, base, scope, declared, in_bases, depth + 1);
    for (std::size_t i = component.begin; i < component.end; ++i)
      if (!skip_component(i, component.end) && at(i).is(".decl") && overridden.contains(at(i + 1).text) &&
          !component.overridable.contains(at(i + 1).text))
        return fail();
    std::vector<Declarations::Clause> dropped = component.clauses;
    std::erase_if(dropped, [&](const Declarations::Clause& it) { return !overridden.contains(at(it.begin).text); });
    write(component.begin, component.end, scope, dropped, depth + 1);
  }

  /// Writes the tokens [begin, end) without the clauses in `dropped`, which are sorted.
  void write(std::size_t begin, std::size_t end, const Scope& scope, std::span<const Declarations::Clause> dropped,
             int depth) {
    for (std::size_t i = begin; i < end && !failed_;) {
      if (out_.size() > kMaxTextBytes) return fail();
      if (!dropped.empty() && i == dropped.front().begin) {
        i = dropped.front().end;
        dropped = dropped.subspan(1);
      } else if (skip_component(i, end) || at(i).is("overridable")) {
        ++i;
      } else if (at(i).is(".override")) {
        i += 2;
      } else if (at(i).is(".init")) {
        if (i + 3 >= end || !at(i + 2).is("=")) return fail();
        const std::string name(at(i + 1).text);
        i += 3;
        const Use use = read_use(i, end);
        write_instance(use, name, scope, depth);
      } else {
        write_token(i, end, scope);
      }
    }
  }

  /// Writes one token, or a name of several tokens, `instance.relation`. Moves `i` behind it.
  void write_token(std::size_t& i, std::size_t end, const Scope& scope) {
    const Token& token = at(i++);
    out_ += token.kind == TokenKind::Directive ? '\n' : ' ';
    if (!token.is_identifier()) {
      out_ += token.text;
      return;
    }
    if (scope.instances.contains(token.text) && i + 1 < end && at(i).is(".") && at(i + 1).is_identifier()) {
      out_ += scope.prefix + std::string(token.text);
      while (i + 1 < end && at(i).is(".") && at(i + 1).is_identifier()) {
        out_ += "_" + std::string(at(i + 1).text);
        i += 2;
        if (i < end && at(i).is("(")) break;
      }
      return;
    }
    out_ += meaning(token.text, is_type_at(i - 1, end), scope);
  }

  /// Whether the name at `i` is a type: it follows `:` or `<:`. An aggregate's atom also follows `:`, but has a
  /// bracket.
  [[nodiscard]] bool is_type_at(std::size_t i, std::size_t end) const {
    const bool typed = i > 0 && (at(i - 1).is(":") || at(i - 1).is("<:"));
    return typed && (i + 1 >= end || !at(i + 1).is("("));
  }

  static std::string_view meaning(std::string_view name, bool is_type, const Scope& scope) {
    if (const auto known = scope.relations.find(name); !is_type && known != scope.relations.end()) return known->second;
    const auto known = scope.names.find(name);
    return known == scope.names.end() ? name : std::string_view(known->second);
  }

  void fail() { failed_ = true; }

  const Tokens& tokens_;
  std::map<std::string, Component, std::less<>> components_;
  std::string out_;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> without_components(const Tokens& tokens) {
  if (!tokens.preprocessor_lines.empty()) return std::nullopt;
  return Expander(tokens).run();
}

}  // namespace assay::datalog
