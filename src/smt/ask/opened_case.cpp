#include "smt/ask/opened_case.hpp"

#include <utility>

namespace assay::smt {
namespace {

std::string read(const core::Case& subject, OpenedCase& into, const AdjustCase& after) {
  const core::File* file = subject.file(kScriptFile);
  if (file == nullptr) return "the case has no script";
  into.text = file->content;
  auto facts = SmtFacts::from_json(subject.metadata);
  if (!facts) return "the case's metadata cannot be read";
  into.facts = std::move(*facts);
  into.own_store = std::make_unique<TermStore>();
  into.store = into.own_store.get();
  auto script = parse_script(*into.store, file->content, file->name);
  if (!script) return "the case's script cannot be read";
  into.own_script = std::make_unique<Script>(std::move(*script));
  into.script = into.own_script.get();
  if (after) after(subject, into);
  into.features = FeatureScanner().scan(*into.store, *into.script);
  return {};
}

}  // namespace

OpenedCase read_case(const core::Case& subject, const AdjustCase& after) {
  OpenedCase opened;
  opened.metadata = subject.metadata;
  opened.problem = read(subject, opened, after);
  return opened;
}

}  // namespace assay::smt
