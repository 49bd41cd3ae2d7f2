// How often each shape of rules occurs in real Datalog programs and in generated ones. A shape that is never generated
// is never tested (bench/README.md).
// program_shapes SEED... [--programs N]   seeds are files or folders, as for `assay datalog fuzz`

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/graph/graph.hpp"

namespace assay {
namespace {

using datalog::Aggregate;
using datalog::Atom;
using datalog::Comparison;
using datalog::Literal;
using datalog::PrecedenceGraph;
using datalog::Program;
using datalog::Rule;
using datalog::Term;

/// A rule, and facts about it that are computed once.
struct Seen {
  const Program& program;
  const PrecedenceGraph& graph;
  const Rule& rule;
  std::vector<const Atom*> atoms;  ///< positive ones
  std::vector<const Atom*> negated;
  std::vector<const Comparison*> comparisons;
  std::vector<const Aggregate*> aggregates;
  std::map<datalog::Value, std::size_t> uses;  ///< of each variable

  Seen(const Program& of, const PrecedenceGraph& flow, const Rule& looked_at)
      : program(of), graph(flow), rule(looked_at) {
    for (const Literal& literal : rule.body) {
      if (const auto* atom = std::get_if<Atom>(&literal)) (atom->negated ? negated : atoms).push_back(atom);
      if (const auto* comparison = std::get_if<Comparison>(&literal)) comparisons.push_back(comparison);
      if (const auto* aggregate = std::get_if<Aggregate>(&literal)) aggregates.push_back(aggregate);
    }
    datalog::for_each_term(rule, [&](const Term& term) {
      if (term.is_variable()) ++uses[term.value];
    });
  }

  /// Positive atoms of the body that are of the head's own component.
  [[nodiscard]] std::size_t recursive_atoms() const {
    return static_cast<std::size_t>(std::count_if(atoms.begin(), atoms.end(), [&](const Atom* atom) {
      return graph.component_of(atom->relation) == graph.component_of(rule.heads[0].relation);
    }));
  }
  /// How often the body has its most frequent relation.
  [[nodiscard]] std::size_t same_relation() const {
    std::map<datalog::RelationId, std::size_t> times;
    std::size_t most = 0;
    for (const Atom* atom : atoms) most = std::max(most, ++times[atom->relation]);
    return most;
  }
  [[nodiscard]] bool in_body(const Atom& wanted) const {
    return std::any_of(atoms.begin(), atoms.end(), [&](const Atom* atom) { return *atom == wanted; });
  }
};

bool shares_variable(const Atom& one, const Atom& other) {
  return std::any_of(one.arguments.begin(), one.arguments.end(), [&](const Term& term) {
    return term.is_variable() &&
           std::find(other.arguments.begin(), other.arguments.end(), term) != other.arguments.end();
  });
}

/// Whether two positive atoms share no variable, not even through others.
bool is_cross_product(const Seen& seen) {
  if (seen.atoms.size() < 2) return false;
  std::set<std::size_t> reached = {0};
  for (std::size_t round = 0; round < seen.atoms.size(); ++round)
    for (std::size_t i = 0; i < seen.atoms.size(); ++i)
      for (const std::size_t known : std::set(reached))
        if (shares_variable(*seen.atoms[i], *seen.atoms[known])) reached.insert(i);
  return reached.size() < seen.atoms.size();
}

bool repeats_in_head(const Seen& seen) {
  const auto& arguments = seen.rule.heads[0].arguments;
  return std::any_of(arguments.begin(), arguments.end(), [&](const Term& term) {
    return term.is_variable() && std::count(arguments.begin(), arguments.end(), term) > 1;
  });
}

bool any_argument(const std::vector<const Atom*>& atoms, bool (*wanted)(const Term&)) {
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom* atom) {
    return std::any_of(atom->arguments.begin(), atom->arguments.end(), wanted);
  });
}

bool has_constant_in_head(const Seen& seen) {
  const auto& arguments = seen.rule.heads[0].arguments;
  return std::any_of(arguments.begin(), arguments.end(), [](const Term& term) { return term.is_constant(); });
}

struct Shape {
  const char* name;
  bool (*has)(const Seen&);
};

const Shape kShapes[] = {
    {"5 or more positive atoms", [](const Seen& s) { return s.atoms.size() >= 5; }},
    {"no positive atom", [](const Seen& s) { return s.atoms.empty(); }},
    {"atoms that share no variable", is_cross_product},
    {"a relation twice in the body", [](const Seen& s) { return s.same_relation() >= 2; }},
    {"a relation three times in the body", [](const Seen& s) { return s.same_relation() >= 3; }},
    {"an atom twice in the body",
     [](const Seen& s) {
       return std::any_of(s.atoms.begin(), s.atoms.end(), [&](const Atom* one) {
         return std::count_if(s.atoms.begin(), s.atoms.end(), [&](const Atom* other) { return *one == *other; }) > 1;
       });
     }},
    {"a variable used once",
     [](const Seen& s) {
       return std::any_of(s.uses.begin(), s.uses.end(), [](const auto& one) { return one.second == 1; });
     }},
    {"a wildcard", [](const Seen& s) { return any_argument(s.atoms, [](const Term& t) { return t.is_wildcard(); }); }},
    {"a constant in a positive atom",
     [](const Seen& s) { return any_argument(s.atoms, [](const Term& t) { return t.is_constant(); }); }},
    {"an atom of constants alone",
     [](const Seen& s) {
       return std::any_of(s.atoms.begin(), s.atoms.end(), [](const Atom* atom) {
         return !atom->arguments.empty() && std::all_of(atom->arguments.begin(), atom->arguments.end(),
                                                        [](const Term& term) { return term.is_constant(); });
       });
     }},
    {"a nullary head", [](const Seen& s) { return s.rule.heads[0].arguments.empty(); }},
    {"a nullary atom",
     [](const Seen& s) {
       return std::any_of(s.atoms.begin(), s.atoms.end(), [](const Atom* atom) { return atom->arguments.empty(); });
     }},
    {"a constant in the head", has_constant_in_head},
    {"a head of constants alone",
     [](const Seen& s) {
       const auto& arguments = s.rule.heads[0].arguments;
       return !arguments.empty() &&
              std::all_of(arguments.begin(), arguments.end(), [](const Term& term) { return term.is_constant(); });
     }},
    {"a variable twice in the head", repeats_in_head},
    {"a head that the body has", [](const Seen& s) { return s.in_body(s.rule.heads[0]); }},
    {"a head whose relation has facts",
     [](const Seen& s) { return !s.program.relations[s.rule.heads[0].relation].facts.empty(); }},
    {"recursion", [](const Seen& s) { return s.recursive_atoms() >= 1; }},
    {"two recursive atoms", [](const Seen& s) { return s.recursive_atoms() >= 2; }},
    {"recursion and a comparison", [](const Seen& s) { return s.recursive_atoms() >= 1 && !s.comparisons.empty(); }},
    {"recursion and negation", [](const Seen& s) { return s.recursive_atoms() >= 1 && !s.negated.empty(); }},
    {"a component of three or more relations",
     [](const Seen& s) { return s.graph.component(s.graph.component_of(s.rule.heads[0].relation)).size() >= 3; }},
    {"negation", [](const Seen& s) { return !s.negated.empty(); }},
    {"two negated atoms", [](const Seen& s) { return s.negated.size() >= 2; }},
    {"a comparison", [](const Seen& s) { return !s.comparisons.empty(); }},
    {"two comparisons", [](const Seen& s) { return s.comparisons.size() >= 2; }},
    {"a comparison of constants",
     [](const Seen& s) {
       return std::any_of(s.comparisons.begin(), s.comparisons.end(), [](const Comparison* comparison) {
         return comparison->left.is_constant() && comparison->right.is_constant();
       });
     }},
    {"an aggregate", [](const Seen& s) { return !s.aggregates.empty(); }},
    {"two aggregates", [](const Seen& s) { return s.aggregates.size() >= 2; }},
    {"an aggregate over two atoms",
     [](const Seen& s) {
       return std::any_of(s.aggregates.begin(), s.aggregates.end(),
                          [](const Aggregate* aggregate) { return aggregate->atoms.size() >= 2; });
     }},
    {"an aggregate with a comparison",
     [](const Seen& s) {
       return std::any_of(s.aggregates.begin(), s.aggregates.end(),
                          [](const Aggregate* aggregate) { return !aggregate->comparisons.empty(); });
     }},
};

struct Counts {
  std::uint64_t rules = 0;
  std::vector<std::uint64_t> shapes = std::vector<std::uint64_t>(std::size(kShapes), 0);

  void add(const Program& program) {
    const PrecedenceGraph graph(program);
    for (const Rule& rule : program.rules) {
      ++rules;
      const Seen seen(program, graph, rule);
      for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i] += kShapes[i].has(seen) ? 1 : 0;
    }
  }
  [[nodiscard]] double percent(std::size_t shape) const {
    return rules == 0 ? 0 : 100.0 * static_cast<double>(shapes[shape]) / static_cast<double>(rules);
  }
};

int run(const std::vector<std::string>& seeds, std::uint64_t programs) {
  datalog::FuzzOptions options;
  options.seeds = seeds;
  const Result<datalog::SeedCorpus> corpus = datalog::load_seeds(options);
  if (!corpus) {
    fmt::print(stderr, "{}\n", corpus.error().text());
    return 1;
  }
  Counts real;
  for (const datalog::Seed& seed : corpus->seeds) real.add(seed.program);
  Counts made;
  const datalog::Capabilities& all = datalog::dialect("souffle")->capabilities;
  for (std::uint64_t i = 0; i < programs; ++i)
    if (const auto generated = datalog::generate_program({}, all, datalog::GenerateOptions(), core::Rng(i)))
      made.add(generated->program);
  fmt::print("{} rules of {} seeds, {} generated rules; percent of the rules\n\n", real.rules, corpus->seeds.size(),
             made.rules);
  fmt::print("{:<40} {:>6} {:>9}\n", "shape", "seeds", "generated");
  for (std::size_t i = 0; i < std::size(kShapes); ++i)
    fmt::print("{:<40} {:>6.1f} {:>9.1f}{}\n", kShapes[i].name, real.percent(i), made.percent(i),
               made.shapes[i] == 0 ? "  never" : "");
  return 0;
}

}  // namespace
}  // namespace assay

int main(int count, char** words) {
  std::vector<std::string> seeds;
  std::uint64_t programs = 2000;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--programs" && i + 1 < count) {
      programs = std::strtoull(words[++i], nullptr, 10);
    } else {
      seeds.push_back(word);
    }
  }
  return assay::run(seeds, programs);
}
