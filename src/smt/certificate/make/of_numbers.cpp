// Formulas about whole and real numbers.

#include <array>
#include <string>
#include <utility>

#include "smt/certificate/make/make_requests.hpp"

namespace assay::smt {
namespace {

/// Writes terms and formulas of SMT-LIB.
class Numbers {
 public:
  Numbers(core::Rng& rng, std::vector<std::pair<std::string, bool>> names) : rng_(rng), names_(std::move(names)) {}

  std::string formula(unsigned depth) {
    if (depth == 0 || rng_.percent(25)) return atom();
    const std::string first = formula(depth - 1), second = formula(depth - 1);
    switch (rng_.below(6)) {
      case 0: return "(not " + first + ")";
      case 1: return "(= " + first + " " + second + ")";
      case 2: return "(or " + first + " " + second + ")";
      case 3: return "(=> " + first + " " + second + ")";
      default: return "(and " + first + " " + second + ")";
    }
  }

 private:
  std::string atom() {
    static const std::vector<std::string> relations = {"<", "<=", "=", "distinct", ">"};
    const bool real = rng_.coin();
    if (real && rng_.percent(15)) return "(is_int " + sum(true) + ")";
    return "(" + rng_.pick(relations) + " " + sum(real) + " " + (rng_.coin() ? sum(real) : number(real)) + ")";
  }

  std::string number(bool real) {
    const std::int64_t value = rng_.between(-4, 7);
    const std::string digits = std::to_string(value < 0 ? -value : value) + (real ? ".0" : "");
    return value < 0 ? "(- " + digits + ")" : digits;
  }

  std::string sum(bool real) {
    if (rng_.percent(30)) return leaf(real);
    if (!real && rng_.percent(35)) {
      static const std::vector<std::string> parts = {"div", "mod"};
      return "(" + rng_.pick(parts) + " " + sum(false) + " " + std::to_string(rng_.between(2, 5)) + ")";
    }
    return "(+ " + scaled(real) + " " + scaled(real) + ")";
  }

  std::string scaled(bool real) {
    const std::string one = leaf(real);
    if (rng_.coin()) return one;
    return real && rng_.percent(30) ? "(/ " + one + " " + std::to_string(rng_.between(2, 5)) + ".0)"
                                    : "(* " + number(real) + " " + one + ")";
  }

  std::string leaf(bool real) {
    const auto& [name, is_real] = rng_.pick(names_);
    if (real == is_real) return name;
    return (real ? "(to_real " : "(to_int ") + name + ")";
  }

  core::Rng& rng_;
  std::vector<std::pair<std::string, bool>> names_;  ///< true: of sort Real
};

}  // namespace

std::optional<TermId> number_formula(RequestSource& source, std::vector<FunctionId>& constants) {
  TermStore& store = source.store;
  std::vector<FunctionId> numbers = constants;
  std::erase_if(numbers, [&](FunctionId one) {
    const SortId sort = store.node(one).result;
    return sort != store.int_sort() && sort != store.real_sort();
  });
  if (numbers.empty()) return std::nullopt;
  std::string text;
  std::vector<std::pair<std::string, bool>> names;
  const auto declare = [&](const std::string& name, SortId sort) {
    names.emplace_back(name, sort == store.real_sort());
    text += "(declare-const " + name + " " + to_string(store, sort) + ")";
  };
  for (const FunctionId one : numbers) declare(to_string(store, constant_term(store, one)), store.node(one).result);
  declare("x!", source.rng.coin() ? store.int_sort() : store.real_sort());
  declare("y!", source.rng.coin() ? store.int_sort() : store.real_sort());
  text += "(assert " + Numbers(source.rng, std::move(names)).formula(2) + ")";
  const Result<Script> script = parse_script(store, text, "numbers");
  if (!script) return std::nullopt;
  constants = std::move(numbers);
  return script->commands.back().terms[0];
}

}  // namespace assay::smt
