#include "prolog_generator.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kDrawMark = "% draw ";  ///< first words of a generated program

/// Why a predicate terminates: the part that its first argument loses in each recursive call.
enum class Shape : std::uint8_t { Flat, List, Tree, Count };

struct PrologPredicate {
  std::string name;
  unsigned arity = 1;
  Shape shape = Shape::Flat;
  unsigned clauses = 1;
};

class PrologMaker {
 public:
  PrologMaker(core::Rng& rng, const ProgramSize& size) : rng_(rng), size_(size) {}

  Program make() {
    plan();
    std::string body;
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      body += "\n";
      predicate(i, body);
    }
    std::string text = std::string(kDrawMark) + std::to_string(rng_.split("draw").below(1000)) +
                       ": it chooses what parts of an analyzer are asked\n:- module(_, [" + exports() +
                       "], [assertions, regtypes, nativeprops]).\n";
    text += ":- use_module(library(lists), [append/3, length/2, reverse/2]).\n";
    text += ":- use_module(library(aggregates), [findall/3, setof/3]).\n";
    text += ":- use_module(library(sort), [sort/2]).\n";
    for (std::size_t i = 0; i < entries_; ++i) text += entry(predicates_[i]);
    if (uses_tree_) text += "\n:- regtype tree/1.\ntree(leaf).\ntree(node(L,X,R)) :- tree(L), num(X), tree(R).\n";
    Program out;
    out.language = "prolog";
    out.files = {{"program.pl", text + body}};
    return out;
  }

 private:
  void plan() {
    const unsigned count = std::clamp(size_.functions, 1U, 6U);
    entries_ = count > 2 && rng_.percent(30) ? 2 : 1;
    for (unsigned i = 0; i < count; ++i) {
      PrologPredicate one;
      one.name = std::string(1, static_cast<char>('p' + i));
      static const std::vector<Shape> shapes = {Shape::Flat, Shape::Flat, Shape::List, Shape::Tree, Shape::Count};
      one.shape = i == 0 && rng_.coin() ? Shape::Flat : rng_.pick(shapes);
      one.arity = static_cast<unsigned>(rng_.between(2, 3));
      one.clauses = one.shape == Shape::Flat ? static_cast<unsigned>(rng_.between(1, 3)) : 2;
      predicates_.push_back(one);
    }
  }

  [[nodiscard]] std::string exports() const {
    std::string out;
    for (std::size_t i = 0; i < entries_; ++i)
      out += (i == 0 ? "" : ",") + predicates_[i].name + "/" + std::to_string(predicates_[i].arity);
    return out;
  }

  static std::string head_variable(unsigned index) { return std::string(1, static_cast<char>('A' + index)); }

  /// An entry assertion with the modes, types and sharing for the tests.
  std::string entry(const PrologPredicate& of) {
    std::string head = of.name + "(", calls;
    std::vector<std::string> open;  // arguments that may contain variables
    for (unsigned i = 0; i < of.arity; ++i) {
      const std::string name = head_variable(i);
      head += (i == 0 ? "" : ",") + name;
      const std::string property = argument_property(of, i, name);
      if (!property.empty()) calls += (calls.empty() ? "" : ", ") + property;
      if (property.rfind("ground", 0) != 0 && property.find("num") == std::string::npos &&
          property.rfind("int", 0) != 0 && property.rfind("nnegint", 0) != 0 && property.rfind("tree", 0) != 0)
        open.push_back(name);
    }
    if (!open.empty() && rng_.percent(50)) calls += (calls.empty() ? "" : ", ") + sharing(open);
    return ":- entry " + head + ")" + (calls.empty() ? "" : " : (" + calls + ")") + ".\n";
  }

  std::string argument_property(const PrologPredicate& of, unsigned index, const std::string& name) {
    if (index == 0 && of.shape == Shape::Count) return "nnegint(" + name + ")";
    if (index == 0 && of.shape == Shape::List) return rng_.coin() ? "list(" + name + ")" : "list(num," + name + ")";
    if (index == 0 && of.shape == Shape::Tree) {
      uses_tree_ = true;
      return "tree(" + name + ")";
    }
    switch (rng_.below(8)) {
      case 0:
      case 1: return "var(" + name + ")";
      case 2: return "ground(" + name + ")";
      case 3: return "list(num," + name + ")";
      case 4: return "list(" + name + ")";
      case 5: return "int(" + name + ")";
      default: return {};
    }
  }

  /// The sharing: a group for each variable, and one group of several variables.
  std::string sharing(const std::vector<std::string>& open) {
    std::string groups;
    for (const std::string& name : open) groups += (groups.empty() ? "[" : ",[") + name + "]";
    if (open.size() > 1 && rng_.coin()) groups += ",[" + open[0] + "," + open[1] + "]";
    return "mshare([" + groups + "])";
  }

  void predicate(std::size_t index, std::string& out) {
    const PrologPredicate& of = predicates_[index];
    for (unsigned i = 0; i < of.clauses; ++i) {
      scope_.clear();
      fresh_ = 0;
      current_ = index;
      std::vector<std::string> goals;
      std::string first = head_argument(of, i, goals);
      std::string head = of.name + "(" + first;
      for (unsigned k = 1; k < of.arity; ++k) head += "," + other_argument(k);
      const unsigned wanted = static_cast<unsigned>(rng_.between(1, std::max<std::int64_t>(2, size_.statements / 3)));
      for (unsigned k = 0; k < wanted; ++k) goals.push_back(goal(2));
      if (of.shape == Shape::Flat && i + 1 < of.clauses && rng_.percent(30)) insert_cut(goals);
      if (i > 0 && of.shape != Shape::Flat) insert_recursion(of, goals);
      out += head + ") :-\n    ";
      for (std::size_t k = 0; k < goals.size(); ++k) out += (k == 0 ? "" : ",\n    ") + goals[k];
      out += ".\n";
    }
  }

  std::string head_argument(const PrologPredicate& of, unsigned clause, std::vector<std::string>& goals) {
    smaller_.clear();
    if (of.shape == Shape::Flat) return other_argument(0);
    if (of.shape == Shape::List) {
      if (clause == 0) return "[]";
      scope_ = {"H"};
      smaller_ = {"T"};
      return "[H|T]";
    }
    if (of.shape == Shape::Tree) {
      if (clause == 0) return "leaf";
      scope_ = {"X0"};
      smaller_ = {"L", "R"};
      return "node(L,X0,R)";
    }
    if (clause == 0) return "0";
    goals = {"N > 0", "M is N-1"};
    scope_ = {"N"};
    smaller_ = {"M"};
    return "N";
  }

  /// An argument of a head: a variable, or a term that makes other arguments share.
  std::string other_argument(unsigned index) {
    const std::string name = head_variable(index);
    if (rng_.percent(78)) {
      scope_.push_back(name);
      return name;
    }
    if (rng_.percent(25) && !scope_.empty()) return rng_.pick(scope_);
    if (rng_.percent(30)) return constant();
    scope_.push_back(name + "1");
    scope_.push_back(name + "2");
    return rng_.coin() ? "f(" + name + "1," + name + "2)" : "[" + name + "1|" + name + "2]";
  }

  void insert_cut(std::vector<std::string>& goals) {
    goals.insert(goals.begin() + static_cast<std::ptrdiff_t>(rng_.below(goals.size())) + 1, "!");
  }
  void insert_recursion(const PrologPredicate& of, std::vector<std::string>& goals) {
    const std::size_t least = of.shape == Shape::Count ? 2 : 0;
    for (const std::string& part : smaller_) {
      std::string call = of.name + "(" + part;
      for (unsigned k = 1; k < of.arity; ++k) call += "," + (rng_.percent(80) ? variable() : term(1));
      const std::size_t at = least + static_cast<std::size_t>(rng_.below(goals.size() - least + 1));
      goals.insert(goals.begin() + static_cast<std::ptrdiff_t>(at), call + ")");
    }
  }

  std::string constant() {
    static const std::vector<std::string> all = {"a", "b", "[]", "0", "1", "2", "foo"};
    return rng_.pick(all);
  }
  std::string new_variable() {
    scope_.push_back("V" + std::to_string(++fresh_));
    return scope_.back();
  }
  /// A variable of the clause, or a new one while there are few: sharing grows with the power set of the variables.
  std::string variable() {
    if (scope_.empty() || (scope_.size() < 6 && rng_.percent(30))) return new_variable();
    return rng_.pick(scope_);
  }
  std::string term(unsigned depth) {
    if (depth == 0 || rng_.percent(35)) return rng_.percent(70) ? variable() : constant();
    switch (rng_.below(5)) {
      case 0: return "[" + term(depth - 1) + "|" + term(depth - 1) + "]";
      case 1: return "[" + term(depth - 1) + "]";
      case 2: return "g(" + term(depth - 1) + ")";
      default: return "f(" + term(depth - 1) + "," + term(depth - 1) + ")";
    }
  }

  /// A variable for a goal's result: mostly a new one, so that most goals succeed; an existing one if there are many.
  std::string result() { return scope_.size() < 8 && rng_.percent(65) ? new_variable() : variable(); }

  std::string goal(unsigned depth) {
    const std::uint64_t kind = rng_.below(depth == 0 ? 17 : 26);
    if (kind < 7) return unification();
    if (kind < 13) return builtin();
    if (kind < 16) return call();
    if (kind < 17) return test();
    if (kind < 21) return condition(depth - 1);
    if (kind == 21) return "\\+ " + simple_test();
    if (kind < 24) return "( " + goal(depth - 1) + " ; " + goal(depth - 1) + " )";
    return aggregate();
  }
  std::string unification() {
    if (rng_.percent(85)) return (rng_.coin() ? result() : variable()) + " = " + term(2);
    return term(1) + " = " + term(2);
  }
  std::string simple_test() {
    switch (rng_.below(5)) {
      case 0: return variable() + " == " + term(1);
      case 1: return variable() + " = " + term(1);
      case 2: return test();
      default: return type_test();
    }
  }
  std::string type_test() {
    static const std::vector<std::string> names = {"var", "nonvar", "atom", "atomic", "integer", "number", "ground"};
    return rng_.pick(names) + "(" + variable() + ")";
  }
  std::string test() {
    static const std::vector<std::string> comparisons = {" == ", " \\== ", " \\= ", " @< ", " @>= "};
    if (rng_.percent(20)) return type_test();
    return variable() + rng_.pick(comparisons) + term(1);
  }
  /// A goal that raises errors for some instantiations, mostly behind a test of the instantiation.
  std::string guarded(const std::string& test, const std::string& name, const std::string& goal) {
    if (rng_.percent(20)) return goal;
    return "( " + test + "(" + name + ") -> " + goal + " ; " + unification() + " )";
  }
  std::string builtin() {
    const std::string in = variable();
    switch (rng_.below(15)) {
      case 0:
        return "arg(" + std::to_string(rng_.between(1, 2)) + ",f(" + term(1) + "," + term(1) + ")," + result() + ")";
      case 1: return guarded("nonvar", in, "arg(1," + in + "," + result() + ")");
      case 2: return guarded("nonvar", in, "functor(" + in + "," + result() + "," + result() + ")");
      case 3: return "functor(" + result() + ",f,2)";
      case 4: return guarded("nonvar", in, in + " =.. " + result());
      case 5: return result() + " =.. [f," + term(1) + "," + variable() + "]";
      case 6: return "copy_term(" + term(2) + "," + result() + ")";
      case 7: return "length([" + term(1) + "," + term(1) + "]," + result() + ")";
      case 8: return "length(" + in + "," + result() + ")";
      case 9: return "append([" + term(1) + "]," + term(1) + "," + result() + ")";
      case 10: return "append(" + in + "," + term(1) + "," + result() + ")";
      case 11: return guarded("integer", in, result() + " is " + in + "+1");
      case 12: return "sort([" + term(1) + "," + term(1) + "]," + result() + ")";
      case 13: return "compare(" + result() + "," + term(1) + "," + variable() + ")";
      default: return "reverse([" + term(1) + "," + term(1) + "]," + result() + ")";
    }
  }
  std::string condition(unsigned depth) {
    return "( " + simple_test() + " -> " + goal(depth) + " ; " + goal(depth) + " )";
  }
  std::string aggregate() {
    const std::string name = rng_.percent(70) ? "findall" : "setof";
    return name + "(" + variable() + "," + (rng_.coin() ? call() : unification()) + "," + result() + ")";
  }
  /// A call of a later predicate, so that calls form no cycle.
  std::string call() {
    if (current_ + 1 >= predicates_.size()) return unification();
    const std::size_t which = current_ + 1 + static_cast<std::size_t>(rng_.below(predicates_.size() - current_ - 1));
    const PrologPredicate& of = predicates_[which];
    std::string out = of.name + "(" + first_argument(of);
    for (unsigned k = 1; k < of.arity; ++k) out += "," + (rng_.percent(75) ? variable() : term(1));
    return out + ")";
  }
  std::string first_argument(const PrologPredicate& of) {
    switch (of.shape) {
      case Shape::Flat: return rng_.percent(75) ? variable() : term(1);
      case Shape::List: return "[" + term(1) + (rng_.coin() ? "," + term(1) : "") + "]";
      case Shape::Tree: return "node(leaf," + term(1) + ",leaf)";
      case Shape::Count: return std::to_string(rng_.below(3));
    }
    return "a";
  }

  core::Rng& rng_;
  ProgramSize size_;
  std::vector<PrologPredicate> predicates_;
  std::size_t entries_ = 1;
  bool uses_tree_ = false;
  // The state of the current clause.
  std::size_t current_ = 0;
  std::vector<std::string> scope_, smaller_;
  unsigned fresh_ = 0;
};

}  // namespace

std::optional<std::uint64_t> prolog_draw(std::string_view text) {
  if (text.substr(0, kDrawMark.size()) != kDrawMark) return std::nullopt;
  text.remove_prefix(kDrawMark.size());
  return parse_unsigned(text.substr(0, text.find_first_not_of("0123456789")));
}

Program make_prolog_random(core::Rng& rng, const ProgramSize& size) { return PrologMaker(rng, size).make(); }

}  // namespace assay::analyzer
