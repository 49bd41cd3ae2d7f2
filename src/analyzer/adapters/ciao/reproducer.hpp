#pragma once

#include <string>
#include <vector>

#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "assay/analyzer/analyzer.hpp"
#include "settings.hpp"

namespace assay::analyzer::ciao {

/// The words behind the program that runs the script checked.pl.
[[nodiscard]] std::vector<std::string> words_to_run(Engine engine);

/// How one domain was asked, and what it wrote.
struct AskedDomain {
  std::string script;  ///< for `ciaopp -T`
  std::string name;    ///< of the file that it writes
  std::string text;    ///< of that file
};

/// Shows without Assay that the first fact of a checked program is broken. `checked` holds the tests of that fact
/// alone, in Prolog. The claim is made again when CiaoPP writes the same module again.
[[nodiscard]] core::Reproduction reproduction_of(const Program& program, const Fact& fact, AskedDomain asked,
                                                 std::string checked, const Settings& settings);

}  // namespace assay::analyzer::ciao
