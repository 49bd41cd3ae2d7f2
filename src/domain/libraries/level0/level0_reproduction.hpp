#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"
#include "domain/reproduction/texts.hpp"

namespace assay::domain::level0 {

/// Names of a library with the interface, for programs in C.
struct LibraryText {
  std::string_view prefix;     ///< prefix of types and functions: "ap"
  std::string_view constants;  ///< prefix of constants: "AP"
  std::string_view root;       ///< folder of the installation in the compile command: "$APRON"
  std::string_view link;       ///< linker options of all programs: "-lapron"
};

/// Names of one domain of a library, for programs in C.
struct DomainText {
  std::string_view declaration;     ///< declarations of the functions for manager and narrowing
  std::string_view manager;         ///< call that makes a manager
  std::string_view narrowing = "";  ///< name of the narrowing function; empty: no narrowing
  std::string_view link = "";       ///< "-lboxMPQ"
  /// The parts of level0.c with Entry::loosen and Entry::widen_to_thresholds.
  std::string_view loosening = "loosening";
  std::string_view thresholds = "thresholds";
};

/// The Mode of a domain (level0_adapter.hpp).
struct Asked {
  bool in_place = false;
  bool trees = false;
  bool integers = false;
  bool only_trees = false;
  bool several = false;
  int algorithm = 0;
};

/// PluginTarget::reproduction, in C.
[[nodiscard]] std::string reproduction(const LibraryText& library, const DomainText& domain, const Asked& asked,
                                       const Contract& contract, const Program& program,
                                       std::span<const Violation> violations, std::string_view note);

/// "cc {file} -I$APRON/include -L$APRON/lib -lboxMPQ -lapron ...".
[[nodiscard]] std::string compile_command(const LibraryText& library, const DomainText& domain);

}  // namespace assay::domain::level0
