# What each one is for, and what else was considered: docs/dev/dependencies.md. Packages: scripts/packages.txt.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmp gmpxx)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)
pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(Z3 REQUIRED IMPORTED_TARGET z3)

# The chart library that an HTML report carries inside itself; Debian's libjs-chart.js.
find_file(ASSAY_CHART_JS NAMES chart.min.js Chart.min.js PATHS /usr/share/javascript/chart.js NO_DEFAULT_PATH)
if(NOT ASSAY_CHART_JS)
  message(FATAL_ERROR "chart.min.js not found: install the package libjs-chart.js, or set ASSAY_CHART_JS to the file")
endif()

if(ASSAY_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  include(GoogleTest)
endif()
find_package(benchmark QUIET)
