#include "analyzer/adapters/ciao/instrument/module_facts.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "analyzer/adapters/ciao/term/property.hpp"
#include "base/text.hpp"

namespace assay::analyzer::ciao {
namespace {

constexpr std::string_view kClause = "clause ";
constexpr std::string_view kPoint = ", point ";

constexpr std::size_t kOriginBytes = 300;

class FactMaker {
 public:
  FactMaker(const Module& output, const Module& source, const std::string& file, const std::string& tag)
      : output_(output), source_(source), file_(file), tag_(tag), types_(output) {
    for (const Clause& clause : source.clauses) lines_[clause.head.indicator()].push_back(clause.line);
  }

  ReadFacts make() {
    std::map<std::string, std::size_t> seen;
    for (const Clause& clause : output_.clauses) {
      const std::string name = clause.head.indicator();
      if (output_.is_type(name)) continue;
      points(clause, seen[name]++);
    }
    predicates();
    if (!output_.unread.empty()) out_.unread["a clause of the output cannot be read"] += output_.unread.size();
    return std::move(out_);
  }

 private:
  [[nodiscard]] Fact start(const Term& head, std::size_t clause) const {
    Fact fact;
    fact.place.file = file_;
    fact.place.function = head.indicator();
    fact.source = tag_;
    fact.assumptions = {std::string(kEntryAsDeclared)};
    const Origin origin = origin_of(head, source_);
    const auto found = lines_.find(origin.indicator);
    const std::size_t index = origin.clause.value_or(clause);
    if (found != lines_.end() && index < found->second.size()) fact.place.line = found->second[index];
    return fact;
  }

  void count(const std::vector<std::string>& reasons) {
    for (const std::string& reason : reasons) ++out_.unread[reason];
  }

  void points(const Clause& clause, std::size_t number) {
    const Term* before = nullptr;
    Term whole = make_compound("clause", {clause.head});
    for (const BodyItem& item : clause.body)
      if (!item.is_point) whole.args.push_back(item.term);
    const std::vector<std::string> scope = variables_of(whole);
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      const BodyItem& item = clause.body[i];
      if (!item.is_point) {
        before = &item.term;
        continue;
      }
      Fact fact = start(clause.head, number);
      fact.place.context =
          std::string(kClause) + std::to_string(number + 1) + std::string(kPoint) + std::to_string(i + 1);
      fact.subject.kind = Subject::Kind::Point;
      fact.subject.text =
          before == nullptr ? "at the start of " + show_term(clause.head) : "after " + show_term(*before);
      fact.subject.operation = operation(before);
      fact.origin = shortened("true(" + show_term(item.term) + ")", kOriginBytes);
      add(fact, describe_point(item.term, types_, scope));
    }
  }

  [[nodiscard]] std::string operation(const Term* goal) const {
    if (goal == nullptr) return "a head";
    if (output_.defines(goal->indicator())) return "a call";
    return goal->indicator();
  }

  void add(const Fact& model, const Description& described) {
    count(described.unread);
    if (described.fails) {
      Fact fact = model;
      fact.property = Unreachable{};
      out_.facts.push_back(std::move(fact));
      return;
    }
    for (const Property& part : described.parts) {
      Fact fact = model;
      fact.property = part;
      out_.facts.push_back(std::move(fact));
    }
  }

  void predicates() {
    std::vector<std::string> order;
    std::map<std::string, std::vector<const PredicateInfo*>> by_name;
    for (const PredicateInfo& info : output_.infos) {
      if (info.status != "true" || !output_.defines(info.head.indicator())) continue;
      if (variables_of(info.head).size() != info.head.args.size()) {
        ++out_.unread["an assertion whose head is not general"];
        continue;
      }
      std::vector<const PredicateInfo*>& infos = by_name[info.head.indicator()];
      if (infos.empty()) order.push_back(info.head.indicator());
      infos.push_back(&info);
    }
    for (const std::string& name : order) predicate(by_name[name]);
  }

  /// Adds the facts about a predicate. Several versions may be printed alike, without the part that distinguishes them:
  /// then it is enough that a call and its success fit one version (section 3.4 claims nothing more about collapsed
  /// versions). A single version has to hold as a whole.
  void predicate(const std::vector<const PredicateInfo*>& infos) {
    Fact model = start(infos[0]->head, 0);
    model.subject.kind = Subject::Kind::Predicate;
    std::vector<PredicateInfo> storage;
    storage.reserve(infos.size());
    for (const PredicateInfo* info : infos) storage.push_back(with_names_of(*infos[0], *info));
    model.subject.text = write_term(infos[0]->head);
    calls(model, storage);
    if (storage.size() == 1) {
      only_version(model, storage[0]);
    } else {
      versions(model, storage);
    }
  }

  /// The same assertion about the variables of another head.
  [[nodiscard]] static PredicateInfo with_names_of(const PredicateInfo& model, const PredicateInfo& info) {
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < info.head.args.size(); ++i) names[info.head.args[i].text] = model.head.args[i].text;
    PredicateInfo out = info;
    const auto rename = [&](auto&& self, Term& term) -> void {
      if (term.kind == Term::Kind::Var) {
        const auto found = names.find(term.text);
        term.text = found == names.end() ? "_Other" + term.text : found->second;
      }
      for (Term& arg : term.args) self(self, arg);
    };
    for (std::optional<Term>* part : {&out.calls, &out.success, &out.computation})
      if (part->has_value()) rename(rename, **part);
    rename(rename, out.head);
    return out;
  }

  [[nodiscard]] static Term disjunction(std::vector<Term> ways) {
    Term out = std::move(ways.back());
    for (std::size_t i = ways.size() - 1; i > 0; --i) {
      std::vector<Term> args;
      args.push_back(std::move(ways[i - 1]));
      args.push_back(std::move(out));
      out = make_compound(";", std::move(args));
    }
    return out;
  }
  [[nodiscard]] static Term part_or_true(const std::optional<Term>& part) { return part ? *part : make_atom("true"); }

  void calls(const Fact& model, const std::vector<PredicateInfo>& infos) {
    Fact fact = model;
    fact.place.when = Place::When::Before;
    fact.subject.operation = "the calls";
    std::vector<Term> ways;
    for (const PredicateInfo& info : infos) ways.push_back(part_or_true(info.calls));
    const Term formula = disjunction(std::move(ways));
    fact.origin = shortened("calls of " + show_term(infos[0].head) + ": " + show_term(formula), kOriginBytes);
    add(fact, describe_point(formula, types_, variables_of(infos[0].head)));
  }

  void only_version(const Fact& model, const PredicateInfo& info) {
    Fact fact = model;
    fact.place.when = Place::When::After;
    fact.subject.operation = "the success";
    fact.origin =
        shortened("success of " + show_term(info.head) + ": " + show_term(part_or_true(info.success)), kOriginBytes);
    if (info.success) add(fact, describe_point(*info.success, types_, variables_of(info.head)));
    if (info.computation) computation(fact, *info.computation);
  }

  void computation(Fact fact, const Term& what) {
    fact.subject.operation = "the computation";
    fact.origin = shortened("computation of " + fact.subject.text + ": " + show_term(what), kOriginBytes);
    for (const Term* part : conjuncts(what)) {
      const std::string& name = part->text;
      if (name == "fails" || name == "not_fails" || name == "is_det") {
        fact.property = Named{name, {}};
        out_.facts.push_back(fact);
      } else {
        const bool nothing = name.rfind("possibly_", 0) == 0 || name == "non_det" || name == "true";
        ++out_.unread[nothing ? "claims nothing (" + name + ")" : "property of a computation: " + name];
      }
    }
  }

  void versions(const Fact& model, const std::vector<PredicateInfo>& infos) {
    Fact fact = model;
    fact.place.when = Place::When::After;
    fact.subject.operation = "the success";
    std::vector<Term> ways;
    bool all_det = true;
    bool all_succeed = true;
    for (const PredicateInfo& info : infos) {
      bool fails = false, det = false, succeeds = false;
      if (info.computation) {
        for (const Term* part : conjuncts(*info.computation)) {
          fails = fails || part->text == "fails";
          det = det || part->text == "is_det";
          succeeds = succeeds || part->text == "not_fails";
        }
      }
      all_det = all_det && (det || fails);
      all_succeed = all_succeed && succeeds;
      if (!fails) ways.push_back(part_or_true(info.success));
    }
    if (ways.empty()) {
      fact.property = Named{"fails", {}};
      fact.origin = "every version of " + fact.subject.text + " fails";
      out_.facts.push_back(std::move(fact));
      return;
    }
    const Term formula = disjunction(std::move(ways));
    fact.origin = shortened("success of " + show_term(infos[0].head) + ": " + show_term(formula), kOriginBytes);
    add(fact, describe_point(formula, types_, variables_of(infos[0].head)));
    fact.subject.operation = "the computation";
    for (const auto& [claimed, name] : {std::pair(all_det, "is_det"), std::pair(all_succeed, "not_fails")}) {
      if (!claimed) continue;
      fact.property = Named{name, {}};
      fact.origin = std::string(name) + " in every version of " + fact.subject.text;
      out_.facts.push_back(fact);
    }
  }

  const Module& output_;
  const Module& source_;
  std::string file_, tag_;
  TypeTable types_;
  std::map<std::string, std::vector<unsigned>> lines_;
  ReadFacts out_;
};

}  // namespace

ReadFacts facts_of(const Module& output, const Module& source, const std::string& file, const std::string& source_tag) {
  return FactMaker(output, source, file, source_tag).make();
}

std::vector<Fact> facts_of_trust(const Module& output, const Module& source) {
  const TypeTable types(output);
  std::vector<Fact> out;
  for (const PredicateInfo& info : source.infos) {
    if (info.status != "trust" || !info.success || !output.defines(info.head.indicator())) continue;
    if (variables_of(info.head).size() != info.head.args.size()) continue;
    Fact fact;
    fact.place.function = info.head.indicator();
    fact.place.when = Place::When::After;
    fact.subject.kind = Subject::Kind::Predicate;
    fact.subject.text = write_term(info.head);
    fact.source = "trust";
    for (Property& part : describe_point(*info.success, types, variables_of(info.head)).parts) {
      fact.property = std::move(part);
      out.push_back(fact);
    }
  }
  return out;
}

std::vector<Fact> facts_of_checks(const std::vector<Fact>& facts) {
  static const std::set<std::string, std::less<>> checked = {"mshare", "linear", "covered", "indep", "type"};
  std::vector<Fact> out;
  for (const Fact& fact : facts) {
    const Named* named = std::get_if<Named>(&fact.property);
    if (named == nullptr || fact.subject.kind != Subject::Kind::Point || checked.count(named->name) == 0) continue;
    Fact one = fact;
    one.property = Named{std::string(kAgrees) + named->name, named->arguments};
    one.subject.operation = "a point";
    one.subject.type = fact.source;
    one.source = kRunTimeChecks;
    out.push_back(std::move(one));
  }
  return out;
}

std::optional<PointIndex> point_of(const Fact& fact) {
  const std::string& context = fact.place.context;
  const std::size_t comma = context.find(kPoint);
  if (context.rfind(kClause, 0) != 0 || comma == std::string::npos) return std::nullopt;
  PointIndex out;
  const char* end = context.data() + context.size();
  std::from_chars(context.data() + kClause.size(), end, out.clause);
  std::from_chars(context.data() + comma + kPoint.size(), end, out.item);
  if (out.clause == 0 || out.item == 0) return std::nullopt;
  return PointIndex{out.clause - 1, out.item - 1};
}

}  // namespace assay::analyzer::ciao
