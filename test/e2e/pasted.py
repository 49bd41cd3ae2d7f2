"""Follows a finding's report like a person with the target and without Assay: writes the blocks of report.md into an
empty folder and types its commands, with nothing on the PATH but the target and basic tools."""

import os
import re
import shutil
import subprocess

TOOLS = ("sh seq cat head tail sed grep awk cut tr sort uniq wc printf echo test expr mktemp rm cp mv ls mkdir dirname basename date timeout true false "
         "env cmp diff sleep kill").split()
BLOCK = re.compile(r"^(`{3,})([a-z0-9]*)$")


class Report:
    """The text of a report.md, taken apart."""

    def __init__(self, text):
        self.files = {}  # name -> content, in order: the files that the report asks to save
        self.commands = []  # shell text of each block of commands, in order
        self.blocks = []  # (heading, language, text) of all blocks, in order
        self.prints = ""  # the block under "Prints"
        self.text = text
        self.attempts = 1 if "Repeat the command" not in text else 20
        self._read(text)

    def _read(self, text):
        heading, name, lines = "", None, iter(text.split("\n"))
        for line in lines:
            if line.startswith("## "):
                heading, name = line[3:].strip(), None
            if told := re.match(r"^(?:Save it as|It also needs) `([^`]+)`", line):
                name = told.group(1)
            if not (begin := BLOCK.match(line)):
                continue
            block = []
            for inside in lines:
                if inside == begin.group(1):
                    break
                block.append(inside)
            self._add(heading, begin.group(2), name, "\n".join(block) + "\n")
            name = None

    def _add(self, heading, language, name, block):
        self.blocks.append((heading, language, block))
        if name:
            self.files[name] = block
        elif language == "sh":
            self.commands.append(block)
        elif heading == "Prints":
            self.prints = block


def path_with(folder, programs):
    """A PATH of basic tools and the programs (names, or paths of files), as a folder of links."""
    os.makedirs(folder, exist_ok=True)
    for program in (*TOOLS, *programs):
        found = program if os.sep in program else shutil.which(program)
        link = os.path.join(folder, os.path.basename(program))
        if found and not os.path.lexists(link):
            os.symlink(found, link)
    return folder


class Pasted:
    """The results of the report's commands."""

    def __init__(self, report, folder, path, timeout=240, variables=None):
        self.output, self.statuses = "", []
        os.makedirs(folder)
        for name, content in report.files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
        environment = {"PATH": path, "HOME": folder, "LC_ALL": "C.UTF-8", **(variables or {})}
        for command in report.commands:
            ran = subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, check=False)
            self.output += ran.stdout.decode("utf-8", "replace") + "\n"
            self.statuses.append(ran.returncode)


def why_not_shown(report, pasted):
    """Why the bug does not show; empty: it shows. The commands must print the output that the report promises;
    a crash without a message shows by its signal."""
    if not report.blocks or report.blocks[0][2] not in report.files.values():
        return "the first block is not the input"
    if len(report.blocks) < 2 or report.blocks[1][1] != "sh":
        return "the second block is not the command"
    if re.search(r"(^|[\s'\"=])/(home|root|tmp|work|build|usr/local)/", "\n".join(report.commands)):
        return "a command has a path of the reporter's machine"
    by_signal = any(status < 0 or status > 128 for status in pasted.statuses)
    missing = [line for line in report.prints.split("\n") if line.strip() and line.strip() not in pasted.output]
    if missing and not (by_signal and "SIG" in report.prints):
        return f"the commands do not print {missing[:3]}: {pasted.output[-2000:]}"
    if not report.prints.strip() and not by_signal:
        return "the report does not say what is printed"
    return "" if "## Should print" in report.text else "the report does not say what should be printed"


def run_script(finding, path, variables=None):
    """The exit status of reproduce/run.sh, and its output."""
    ran = subprocess.run(["/bin/sh", os.path.join(finding, "reproduce", "run.sh")], cwd="/", env={"PATH": path, "HOME": "/nonexistent", **(variables or {})},
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
    return ran.returncode, ran.stdout.decode("utf-8", "replace")


def try_finding(finding, scratch, programs, variables=None):
    """Why the finding in this folder does not show without Assay; empty: its report and its script show it."""
    with open(os.path.join(finding, "report.md"), encoding="utf-8") as file:
        report = Report(file.read())
    path = path_with(os.path.join(scratch, "bin"), programs)
    for attempt in range(report.attempts):
        why = why_not_shown(report, Pasted(report, os.path.join(scratch, f"{os.path.basename(finding)}-{attempt}"), path,
                                            variables=variables))
        if not why:
            break
    status, output = run_script(finding, path, variables)
    return why or ("" if status == 1 else f"run.sh ended with {status}: {output[-2000:]}")
