#include "analyzer/adapters/llvm/llvm.hpp"

#include <algorithm>
#include <map>

#include "analyzer/adapters/llvm/llvm_answer.hpp"
#include "analyzer/adapters/llvm/llvm_worker.hpp"
#include "analyzer/adapters/llvm/shown/llvm_aliases.hpp"
#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"
#include "analyzer/adapters/llvm/shown/llvm_trip_counts.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kCandidate = "assay-candidate\n";

/// A worker's answer has the facts of a module and the results of their checks at once, so `check` after `claims` needs
/// no second request.
class LlvmAnalyzer : public Analyzer {
 public:
  LlvmAnalyzer(const Definition& definition, LlvmWorker worker)
      : worker_(std::move(worker)), settings_(definition.settings.begin(), definition.settings.end()) {}

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    claims.command = worker_.argv();
    look_at(program, session);
    claims.usage = usage_;
    claims.trouble = trouble_;
    if (trouble_ && trouble_->is_bug()) name_crashing_pass(program, session, claims);
    if (trouble_) return claims;
    claims.facts = answer_.facts;
    claims.unread = answer_.unread;
    return claims;
  }

  Checks check(const Program& program, const Claims& claims, const Session& session) override {
    Checks checks;
    const bool asked_before = text_ == program.files.front().content;
    look_at(program, session);
    if (!asked_before) checks.usage = usage_;
    checks.trouble = trouble_;
    checks.commands = {worker_.argv()};
    checks.facts.resize(claims.facts.size());
    if (trouble_) return checks;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < answer_.facts.size(); ++i) known.emplace(key_of(answer_.facts[i]), i);
    for (std::size_t i = 0; i < claims.facts.size(); ++i) {
      const bool same = i < answer_.facts.size() && answer_.facts[i] == claims.facts[i];
      const auto found = same ? known.end() : known.find(key_of(claims.facts[i]));
      if (same) {
        checks.facts[i] = answer_.checked[i];
      } else if (found != known.end()) {
        checks.facts[i] = answer_.checked[found->second];
      } else {
        checks.facts[i].skip = "LLVM does not say this";
      }
    }
    if (!answer_.miscompiled.empty()) checks.miscompiled = answer_.miscompiled.front();
    return checks;
  }

  std::vector<Edit> edits(const Program& program, const Session& session) override {
    const std::string& text = program.files.front().content;
    const core::ChildSession::Answer answer = worker_.ask("candidates 1\n\n" + text, session);
    std::vector<Edit> edits;
    if (!answer.complete) return edits;
    std::size_t at = answer.out.find(kCandidate);
    while (at != std::string::npos) {
      const std::size_t begin = at + kCandidate.size();
      at = answer.out.find(kCandidate, begin);
      edits.push_back({0, text.size(), answer.out.substr(begin, at == std::string::npos ? at : at - begin)});
    }
    return edits;
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    const Checks checks = check(program, claims, session);
    if (fact) {
      Result<IrClaim> claim = ir_claim(program, claims.facts[*fact], checks.facts[*fact].witness);
      if (!claim) return claim.error();
      if (claims.facts[*fact].subject.kind == Subject::Kind::Loop)
        return trip_count_reproduction(*claim, claims.facts[*fact], session);
      if (std::holds_alternative<Aliasing>(claims.facts[*fact].property))
        return alias_reproduction(std::move(*claim), claims.facts[*fact], session);
      return ir_claim_reproduction(*claim, session);
    }
    if (!checks.miscompiled) return Error{"the pass does not do it again", {}};
    return ir_pass_reproduction(program, *checks.miscompiled, all_pipelines(), session);
  }

 private:
  /// Adds an LLVM command that crashes in the same way, if there is one.
  void name_crashing_pass(const Program& program, const Session& session, Claims& claims) const {
    constexpr const char* kOptimiser = "opt-14";
    if (!put_files(program, session)) return;
    for (const std::string& pipeline : pipelines(program.files.front().content)) {
      std::vector<std::string> argv = {kOptimiser, "-S", "-passes=" + pipeline, program.files.front().name};
      if (run_here(session, argv, session.program).ending != core::Ending::Signalled) continue;
      argv.back() = "{input}";
      claims.command = std::move(argv);
      return;
    }
  }

  static std::string key_of(const Fact& fact) {
    return fact.place.function + "\t" + fact.subject.text + "\t" + fact.source + "\t" + fact.place.context + "\t" +
           to_text(fact.property);
  }

  [[nodiscard]] std::string setting(const std::string& name) const {
    const auto found = settings_.find(name);
    return found == settings_.end() ? std::string() : found->second;
  }

  [[nodiscard]] std::string header(const std::string& module) const {
    std::string lines;
    for (const std::string_view name : {"inputs", "inputs-inside", "steps"})
      if (const std::string value = setting(std::string(name)); !value.empty())
        lines += std::string(name) + " " + value + "\n";
    for (const std::string& pipeline : pipelines(module)) lines += "pipeline " + pipeline + "\n";
    return lines + "\n";
  }

  /// All pipelines of the settings `passes` and `levels`. Each pass of a sequence also has a pipeline of its own. These
  /// single passes come first, because a report with one pass is easier to read.
  [[nodiscard]] std::vector<std::string> all_pipelines() const {
    constexpr std::string_view kFunction = "function(";
    std::vector<std::string> single, all;
    for (const char* const name : {"passes", "levels"}) {
      const std::string text = setting(name);
      for (const std::string_view given : split(text, ';')) {
        const std::string_view one = trim(given);
        if (!one.empty()) all.emplace_back(one);
        if (!one.starts_with(kFunction) || !one.ends_with(')')) continue;
        const std::string_view inside = one.substr(kFunction.size(), one.size() - kFunction.size() - 1);
        if (inside.find(',') == std::string_view::npos) continue;
        for (const std::string_view pass : split(inside, ','))
          single.push_back(std::string(kFunction) + std::string(pass) + ")");
      }
    }
    single.insert(single.end(), all.begin(), all.end());
    return single;
  }

  /// Some passes and one level, chosen by the module's text. A campaign has many programs, and so covers all.
  [[nodiscard]] std::vector<std::string> pipelines(const std::string& module) const {
    const std::uint64_t draw = hash_bytes(module, 0);
    const std::string passes = setting("passes"), all_levels = setting("levels");
    const std::vector<std::string_view> single = split(passes, ';'), levels = split(all_levels, ';');
    const std::size_t wanted = parse_unsigned(setting("passes-each")).value_or(single.size());
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < std::min(wanted, single.size()); ++i)
      chosen.emplace_back(trim(single[(draw + i) % single.size()]));
    if (!levels.empty()) chosen.emplace_back(trim(levels[draw / 64 % levels.size()]));
    return chosen;
  }

  void look_at(const Program& program, const Session& session) {
    const std::string& module = program.files.front().content;
    if (!text_.empty() && text_ == module) return;
    text_.clear();
    answer_ = {};
    trouble_.reset();
    const core::ChildSession::Answer said = worker_.ask(header(module) + module, session);
    usage_ = said.usage;
    if (!said.complete) {
      trouble_ = llvm_trouble(said);
      return;
    }
    std::optional<LlvmAnswer> answer = read_llvm_answer(said.out, program.files.front());
    if (!answer || said.truncated) {
      trouble_ = core::Verdict::skip("the worker's answer cannot be read");
    } else if (!answer->problem.empty()) {
      trouble_ = core::Verdict::skip("LLVM does not take the module");
    } else {
      answer_ = std::move(*answer);
      text_ = module;
    }
  }

  LlvmWorker worker_;
  std::map<std::string, std::string> settings_;
  std::string text_;  ///< the text of the module to which `answer_` belongs
  LlvmAnswer answer_;
  Trouble trouble_;
  core::Usage usage_;
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_llvm(const Definition& definition) {
  Result<LlvmWorker> worker = LlvmWorker::find(definition);
  if (!worker) return worker.error();
  return std::unique_ptr<Analyzer>(std::make_unique<LlvmAnalyzer>(definition, std::move(*worker)));
}

}  // namespace assay::analyzer
