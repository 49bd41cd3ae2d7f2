#include "datalog/dialect/souffle_components.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::datalog {
namespace {

constexpr std::size_t kMostText = 1U << 20;
constexpr int kDeepest = 20;  // instances within instances

/// `Name<A, B>`
struct Use {
  std::string name;
  std::vector<std::string> arguments;
};

/// `.comp Name<T> : Base<T> { body }`, the body as tokens [begin, end).
struct Component {
  std::vector<std::string> parameters;
  std::vector<Use> bases;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What names mean within an instance, or outside of all.
struct Scope {
  std::string prefix;
  std::map<std::string, std::string, std::less<>> names;  ///< parameters, and what is declared there
  std::set<std::string, std::less<>> instances;           ///< by their names in the text
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
    write(0, last, outside, 0);
    if (failed_) return std::nullopt;
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Token& at(std::size_t i) const { return tokens_.list[i]; }

  /// Behind the bracket that closes the one at `i`.
  [[nodiscard]] std::size_t behind_brackets(std::size_t i, std::size_t end) {
    int depth = 0;
    for (; i < end; ++i) {
      depth += bracket(at(i));
      if (depth == 0) return i + 1;
    }
    failed_ = true;
    return end;
  }

  /// `Name<A, B>`, from `i` on, which moves behind it.
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
      for (std::size_t j = component.begin; j < component.end; ++j)
        if (at(j).is(".comp") || at(j).is(".override") || at(j).is("overridable")) return fail();
      if (!components_.emplace(head.name, std::move(component)).second) return fail();
    }
  }

  void collect_instances(std::size_t begin, std::size_t end, Scope& scope) {
    for (std::size_t i = begin; i < end; ++i) {
      if (at(i).is(".comp")) {
        while (i < end && !at(i).is("{")) ++i;
        i = behind_brackets(i, end) - 1;
      } else if (at(i).is(".init") && i + 1 < end) {
        scope.instances.emplace(at(i + 1).text);
      }
    }
  }

  /// The relations and types that a component and its bases declare.
  void collect_names(const Component& component, Scope& scope, int depth) {
    if (depth > kDeepest) return fail();
    collect_instances(component.begin, component.end, scope);
    for (std::size_t i = component.begin; i < component.end; ++i) {
      if (!at(i).is(".decl") && !at(i).is(".type")) continue;
      do {
        const std::string name(at(++i).text);
        scope.names.emplace(name, scope.prefix + name);
      } while (i + 1 < component.end && at(i + 1).is(",") && at(++i).is(","));
    }
    for (const Use& base : component.bases) {
      const auto found = components_.find(base.name);
      if (found == components_.end()) return fail();
      collect_names(found->second, scope, depth + 1);
    }
  }

  void bind(const Component& component, const Use& use, const Scope& around, Scope& scope) {
    if (component.parameters.size() != use.arguments.size()) return fail();
    for (std::size_t i = 0; i < use.arguments.size(); ++i) {
      const auto known = around.names.find(use.arguments[i]);
      scope.names[component.parameters[i]] = known == around.names.end() ? use.arguments[i] : known->second;
    }
  }

  void write_instance(const Use& use, const std::string& name, const Scope& around, int depth) {
    const auto found = components_.find(use.name);
    if (found == components_.end() || depth > kDeepest) return fail();
    Scope scope;
    scope.prefix = around.prefix + name + "_";
    collect_names(found->second, scope, 0);
    write_component(found->second, use, around, scope, depth);
  }

  /// Bases first; each has parameters of its own beside what all of them declare.
  void write_component(const Component& component, const Use& use, const Scope& around, const Scope& declared,
                       int depth) {
    if (failed_ || depth > kDeepest) return fail();
    Scope scope = declared;
    bind(component, use, around, scope);
    for (const Use& base : component.bases) {
      const auto found = components_.find(base.name);
      if (found == components_.end()) return fail();
      write_component(found->second, base, scope, declared, depth + 1);
    }
    write(component.begin, component.end, scope, depth + 1);
  }

  void write(std::size_t begin, std::size_t end, const Scope& scope, int depth) {
    for (std::size_t i = begin; i < end && !failed_;) {
      if (out_.size() > kMostText) return fail();
      if (at(i).is(".comp")) {
        while (i < end && !at(i).is("{")) ++i;
        i = behind_brackets(i, end);
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

  /// One token, or a name of several: `instance.relation`.
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
    const auto known = scope.names.find(token.text);
    out_ += known == scope.names.end() ? token.text : std::string_view(known->second);
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
