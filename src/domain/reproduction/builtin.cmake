# The functions that reproductions are put together from: data/domains/reproduction/NAME each.
set(FOLDER data/domains/reproduction)
set(SUFFIX "")
set(NAMES
  common.c
  laws.cc
  level0.c
  ppl.cc
  crab.cc
  llvm.cc
  table.cc)
