#include "domain/kernel/reduce/domain_reduce.hpp"

#include <algorithm>
#include <utility>

#include "domain/kernel/run/sweep.hpp"
#include "domain_edits.hpp"

namespace assay::domain {
namespace {

class Reducer {
 public:
  Reducer(Program program, const std::function<bool(const Program&)>& fails, const core::ReduceBudget& budget)
      : program_(std::move(program)), fails_(fails), clock_(budget) {}

  Program whole(const std::function<Program(const Program&)>& begin) {
    halve_dimensions();
    if (begin) program_ = begin(program_);
    drop_sweep();
    keep_one_check();
    for (const Program& other : as_instructions(program_))
      if (take(without_unused(other))) break;
    bool changed = true;
    while (changed && !clock_.is_over()) {
      changed = cut_tail();
      changed = drop_instructions() || changed;
      changed = drop_idle() || changed;
      changed = drop_dimensions() || changed;
      changed = drop_chains() || changed;
      changed = drop_points() || changed;
      changed = simplify() || changed;
      changed = ask_alone() || changed;
    }
    return std::move(program_);
  }

 private:
  bool take(Program candidate) {
    if (!clock_.take() || !fails_(candidate)) return false;
    program_ = std::move(candidate);
    return true;
  }

  bool drop_sweep() {
    if (program_.sweep == 0) return false;
    Program plain = program_;
    plain.sweep = 0;
    return take(std::move(plain));
  }
  /// Replaces the sweep by an instruction or a check for a single question.
  bool ask_alone() {
    constexpr std::size_t kMaxQuestions = 500;
    if (program_.sweep == 0) return false;
    if (drop_sweep()) return true;
    for (Program& alone : all_asked_alone(program_, kMaxQuestions))
      if (take(needed(std::move(alone)))) return true;
    return false;
  }

  /// Removes all checks if the program still fails; else keeps only the first check that fails on its own.
  void keep_one_check() {
    Program none = program_;
    none.checks.clear();
    if (program_.checks.empty() || take(none)) return;
    for (const Check& check : program_.checks) {
      Program one = none;
      one.checks = {check};
      if (take(without_unused(one)) || take(one)) return;
    }
  }

  bool cut_tail() {
    if (!program_.checks.empty()) return take_smaller(without_unused(program_));
    // Without checks, the instructions behind the failing one are superfluous: remove them by halves.
    bool changed = false;
    for (std::size_t cut = program_.instructions.size() / 2; cut > 0;) {
      if (cut >= program_.instructions.size()) {
        cut = program_.instructions.size() / 2;
        continue;
      }
      Program shorter = program_;
      shorter.instructions.resize(shorter.instructions.size() - cut);
      if (take(shorter)) {
        changed = true;
      } else {
        cut /= 2;
      }
    }
    return drop_unused() || changed;
  }

  /// Removes unused instructions except the last, or except the last two, which some oracles compare.
  bool drop_unused() {
    Program least = without_unused(program_, 1);
    if (least.instructions.size() == program_.instructions.size()) return false;
    kept_at_end_ = 1;
    if (take(std::move(least))) return true;
    kept_at_end_ = 2;
    return take_smaller(needed(program_));
  }

  [[nodiscard]] Program needed(Program program) const { return without_unused(std::move(program), kept_at_end_); }

  bool take_smaller(Program candidate) {
    return candidate.instructions.size() < program_.instructions.size() && take(std::move(candidate));
  }

  bool drop_instructions() {
    bool changed = false;
    for (std::size_t i = program_.instructions.size(); i-- > 0;) {
      if (i >= program_.instructions.size()) continue;
      const std::vector<unsigned> arguments = program_.instructions[i].elements;
      bool dropped = false;
      for (const unsigned argument : arguments)
        if (!dropped) dropped = take_smaller(needed(replaced(program_, static_cast<unsigned>(i), argument)));
      if (!dropped) dropped = to_extreme(i);
      changed = changed || dropped;
    }
    return changed;
  }

  /// Removes unused instructions one by one, if some are necessary: an operation may change its arguments' state.
  bool drop_idle() {
    if (needed(program_).instructions.size() == program_.instructions.size()) return false;
    bool changed = false;
    for (std::size_t i = program_.instructions.size(); i-- > 0;) changed = drop_idle_at(i) || changed;
    return changed;
  }
  bool drop_idle_at(std::size_t index) {
    if (take_smaller(without_idle(program_, index))) return true;
    const std::vector<unsigned> arguments = program_.instructions[index].elements;
    return std::any_of(arguments.begin(), arguments.end(), [&](unsigned argument) {
      return take_smaller(without_idle(replaced(program_, static_cast<unsigned>(index), argument), index));
    });
  }

  /// Replaces the instruction by top, else by bottom, so that one cause has one smallest program.
  bool to_extreme(std::size_t index) {
    const Operation now = program_.instructions[index].operation;
    for (const Operation operation : {Operation::Top, Operation::Bottom}) {
      if (now == operation) return false;
      Program candidate = program_;
      candidate.instructions[index] = {};
      candidate.instructions[index].operation = operation;
      if (take(needed(std::move(candidate)))) return true;
    }
    return false;
  }

  /// Removes half of the dimensions at a time, down to kFewDimensions: programs with many dimensions run slowly.
  void halve_dimensions() {
    for (unsigned part = program_.dimensions / 2; part > 0 && program_.dimensions > kFewDimensions;) {
      part = std::min(part, program_.dimensions / 2);
      bool changed = false;
      for (unsigned first = 0; first + part <= program_.dimensions && !changed; first += part) {
        Program fewer = program_;
        for (unsigned i = 0; i < part; ++i) fewer = without_dimension(std::move(fewer), first);
        changed = take(std::move(fewer));
      }
      if (!changed) part /= 2;
    }
  }

  bool drop_dimensions() {
    bool changed = false;
    for (unsigned dimension = program_.dimensions; dimension-- > 0 && program_.dimensions > 1;)
      changed = take(without_dimension(program_, dimension)) || changed;
    return changed;
  }

  bool drop_chains() {
    bool changed = false;
    for (std::size_t i = 0; i < program_.checks.size(); ++i) {
      for (std::size_t k = program_.checks[i].chain.size(); k-- > 0 && program_.checks[i].chain.size() > 1;) {
        Program candidate = program_;
        candidate.checks[i].chain.erase(candidate.checks[i].chain.begin() + static_cast<std::ptrdiff_t>(k));
        changed = take(without_unused(candidate)) || changed;
      }
    }
    return changed;
  }

  bool drop_points() {
    bool changed = false;
    for (std::size_t i = program_.points.size(); i-- > 0;) {
      Program candidate = program_;
      candidate.points.erase(candidate.points.begin() + static_cast<std::ptrdiff_t>(i));
      changed = take(std::move(candidate)) || changed;
    }
    return changed;
  }

  bool simplify() {
    const auto forms = [](const auto& expression) { return simpler(expression); };
    const bool congruent = simplify([](Program& program) { return congruences(program); }, simpler_congruences);
    const bool along = simplify([](Program& program) { return all_rays(program); }, forms);
    const bool linear = simplify([](Program& program) { return expressions(program); }, forms);
    return simplify([](Program& program) { return general_expressions(program); }, forms) || linear || along ||
           congruent;
  }

  /// `all` returns pointers to parts of a program, `forms` the simpler forms of a part.
  template <typename All, typename Forms>
  bool simplify(All all, Forms forms) {
    bool changed = false;
    for (std::size_t i = 0; i < all(program_).size(); ++i) {
      for (bool again = true; again && i < all(program_).size();) {
        again = false;
        for (auto& form : forms(*all(program_)[i])) {
          Program candidate = program_;
          *all(candidate)[i] = std::move(form);
          if (!take(std::move(candidate))) continue;
          again = changed = true;
          break;
        }
      }
    }
    return changed;
  }

  static constexpr unsigned kFewDimensions = 4;
  Program program_;
  const std::function<bool(const Program&)>& fails_;
  core::ReductionClock clock_;
  std::size_t kept_at_end_ = 1;  ///< parameter of without_unused
};

}  // namespace

Program reduce_program(const Program& program, const std::function<bool(const Program&)>& fails,
                       const core::ReduceBudget& budget, const std::function<Program(const Program&)>& begin) {
  return Reducer(program, fails, budget).whole(begin);
}

}  // namespace assay::domain
