# The flags of each --preset, in one file.
set(FOLDER data)
set(NAMES presets)
