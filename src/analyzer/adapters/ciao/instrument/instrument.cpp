#include "analyzer/adapters/ciao/instrument/instrument.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "analyzer/adapters/ciao/instrument/direct_test.hpp"
#include "analyzer/adapters/ciao/instrument/engine_test.hpp"
#include "analyzer/adapters/ciao/instrument/module_facts.hpp"
#include "base/text.hpp"
#include "core/io/embedded.hpp"

namespace assay::core {
const EmbeddedFile& prolog_check_runtime();  // data/analyzers/runtime/assay_check.pl
}

namespace assay::analyzer::ciao {
namespace {

constexpr std::string_view kCiaoHead = R"(:- set_prolog_flag(single_var_warnings, off).
:- set_prolog_flag(discontiguous_warnings, off).
:- set_prolog_flag(multi_arity_warnings, off).
:- use_module(engine(internals), ['$setarg'/4, '$global_vars_get'/2, '$global_vars_set'/2]).
:- use_module(engine(io_basic)).
:- use_module(engine(stream_basic)).
:- use_module(library(write), [write/1, writeq/1, numbervars/3]).
:- use_module(library(terms_check), [instance/2]).
:- use_module(engine(term_basic), [cyclic_term/1]).
as__set(I, T, V) :- '$setarg'(I, T, V, true).
as__put(G) :- '$global_vars_set'(20, G).
as__put_points(P) :- '$global_vars_set'(21, P).
as__points(P) :- '$global_vars_get'(21, P).
as__get(G) :- '$global_vars_get'(20, G).
as__instance(X, P) :- instance(X, P).
as__cyclic(X) :- cyclic_term(X).
)";
constexpr std::string_view kSwiHead = R"(:- set_prolog_flag(double_quotes, codes).
:- style_check(-singleton). :- style_check(-discontiguous).
as__set(I, T, V) :- nb_setarg(I, T, V).
as__put(G) :- b_setval(as__global, G).
as__put_points(P) :- b_setval(as__points, P).
as__points(P) :- b_getval(as__points, P).
as__get(G) :- b_getval(as__global, G).
as__instance(X, P) :- subsumes_term(P, X).
as__cyclic(X) :- \+ acyclic_term(X).
)";

/// The predicates that count visits: in terms of Prolog, or in the engine's tests, which have counted when as__seen/2
/// is called.
constexpr std::string_view kCountedInProlog = R"(as__seen(I, State) :- as__n(I, State).
as__begin(Points, Limit) :- as__zeros(Points, P), as__put_points(P), as__renew(Limit).
as__renew(Limit) :- as__get(G), as__set(1, G, Limit).
as__visits(I, N) :- as__points(P), arg(I, P, N).
)";
constexpr std::string_view kCountedInEngine = R"(as__seen(_, State) :-
    ( as__over -> throw(as__limit) ; true ), ( as__cyclic(State) -> throw(as__cyclic_term) ; true ).
as__begin(_, Limit) :- as__load, as__renew(Limit).
as__renew(Limit) :- as__left(Limit).
as__load :- as__code(What, Number, Words), as__take(What, Number, Words), fail.
as__load.
as__take(none, _, _) :- !.
as__take(point, Number, Words) :- as__point(Number, Words), !.
as__take(type, Number, Words) :- as__type(Number, Words), !.
as__take(_, _, _) :- throw(as__code_is_wrong).
)";

/// The results of earlier points in the same run of a clause that no binding can change. They are not tested again in
/// the engine: if one was broken there, the run has reported it, and nothing after it counts.
struct SettledFacts {
  std::set<std::string> ground;  ///< variables
  std::set<std::string> facts;

  [[nodiscard]] bool has(const Property& property) const {
    const Named* named = std::get_if<Named>(&property);
    if (named == nullptr || !stays(*named)) return false;
    return facts.count(text_of(*named)) != 0 || (named->name == "ground" && ground.count(named->arguments[0]) != 0);
  }
  void add(const Property& property) {
    const Named* named = std::get_if<Named>(&property);
    if (named == nullptr || !stays(*named)) return;
    facts.insert(text_of(*named));
    if (named->name == "ground") ground.insert(named->arguments[0]);
  }

 private:
  static std::string text_of(const Named& named) { return named.name + "(" + join(named.arguments, "\n"); }
  /// Whether a term keeps the property when it is bound further: true unless the type requires a variable.
  static bool stays(const Named& named) {
    if (named.arguments.empty()) return false;
    if (named.name == "ground" || named.name == "nonvar") return true;
    return named.name == "type" && std::none_of(named.arguments.begin() + 1, named.arguments.end(),
                                                [](const auto& one) { return one.find("var") != std::string::npos; });
  }
};

/// Whether the goal calls its arguments.
bool calls_arguments(const Term& goal) {
  static const std::set<std::string, std::less<>> names = {"findall", "setof",   "bagof", "call",   "catch",
                                                           "forall",  "maplist", "once",  "ignore", "\\+",
                                                           "^",       ",",       ";",     "->",     "findnsols"};
  return goal.kind == Term::Kind::Compound && names.count(goal.text) != 0;
}

class Instrumenter {
 public:
  Instrumenter(const Module& output, const Module& source, const std::vector<Fact>& facts,
               const InstrumentOptions& options)
      : output_(output), source_(source), facts_(facts), options_(options) {
    out_.runs.resize(facts.size());
    out_.skips.resize(facts.size());
  }

  CheckedProgram make(const std::vector<TestGoal>& tests) {
    sort_facts();
    std::map<std::string, std::size_t> seen;
    std::vector<std::string> order;
    std::map<std::string, std::string> texts;
    for (const Clause& clause : output_.clauses) {
      const std::string name = clause.head.indicator();
      if (output_.is_type(name) && !source_.defines(name)) continue;
      if (texts.count(name) == 0) order.push_back(name);
      texts[name] += clause_text(clause, seen[name]++);
    }
    std::string program;
    for (const std::string& name : order) program += wrapper(name) + texts[name];
    program += plain_copies();
    std::string goals;
    for (std::size_t i = 0; i < tests.size(); ++i)
      goals += "as__test(" + std::to_string(i + 1) + ") :- " + tests[i].text + ".\n";
    if (tests.empty()) goals = "as__test(_) :- fail.\n";
    out_.text = head() + program + points_ + tests_.predicates() + engine_tests_.code() + goals +
                main_clause(tests.size()) + std::string(in_engine() ? kCountedInEngine : kCountedInProlog) +
                std::string(core::prolog_check_runtime().content);
    return std::move(out_);
  }

 private:
  struct PredicateFacts {
    std::vector<std::size_t> calls, success, always;  ///< always: fails, not_fails, is_det
  };

  void sort_facts() {
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      const Fact& fact = facts_[i];
      out_.skips[i] = "its place is not in the analyzer's output";
      if (fact.subject.kind == Subject::Kind::Predicate) {
        const Result<Term> head = read_term(fact.subject.text);
        if (!head.ok() || head->indicator() != fact.place.function || !output_.defines(fact.place.function)) continue;
        PredicateFacts& of = predicates_[fact.place.function];
        const Named* named = std::get_if<Named>(&fact.property);
        const bool whole = named != nullptr && (named->name == "not_fails" || named->name == "is_det");
        (whole ? of.always : fact.place.when == Place::When::Before ? of.calls : of.success).push_back(i);
      } else if (const std::optional<PointIndex> at = point_of(fact)) {
        at_points_[{fact.place.function, at->clause, at->item}].push_back(i);
      }
    }
  }

  /// A direct test of a fact about these variables, with its report. Empty: the fact cannot be judged, and the reason
  /// is noted.
  std::string judgement(std::size_t index, const std::vector<std::string>& scope, std::size_t counter) {
    DirectTests::Test test = tests_.compile(facts_[index].property);
    std::vector<std::string> used;
    if (!test.goal.empty()) {
      const Result<Term> goal = read_term(test.goal);
      if (goal.ok()) used = variables_of(*goal);
    }
    const bool known = std::all_of(used.begin(), used.end(), [&](const std::string& name) {
      return std::find(scope.begin(), scope.end(), name) != scope.end();
    });
    if (!known) test = {{}, "about a variable that is not at its place"};
    out_.skips[index] = test.skip;
    if (test.goal.empty()) return {};
    out_.runs[index] = counter;
    std::string values;
    for (const std::string& name : used) values += (values.empty() ? "" : ",") + write_atom(name) + "=" + name;
    return ",\n    ( " + test.goal + " -> true ; as__bad(" + std::to_string(index + 1) + "," + std::to_string(counter) +
           ",[" + values + "]) )";
  }

  /// The name of a new predicate that counts a visit and judges facts about these variables; empty: none can be judged.
  /// With tests in the engine, a second clause handles visits for which these tests do not succeed.
  std::string point_predicate(const std::vector<std::size_t>& facts, const std::vector<std::string>& scope,
                              SettledFacts& settled) {
    std::string checks, left;  // all checks; and checks that the engine does not know
    std::vector<std::string> words;
    const SettledFacts before = settled;
    for (const std::size_t index : facts) {
      const std::string check = judgement(index, scope, counters_ + 1);
      checks += check;
      if (check.empty() || before.has(facts_[index].property)) continue;
      settled.add(facts_[index].property);
      std::optional<std::string> word = engine_tests_.words(facts_[index].property, scope);
      if (word)
        words.push_back(std::move(*word));
      else
        left += check;
    }
    if (checks.empty()) return {};
    const std::string number = std::to_string(++counters_);
    const std::string head = call("as__p" + number, scope);
    const std::string state = scope.empty() ? "[]" : "s(" + join(scope, ",") + ")";
    if (in_engine())
      points_ += head + " :- " + engine_call(counters_, scope, before.ground, std::move(words)) + ", !" + left + ".\n";
    points_ += head + " :- as__seen(" + number + "," + state + ")" + checks + ".\n";
    return "as__p" + number;
  }

  /// The call of a point's predicate in a clause. If earlier points have settled all of its facts, the call only counts
  /// the visit.
  std::string point_goal(const std::vector<std::size_t>& facts, const std::vector<std::string>& scope,
                         SettledFacts& settled) {
    const bool all_known =
        std::all_of(scope.begin(), scope.end(),
                    [&](const std::string& name) { return settled.ground.count(name) != 0; }) &&
        std::all_of(facts.begin(), facts.end(), [&](std::size_t index) { return settled.has(facts_[index].property); });
    const std::string name = point_predicate(facts, scope, settled);
    if (name.empty()) return {};
    return in_engine() && all_known && !scope.empty() ? "as__hit(" + std::to_string(counters_) + ")"
                                                      : call(name, scope);
  }

  [[nodiscard]] bool in_engine() const { return !options_.engine_module.empty(); }
  /// The call of a point's tests in the engine. Also defines these tests.
  std::string engine_call(std::size_t number, const std::vector<std::string>& scope, const std::set<std::string>& known,
                          std::vector<std::string> words) {
    const bool fits = scope.size() <= EngineTests::kMaxArguments;
    if (!fits) words = {*engine_tests_.words(Unreachable{}, {})};
    engine_tests_.define_point(number, fits ? scope : std::vector<std::string>(), known, words);
    return "as__at(" + std::to_string(number) + (fits && !scope.empty() ? "," + join(scope, ",") : "") + ")";
  }

  static std::string call(const std::string& name, const std::vector<std::string>& scope) {
    return scope.empty() ? name : name + "(" + join(scope, ",") + ")";
  }

  std::string clause_text(const Clause& clause, std::size_t number) {
    const std::string indicator = clause.head.indicator();
    Term head = clause.head;
    if (wrapped(indicator)) head.text = body_name(head.text);
    std::string text = write_term(head);
    Term whole = make_compound("c", {clause.head});
    for (const BodyItem& item : clause.body)
      if (!item.is_point) whole.args.push_back(item.term);
    const std::vector<std::string> scope = variables_of(whole);
    SettledFacts settled;
    settle(clause.head, false, settled);
    std::string_view glue = " :-\n    ";
    for (std::size_t i = 0; i < clause.body.size(); ++i) {
      const BodyItem& item = clause.body[i];
      std::string goal;
      if (!item.is_point) {
        goal = write_term(with_plain_goals(item.term));
        settle(item.term, true, settled);
      } else {
        const auto facts = at_points_.find({indicator, number, i});
        if (facts != at_points_.end()) {
          goal = point_goal(facts->second, scope, settled);
        }
      }
      if (goal.empty()) continue;
      text += std::string(glue) + goal;
      glue = ",\n    ";
    }
    return text + ".\n";
  }

  /// Positions (from 0) of the arguments that are ground by these facts about a predicate: each call tests them.
  [[nodiscard]] std::vector<std::size_t> ground_arguments(const std::vector<std::size_t>& facts) const {
    std::vector<std::size_t> out;
    for (const std::size_t index : facts) {
      const Named* named = std::get_if<Named>(&facts_[index].property);
      if (named == nullptr || named->name != "ground") continue;
      const Result<Term> head = read_term(facts_[index].subject.text);
      for (std::size_t i = 0; i < head->args.size(); ++i)
        if (head->args[i].text == named->arguments[0]) out.push_back(i);
    }
    return out;
  }
  /// Adds what is settled after a head's calls were tested, or after a call's success was tested.
  void settle(const Term& term, bool success, SettledFacts& settled) const {
    const auto found = predicates_.find(term.indicator());
    if (found == predicates_.end()) return;
    for (const std::size_t at : ground_arguments(success ? found->second.success : found->second.calls))
      for (const std::string& name : variables_of(term.args[at])) settled.ground.insert(name);
  }
  [[nodiscard]] bool wrapped(const std::string& indicator) const { return predicates_.count(indicator) != 0; }
  static std::string body_name(const std::string& name) { return "as__b " + name; }

  /// The clause p(A,B) :- judge the call, 'as__b p'(A,B), judge the success.
  std::string wrapper(const std::string& indicator) {
    const auto found = predicates_.find(indicator);
    if (found == predicates_.end()) return {};
    const PredicateFacts& facts = found->second;
    const std::vector<std::size_t>& any = !facts.calls.empty()     ? facts.calls
                                          : !facts.success.empty() ? facts.success
                                                                   : facts.always;
    const Result<Term> head = read_term(facts_[any[0]].subject.text);
    const std::vector<std::string> scope = variables_of(*head);
    Term body = *head;
    body.text = body_name(head->text);
    SettledFacts settled;
    std::string goals =
        facts.calls.empty() ? std::string() : guarded(point_predicate(facts.calls, scope, settled), scope);
    const std::string success = guarded(point_predicate(facts.success, scope, settled), scope);
    std::size_t is_det = 0, not_fails = 0;
    for (const std::size_t index : facts.always)
      (std::get<Named>(facts_[index].property).name == "is_det" ? is_det : not_fails) = index + 1;
    if (is_det + not_fails == 0) {
      goals += write_term(body) + (success.empty() ? "" : ", " + success.substr(0, success.size() - 2));
    } else {
      goals += counted(write_term(body), success, is_det, not_fails, scope);
    }
    return write_term(*head) + " :- " + goals + ".\n";
  }
  static std::string guarded(const std::string& name, const std::vector<std::string>& scope) {
    return name.empty() ? std::string() : call(name, scope) + ", ";
  }

  std::string counted(const std::string& body, const std::string& success, std::size_t is_det, std::size_t not_fails,
                      const std::vector<std::string>& scope) {
    const std::string state = "[" + join(scope, ",") + "]";
    const std::string number = std::to_string(++counters_);
    for (const std::size_t index : {is_det, not_fails}) {
      if (index == 0) continue;
      out_.runs[index - 1] = counters_;
      out_.skips[index - 1].clear();
    }
    std::string again, never = "fail";
    if (is_det != 0)
      again = "( As__N > 1 -> as__bad(" + std::to_string(is_det) + "," + number + "," + state + ") ; true ), ";
    if (not_fails != 0)
      never = "arg(1, As__F, 0), as__bad(" + std::to_string(not_fails) + "," + number + "," + state + "), fail";
    const std::string seen = "as__seen(" + number + "," + state + ")";
    const std::string enter =
        in_engine() ? "( " + engine_call(counters_, scope, {}, {}) + " -> true ; " + seen + " )" : seen;
    return enter + ", functor(As__F, as__f, 1), arg(1, As__F, 0), ( " + body +
           ", arg(1, As__F, As__M), As__N is As__M + 1, as__set(1, As__F, As__N), " + again + success + "true ; " +
           never + " )";
  }

  /// Renames goals within findall/3 and similar predicates that only the source defines.
  Term with_plain_goals(Term goal) {
    if (calls_arguments(goal)) {
      for (Term& arg : goal.args) {
        if (!arg.callable() || arg.text.empty()) continue;
        if (needs_plain(arg.indicator())) {
          want(arg.indicator());
          arg.text = plain_name(arg.text);
        } else {
          arg = with_plain_goals(std::move(arg));
        }
      }
    } else if (needs_plain(goal.indicator()) && goal.callable()) {
      want(goal.indicator());
      goal.text = plain_name(goal.text);
    }
    return goal;
  }
  [[nodiscard]] bool needs_plain(const std::string& indicator) const {
    return source_.defines(indicator) && !output_.defines(indicator);
  }
  void want(const std::string& indicator) {
    if (wanted_.insert(indicator).second) pending_.push_back(indicator);
  }
  static std::string plain_name(const std::string& name) { return "as__plain " + name; }

  /// The source's clauses of the renamed predicates, which only call each other.
  std::string plain_copies() {
    std::string out;
    while (!pending_.empty()) {
      const std::string indicator = pending_.back();
      pending_.pop_back();
      for (const Clause& clause : source_.clauses) {
        if (clause.head.indicator() != indicator) continue;
        Term head = clause.head;
        head.text = plain_name(head.text);
        out += write_term(head);
        std::string_view glue = " :- ";
        for (const BodyItem& item : clause.body) {
          out += std::string(glue) + write_term(plain(item.term));
          glue = ", ";
        }
        out += ".\n";
      }
    }
    return out;
  }
  Term plain(Term goal) {
    if (calls_arguments(goal)) {
      for (Term& arg : goal.args) arg = plain(std::move(arg));
    } else if (goal.callable() && source_.defines(goal.indicator())) {
      want(goal.indicator());
      goal.text = plain_name(goal.text);
    }
    return goal;
  }

  [[nodiscard]] std::string head() const {
    std::string out;
    if (options_.engine == Engine::Ciao) {
      std::string packages;
      for (const std::string& name : output_.packages) {
        static const std::set<std::string, std::less<>> needless = {
            "assertions", "regtypes", "nativeprops", "basicmodes", "isomodes", "modes", "rtchecks", "unittestdecls"};
        if (needless.count(name) == 0) packages += (packages.empty() ? "" : ",") + write_atom(name);
      }
      if (tests_.asks_ciao())
        packages += std::string(packages.empty() ? "" : ",") + "assertions,nativeprops,regtypes,rtchecks";
      // A script: ciao-shell calls main/1 of a file without a module.
      if (!packages.empty()) out = ":- use_package([" + packages + "]).\n";
      out += kCiaoHead;
      if (in_engine()) out += ":- use_module(" + write_atom(options_.engine_module) + ").\n";
      if (!source_.regtypes.empty()) out += ":- use_module(engine(basic_props)).\n";
    } else {
      out = kSwiHead;
    }
    for (const Term& directive : output_.directives) {
      const bool import =
          directive.text == "use_module" || directive.text == "use_package" || directive.text == "import";
      if (import && options_.engine == Engine::SwiProlog) continue;
      out += ":- " + write_term(directive) + ".\n";
    }
    return out;
  }

  [[nodiscard]] std::string main_clause(std::size_t tests) const {
    const std::string start = options_.engine == Engine::Ciao ? "main(_)" : "main";
    const std::string limit = std::to_string(options_.points_per_test);
    return start + " :- as__start(" + std::to_string(std::max<std::size_t>(counters_, 1)) + "," +
           std::to_string(std::max<std::size_t>(facts_.size(), 1)) + "," + limit + "), as__run(1," +
           std::to_string(tests) + "," + limit + "), as__report(" +
           std::to_string(std::max<std::size_t>(counters_, 1)) + ").\n";
  }

  const Module& output_;
  const Module& source_;
  const std::vector<Fact>& facts_;
  InstrumentOptions options_;
  CheckedProgram out_;
  DirectTests tests_;
  EngineTests engine_tests_;
  std::map<std::string, PredicateFacts> predicates_;
  std::map<std::tuple<std::string, std::size_t, std::size_t>, std::vector<std::size_t>> at_points_;
  std::string points_;
  std::size_t counters_ = 0;
  std::set<std::string> wanted_;
  std::vector<std::string> pending_;
};

}  // namespace

CheckedProgram instrument(const Module& output, const Module& source, const std::vector<Fact>& facts,
                          const std::vector<TestGoal>& tests, const InstrumentOptions& options) {
  return Instrumenter(output, source, facts, options).make(tests);
}

namespace {
/// Removes a number and the following blank from the front of the text.
std::uint64_t take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const char* const end = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return value;
}
}  // namespace

RunReport read_report(const std::string& out, std::size_t facts) {
  RunReport report;
  std::map<std::size_t, RunReport::Broken> broken;
  std::string_view rest = out;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto take = [&](std::string_view word) {
      if (line.substr(0, word.size()) != word) return false;
      line.remove_prefix(word.size());
      return true;
    };
    if (take("assay bad ")) {
      const std::size_t fact = take_number(line);
      const std::size_t test = take_number(line);
      if (fact >= 1 && fact <= facts) broken[fact - 1] = {test == 0 ? 0 : test - 1, std::string(line), 1};
    } else if (take("assay runs ")) {
      const std::size_t point = take_number(line);
      if (point == 0 || point > 1000000) continue;
      if (report.runs.size() < point) report.runs.resize(point);
      report.runs[point - 1] = take_number(line);
    } else if (take("assay broken ")) {
      const std::size_t fact = take_number(line);
      const auto found = broken.find(fact - 1);
      if (found != broken.end()) found->second.times = take_number(line);
    } else if (take("assay end ")) {
      (void)take_number(line);
      report.ended.emplace_back(line);
    } else if (take("assay test ")) {
      report.begun = static_cast<std::size_t>(take_number(line));
    } else if (line == "assay done") {
      report.complete = true;
    }
  }
  report.broken.assign(broken.begin(), broken.end());
  return report;
}

}  // namespace assay::analyzer::ciao
