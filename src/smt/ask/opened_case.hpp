#pragma once

#include <functional>
#include <memory>
#include <string>

#include "assay/core/case.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/truth.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {

/// A case with its script as terms: the generator's own, or those of the text that was read again.
struct OpenedCase {
  std::string text;  ///< of the script: what the rest was made from
  std::string metadata;
  std::unique_ptr<TermStore> own_store;  ///< empty when the generator's terms are used ...
  std::unique_ptr<Script> own_script;    ///< ... and likewise
  TermStore* store = nullptr;
  const Script* script = nullptr;
  SmtFacts facts;
  Features features;
  std::string problem;  ///< why it cannot be judged; empty: it can
};

/// Changes a case that was read from its text, before its features are looked for.
using AfterReading = std::function<void(const core::Case& subject, OpenedCase& opened)>;
/// The case from nothing but its files and metadata.
[[nodiscard]] OpenedCase read_case(const core::Case& subject, const AfterReading& after = {});

}  // namespace assay::smt
