# The built-in Datalog engines: data/engines/NAME.toml each. The first one is the default target.
set(FOLDER data/engines)
set(NAMES
  muz
  bddbddb
  souffle
  souffle-compiled
  clingo
  swipl
  racket
  cozo
  ascent)
