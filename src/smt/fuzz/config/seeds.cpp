#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/similar.hpp"
#include "core/io/io.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/parse/check_script.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

bool is_operator(const std::string& name) {
  const Operators& all = Operators::get();
  for (std::uint32_t i = 0; i < all.size(); ++i)
    if (is_name_of(all.row(OperatorId{i}), name)) return true;
  return false;
}

std::vector<std::string> operator_names() {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < Operators::get().size(); ++i)
    names.emplace_back(Operators::get().row(OperatorId{i}).name);
  return names;
}

/// True if the word stands between parentheses and white space.
bool has_word(std::string_view text, std::string_view word) {
  constexpr std::string_view kEnds = " \t\r\n()";
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (at > 0 && kEnds.find(text[at - 1]) != std::string_view::npos &&
        (end == text.size() || kEnds.find(text[end]) != std::string_view::npos))
      return true;
  }
  return false;
}

class Loader {
 public:
  Loader(const FuzzConfig& config, SeedCorpus& corpus) : config_(config), corpus_(corpus) {}

  /// `preferred`: the file belongs to FuzzOptions::changed_tests, and is not loaded again as another seed.
  void load(const std::string& file, bool preferred) {
    if (preferred) changed_.insert(file);
    if (!preferred && changed_.count(file) > 0) return;
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
    examine({file, std::move(*text), 0, preferred, preferred});
  }

  /// The first name of FuzzOptions::focus that is neither an operator nor a word of a seed; empty: there is none.
  [[nodiscard]] std::string unknown_focus() const {
    for (const std::string& name : config_.options.focus)
      if (!is_operator(name) && focus_words_.count(name) == 0) return name;
    return {};
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
    seed.preferred = seed.preferred || is_in_focus(fragments, seed.text);
    seed.formulas = static_cast<std::uint32_t>(fragments.formulas.size());
    corpus_.seeds.push_back(std::move(seed));
  }

  /// True if the seed uses an operator of FuzzOptions::focus. A name that is no operator is looked for in the text.
  bool is_in_focus(const Fragments& fragments, std::string_view text) {
    bool found = false;
    for (const std::string& name : config_.options.focus) {
      if (is_operator(name) || !has_word(text, name)) continue;
      focus_words_.insert(name);
      found = true;
    }
    const TermStore& store = fragments.store;
    return found ||
           (!config_.focus.empty() && std::any_of(fragments.terms.begin(), fragments.terms.end(), [&](TermId term) {
             return store.node(term).kind == TermKind::Apply && config_.focus[store.op(term).index];
           }));
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
    Script script = asserting_script(fragments.store, fragments.assertions);
    script.logic = fragments.logic;
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
  std::set<std::string> changed_;
  std::set<std::string> focus_words_;  ///< names of FuzzOptions::focus that are words of seeds
};

}  // namespace

Result<SeedCorpus> load_seeds(const FuzzOptions& options) {
  const auto config = make_config(options);
  if (!config) return config.error();
  SeedCorpus corpus;
  Loader loader(**config, corpus);
  std::size_t files = 0;
  for (const auto* paths : {&options.changed_tests, &options.seeds}) {
    const auto inputs = core::find_inputs(*paths, ".smt2");
    if (!inputs) return inputs.error();
    for (const auto& [folder, why] : inputs->unreadable) corpus.skipped.push_back({folder, {}, why});
    for (const std::string& file : inputs->files) loader.load(file, paths == &options.changed_tests);
    files += inputs->files.size();
  }
  if (const std::string name = loader.unknown_focus(); !name.empty())
    return Error{"'" + name + "' of --focus is no operator, and no seed uses it", did_you_mean(name, operator_names())};
  std::stable_partition(corpus.seeds.begin(), corpus.seeds.end(), [](const Seed& seed) { return seed.preferred; });
  if (!corpus.seeds.empty()) return corpus;
  std::string message = "no seed is left of " + std::to_string(files) + " files";
  if (!corpus.skipped.empty()) message += "; the first one: " + corpus.skipped.front().text();
  return Error{message, "give SMT-LIB scripts (*.smt2) with at least one assertion"};
}

}  // namespace assay::smt
