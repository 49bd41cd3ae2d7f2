#include "ciao_lies.hpp"

#include <algorithm>
#include <set>

#include "analyzer/adapters/ciao/term/output.hpp"

namespace assay::analyzer {
namespace {

using ciao::BodyItem;
using ciao::Clause;
using ciao::Term;

class SmallAnalyzer {
 public:
  SmallAnalyzer(const std::string& source, std::string_view lie) : module_(ciao::read_module(source)), lie_(lie) {}

  std::string print(const std::string& source) {
    std::string out = source.substr(0, source.find(":- entry"));
    std::set<std::string> told;
    for (const Clause& clause : module_.clauses) {
      if (module_.is_type(clause.head.indicator())) continue;
      if (told.insert(clause.head.indicator()).second) out += assertion(clause.head);
      out += annotate(clause);
    }
    return out;
  }

 private:
  [[nodiscard]] bool lies(std::string_view name) const { return lie_ == name; }

  /// The false assertion about the whole predicate. The honest analyzer makes none.
  [[nodiscard]] std::string assertion(const Term& head) const {
    std::string general = head.text + "(";
    for (std::size_t i = 0; i < head.args.size(); ++i) general += (i == 0 ? "A" : ",A") + std::to_string(i);
    general += ")";
    const std::string last = "A" + std::to_string(head.args.size() - 1);
    std::string said;
    if (lies("calls too narrow")) said = " : var(" + last + ")";
    if (lies("success too narrow")) said = " => ground(" + last + ")";
    if (lies("not_fails")) said = " => true(" + last + ") + not_fails";
    if (lies("is_det")) said = " => true(" + last + ") + is_det";
    if (lies("fails")) said = " + fails";
    return said.empty() ? "" : ":- true pred " + general + said + ".\n";
  }

  std::string annotate(const Clause& clause) {
    seen_.clear();
    ground_.clear();
    nonvar_.clear();
    extra_.clear();
    all_ = ciao::variables_of(clause.head);
    for (const BodyItem& item : clause.body) ciao::collect_variables(item.term, all_);
    for (const std::string& name : ciao::variables_of(clause.head)) seen_.insert(name);
    std::string out = write_term(clause.head) + " :-\n    " + point();
    for (const BodyItem& item : clause.body) {
      extra_.clear();
      step(item.term);
      out += ",\n    " + write_term(item.term) + ",\n    " + point();
    }
    return out + ".\n";
  }

  void step(const Term& goal) {
    const std::vector<std::string> used = ciao::variables_of(goal);
    const bool unifies = goal.is("=", 2) && goal.args[0].kind == Term::Kind::Var;
    if (unifies) unification(goal.args[0].text, goal.args[1]);
    if (lies("unreachable after a test") && goal.args.size() == 2 &&
        (goal.text == "\\==" || goal.text == "\\=" || goal.text == "=="))
      extra_.emplace_back("fails(_)");
    for (const std::string& name : used) {
      const bool kept = lies("sharing lost") && unifies && name != goal.args[0].text;
      if (!kept) seen_.insert(name);
    }
  }

  void unification(const std::string& left, const Term& right) {
    const bool fresh = seen_.count(left) == 0;
    const std::vector<std::string> inside = ciao::variables_of(right);
    const bool structure = right.kind != Term::Kind::Var;
    if (structure) nonvar_.insert(left);
    if (structure && inside.empty()) ground_.insert(left);
    if (lies("nonvar after an alias") && !structure) extra_.push_back("nonvar(" + left + ")");
    if (lies("var after unification") && structure && fresh) extra_.push_back("var(" + left + ")");
    if (lies("ground wrongly") && structure) ground_.insert(left);
    if (lies("type too narrow") && right.kind == Term::Kind::List) extra_.push_back("list(" + left + ")");
    if (lies("instance too deep") && structure) extra_.push_back("instance(" + left + ",f(_,[_|_]))");
    if (lies("linear wrongly") && structure) extra_.push_back("linear(" + left + ")");
    if (lies("covered wrongly") && inside.size() > 1) extra_.push_back("covered(" + left + ",[" + inside[0] + "])");
    if (lies("independent wrongly") && !inside.empty()) extra_.push_back("indep(" + left + "," + inside[0] + ")");
    if (lies("unreachable too eagerly") && !fresh) extra_.emplace_back("fails(_)");
  }

  /// Variables that the clause has not used yet are free and independent; all other variables may share.
  [[nodiscard]] std::string point() const {
    std::string groups, clique, more;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ",") + item; };
    for (const std::string& name : all_) {
      if (seen_.count(name) != 0) {
        add(clique, name);
        continue;
      }
      add(groups, "[" + name + "]");
      more += ",var(" + name + "),linear(" + name + ")";
    }
    for (const std::string& name : ground_) more += ",ground([" + name + "])";
    for (const std::string& name : nonvar_) more += ",nonvar(" + name + ")";
    for (const std::string& said : extra_) more += "," + said;
    return "true((mshare([" + groups + "])" + (clique.empty() ? "" : ",clique([[" + clique + "]])") + more + "))";
  }

  ciao::Module module_;
  std::string_view lie_;
  std::vector<std::string> all_;
  std::set<std::string> seen_, ground_, nonvar_;
  std::vector<std::string> extra_;
};

}  // namespace

const std::vector<PrologLie>& prolog_lies() {
  static const std::vector<PrologLie> all = {
      {"var after unification"},
      {"sharing lost"},
      {"type too narrow"},
      {"ground wrongly"},
      {"linear wrongly"},
      {"covered wrongly"},
      {"independent wrongly"},
      {"unreachable too eagerly"},
      {"unreachable after a test"},
      {"instance too deep"},
      {"nonvar after an alias"},
      {"calls too narrow"},
      {"success too narrow"},
      {"not_fails"},
      {"is_det"},
      {"fails"},
  };
  return all;
}

std::string annotated(const std::string& source, std::string_view lie) {
  return SmallAnalyzer(source, lie).print(source);
}

}  // namespace assay::analyzer
