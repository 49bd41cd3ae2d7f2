#pragma once

#include <string>
#include <vector>

#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/target/analyzer.hpp"
#include "settings.hpp"

namespace assay::analyzer::ciao {

/// The arguments of the program that runs the script checked.pl.
[[nodiscard]] std::vector<std::string> words_to_run(Engine engine);

/// One analysis with one domain: its input and its output.
struct AskedDomain {
  std::string script;  ///< input of `ciaopp -T`
  std::string name;    ///< name of the written file
  std::string text;    ///< content of the written file
};

/// Shows without Assay that the first fact of a checked program is broken. `checked` has only that fact's tests, in
/// Prolog. The claim counts as made again if CiaoPP writes the same module again.
[[nodiscard]] core::Reproduction reproduction_of(const Program& program, const Fact& fact, AskedDomain asked,
                                                 std::string checked, const Settings& settings);

}  // namespace assay::analyzer::ciao
