#include "ciao_edits.hpp"

#include <algorithm>
#include <map>

#include "analyzer/adapters/ciao/term/output.hpp"

namespace assay::analyzer::ciao {
namespace {

class EditMaker {
 public:
  explicit EditMaker(std::string_view source) : source_(source) {}

  std::vector<Analyzer::Edit> make() {
    const ReadText read = read_clauses(source_);
    predicates(read.clauses);
    for (const Term& clause : read.clauses) {
      if (clause.is(":-", 1)) {
        directive(clause);
        continue;
      }
      remove(clause.begin, after_end(clause.end));
      if (!clause.is(":-", 2)) continue;
      add(clause.args[0].end, clause.end, "");
      body(clause.args[1]);
    }
    for (const Term& clause : read.clauses) {
      if (clause.is(":-", 1)) continue;
      const bool rule = clause.is(":-", 2);
      for (const Term& arg : (rule ? clause.args[0] : clause).args) arguments(arg);
      if (rule)
        for (const Term* goal : conjuncts(clause.args[1]))
          for (const Term& arg : goal->args) arguments(arg);
    }
    blank_lines();
    return std::move(out_);
  }

 private:
  void add(std::size_t begin, std::size_t end, std::string text) {
    if (begin < end && source_.substr(begin, end - begin) != text) out_.push_back({begin, end, std::move(text)});
  }
  void remove(std::size_t begin, std::size_t end) { add(begin, end, ""); }
  /// The position behind a clause's dot and line end.
  [[nodiscard]] std::size_t after_end(std::size_t end) const {
    end = std::min(source_.find('.', end), source_.size() - 1) + 1;
    if (end < source_.size() && source_[end] == '\n') ++end;
    return end;
  }

  /// Removes all clauses of a predicate that stand together.
  void predicates(const std::vector<Term>& clauses) {
    for (std::size_t i = 0; i < clauses.size();) {
      const auto name = [&](std::size_t at) {
        const Term& clause = clauses[at];
        if (clause.is(":-", 1)) return std::string();
        return (clause.is(":-", 2) ? clause.args[0] : clause).indicator();
      };
      std::size_t last = i;
      while (last + 1 < clauses.size() && !name(i).empty() && name(last + 1) == name(i)) ++last;
      if (last > i) remove(clauses[i].begin, after_end(clauses[last].end));
      i = last + 1;
    }
  }

  /// Removes an import, an entry, a condition of an entry, or an export.
  void directive(const Term& clause) {
    const Term& what = clause.args[0];
    if (what.text == "use_module") remove(clause.begin, after_end(clause.end));
    if (what.is("module", 2) || what.is("module", 3)) members(what.args[1].args);
    if (!what.is("entry", 1)) return;
    remove(clause.begin, after_end(clause.end));
    if (!what.args[0].is(":", 2)) return;
    const Term& calls = what.args[0].args[1];
    remove(what.args[0].args[0].end, calls.end);
    std::vector<Term> parts;
    for (const Term* part : conjuncts(calls)) parts.push_back(*part);
    members(parts);
  }
  /// Edits that each remove a single term from several terms separated by commas.
  void members(const std::vector<Term>& all) {
    for (std::size_t i = 0; all.size() > 1 && i < all.size(); ++i) {
      if (i == 0)
        remove(all[0].begin, all[1].begin);
      else
        remove(all[i - 1].end, all[i].end);
    }
  }
  void blank_lines() {
    for (std::size_t at = source_.find("\n\n"); at != std::string_view::npos; at = source_.find("\n\n", at + 1)) {
      const std::size_t end = std::min(source_.find_first_not_of('\n', at), source_.size());
      remove(at + 1, end);
      at = end - 1;
    }
  }

  void body(const Term& term) {
    if (term.is(",", 2)) {
      add(term.begin, term.end, std::string(text_of(term.args[0])));
      add(term.begin, term.end, std::string(text_of(term.args[1])));
      body(term.args[0]);
      body(term.args[1]);
    } else if (term.is(";", 2) || term.is("->", 2) || term.is("\\+", 1)) {
      for (const Term& arg : term.args) add(term.begin, term.end, std::string(text_of(arg)));
      for (const Term& arg : term.args) body(arg);
    } else {
      add(term.begin, term.end, "true");
    }
  }
  [[nodiscard]] std::string_view text_of(const Term& term) const {
    return source_.substr(term.begin, term.end - term.begin);
  }

  void arguments(const Term& term) {
    if (term.kind == Term::Kind::Compound || term.kind == Term::Kind::List) {
      for (const Term& arg : term.args) add(term.begin, term.end, std::string(text_of(arg)));
      add(term.begin, term.end, "[]");
      for (const Term& arg : term.args) arguments(arg);
    } else if (term.kind == Term::Kind::Var || term.kind == Term::Kind::Float || term.kind == Term::Kind::String) {
      add(term.begin, term.end, term.kind == Term::Kind::Var ? "_" : "0");
    }
  }

  std::string_view source_;
  std::vector<Analyzer::Edit> out_;
};

}  // namespace

std::vector<Analyzer::Edit> smaller_programs(std::string_view source) { return EditMaker(source).make(); }

}  // namespace assay::analyzer::ciao
