# What `assay versions` can install: one file.
set(FOLDER data)
set(NAMES releases)
