"""A built-in solver or Datalog engine is one TOML file and one name in one CMake list: shown by adding one in a scratch tree."""

import glob
import os
import re
import shutil
import subprocess
import unittest

from support import ROOT, TreeTest

STEP = os.path.join("cmake", "EmbedTableStep.cmake")
# (folder of the files, list of the names)
KINDS = [("data/targets", "src/smt/solver/builtin.cmake"), ("data/engines", "src/datalog/engine/builtin.cmake")]


def rows(source):
    """[(path, bytes)] of the generated table, in its order."""
    arrays = {number: bytes(int(byte, 16) for byte in re.findall(r"0x([0-9a-f]{2})", body))
              for number, body in re.findall(r"kBytes(\d+)\[\] = \{[^\n]*\n(.*?)\n\};", source, re.S)}
    return [(path, arrays[number]) for path, number in re.findall(r'\{"([^"]+)", \{reinterpret_cast<const char\*>\(kBytes(\d+)\)', source)]


class BuiltinTargets(TreeTest):
    def setUp(self):
        super().setUp()
        for folder, names in KINDS:
            shutil.copytree(os.path.join(ROOT, folder), os.path.join(self.root, folder))
            self.write(names, self.read(os.path.join(ROOT, names)))
        self.write(STEP, self.read(os.path.join(ROOT, STEP)))

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def generate(self, names):
        output = os.path.join(self.root, "table.cpp")
        result = subprocess.run(
            ["cmake", f"-DLIST={os.path.join(self.root, names)}", f"-DSOURCE_DIR={self.root}", f"-DOUTPUT={output}",
             "-DFUNCTION=texts", "-P", os.path.join(self.root, STEP)], capture_output=True, text=True, check=False)
        return result, rows(self.read(output)) if result.returncode == 0 else []

    def test_a_file_and_a_name_are_all_that_a_new_one_takes(self):
        for folder, names in KINDS:
            with self.subTest(folder):
                before = self.generate(names)[1]
                text = 'inherits = "none"\nname = "brand-new"\ninstall = "é ; ${X} \\"quoted\\" [[x]]"\n'
                self.write(f"{folder}/brand_new.toml", text)
                listed = self.read(os.path.join(self.root, names)).rstrip()
                self.assertTrue(listed.endswith(")"), listed)
                self.write(names, listed[:-1] + "\n  brand_new)\n")
                result, after = self.generate(names)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(after, before + [(f"{folder}/brand_new.toml", text.encode())])

    def test_the_table_has_every_file_as_it_is_in_the_lists_order(self):
        for folder, names in KINDS:
            with self.subTest(folder):
                table = self.generate(names)[1]
                self.assertEqual(table, self.generate(names)[1])
                self.assertEqual(sorted(path for path, _ in table),
                                 sorted(f"{folder}/{name}" for name in os.listdir(os.path.join(self.root, folder))))
                for path, content in table:
                    with open(os.path.join(self.root, path), "rb") as file:
                        self.assertEqual(content, file.read(), path)

    def test_a_name_without_a_file_and_a_name_twice_are_refused(self):
        for folder, names in KINDS:
            with self.subTest(folder):
                listed = self.read(os.path.join(ROOT, names)).rstrip()
                self.write(names, listed[:-1] + "\n  nowhere)\n")
                self.assertIn(f"no file {folder}/nowhere.toml", self.generate(names)[0].stderr)
                first = rows_of_list(listed)[0]
                self.write(names, listed[:-1] + f"\n  {first})\n")
                self.assertIn("twice", self.generate(names)[0].stderr)

    def test_no_name_is_repeated_in_the_code(self):
        """The table is the only place: registries take what it has."""
        for _, names in KINDS:
            registry = self.read(*glob.glob(os.path.join(ROOT, os.path.dirname(names), "*_registry.cpp")))
            for name in rows_of_list(self.read(os.path.join(ROOT, names))):
                self.assertNotRegex(registry, rf"\b(target_|engine_)?{name}\b")


def rows_of_list(text):
    return re.search(r"set\(NAMES\s+([^)]*)\)", text).group(1).split()


if __name__ == "__main__":
    unittest.main()
