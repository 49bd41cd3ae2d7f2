# The built-in analyzers: data/analyzers/NAME.toml each. The first one is the default target.
set(FOLDER data/analyzers)
set(NAMES
  cppcheck
  gcc
  llvm
  llvm-c
  clam
  ciaopp
  eva
  clang-sa
  gcc-analyzer
  bandit
  mypy
  pysa
  spotbugs
  tai-e)
