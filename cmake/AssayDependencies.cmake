# What each one is for, and what else was considered: docs/dev/dependencies.md. Packages: scripts/packages.txt.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmp gmpxx)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(Z3 REQUIRED IMPORTED_TARGET z3)

if(ASSAY_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)  # what floats are compared with; no part of the product
endif()
find_package(benchmark QUIET)
