#include "base/text_tree.hpp"
#include "core/io/io.hpp"
#include "horn/horn_config.hpp"

namespace assay::horn {
namespace {

/// The script's commands without a request for proofs, which comes later, and without what follows the check, such as
/// get-model and exit.
std::string until_check(const std::string& text) {
  const TextTree tree = balanced_text_tree(text);
  std::string kept;
  for (const std::size_t command : tree.top()) {
    const std::string_view words = tree.text_of(command);
    if (tree.head(command) == "set-option" && words.find(":produce-proofs") != std::string_view::npos) continue;
    kept += std::string(words) + "\n";
    if (tree.head(command) == "check-sat") break;
  }
  return kept.empty() ? text : kept;
}

}  // namespace

Result<HornCheck> check_horn_script(const HornOptions& options, const std::string& file, const std::stop_token& stop) {
  const auto text = core::read_text_file(file);
  if (!text) return text.error();
  TermStore store;
  auto read = read_system(store, *text, file);
  if (!read) return Error{file + ": " + read.error().message, "give one system of Horn clauses with one check"};
  const auto module = make_horn_module(options, {});
  if (!module) return module.error();
  const auto tester = (*module)->make_tester();
  if (!tester) return tester.error();

  const KnownSystem known = decide_script(store, std::move(read->system));
  HornFacts facts;
  facts.asks_derivation = true;
  facts.asks_certificate = text->find("(declare-rel") != std::string::npos;
  core::Case subject = make_horn_case(store, known, facts);
  // A target that does not read muZ's commands gets the system in the logic HORN.
  const auto definition = resolve_horn_solver(options.targets.at(0));
  if (!facts.asks_certificate || (definition && reads_muz(*definition))) subject.files[0].content = until_check(*text);
  const core::Trial trial = (*tester)->run(subject, 0, core::RunMode::Fresh, stop);
  HornCheck made{(*module)->targets()[0].version, trial.answer, std::string(smt::name(known.truth())), {}, {}};
  if (subject.files.size() > 1) made.evidence = subject.files[1].content;
  made.verdict = trial.verdict;
  return made;
}

}  // namespace assay::horn
