# What --preset stands for: one file.
set(FOLDER data)
set(NAMES presets)
