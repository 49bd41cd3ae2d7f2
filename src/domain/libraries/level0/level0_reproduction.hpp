#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"
#include "domain/reproduction/texts.hpp"

namespace assay::domain::level0 {

/// What a program in C needs to know of a library with the interface.
struct LibraryText {
  std::string_view prefix;     ///< of types and functions: "ap"
  std::string_view constants;  ///< prefix of those: "AP"
  std::string_view root;       ///< where it is installed, for the compile command: "$APRON"
  std::string_view link;       ///< that all programs are linked with: "-lapron"
};

/// And of one of its domains.
struct DomainText {
  std::string_view declaration;     ///< of the function that makes a manager, and of the narrowing
  std::string_view manager;         ///< a call of it
  std::string_view narrowing = "";  ///< the function's name; empty: there is none
  std::string_view link = "";       ///< "-lboxMPQ"
  /// The parts of level0.c with Entry::loosen and Entry::widen_to_thresholds.
  std::string_view loosening = "loosening";
  std::string_view thresholds = "thresholds";
};

/// How it is asked (adapter.hpp).
struct Asked {
  bool in_place = false;
  bool trees = false;
  bool integers = false;
  bool only_trees = false;
  bool several = false;
  int algorithm = 0;
};

/// PluginTarget::reproduction: in C.
[[nodiscard]] std::string reproduction(const LibraryText& library, const DomainText& domain, const Asked& asked,
                                       const Contract& contract, const Program& program,
                                       std::span<const Violation> violations, std::string_view note);

/// "cc {file} -I$APRON/include -L$APRON/lib -lboxMPQ -lapron ...".
[[nodiscard]] std::string compile_command(const LibraryText& library, const DomainText& domain);

}  // namespace assay::domain::level0
