#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/ascii.hpp"
#include "base/text_tree.hpp"
#include "datalog/dialect/reader/untyped_reader.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::pair<std::string_view, Comparator>, 12> kOrderNames = {{{"bvult", Comparator::Less},
                                                                                  {"bvule", Comparator::LessEqual},
                                                                                  {"bvugt", Comparator::Greater},
                                                                                  {"bvuge", Comparator::GreaterEqual},
                                                                                  {"bvslt", Comparator::Less},
                                                                                  {"bvsle", Comparator::LessEqual},
                                                                                  {"bvsgt", Comparator::Greater},
                                                                                  {"bvsge", Comparator::GreaterEqual},
                                                                                  {"<", Comparator::Less},
                                                                                  {"<=", Comparator::LessEqual},
                                                                                  {">", Comparator::Greater},
                                                                                  {">=", Comparator::GreaterEqual}}};

constexpr std::array<std::pair<std::string_view, Operator>, 12> kTermOperators = {{{"bvadd", Operator::Add},
                                                                                   {"bvsub", Operator::Subtract},
                                                                                   {"bvmul", Operator::Multiply},
                                                                                   {"bvudiv", Operator::Divide},
                                                                                   {"bvsdiv", Operator::Divide},
                                                                                   {"bvurem", Operator::Modulo},
                                                                                   {"bvsrem", Operator::Modulo},
                                                                                   {"+", Operator::Add},
                                                                                   {"-", Operator::Subtract},
                                                                                   {"*", Operator::Multiply},
                                                                                   {"div", Operator::Divide},
                                                                                   {"mod", Operator::Modulo}}};

constexpr std::size_t kMaxRuleReadings = 64;
constexpr std::size_t kMaxFormulaDepth = 100;

template <typename Row, std::size_t kSize>
const Row* row_named(const std::array<Row, kSize>& table, std::string_view word) {
  for (const Row& row : table)
    if (row.first == word) return &row;
  return nullptr;
}

/// Reads rules of muZ: the commands rule, declare-rel, declare-var and query, and equivalent assertions of Horn
/// clauses, over bit-vectors, integers, Booleans and enumerations.
class MuzReader {
 public:
  explicit MuzReader(const TextTree& text) : text_(text), program_(WideNumbers::Names) {}

  SeedReading run() {
    for (const Node command : text_.top()) read_command(command);
    return std::move(program_).finish();
  }

 private:
  using Node = std::size_t;
  [[nodiscard]] const std::vector<Node>& parts(Node node) const { return text_.children(node); }
  /// An atom, quoted symbols without bars; empty for a list.
  [[nodiscard]] std::string_view atom(Node node) const {
    const std::string_view word = text_.is_list(node) ? std::string_view() : text_.text_of(node);
    return word.starts_with('|') ? word.substr(1, word.size() - 2) : word;
  }
  /// The atom at the begin of a list; empty for other nodes.
  [[nodiscard]] std::string_view name_of(Node node) const { return parts(node).empty() ? "" : atom(parts(node)[0]); }

  void read_command(Node command) {
    program_.begin(text_.nodes[command].line, {});
    const std::string_view name = name_of(command);
    const std::size_t size = parts(command).size();
    if (name == "declare-rel" && size >= 3) {
      declare(parts(command)[1], parts(command)[2]);
    } else if (name == "declare-fun" && size == 4 && atom(parts(command)[3]) == "Bool") {
      declare(parts(command)[1], parts(command)[2]);
    } else if ((name == "declare-var" || name == "declare-const") && size == 3) {
      variables_[std::string(atom(parts(command)[1]))] = sort_of(parts(command)[2]);
    } else if (name == "declare-datatypes") {
      read_enumerations(command);
    } else if ((name == "rule" || name == "assert") && size >= 2) {
      read_rule(parts(command)[1]);
    } else if (name == "query" && size >= 2) {
      read_query(parts(command)[1]);
    } else if (name == "define-fun" || name == "declare-fun" || name == "push" || name == "pop") {
      program_.leave_out("the command " + std::string(name));
    }
  }

  /// The sort's text, from its atoms.
  [[nodiscard]] std::string sort_of(Node node) const {
    std::string out(atom(node));
    for (const Node part : parts(node)) out += " " + std::string(atom(part));
    return out;
  }

  void declare(Node name, Node columns) {
    const RelationId relation = program_.relation(atom(name), parts(columns).size());
    declared_[std::string(atom(name))] = {relation, parts(columns).size()};
    for (std::size_t i = 0; i < parts(columns).size(); ++i) program_.set_sort(relation, i, sort_of(parts(columns)[i]));
  }

  /// Reads `(declare-datatypes () ((Color red green)))` or `((Color 0)) (((red) (green)))`: constructors without
  /// fields.
  void read_enumerations(Node command) {
    for (std::size_t i = 2; i < parts(command).size(); ++i) {
      std::vector<Node> waiting = parts(parts(command)[i]);
      while (!waiting.empty()) {
        const Node node = waiting.back();
        waiting.pop_back();
        if (!text_.is_list(node)) names_.emplace(atom(node));
        waiting.insert(waiting.end(), parts(node).begin(), parts(node).end());
      }
    }
  }

  void read_query(Node query) {
    const std::string name(text_.is_list(query) ? name_of(query) : atom(query));
    const auto found = declared_.find(name);
    if (found != declared_.end()) program_.show(name, found->second.second);
  }

  /// The name in the head; empty if the rule is nested too deeply.
  [[nodiscard]] std::string_view defined_by(Node rule) const {
    for (std::size_t depth = 0; depth < kMaxFormulaDepth; ++depth) {
      const std::string_view name = name_of(rule);
      const std::vector<Node>& all = parts(rule);
      const bool last = name == "forall" || name == "exists" || name == "=>";
      if (!last && name != "!") return all.empty() ? atom(rule) : name;
      rule = last || all.size() < 2 ? all.back() : all[1];
    }
    return {};
  }

  void read_rule(Node rule) {
    program_.begin(text_.nodes[rule].line, defined_by(rule));
    Alternatives readings;
    std::size_t made = 0;
    do {
      if (made++ == kMaxRuleReadings) return program_.leave_out("more than 64 alternatives");
      alternatives_ = &readings;
      clause_ = {};
      reason_ = {};
      bound_.clear();
      if (clause(rule, 0)) {
        program_.add(std::move(clause_));
      } else {
        program_.leave_out(reason_.empty() ? "an unknown construct" : reason_);
      }
    } while (readings.next());
  }

  bool refuse(std::string_view reason) {
    if (reason_.empty()) reason_ = reason;
    return false;
  }

  /// The formula F inside of `(forall ((x S)) F)`, `(exists ...)` and `(! F :named n)`. Stores the sorts of variables.
  std::optional<Node> inside(Node node) {
    for (std::size_t depth = 0; depth < kMaxFormulaDepth; ++depth) {
      const std::string_view name = name_of(node);
      const std::vector<Node>& all = parts(node);
      if ((name == "forall" || name == "exists") && all.size() == 3) {
        for (const Node binding : parts(all[1]))
          if (parts(binding).size() == 2) bound_[std::string(atom(parts(binding)[0]))] = sort_of(parts(binding)[1]);
        node = all[2];
      } else if (name == "!" && all.size() >= 2) {
        node = all[1];
      } else {
        return node;
      }
    }
    refuse("nested too deeply");
    return std::nullopt;
  }

  /// Reads `(=> body (=> body head))` or a head.
  bool clause(Node node, std::size_t depth) {
    const std::optional<Node> found = inside(node);
    if (!found || depth > kMaxFormulaDepth) return refuse("nested too deeply");
    const std::vector<Node>& all = parts(*found);
    if (name_of(*found) != "=>" || all.size() < 3) return head(*found);
    for (std::size_t i = 1; i + 1 < all.size(); ++i)
      if (!body(all[i], false, 0)) return false;
    return clause(all.back(), depth + 1);
  }

  bool head(Node node) {
    if (atom(node) == "false" || name_of(node) == "not") return refuse("a rule for false");
    return relation_atom(node, clause_.head) || refuse("a head that is no relation");
  }

  /// Reads an atom of a relation. Returns false without a reason if the formula is something else.
  bool relation_atom(Node node, Atom& made) {
    const bool list = text_.is_list(node);
    const auto found = declared_.find(std::string(list ? name_of(node) : atom(node)));
    if (found == declared_.end()) return false;
    const std::size_t given = list ? parts(node).size() - 1 : 0;
    if (given != found->second.second) return refuse("an atom with another number of arguments");
    made.relation = found->second.first;
    made.arguments.clear();
    for (std::size_t i = 0; i < given; ++i) {
      const std::optional<Term> argument = term(parts(node)[i + 1], 0);
      if (!argument) return false;
      made.arguments.push_back(*argument);
    }
    return true;
  }

  bool body(Node node, bool negated, std::size_t depth) {
    const std::optional<Node> found = inside(node);
    if (!found || depth > kMaxFormulaDepth) return refuse("nested too deeply");
    if (negated && name_of(node) == "exists") return refuse("a negated quantifier");
    node = *found;
    const std::string_view name = name_of(node);
    const std::vector<Node>& all = parts(node);
    if (atom(node) == (negated ? "false" : "true")) return true;
    if (name == "not" && all.size() == 2) return body(all[1], !negated, depth + 1);
    if (name == (negated ? "or" : "and")) {
      for (std::size_t i = 1; i < all.size(); ++i)
        if (!body(all[i], negated, depth + 1)) return false;
      return true;
    }
    if ((name == "or" || name == "and") && all.size() > 1)
      return body(all[1 + alternatives_->choose(all.size() - 1)], negated, depth + 1);
    if ((name == "=" || name == "distinct") && all.size() == 3)
      return comparison((name == "=") == negated ? Comparator::NotEqual : Comparator::Equal, node);
    if (const auto* order = row_named(kOrderNames, name); order != nullptr && all.size() == 3)
      return comparison(negated ? complement(order->second) : order->second, node);
    Atom literal;
    if (!relation_atom(node, literal)) return refuse("a formula with " + std::string(name.empty() ? atom(node) : name));
    literal.negated = negated;
    clause_.body.emplace_back(std::move(literal));
    return true;
  }

  bool comparison(Comparator comparator, Node node) {
    const std::optional<Term> left = term(parts(node)[1], 0);
    const std::optional<Term> right = left ? term(parts(node)[2], 0) : std::nullopt;
    if (!right) return false;
    clause_.body.emplace_back(Comparison{comparator, *left, *right});
    return true;
  }

  std::optional<Term> term(Node node, std::size_t depth) {
    if (depth > kMaxFormulaDepth) {
      refuse("nested too deeply");
      return std::nullopt;
    }
    const std::string_view name = name_of(node);
    if (!text_.is_list(node)) return leaf(atom(node));
    const std::vector<Node>& all = parts(node);
    if (name == "_" && all.size() == 3 && atom(all[1]).starts_with("bv")) return number(atom(all[1]).substr(2), 10);
    const auto* op = row_named(kTermOperators, name);
    if (op == nullptr || all.size() != 3) {
      refuse("a term with " + std::string(name));
      return std::nullopt;
    }
    const std::optional<Term> left = term(all[1], depth + 1);
    const std::optional<Term> right = left ? term(all[2], depth + 1) : std::nullopt;
    if (!right) return std::nullopt;
    const Term result = clause_.fresh();
    clause_.body.emplace_back(Computation{result, op->second, *left, *right});
    return result;
  }

  std::optional<Term> leaf(std::string_view text) {
    const std::string name(text);
    const auto local = bound_.find(name);
    const auto global = variables_.find(name);
    if (local != bound_.end() || global != variables_.end()) {
      const std::uint32_t known = clause_.variables;
      const Term variable = clause_.variable(text);
      const std::string& sort = local != bound_.end() ? local->second : global->second;
      if (clause_.variables != known) clause_.sorts.emplace_back(known, sort);
      return variable;
    }
    if (names_.contains(name) || text == "true" || text == "false") return program_.symbol(text);
    if (text.starts_with("#x")) return number(text.substr(2), 16);
    if (text.starts_with("#b")) return number(text.substr(2), 2);
    if (text.starts_with("\"")) return program_.symbol(text);
    if (!text.empty() && is_digit(text.front())) return number(text, 10);
    refuse("a name that is not declared");
    return std::nullopt;
  }

  std::optional<Term> number(std::string_view digits, int base) {
    Value value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const bool whole = error == std::errc() && end == digits.data() + digits.size() && value >= 0;
    if (whole && value <= std::numeric_limits<std::int32_t>::max()) return UntypedProgram::number(value);
    refuse("a constant that is no number of 31 bits");
    return std::nullopt;
  }

  const TextTree& text_;
  UntypedProgram program_;
  UntypedClause clause_;
  Alternatives* alternatives_ = nullptr;
  std::string reason_;
  std::unordered_map<std::string, std::pair<RelationId, std::size_t>> declared_;
  std::unordered_map<std::string, std::string> variables_;  ///< sorts, by name
  std::unordered_map<std::string, std::string> bound_;      ///< sorts of the clause's quantified variables, by name
  std::set<std::string> names_;                             ///< constructors of enumerations
};

}  // namespace

Result<SeedReading> read_muz_seed(std::string_view text, std::string_view file) {
  const TextTree tree = text_tree(text);
  if (!tree.problem) return MuzReader(tree).run();
  const std::string_view before = text.substr(0, *tree.problem), rest = text.substr(before.size());
  const std::string what = rest.empty()          ? "a bracket that is not closed"
                           : rest.front() == ')' ? "a bracket that closes nothing"
                                                 : "a string or quoted symbol without an end";
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return Error{std::string(file) + ":" + std::to_string(line) + ": " + what, ""};
}

}  // namespace assay::datalog
