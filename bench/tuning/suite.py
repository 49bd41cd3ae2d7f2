"""The cases for comparing tunings: cases.toml and tailor.toml as files and flags."""

import os
import subprocess
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
ENTRY = "extern int {entry}();\n#undef main\nint main(void) {{\n  {entry}();\n  return 0;\n}}\n"


def read_toml(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


def printed(command):
    return subprocess.run(command, text=True, capture_output=True, check=True).stdout.strip()


class Suite:
    def __init__(self, name, checkout, work):
        told = read_toml(os.path.join(HERE, f"{name}.toml"))
        self.target, self.per = told["target"], told["per"]
        self.teach, self.teaching_rounds = told["teach"], told["teaching_rounds"]
        self.checkout, self.work = os.path.abspath(checkout), work
        self.words = {word: printed(command) for word, command in told.get("words", {}).items()}
        self.cases = [case for case in self._listed(told) if self._is_there(case)]

    @staticmethod
    def _listed(told):
        """Cases that are described one by one, and groups of one file a case."""
        cases = list(told.get("case", []))
        for group in told.get("group", []):
            cases += [{"name": name, "project": group["project"], "folder": group["folder"],
                       "files": [group["file"].format(name=name)]} for name in group["names"]]
        return sorted(cases, key=lambda case: case["name"])

    def _folder(self, case):
        return os.path.join(self.checkout, case.get("folder", case["project"]))

    def _is_there(self, case):
        missing = [name for name in case["files"] if not os.path.exists(os.path.join(self._folder(case), name))]
        if missing:
            print(f"{case['name']} is left out: there is no {missing[0]}", file=sys.stderr)
        return not missing

    def words_for(self, case):
        """Files and flags of a case, as `assay analyzer tune` takes them."""
        folder = self._folder(case)
        files = [os.path.join(folder, name) for name in case["files"]]
        flags = [self._filled(flag, folder) for flag in case.get("flags", [])]
        if "entry" in case:
            path = os.path.join(self.work, f"{case['name']}-entry.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(ENTRY.format(entry=case["entry"]))
            files.append(path)
            flags.insert(0, "-Dmain=old_main")
        return files + [f"--flag={flag}" for flag in flags]

    def _filled(self, flag, folder):
        for word, text in {**self.words, "folder": folder}.items():
            flag = flag.replace("{" + word + "}", text)
        return flag
