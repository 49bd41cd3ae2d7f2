#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "assay/smt/values.hpp"
#include "base/text.hpp"
#include "fake.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::fake {
namespace {

/// Depends on the process's number, mixed: a caller that starts two processes a question meets only one parity.
bool one_of_two_processes() { return (static_cast<std::uint32_t>(::getpid()) * 2654435769U >> 16 & 1) != 0; }

using smt::CommandKind;
using smt::Reply;

struct Preamble {
  std::string witness;
  std::vector<std::string> core;
  std::vector<std::string> optimum;
  std::uint64_t interpretation = 0;
  bool by_matching = false;  ///< asked to refute by E-matching alone, so that it can
};

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view word : split(text, ' ')) all.emplace_back(word);
  return all;
}

/// The witness's lines stand before the script (with the preludes of the runner before them).
Preamble read_preamble(std::string_view request) {
  Preamble preamble;
  for (std::string_view rest = request; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (line.starts_with(smt::kWitnessComment)) {
      preamble.witness += line.substr(smt::kWitnessComment.size());
      preamble.witness += '\n';
    } else if (line.starts_with(smt::kInterpretationComment)) {
      preamble.interpretation = parse_unsigned(line.substr(smt::kInterpretationComment.size())).value_or(0);
    } else if (line.starts_with(smt::kCoreComment)) {
      preamble.core = words(line.substr(smt::kCoreComment.size()));
    } else if (line.starts_with(smt::kOptimumComment)) {
      preamble.optimum = words(line.substr(smt::kOptimumComment.size()));
    } else if (line == "(set-option :e-matching true)") {
      preamble.by_matching = true;
    } else if (!line.starts_with("(set-option ") && !line.starts_with("(set-info ")) {
      break;
    }
  }
  return preamble;
}

/// Maximum number of steps for one term without a witness: the fake solver searches for no models itself.
constexpr std::uint64_t kSteps = 20'000;

/// Without a witness, the simplest model there is: enough for small scripts.
smt::Model default_model(smt::TermStore& store, const smt::Script& script) {
  smt::Model model;
  for (const smt::Command& command : script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    for (const smt::FunctionId id : command.functions) {
      if (auto value = smt::default_value(store, store.node(id).result))
        model.functions[id].fallback = std::move(*value);
    }
  }
  return model;
}

/// Whether a model satisfies every assertion of the script.
bool satisfies(smt::TermStore& store, const smt::Script& script, const smt::Model& model) {
  smt::EvalOptions options;
  options.unspecified = smt::UnspecifiedMode::Fix;
  options.max_steps = kSteps;
  smt::Evaluator evaluator(store, model, options);
  return std::all_of(script.commands.begin(), script.commands.end(), [&](const smt::Command& command) {
    if (command.kind != CommandKind::Assert) return true;
    const smt::Outcome& outcome = evaluator.evaluate(command.terms.front());
    return outcome.known() && outcome.value.as_bool();
  });
}

/// Without a witness, the first model of some simple ones that satisfies the script, or else the simplest model. This
/// makes an honest solver of small scripts.
smt::Model searched_model(smt::TermStore& store, const smt::Script& script) {
  constexpr std::uint64_t kTries = 40;
  smt::Model simplest = default_model(store, script);
  if (satisfies(store, script, simplest)) return simplest;
  const std::vector<std::pair<smt::SortId, smt::Value>> literals;
  smt::RandomValues values(store, literals);
  for (std::uint64_t i = 0; i < kTries; ++i) {
    core::Rng rng = core::Rng(1).split(i);
    smt::Model model = simplest;
    for (auto& [id, meaning] : model.functions)
      if (auto value = values.draw(store.node(id).result, rng)) meaning.fallback = std::move(*value);
    if (satisfies(store, script, model)) return model;
  }
  return simplest;
}

class Session {
 public:
  Session(smt::TermStore& store, const smt::Script& script, smt::Model witness, Preamble preamble, const Lie* lie,
          std::size_t& resets)
      : store_(store),
        script_(script),
        witness_(std::move(witness)),
        preamble_(std::move(preamble)),
        evaluator_(store, witness_, options(preamble_.interpretation)),
        lie_(lie),
        resets_(resets) {}

  std::string run() {
    for (const smt::Command& command : script_.commands) {
      if (command.kind == CommandKind::Exit) break;
      execute(command);
    }
    return std::move(out_);
  }

 private:
  static smt::EvalOptions options(std::uint64_t interpretation) {
    smt::EvalOptions made;
    made.unspecified = smt::UnspecifiedMode::Fix;
    made.interpretation = interpretation;
    return made;
  }

  void execute(const smt::Command& command) {
    switch (command.kind) {
      case CommandKind::Assert: active_.push_back(command.terms.front()); break;
      case CommandKind::Push:
        levels_.insert(levels_.end(), static_cast<std::size_t>(command.number), active_.size());
        break;
      case CommandKind::Pop:
        for (std::uint64_t i = 0; i < command.number && !levels_.empty(); ++i) {
          active_.resize(levels_.back());
          levels_.pop_back();
        }
        popped_ = true;
        break;
      case CommandKind::Reset:
        ++resets_;
        popped_ = false;
        [[fallthrough]];
      case CommandKind::ResetAssertions:
        active_.clear();
        levels_.clear();
        break;
      case CommandKind::CheckSat:
      case CommandKind::CheckSatUsing: check({}); break;
      case CommandKind::CheckSatAssuming: check(command.terms); break;
      case CommandKind::GetModel: print_model(); break;
      case CommandKind::GetUnsatCore: print_core(); break;
      case CommandKind::Opaque:
        if (command.text == "(get-objectives)") print_objectives();
        break;
      case CommandKind::Echo: out_ += command.text + "\n"; break;
      default: break;
    }
  }

  Reply honest(const std::vector<smt::TermId>& active) {
    bool all_true = true;
    for (const smt::TermId term : active) {
      const smt::Outcome& outcome = evaluator_.evaluate(term);
      all_true = all_true && outcome.known() && outcome.value.as_bool();
    }
    if (all_true) return Reply::Sat;
    constexpr std::uint64_t kMaxAssignments = 1024;
    // The enumeration of assignments is the slowest test, so it comes last.
    const bool is_unsat =
        preamble_.by_matching || has_core(active) || smt::propositionally_unsat(store_, active) || is_false(active) ||
        smt::try_all_assignments(store_, active, kMaxAssignments).kind == smt::Enumeration::Kind::Unsatisfiable;
    return is_unsat ? Reply::Unsat : Reply::Unknown;
  }

  /// Whether the assertions that are known to contradict each other are all active.
  [[nodiscard]] bool has_core(const std::vector<smt::TermId>& active) const {
    std::vector<std::string> names;
    for (const smt::TermId term : active) names.push_back(name_of(store_, term));
    return !preamble_.core.empty() &&
           std::all_of(preamble_.core.begin(), preamble_.core.end(), [&](const std::string& name) {
             return std::find(names.begin(), names.end(), name) != names.end();
           });
  }

  /// Whether the known core was asserted at more than one level.
  [[nodiscard]] bool core_spans_levels() const {
    std::set<std::size_t> seen;
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const std::string name = name_of(store_, active_[i]);
      if (std::find(preamble_.core.begin(), preamble_.core.end(), name) == preamble_.core.end()) continue;
      seen.insert(static_cast<std::size_t>(
          std::count_if(levels_.begin(), levels_.end(), [i](std::size_t begin) { return begin <= i; })));
    }
    return seen.size() > 1;
  }

  /// True if some assertion is false under every model.
  [[nodiscard]] bool is_false(const std::vector<smt::TermId>& active) {
    const smt::Model nothing;
    smt::EvalOptions short_ones;  // without values, every instance of a quantifier is tried
    short_ones.max_steps = kSteps;
    smt::Evaluator evaluator(store_, nothing, short_ones);
    return std::any_of(active.begin(), active.end(), [&](smt::TermId term) {
      const smt::Outcome& outcome = evaluator.evaluate(term);
      return outcome.known() && !outcome.value.as_bool();
    });
  }

  void check(const std::vector<smt::TermId>& assumptions) {
    std::vector<smt::TermId> active = active_;
    active.insert(active.end(), assumptions.begin(), assumptions.end());
    Reply reply = honest(active);
    const Check view{store_,
                     script_,
                     witness_,
                     evaluator_,
                     active,
                     active_.size(),
                     levels_.size(),
                     popped_,
                     has_core(active),
                     core_spans_levels(),
                     assumptions.size(),
                     resets_};
    spoil_ = false;
    if (lie_ != nullptr && lie_->trigger(view)) {
      if (!lie(reply)) return;
    }
    last_ = reply;
    out_ += reply == Reply::Sat ? "sat\n" : reply == Reply::Unsat ? "unsat\n" : "unknown\n";
  }

  /// Applies the lie's effect to the reply. False: there is no reply.
  bool lie(Reply& reply) {
    switch (lie_->effect) {
      case Effect::RefuteSatisfiable:
        if (reply == Reply::Sat) reply = Reply::Unsat;
        return true;
      case Effect::SatisfyUnsatisfiable:
        if (reply == Reply::Unsat) reply = Reply::Sat;
        return true;
      case Effect::SayUnknown: reply = Reply::Unknown; return true;
      case Effect::Flake:
        if (reply == Reply::Sat && one_of_two_processes()) reply = Reply::Unsat;
        return true;
      case Effect::WrongModel:
      case Effect::RefuseModel:
      case Effect::WrongCore:
      case Effect::WrongOptimum: spoil_ = true; return true;
      case Effect::Reject:
        out_ += "(error \"line 3 column 7: invalid function application, missing overload\")\n";
        return false;
      case Effect::PrintGarbage:
        out_ += std::string("\x01\xff((\"|garbage \0 here", 19) + "\n";
        silent_ = true;
        return false;
      default: break;
    }
    std::fwrite(out_.data(), 1, out_.size(), stdout);
    std::fflush(stdout);
    out_.clear();
    perform(lie_->effect);
    return true;
  }

  void print_model() {
    if (silent_) return;
    if (last_ != Reply::Sat || (spoil_ && lie_->effect == Effect::RefuseModel)) {
      out_ += "(error \"model is not available\")\n";
      return;
    }
    smt::Model shown = witness_;
    if (spoil_ && lie_->spoil != nullptr) {
      const Check view{store_, script_, witness_, evaluator_, active_, active_.size(), levels_.size(), popped_};
      (void)lie_->spoil(view, shown);
    }
    out_ += smt::print_model(store_, shown) + "\n";
  }

  /// The core that the script's comment gives, or else all named assertions.
  void print_core() {
    if (last_ != Reply::Unsat) {
      out_ += "(error \"unsat core is not available\")\n";
      return;
    }
    std::vector<std::string> all;
    for (const smt::TermId term : active_)
      if (std::string name = name_of(store_, term); !name.empty()) all.push_back(std::move(name));
    std::vector<std::string> core = preamble_.core.empty() ? all : preamble_.core;
    if (spoil_ && lie_->names != nullptr) lie_->names(all, core);
    out_ += "(" + join(core, " ") + ")\n";
  }

  void print_objectives() {
    if (last_ != Reply::Sat) {
      out_ += "(error \"objectives are not available\")\n";
      return;
    }
    out_ += "(objectives\n";
    for (const std::string& value : preamble_.optimum) out_ += " (value " + written(value) + ")\n";
    out_ += ")\n";
  }

  /// "-3/2" as z3 writes it: (- (/ 3.0 2.0)).
  [[nodiscard]] std::string written(const std::string& value) const {
    mpq_class number(value, 10);
    if (spoil_ && lie_->effect == Effect::WrongOptimum) number += 1;
    const mpq_class magnitude = abs(number);
    std::string text = magnitude.get_num().get_str();
    if (magnitude.get_den() != 1) text = "(/ " + text + ".0 " + magnitude.get_den().get_str() + ".0)";
    return number < 0 ? "(- " + text + ")" : text;
  }

  smt::TermStore& store_;
  const smt::Script& script_;
  smt::Model witness_;
  Preamble preamble_;
  smt::Evaluator evaluator_;
  const Lie* lie_;
  std::size_t& resets_;
  std::vector<smt::TermId> active_;
  std::vector<std::size_t> levels_;
  bool popped_ = false;
  bool spoil_ = false;
  bool silent_ = false;  ///< after garbage
  Reply last_ = Reply::Unknown;
  std::string out_;
};

}  // namespace

std::string name_of(const smt::TermStore& store, smt::TermId assertion) {
  if (store.node(assertion).kind != smt::TermKind::Annotated) return {};
  for (const smt::Attribute& attribute : store.attributes(assertion))
    if (attribute.keyword == ":named") return attribute.text;
  return {};
}

std::string answer(std::string_view request, const Lie* lie, std::size_t& resets) {
  smt::TermStore store;
  const Result<smt::Script> script = smt::parse_script(store, request, "stdin");
  if (!script) return "(error \"" + replace_all(script.error().text(), "\"", "'") + "\")\n";
  Preamble preamble = read_preamble(request);
  smt::Model witness;
  if (preamble.witness.empty()) {
    witness = searched_model(store, *script);
  } else {
    Result<smt::Model> read = smt::parse_model(store, *script, preamble.witness);
    if (!read) return "(error \"bad witness: " + replace_all(read.error().text(), "\"", "'") + "\")\n";
    witness = std::move(*read);
  }
  return Session(store, *script, std::move(witness), std::move(preamble), lie, resets).run();
}

}  // namespace assay::fake
