#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/io/io.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/seed/witness.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

class Loader {
 public:
  Loader(const FuzzConfig& config, SeedCorpus& corpus) : config_(config), corpus_(corpus) {}

  void load(const std::string& file) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (!error && size > config_.options.max_seed_bytes) {
      skip(file, {}, "it is larger than " + std::to_string(config_.options.max_seed_bytes) + " bytes");
      return;
    }
    Result<std::string> text = core::read_text_file(file);
    if (!text || text->empty()) {
      skip(file, {}, text ? "it is empty" : "it cannot be read");
      return;
    }
    examine({file, std::move(*text), 0});
  }

 private:
  void examine(Seed seed) {
    auto parsed = take_apart(seed.text, seed.name);
    if (const auto* problem = std::get_if<ParseError>(&parsed)) {
      skip(seed.name, problem->where, problem->message);
      return;
    }
    Fragments& fragments = *std::get<std::unique_ptr<Fragments>>(parsed);
    if (fragments.formulas.empty()) {
      skip(seed.name, {}, "no Boolean formula of it is closed");
      return;
    }
    if (const auto reason = unsupported_everywhere(fragments)) {
      skip(seed.name, {}, "no target takes it: " + *reason);
      return;
    }
    if (const std::string lacks = never_valued(fragments); !lacks.empty()) {
      skip(seed.name, {}, "no formula of it has a value: " + lacks);
      return;
    }
    seed.formulas = static_cast<std::uint32_t>(fragments.formulas.size());
    corpus_.seeds.push_back(std::move(seed));
  }

  /// The reason why no assignment gives any formula of the seed a value. Empty if one may, if two judges may determine
  /// the truth, or if some strategy needs no values.
  std::string never_valued(Fragments& fragments) const {
    const auto needs_none = [](const StrategyRow* row) { return !row->needs.values; };
    if (config_.judges.size() >= 2 || std::any_of(config_.strategies.begin(), config_.strategies.end(), needs_none))
      return {};
    const Valuation valuation(fragments, default_model(fragments), 0);
    if (!valuation.pool().empty()) return {};
    for (const auto& [formula, lack] : valuation.left_out())
      if (lack != Lack::Quantified && lack != Lack::Opaque) return {};
    return std::string(name(valuation.left_out().front().second));
  }

  std::optional<std::string> unsupported_everywhere(const Fragments& fragments) {
    Script script;
    script.logic = fragments.logic;
    script.commands = declarations_for(fragments.store, fragments.assertions);
    for (const TermId assertion : fragments.assertions) {
      Command command;
      command.kind = CommandKind::Assert;
      command.terms = {assertion};
      script.commands.push_back(std::move(command));
    }
    const Features features = features_of(fragments.store, script);
    std::optional<std::string> reason;
    for (const Capabilities& target : config_.capabilities) {
      const auto unsupported = target.unsupported(features);
      if (!unsupported) return std::nullopt;
      reason = unsupported->reason;
    }
    return reason;
  }

  void skip(const std::string& file, SourceLocation where, std::string reason) {
    corpus_.skipped.push_back({file, where, std::move(reason)});
  }

  const FuzzConfig& config_;
  SeedCorpus& corpus_;
};

}  // namespace

Result<SeedCorpus> load_seeds(const FuzzOptions& options) {
  const auto config = make_config(options);
  if (!config) return config.error();
  SeedCorpus corpus;
  const auto inputs = core::find_inputs(options.seeds, ".smt2");
  if (!inputs) return inputs.error();
  for (const auto& [folder, why] : inputs->unreadable) corpus.skipped.push_back({folder, {}, why});
  Loader loader(**config, corpus);
  for (const std::string& file : inputs->files) loader.load(file);
  if (!corpus.seeds.empty()) return corpus;
  std::string message = "no seed is left of " + std::to_string(inputs->files.size()) + " files";
  if (!corpus.skipped.empty()) message += "; the first one: " + corpus.skipped.front().text();
  return Error{message, "give SMT-LIB scripts (*.smt2) with at least one assertion"};
}

}  // namespace assay::smt
