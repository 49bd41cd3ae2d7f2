"""A built-in solver, engine or analyzer is one TOML file: shown by adding one in a scratch tree."""

import glob
import os
import re
import shutil
import subprocess
import tomllib
import unittest

from support import ROOT, TreeTest

STEP = os.path.join(ROOT, "cmake", "EmbedTableStep.cmake")
FOLDERS = {"data/targets": "solver", "data/engines": "engine", "data/analyzers": "analyzer"}
# In these files, users choose the names of tables, so a key `kind` would be such a name.
WITHOUT_KIND = {"data/presets.toml"}


def rows(source):
    """[(path, bytes)] of the generated table, in its order."""
    arrays = {number: bytes(int(byte, 16) for byte in re.findall(r"0x([0-9a-f]{2})", body))
              for number, body in re.findall(r"kBytes(\d+)\[\] = \{[^\n]*\n(.*?)\n\};", source, re.S)}
    return [(path, arrays[number]) for path, number in re.findall(r'\{"([^"]+)", \{reinterpret_cast<const char\*>\(kBytes(\d+)\)', source)]


class BuiltinTargets(TreeTest):
    def generate(self, pattern):
        output = os.path.join(self.root, "table.cpp")
        result = subprocess.run(["cmake", f"-DPATTERN={pattern}", f"-DSOURCE_DIR={self.root}", f"-DOUTPUT={output}", "-DFUNCTION=texts",
                                 "-P", STEP], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            return result.stderr
        with open(output, encoding="utf-8") as file:
            return rows(file.read())

    def test_a_file_is_all_that_a_new_one_takes(self):
        for folder in FOLDERS:
            with self.subTest(folder):
                shutil.copytree(os.path.join(ROOT, folder), os.path.join(self.root, folder))
                before = self.generate(f"{folder}/*.toml")
                text = 'inherits = "none"\nname = "brand-new"\ninstall = "é ; ${X} \\"quoted\\" [[x]]"\n'
                self.write(f"{folder}/brand_new.toml", text)
                after = self.generate(f"{folder}/*.toml")
                self.assertEqual(after, sorted(before + [(f"{folder}/brand_new.toml", text.encode())]))
                for path, content in before:
                    with open(os.path.join(self.root, path), "rb") as file:
                        self.assertEqual(content, file.read(), path)

    def test_a_pattern_without_a_file_is_refused(self):
        self.assertIn("no file data/nowhere/*.toml", self.generate("data/nowhere/*.toml"))

    def test_every_definition_names_its_kind(self):
        for path in glob.glob("data/**/*.toml", root_dir=ROOT, recursive=True):
            if path in WITHOUT_KIND:
                continue
            with self.subTest(path), open(os.path.join(ROOT, path), "rb") as file:
                kind = tomllib.load(file).get("kind", "")
                self.assertTrue(kind)
                self.assertEqual(kind, FOLDERS.get(os.path.dirname(path), kind))


if __name__ == "__main__":
    unittest.main()
