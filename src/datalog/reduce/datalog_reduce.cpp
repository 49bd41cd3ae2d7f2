#include "datalog/reduce/datalog_reduce.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <utility>

#include "assay/datalog/evaluate.hpp"
#include "core/reduce/minimize.hpp"
#include "datalog/graph/graph.hpp"
#include "datalog/program/wording.hpp"
#include "datalog_edits.hpp"

namespace assay::datalog {
namespace {

/// Maximum number of lines of a statement of a seed's text that is dropped on its own.
constexpr std::size_t kMaxStatementLines = 8;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

std::string text_of(const std::vector<std::string>& lines, const std::vector<bool>& kept) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (kept[i]) text += lines[i] + '\n';
  return text;
}

class ProgramReducer {
 public:
  ProgramReducer(Program program, const StillFails& still_fails)
      : program_(std::move(program)), still_fails_(still_fails) {}

  Program run() {
    bool changed = true;
    while (changed) {
      changed = drop_rules();
      changed = print_earlier_relation() || changed;
      changed = replace_rules_by_values() || changed;
      changed = drop_relations() || changed;
      changed = drop_wordings() || changed;
      changed = drop_seed_lines() || changed;
      changed = drop_facts() || changed;
      changed = shrink_rules() || changed;
      changed = drop_columns() || changed;
      changed = drop_qualifiers() || changed;
    }
    return std::move(program_);
  }

 private:
  bool take(Program smaller) {
    if (!check(smaller) || !still_fails_(smaller)) return false;
    program_ = std::move(smaller);
    return true;
  }
  bool fails(const Program& smaller) const { return check(smaller).ok() && still_fails_(smaller); }

  bool drop_rules() {
    const std::size_t before = program_.rules.size();
    const std::vector<bool> kept =
        core::minimize_kept(before, [&](const std::vector<bool>& some) { return fails(with_rules(program_, some)); });
    program_ = with_rules(program_, kept);
    return program_.rules.size() < before;
  }

  /// Prints a single earlier relation, whose own result may be wrong already. Drops the rules that it does not need.
  bool print_earlier_relation() {
    const PrecedenceGraph graph(program_);
    for (RelationId id = 0; id < program_.relations.size(); ++id) {
      std::vector<bool> kept;
      for (const Rule& rule : program_.rules)
        kept.push_back(std::any_of(rule.heads.begin(), rule.heads.end(),
                                   [&](const Atom& head) { return graph.reaches(head.relation, id); }));
      const auto needed = std::count(kept.begin(), kept.end(), true);
      if (needed == 0 || static_cast<std::size_t>(needed) == kept.size()) continue;
      Program earlier = with_rules(program_, kept);
      for (Relation& relation : earlier.relations) relation.is_output = false;
      earlier.relations[id].is_output = true;
      if (take(std::move(earlier))) return true;
    }
    return false;
  }

  /// Replaces rules of a relation by the tuples that they derive: all rules, or the rules that are not recursive.
  bool replace_rules_by_values() {
    bool changed = false;
    for (RelationId id = 0; id < program_.relations.size(); ++id) {
      const Relation& relation = program_.relations[id];
      if (relation.from_seed || !relation.choice_domains.empty() || relation.dominance) continue;
      changed = replace_rules_by_values(id, false) || replace_rules_by_values(id, true) || changed;
    }
    return changed;
  }
  /// `to_begin`: replaces only the rules that are not recursive.
  bool replace_rules_by_values(RelationId id, bool to_begin) {
    constexpr std::size_t kMaxTuples = 8;
    const PrecedenceGraph graph(program_);
    std::vector<bool> others, to_replace;
    for (const Rule& rule : program_.rules) {
      const bool defines =
          std::any_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) { return head.relation == id; });
      bool recursive = false;
      for_each_body_atom(rule, [&](const Atom& atom) { recursive = recursive || graph.reaches(id, atom.relation); });
      others.push_back(!defines || (to_begin && recursive));
      to_replace.push_back(!to_begin || !recursive || !defines);
    }
    const auto replaced = std::count(others.begin(), others.end(), false);
    if (replaced == 0) return false;
    const Program deriving = with_rules(program_, to_replace);
    Evaluation evaluation = evaluate(deriving, EvaluationLimits());
    if (evaluation.problem || evaluation.relations[id].count > kMaxTuples) return false;
    Program given = with_rules(program_, others);
    given.symbols = symbols_of(deriving, evaluation);
    given.relations[id].facts = std::move(evaluation.relations[id]);
    return take(std::move(given));
  }

  bool drop_relations() {
    bool changed = false;
    for (std::size_t i = program_.relations.size(); i-- > 0;) {
      const auto id = static_cast<RelationId>(i);
      if (!program_.relations[id].from_seed) changed = take(without_relation(program_, id)) || changed;
    }
    return changed;
  }

  /// Drops single lines and then runs of lines of a seed's text, because a statement may have several lines.
  bool drop_seed_lines() {
    if (program_.seed.dialect.empty()) return false;
    std::vector<std::string> lines = lines_of(program_.seed.text);
    const std::size_t before = lines.size();
    const auto without = [&](const std::vector<bool>& kept) { return with_seed_text(program_, text_of(lines, kept)); };
    const auto settle = [&](const std::vector<bool>& kept) {
      if (std::optional<Program> smaller = without(kept)) program_ = *std::move(smaller);
      lines = lines_of(program_.seed.text);
    };
    settle(core::minimize_kept(before, [&](const std::vector<bool>& kept) {
      const std::optional<Program> smaller = without(kept);
      return smaller && fails(*smaller);
    }));
    for (std::size_t size = kMaxStatementLines; size > 1; --size) {
      for (std::size_t start = 0; start + size <= lines.size(); ++start) {
        std::vector<bool> kept(lines.size(), true);
        std::fill_n(kept.begin() + static_cast<std::ptrdiff_t>(start), size, false);
        const std::optional<Program> smaller = without(kept);
        if (smaller && fails(*smaller)) settle(kept);
      }
    }
    return lines.size() < before;
  }

  bool drop_facts() {
    bool changed = false;
    for (RelationId id = 0; id < program_.relations.size(); ++id) {
      const std::size_t before = program_.relations[id].facts.count;
      const std::vector<bool> kept = core::minimize_kept(
          before, [&](const std::vector<bool>& some) { return fails(with_facts(program_, id, some)); });
      program_ = with_facts(program_, id, kept);
      changed = changed || program_.relations[id].facts.count < before;
    }
    return changed;
  }

  bool shrink_rules() {
    bool changed = false;
    for (std::size_t i = 0; i < program_.rules.size(); ++i) {
      const auto replaced = [&](const Rule& smaller) {
        Program candidate = program_;
        candidate.rules[i] = smaller;
        return take(std::move(candidate));
      };
      bool again = true;
      while (again) {
        const Rule rule = program_.rules[i];
        again = for_each_smaller_rule(rule, replaced);
        changed = changed || again;
      }
    }
    return changed;
  }

  bool drop_columns() {
    bool changed = false;
    for (RelationId id = 0; id < program_.relations.size(); ++id) {
      if (program_.relations[id].from_seed) continue;
      for (std::size_t column = program_.relations[id].arity(); column-- > 0;)
        changed = take(without_column(program_, id, column)) || changed;
    }
    return changed;
  }

  bool drop_qualifiers() {
    bool changed = false;
    for (RelationId id = 0; id < program_.relations.size(); ++id) {
      const auto tried = [&](auto member, auto plain) {
        if (program_.relations[id].*member == plain || program_.relations[id].from_seed) return;
        Program candidate = program_;
        candidate.relations[id].*member = plain;
        changed = take(std::move(candidate)) || changed;
      };
      tried(&Relation::representation, Representation::Default);
      tried(&Relation::inlining, Inlining::Default);
      tried(&Relation::magic, MagicSets::Default);
      tried(&Relation::dominance, std::optional<Dominance>());
      tried(&Relation::choice_domains, std::vector<std::vector<std::uint32_t>>());
      tried(&Relation::is_output, false);
    }
    return changed;
  }

  /// Gives as many wordings as possible their plainest way. Most of them have nothing to do with the failure.
  bool drop_wordings() {
    std::vector<std::pair<RelationId, Wording>> drawn;
    for (RelationId id = 0; id < program_.relations.size(); ++id)
      for (const WordingRow& row : wording_rows())
        if (!program_.relations[id].from_seed && way_of(program_.relations[id].wordings, row.wording) != 0)
          drawn.emplace_back(id, row.wording);
    const auto with = [&](const std::vector<bool>& kept) {
      Program plainer = program_;
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        Wordings& wordings = plainer.relations[drawn[i].first].wordings;
        if (!kept[i]) wordings = with_way(wordings, drawn[i].second, 0);
      }
      return plainer;
    };
    const std::vector<bool> kept =
        core::minimize_kept(drawn.size(), [&](const std::vector<bool>& some) { return fails(with(some)); });
    program_ = with(kept);
    return std::count(kept.begin(), kept.end(), false) > 0;
  }

  Program program_;
  const StillFails& still_fails_;
};

}  // namespace

Program reduce_program(const Program& program, const StillFails& still_fails) {
  return ProgramReducer(program, still_fails).run();
}

std::vector<Step> reduce_steps(const std::vector<Step>& steps,
                               const std::function<bool(const std::vector<Step>&)>& still_fails) {
  const auto some = [&](const std::vector<bool>& kept) {
    std::vector<Step> fewer;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (kept[i]) fewer.push_back(steps[i]);
    return fewer;
  };
  return some(core::minimize_kept(steps.size(), [&](const std::vector<bool>& kept) {
    const std::vector<Step> fewer = some(kept);
    return !fewer.empty() && still_fails(fewer);
  }));
}

}  // namespace assay::datalog
