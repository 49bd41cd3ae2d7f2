// Random ground terms of every theory, two or three operators deep over boundary constants: a solver must find it
// unsatisfiable that the term differs from the value that our evaluator gives it. Prints every other answer.
//   bench_eval_crosscheck SEED COUNT [all | extensions [CVC5]]
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "core/proc/proc.hpp"

namespace {

using namespace assay;
using namespace assay::smt;

constexpr std::size_t kBatch = 200;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>((state_ = mix(state_ + 1)) % bound); }

 private:
  std::uint64_t state_;
};

constexpr const char* kConstants = R"(
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(assert (and
  (= 0 1 2 3 (- 1) (- 2) 7 100 (- 7)) (= 0.0 1.0 (- 1.0) 0.5 (- 2.5) 3.25 (/ 1.0 3.0))
  (= #b0 #b1) (= #x0 #x1 #x7 #x8 #xf) (= #x00 #x01 #x7f #x80 #xff #x55)
  (= "" "a" "b" "ab" "ba" "aab" "0" "12" "\u{41}\u{2ffff}")
  (= RNE RNA RTP RTN RTZ)
  (= (_ +zero 3 5) (_ -zero 3 5) (_ +oo 3 5) (_ -oo 3 5) (_ NaN 3 5) (fp #b0 #b011 #x0) (fp #b1 #b000 #x1) (fp #b0 #b110 #xf) (fp #b0 #b011 #x8) (fp #b1 #b100 #x4))
  (= (as seq.empty (Seq Int)) (seq.unit 1) (seq.++ (seq.unit 1) (seq.unit 2)) (seq.++ (seq.unit 2) (seq.unit 1) (seq.unit 2)))
  (= ((as const (Array Int Int)) 0) (store ((as const (Array Int Int)) 0) 1 2))
  (= ((as const (Array Bool Bool)) true) (store ((as const (Array Bool Bool)) false) true true))
  (= nil (cons 1 nil) (cons 2 (cons 1 nil)))
  (= true false)
  (= (str.to_re "a") (str.to_re "") re.all re.none re.allchar (re.range "a" "b") (re.* (str.to_re "ab")))))
)";

// Constants of theories that only cvc5 has.
constexpr const char* kExtensionConstants = R"(
(assert (and
  (= 0 1 2 3 (- 1)) (= true false)
  (= (as set.empty (Set Int)) (set.singleton 1) (set.insert 0 1 (set.singleton 2)) (set.insert 2 3 (set.singleton 1)))
  (= (as set.empty (Set Bool)) (set.singleton true) (set.insert false (set.singleton true)))
  (= (tuple 1) (tuple 2)) (= (tuple 1 2) (tuple 2 1) (tuple 0 0)) (= (tuple 1 true) (tuple 2 false))
  (= (as set.empty (Relation Int)) (set.singleton (tuple 1)) (set.insert (tuple 2) (set.singleton (tuple 3))))
  (= (as set.empty (Relation Int Int)) (set.insert (tuple 1 2) (tuple 2 3) (set.singleton (tuple 2 1)))
     (set.insert (tuple 0 1) (tuple 0 2) (set.singleton (tuple 2 0))))
  (= (as bag.empty (Bag Int)) (bag 1 2) (bag.union_disjoint (bag 1 1) (bag 2 3)) (bag.union_disjoint (bag 2 1) (bag 3 2)))
  (= (as bag.empty (Table Int)) (bag (tuple 1) 2) (bag.union_disjoint (bag (tuple 1) 1) (bag (tuple 2) 1)))
  (= (as nullable.null (Nullable Int)) (nullable.some 1) (nullable.some 2))
  (= #f0m7 #f1m7 #f3m7 #f6m7) (= #f0m2 #f1m2) (= #f0m101 #f100m101)
  (= (set.singleton (set.singleton 1)) (set.insert (as set.empty (Set Int)) (set.singleton (set.singleton 2))))))
)";

/// Terms by sort; those made later go deeper.
struct Pool {
  std::map<SortId, std::vector<TermId>> terms;
  std::vector<SortId> sorts;

  void add(const TermStore& store, TermId term) {
    std::vector<TermId>& list = terms[store.sort_of(term)];
    if (list.empty()) {
      sorts.push_back(store.sort_of(term));
    }
    list.push_back(term);
  }
};

Pool constants(TermStore& store, const char* text) {
  Pool pool;
  const Result<Script> script = parse_script(store, text, "constants");
  if (!script) {
    std::fprintf(stderr, "%s\n", script.error().text().c_str());
    return pool;
  }
  for (const TermId equation : store.children(script->commands.back().terms.at(0))) {
    for (const TermId term : store.children(equation)) {
      pool.add(store, term);
    }
  }
  return pool;
}

/// Which operators are drawn.
enum class Scope : std::uint8_t { Standard, All, Extensions };

bool in_scope(const OperatorRow& row, Scope scope) {
  switch (scope) {
    case Scope::Standard: return row.standard;
    case Scope::All: return !is_extension(row.theory);
    case Scope::Extensions: return is_extension(row.theory);
  }
  return false;
}

std::optional<TermId> random_term(TermStore& store, const Pool& pool, Random& random, Scope scope) {
  const Operators& operators = Operators::get();
  const OperatorId op{static_cast<std::uint32_t>(random.below(operators.size()))};
  const OperatorRow& row = operators.row(op);
  if (row.ascribed || row.evaluate == nullptr || row.max_arity == 0 || !in_scope(row, scope)) {
    return std::nullopt;
  }
  std::vector<Index> indices;
  for (std::uint8_t i = 0; i < row.index_count; ++i) {
    indices.push_back({random.below(9), {}});
  }
  const std::size_t least = row.chaining == Chaining::None ? row.min_arity : std::max<std::size_t>(row.min_arity, 1);
  for (int attempt = 0; attempt < 40; ++attempt) {
    std::vector<TermId> children;
    const std::size_t spread = row.max_arity == kAnyArity ? 3 : row.max_arity - least + 1;
    const std::size_t arity =
        std::max<std::size_t>(least + random.below(spread), row.chaining == Chaining::Left && row.name != "-" ? 2 : 1);
    const SortId first = pool.sorts[random.below(pool.sorts.size())];
    for (std::size_t i = 0; i < arity; ++i) {
      const SortId sort = random.below(2) == 0 ? first : pool.sorts[random.below(pool.sorts.size())];
      const std::vector<TermId>& list = pool.terms.at(sort);
      children.push_back(list[random.below(list.size())]);
    }
    const bool mixed_numbers = std::any_of(children.begin(), children.end(), [&](TermId t) {
      return store.kind(store.sort_of(t)) == SortKind::Int && store.kind(store.sort_of(children[0])) == SortKind::Real;
    });
    if (const auto term = mixed_numbers ? std::nullopt : store.apply(op, children, indices)) {
      return term;
    }
  }
  return std::nullopt;
}

struct Solver {
  std::string name;
  std::vector<std::string> argv;
};

std::vector<std::string> ask(const Solver& solver, const std::vector<std::string>& queries) {
  std::string script = "(set-logic ALL)\n(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n";
  for (const std::string& query : queries) {
    script += "(echo \"query\")\n(push 1)\n(assert (not " + query + "))\n(check-sat)\n(pop 1)\n";
  }
  core::Command command;
  command.argv = solver.argv;
  core::Limits limits;
  limits.wall_seconds = 60;
  std::istringstream lines(core::run_process(command, script, limits).out);
  std::vector<std::string> result;
  for (std::string line; std::getline(lines, line);) {
    if (line == "query" || line == "\"query\"") {
      result.emplace_back();
    } else if (!result.empty() && result.back().empty()) {
      result.back() = line;
    }
  }
  return result;
}

void check(const Solver& solver, std::vector<std::string> queries) {
  std::map<std::string, std::size_t> counts;
  while (!queries.empty()) {
    const std::vector<std::string> answers = ask(solver, queries);
    const std::size_t done = std::max<std::size_t>(answers.size(), 1);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::string& answer = answers[i];
      const bool error = answer.find("rror") != std::string::npos || answer.empty();
      ++counts[error ? "not read" : answer];
      if (answer == "sat") {
        std::printf("%s says otherwise: %s\n", solver.name.c_str(), queries[i].c_str());
      }
    }
    queries.erase(queries.begin(), queries.begin() + static_cast<std::ptrdiff_t>(std::min(done, queries.size())));
  }
  for (const auto& [answer, count] : counts) {
    std::printf("%s: %s %zu\n", solver.name.c_str(), answer.c_str(), count);
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::stoull(argv[1]) : 1;
  const std::size_t count = argc > 2 ? std::stoull(argv[2]) : 1000;
  const std::string_view mode = argc > 3 ? argv[3] : "";
  const Scope scope = mode == "extensions" ? Scope::Extensions : mode == "all" ? Scope::All : Scope::Standard;
  const bool extensions = scope == Scope::Extensions;
  std::vector<Solver> solvers = {
      {"z3", {"z3", "-in", "-smt2", "-t:2000"}},
      {"cvc5", {"cvc5", "--lang=smt2", "--incremental", "--strings-exp", "--fp-exp", "--tlimit-per=2000"}},
      {"cvc4", {"cvc4", "--lang=smt2.6", "--incremental", "--strings-exp", "--tlimit-per=2000"}}};
  if (extensions) {  // or a newer cvc5 than the one on the path
    const std::string program = argc > 4 ? argv[4] : "cvc5";
    solvers = {{"cvc5", {program, "--lang=smt2", "--incremental", "--tlimit-per=2000"}}};
  }
  Random random(seed);
  std::size_t made = 0;
  while (made < count) {
    TermStore store;
    const Pool leaves = constants(store, extensions ? kExtensionConstants : kConstants);
    if (leaves.sorts.empty()) {
      return 1;
    }
    Pool pool = leaves;
    const Model model;
    Evaluator evaluator(store, model);
    std::vector<std::string> queries;
    while (queries.size() < kBatch && made + queries.size() < count) {
      const std::optional<TermId> term = random_term(store, pool, random, scope);
      if (!term || store.node(*term).depth > 4) {
        continue;
      }
      const Outcome& outcome = evaluator.evaluate(*term);
      if (!outcome.known()) {
        continue;
      }
      if (store.kind(store.sort_of(*term)) == SortKind::RegLan) {
        pool.add(store, *term);
        continue;
      }
      const std::optional<TermId> value = make_term(store, outcome.value, store.sort_of(*term));
      if (!value) {
        continue;
      }
      if (random.below(3) == 0 && pool.terms.count(store.sort_of(*term)) != 0) {
        pool.add(store, *term);
      }
      queries.push_back("(= " + to_string(store, *term) + " " + to_string(store, *value) + ")");
    }
    made += queries.size();
    for (const Solver& solver : solvers) {
      if (!core::find_program(solver.argv[0]).empty()) {
        check(solver, queries);
      }
    }
  }
  return 0;
}
