# The table of installable releases: one file.
set(FOLDER data)
set(NAMES releases)
