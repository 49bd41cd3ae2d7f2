# The drivers that data/releases.toml uses.
set(FOLDER data/drivers)
set(SUFFIX "")
set(NAMES
  ascent
  bitwuzla_smtlib.py
  cozo.py
  cvc5_smtlib.py
  smtlib_commands.py)
