# The built-in solvers: data/targets/NAME.toml each. A definition inherits only from definitions before it.
set(FOLDER data/targets)
set(NAMES
  smtlib
  z3
  cvc5
  cvc4
  bitwuzla
  boolector
  yices2
  mathsat
  optimathsat
  opensmt
  smtinterpol
  stp
  princess)
