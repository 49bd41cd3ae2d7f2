#pragma once

#include <functional>
#include <memory>
#include <string>

#include "assay/smt/script.hpp"
#include "core/case/case.hpp"
#include "smt/solver/features.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A case with its script as terms. The terms are the generator's, or were parsed from the case's text.
struct OpenedCase {
  std::string text;                      ///< of the script
  std::string metadata;                  ///< of the case
  std::unique_ptr<TermStore> own_store;  ///< nullptr if the generator's terms are used
  std::unique_ptr<Script> own_script;    ///< nullptr if the generator's terms are used
  TermStore* store = nullptr;
  const Script* script = nullptr;
  SmtFacts facts;
  Features features;
  std::string problem;  ///< the reason why the case cannot be judged; empty: none
};

/// Called for a case that was parsed from its text, before its features are determined.
using AdjustCase = std::function<void(const core::Case& subject, OpenedCase& opened)>;
/// Parses a case from its files and metadata.
[[nodiscard]] OpenedCase read_case(const core::Case& subject, const AdjustCase& after = {});

}  // namespace assay::smt
