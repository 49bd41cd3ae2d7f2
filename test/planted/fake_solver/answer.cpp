#include <unistd.h>

#include <optional>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/truth.hpp"
#include "assay/smt/values.hpp"
#include "fake.hpp"

namespace assay::fake {
namespace {

using smt::CommandKind;
using smt::Reply;

struct Preamble {
  std::string witness;
  std::uint64_t interpretation = 0;
};

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
    } else if (!line.starts_with("(set-option ") && !line.starts_with("(set-info ")) {
      break;
    }
  }
  return preamble;
}

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

class Session {
 public:
  Session(smt::TermStore& store, const smt::Script& script, smt::Model witness, std::uint64_t interpretation,
          const Lie* lie)
      : store_(store),
        script_(script),
        witness_(std::move(witness)),
        evaluator_(store, witness_, options(interpretation)),
        lie_(lie) {}

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
      case CommandKind::ResetAssertions:
        active_.clear();
        levels_.clear();
        break;
      case CommandKind::CheckSat:
      case CommandKind::CheckSatUsing: check({}); break;
      case CommandKind::CheckSatAssuming: check(command.terms); break;
      case CommandKind::GetModel: print_model(); break;
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
    return smt::propositionally_unsat(store_, active) ? Reply::Unsat : Reply::Unknown;
  }

  void check(const std::vector<smt::TermId>& assumptions) {
    std::vector<smt::TermId> active = active_;
    active.insert(active.end(), assumptions.begin(), assumptions.end());
    Reply reply = honest(active);
    const Check view{store_, script_, witness_, evaluator_, active, active_.size(), levels_.size(), popped_};
    spoil_model_ = false;
    if (lie_ != nullptr && lie_->trigger(view)) {
      if (!lie(reply)) return;
    }
    last_ = reply;
    out_ += reply == Reply::Sat ? "sat\n" : reply == Reply::Unsat ? "unsat\n" : "unknown\n";
  }

  /// Changes the reply, or does something else; false: there is no reply.
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
        if (reply == Reply::Sat && ::getpid() % 2 == 0) reply = Reply::Unsat;
        return true;
      case Effect::WrongModel: spoil_model_ = true; return true;
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
    if (last_ != Reply::Sat) {
      out_ += "(error \"model is not available\")\n";
      return;
    }
    smt::Model shown = witness_;
    if (spoil_model_ && lie_->spoil != nullptr) {
      const Check view{store_, script_, witness_, evaluator_, active_, active_.size(), levels_.size(), popped_};
      (void)lie_->spoil(view, shown);
    }
    out_ += smt::print_model(store_, shown) + "\n";
  }

  smt::TermStore& store_;
  const smt::Script& script_;
  smt::Model witness_;
  smt::Evaluator evaluator_;
  const Lie* lie_;
  std::vector<smt::TermId> active_;
  std::vector<std::size_t> levels_;
  bool popped_ = false;
  bool spoil_model_ = false;
  bool silent_ = false;  ///< after garbage
  Reply last_ = Reply::Unknown;
  std::string out_;
};

}  // namespace

std::string answer(std::string_view request, const Lie* lie) {
  smt::TermStore store;
  const Result<smt::Script> script = smt::parse_script(store, request, "stdin");
  if (!script) return "(error \"" + replace_all(script.error().text(), "\"", "'") + "\")\n";
  const Preamble preamble = read_preamble(request);
  smt::Model witness;
  if (preamble.witness.empty()) {
    witness = default_model(store, *script);
  } else {
    Result<smt::Model> read = smt::parse_model(store, *script, preamble.witness);
    if (!read) return "(error \"bad witness: " + replace_all(read.error().text(), "\"", "'") + "\")\n";
    witness = std::move(*read);
  }
  return Session(store, *script, std::move(witness), preamble.interpretation, lie).run();
}

}  // namespace assay::fake
