#include "analyzer/adapters/ciao/term/output.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace assay::analyzer::ciao {
namespace {

constexpr std::array<std::string_view, 6> kStatuses = {"true", "check", "checked", "trust", "false", "entry"};
constexpr std::array<std::string_view, 4> kAssertionKinds = {"pred", "calls", "success", "comp"};

template <typename Names>
bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Reads HEAD : CALLS => SUCCESS + COMPUTATION # COMMENT. The nesting depends on which parts exist.
void read_parts(const Term& term, PredicateInfo& info) {
  const bool pair = term.kind == Term::Kind::Compound && term.args.size() == 2 && !term.parenthesised;
  if (pair && term.text == "#") return read_parts(term.args[0], info);
  if (pair && term.text == "+") {
    info.computation = term.args[1];
    return read_parts(term.args[0], info);
  }
  if (pair && term.text == "=>") {
    PredicateInfo right;
    read_parts(term.args[1], right);
    info.success = right.head;
    if (right.computation) info.computation = right.computation;
    return read_parts(term.args[0], info);
  }
  if (pair && term.text == ":" && info.head.text.empty()) {
    PredicateInfo right;
    read_parts(term.args[1], right);
    info.calls = right.head;
    if (right.success) info.success = right.success;
    if (right.computation) info.computation = right.computation;
    return read_parts(term.args[0], info);
  }
  info.head = term;
}

/// "=> SUCCESS" after the calls is read with the calls as its left side, so a part keeps what was read before.
bool read_assertion(const Term& directive, Module& module) {
  if (directive.kind != Term::Kind::Compound || directive.args.size() != 1) return false;
  PredicateInfo info;
  const Term* body = &directive;
  if (among(kStatuses, body->text)) {
    info.status = body->text;
    body = &body->args[0];
  } else {
    info.status = "check";
  }
  const bool kind = body->kind == Term::Kind::Compound && body->args.size() == 1 && among(kAssertionKinds, body->text);
  if (kind) {
    body = &body->args[0];
  } else if (info.status != "entry") {
    return false;
  }
  read_parts(*body, info);
  if (info.head.is("/", 2)) {
    // The form ":- entry p/2."
    std::size_t arity = 0;
    const std::string& digits = info.head.args[1].text;
    std::from_chars(digits.data(), digits.data() + digits.size(), arity);
    std::vector<Term> args;
    for (std::size_t i = 0; i < std::min<std::size_t>(arity, 64); ++i)
      args.push_back(make_var("A" + std::to_string(i)));
    info.head = make_compound(info.head.args[0].text, std::move(args));
  }
  if (info.head.callable()) module.infos.push_back(std::move(info));
  return true;
}

/// Reads ":- regtype rt/1." or ":- prop rt/1 + regtype."
void read_regtype(const Term& what, Module& module) {
  if (what.is("+", 2)) {
    for (const Term* part : conjuncts(what.args[1]))
      if (part->is("regtype", 0)) return read_regtype(what.args[0], module);
    return;
  }
  if (what.is("/", 2)) module.regtypes.push_back(what.args[0].text + "/" + what.args[1].text);
  if (what.kind == Term::Kind::Compound && !what.is("/", 2)) module.regtypes.push_back(what.indicator());
}

std::vector<std::string> names_of(const Term& list) {
  std::vector<std::string> out;
  for (const Term& one : list.args)
    out.push_back(one.is("/", 2) ? one.args[0].text + "/" + one.args[1].text : one.text);
  return out;
}

void read_directive(const Term& directive, Module& module) {
  if (directive.is("module", 2) || directive.is("module", 3)) {
    module.exports = names_of(directive.args[1]);
    module.exports_all = directive.args[1].kind == Term::Kind::Var;
    if (directive.args.size() == 3) module.packages = names_of(directive.args[2]);
    return;
  }
  if (directive.kind == Term::Kind::Compound && directive.args.size() == 1 &&
      (directive.text == "regtype" || directive.text == "prop")) {
    if (directive.text == "regtype" || directive.args[0].is("+", 2)) read_regtype(directive.args[0], module);
    return;
  }
  if (directive.is("doc", 2)) return;
  if (directive.is("export", 1)) {
    const Term& what = directive.args[0];
    const bool list = what.kind == Term::Kind::List;
    for (std::string& name : names_of(list ? what : make_compound("list", {what})))
      module.exports.push_back(std::move(name));
    module.exports_all = false;
  }
  if (!read_assertion(directive, module)) module.directives.push_back(directive);
}

Clause read_clause(const Term& term) {
  Clause clause;
  clause.line = term.line;
  clause.begin = term.begin;
  clause.end = term.end;
  const bool rule = term.is(":-", 2);
  clause.head = rule ? term.args[0] : term;
  if (!rule) return clause;
  for (const Term* goal : conjuncts(term.args[1])) {
    BodyItem item;
    item.is_point = goal->is("true", 1);
    item.term = item.is_point ? goal->args[0] : *goal;
    clause.body.push_back(std::move(item));
  }
  return clause;
}

}  // namespace

bool Module::defines(std::string_view indicator) const {
  return std::any_of(clauses.begin(), clauses.end(),
                     [&](const Clause& clause) { return clause.head.indicator() == indicator; });
}
bool Module::is_type(std::string_view indicator) const { return among(regtypes, indicator); }

Module read_module(std::string_view text) {
  Module module;
  ReadText read = read_clauses(text);
  module.unread = std::move(read.unread);
  for (const Term& term : read.clauses) {
    if (term.is(":-", 1)) {
      read_directive(term.args[0], module);
    } else if (term.callable() && !term.is("?-", 1)) {
      Clause clause = read_clause(term);
      if (clause.head.callable()) module.clauses.push_back(std::move(clause));
    }
  }
  return module;
}

Origin origin_of(const Term& head, const Module& source) {
  const std::string own = head.indicator();
  if (source.defines(own)) return {own, std::nullopt};
  // 'go/3/1/$disj/1' is in clause 1 of go/3. Versions have "_2" at the end of the name.
  const std::string& name = head.text;
  const std::size_t mark = name.find("/$disj");
  if (mark != std::string::npos) {
    const std::string path = name.substr(0, mark);
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
      const std::size_t next = path.find('/', slash + 1);
      if (next == std::string::npos || !source.defines(path.substr(0, next))) continue;
      std::size_t clause = 0;
      std::from_chars(path.data() + next + 1, path.data() + path.size(), clause);
      return {path.substr(0, next), clause == 0 ? std::nullopt : std::optional<std::size_t>(clause - 1)};
    }
  }
  const std::size_t underscore = name.rfind('_');
  if (underscore != std::string::npos) {
    const std::string base = name.substr(0, underscore) + "/" + std::to_string(head.args.size());
    if (source.defines(base)) return {base, std::nullopt};
  }
  return {own, std::nullopt};
}

}  // namespace assay::analyzer::ciao
