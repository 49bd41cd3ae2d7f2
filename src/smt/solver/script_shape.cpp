#include "script_shape.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

bool ends_atom(char c) { return is_space(c) || c == '(' || c == ')' || c == ';' || c == '"' || c == '|'; }

std::size_t skip_blank(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == ';') {
      const std::size_t line = text.find('\n', at);
      if (line == kNotFound) return text.size();
      at = line + 1;
    } else if (is_space(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

/// The offset after the closing `mark` of a string or quoted symbol. ("" makes two strings with the same end.)
std::size_t skip_quoted(std::string_view text, std::size_t at, char mark) {
  const std::size_t end = text.find(mark, at + 1);
  return end == kNotFound ? kNotFound : end + 1;
}

std::string_view head_of(std::string_view command) {
  const std::size_t begin = skip_blank(command, 1);
  std::size_t end = begin;
  while (end < command.size() && !ends_atom(command[end])) ++end;
  return command.substr(begin, end - begin);
}

void note_command(std::string_view command, std::size_t begin, std::size_t& since_reset, ScriptShape& shape) {
  const std::string_view head = head_of(command);
  if (head.starts_with("check-sat")) {
    ++shape.checks;
    shape.checks_together = std::max(shape.checks_together, ++since_reset);
    shape.after_last_check = begin + command.size();
  } else if (head == "push") {
    shape.pushes = true;
  } else if (head == "exit") {
    if (shape.exit == kNotFound) shape.exit = begin;
  } else if (head == "reset") {
    since_reset = 0;
    shape.resets.push_back(begin + command.size());
  } else if (head == "echo") {
    shape.echoes.emplace_back(begin, command.size());
  } else if (head == "set-option") {
    shape.sets_options = true;
    shape.redirects = shape.redirects || command.find("-output-channel") != kNotFound;
  }
}

}  // namespace

std::size_t skip_expression(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '|') {
      at = skip_quoted(text, at, c);
      if (at == kNotFound) return kNotFound;
    } else if (c == '(') {
      ++depth;
      ++at;
    } else if (c == ')') {
      if (depth == 0) return kNotFound;
      --depth;
      ++at;
    } else if (c == ';' || is_space(c)) {
      at = skip_blank(text, at);
      continue;
    } else {
      while (at < text.size() && !ends_atom(text[at])) ++at;
    }
    if (depth == 0) return at;
  }
  return kNotFound;
}

ScriptShape scan_script(std::string_view text) {
  ScriptShape shape;
  std::size_t since_reset = 0;  // check-sat commands
  std::size_t at = skip_blank(text, 0);
  while (at < text.size()) {
    const std::size_t end = skip_expression(text, at);
    if (end == kNotFound || text[at] != '(') {
      shape.balanced = false;
      break;
    }
    if (shape.exit == kNotFound) note_command(text.substr(at, end - at), at, since_reset, shape);
    at = skip_blank(text, end);
  }
  return shape;
}

std::string compose(std::string_view script, const ScriptShape& shape, const Composition& how) {
  std::string text;
  text.reserve(script.size() + how.prelude.size() + how.prelude_model.size() + 64);
  const auto add_preludes = [&] {
    text += how.prelude;
    if (how.query.model) text += how.prelude_model;
    if (how.query.core) text += how.prelude_core;
    if (how.query.matching) text += how.prelude_matching;
    if (!how.query.proof.empty()) text += replace_all(std::string(how.prelude_proof), "{format}", how.query.proof);
  };
  add_preludes();
  std::size_t from = 0;
  std::size_t echo = 0;
  std::size_t reset = 0;
  const auto copy_plain = [&](std::size_t to) {
    for (; echo < shape.echoes.size() && shape.echoes[echo].first < to; ++echo) {
      text += script.substr(from, shape.echoes[echo].first - from);
      from = shape.echoes[echo].first + shape.echoes[echo].second;
    }
    text += script.substr(from, to - from);
    from = to;
  };
  const auto copy_to = [&](std::size_t to) {
    for (; reset < shape.resets.size() && shape.resets[reset] <= to; ++reset) {
      copy_plain(shape.resets[reset]);
      text += '\n';
      add_preludes();
    }
    copy_plain(to);
  };
  if (shape.checks > 0 && (how.query.model || how.query.core || how.query.objectives || !how.query.proof.empty())) {
    copy_to(shape.after_last_check);
    if (how.query.objectives) text += "\n(get-objectives)";
    if (how.query.model) text += "\n(get-model)";
    if (how.query.core) text += "\n(get-unsat-core)";
    if (!how.query.proof.empty()) text += "\n(get-proof)";
    text += '\n';
  }
  copy_to(how.cut_exit ? std::min(shape.exit, script.size()) : script.size());
  if (text.empty() || text.back() != '\n') text += '\n';
  return text;
}

}  // namespace assay::smt
