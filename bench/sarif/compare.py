#!/usr/bin/env python3
"""Alerts that tools for SARIF call new although they only moved: `assay sarif diff`, sarif-tools, SARIF Multitool.

    bench/sarif/compare.py ASSAY REPOSITORY FILES... [--commits 50] [--sarif-tools PROGRAM] [--multitool PROGRAM]

FILES are C files in REPOSITORY (git), whose last commits are analyzed with gcc's warnings, cppcheck and clang's analyzer.
Each version is compared with edited copies of itself, where no alert outside of a copied function is new:

    comments   comment lines at the beginning of the file and before each second function
    rename     all sources under other names, in another folder
    reorder    functions in the reverse order
    reformat   clang-format in another style
    copy       comments, and copies of three functions with alerts under other names: only their alerts are new

and with the commit before it. An edited copy that does not compile is left out. There, an alert on a line that git calls unchanged is old if the old line has one with the
same rule and message. What an edit really changes (other messages) is counted as really new for all tools.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree

GCC = ["gcc", "-fsyntax-only", "-fdiagnostics-format=json", "-fdiagnostics-column-unit=byte", "-Wall", "-Wextra", "-Wconversion", "-Wcast-qual", "-Wunused-macros",
       "-Wdeclaration-after-statement", "-Wfloat-equal", "-Wc++-compat", "-Wswitch-default"]
CPPCHECK = ["cppcheck", "--quiet", "--xml", "--enable=warning,style", "--max-configs=1"]
CLANG = ["clang-14", "--analyze", "--analyzer-no-default-checks", "--analyzer-output", "sarif", "-Xclang",
         "-analyzer-checker=security.insecureAPI,deadcode"]
EDITS = ("comments", "rename", "reorder", "reformat", "copy")


class NotCode(Exception):
    """An edit has made a file that does not compile."""


def run(argv, cwd, **more):
    return subprocess.run(argv, cwd=cwd, capture_output=True, text=True, check=False, **more)


def result(rule, file, line, column, message, level="warning"):
    place = {"artifactLocation": {"uri": file}, "region": {"startLine": line, "startColumn": max(column, 1)}}
    return {"ruleId": rule, "level": level, "message": {"text": message}, "locations": [{"physicalLocation": place}]}


def of_gcc(folder, file):
    rows = []
    for line in run([*GCC, file], folder).stderr.splitlines():
        for one in json.loads(line) if line.startswith("[") else []:
            caret = (one.get("locations") or [{}])[0].get("caret")
            if caret and one["kind"] != "note":
                rows.append(result(one.get("option", one["kind"]), caret["file"], caret["line"], caret["column"], one["message"]))
    return rows


def of_cppcheck(folder, file):
    rows = []
    for error in xml.etree.ElementTree.fromstring(run([*CPPCHECK, file], folder).stderr).iter("error"):
        place = error.find("location")
        if place is not None:
            rows.append(result(error.get("id"), place.get("file"), int(place.get("line")), int(place.get("column")), error.get("msg")))
    return rows


def of_clang(folder, file):
    if run([*CLANG, "-o", "clang.sarif", file], folder).returncode != 0:
        raise NotCode(file)
    with open(os.path.join(folder, "clang.sarif"), encoding="utf-8") as report:
        return json.load(report)["runs"]


def analyze(folder, files):
    """Writes folder/report.sarif: the runs of three tools, without fingerprints of ours."""
    runs = []
    for name, reader in (("gcc", of_gcc), ("cppcheck", of_cppcheck)):
        rows = [row for file in files for row in reader(folder, file)]
        rules = [{"id": rule} for rule in sorted({row["ruleId"] for row in rows})]
        runs.append({"tool": {"driver": {"name": name, "rules": rules}}, "results": rows})
    for file in files:
        runs += of_clang(folder, file)
    path = os.path.join(folder, "report.sarif")
    with open(path, "w", encoding="utf-8") as report:
        json.dump({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": runs}, report)
    return path


def keys_of(report):
    """(rule, file name, line, message) of each alert, once."""
    with open(report, encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    return {key_of(row) for one in runs for row in one["results"]}


def key_of(row):
    place = row["locations"][0]["physicalLocation"]
    return (row["ruleId"], os.path.basename(place["artifactLocation"]["uri"]), place["region"]["startLine"], row["message"]["text"])


def functions(text):
    """(first line, line behind the end) of functions at the outermost level and outside of #if, from 0."""
    lines, found, depth = text.split("\n"), [], 0
    for at, line in enumerate(lines):
        depth += line.startswith("#if") - line.startswith("#endif")
        first = at - 1 if line == "{" and re.match(r"[A-Za-z_].*\)\s*$", lines[at - 1]) else at
        if depth == 0 and (first < at or re.match(r"[A-Za-z_].*\)\s*\{$", line)):
            end = next((i for i in range(at, len(lines)) if lines[i].rstrip() == "}"), None)
            if end is not None and not any(one.startswith("#") for one in lines[at:end]):
                found.append((first, end + 1))
    return lines, found


def neighbours(lines, found):
    """Lists of functions between which there are only comments and empty lines."""
    groups = []
    for first, end in found:
        between = "\n".join(lines[groups[-1][-1][1]:first]) if groups else "x"
        if re.sub(r"(?s)/\*.*?\*/|//[^\n]*", "", between).strip():
            groups.append([])
        groups[-1].append((first, end))
    return groups


def name_of(header):
    words = re.findall(r"(\w+)\s*\(", header)
    return words[-1] if words else ""


def comments(text):
    lines, found = functions(text)
    for first, _ in reversed(found[::2]):
        lines[first:first] = ["/* inserted:", " * two lines */"]
    return "/* a licence, */\n/* perhaps */\n\n" + "\n".join(lines)


def reorder(text):
    lines, found = functions(text)
    for group in reversed(neighbours(lines, found)):
        blocks = [lines[first:end] for first, end in group]
        for (first, end), block in reversed(list(zip(group, reversed(blocks)))):
            lines[first:end] = block
        lines[group[0][0]:group[0][0]] = [block[0].rstrip(" {") + ";" for block in blocks]
    return "\n".join(lines)


def copy(text, alerts):
    """The text with copies of functions that have alerts before these functions, and the lines of the copies."""
    lines, found = functions(text)
    chosen = [block for block in found if any(block[0] < line <= block[1] for line in alerts)][:3]
    result_lines, fresh = ["/* one more line */"], set()
    for at, line in enumerate(lines):
        for first, end in chosen:
            if first == at:
                name = name_of(lines[first])
                own = [re.sub(rf"\b{name}\b", name + "_copy", one) for one in lines[first:end]]
                fresh |= set(range(len(result_lines) + 1, len(result_lines) + 1 + len(own)))
                result_lines += [*own, ""]
        result_lines.append(line)
    return "\n".join(result_lines), fresh


def edited(edit, old, new, files, report):
    """Writes the edited version; returns its files and, by file, the lines where alerts are new."""
    os.makedirs(new)
    run(["cp", "-r", old + "/.", new], ".")
    fresh = {}
    alerts = collections.defaultdict(set)
    for _, file, line, _ in keys_of(report):
        alerts[file].add(line)
    for file in files:
        path = os.path.join(new, file)
        with open(path, encoding="utf-8", errors="replace") as source:
            text = source.read().replace("\r\n", "\n")
        if edit == "comments":
            text = comments(text)
        elif edit == "reorder":
            text = reorder(text)
        elif edit == "copy":
            text, fresh[os.path.basename(file)] = copy(text, alerts[os.path.basename(file)])
        with open(path, "w", encoding="utf-8") as source:
            source.write(text)
        if edit == "reformat":
            run(["clang-format-14", "-i", "--style={BasedOnStyle: Mozilla, ColumnLimit: 70, SortIncludes: Never}", path], ".")
    if edit != "rename":
        return files, fresh
    os.makedirs(os.path.join(new, "lib", "deep"))
    moved = []
    for file in files:
        moved.append(os.path.join("lib", "deep", "other_" + os.path.basename(file)))
        os.rename(os.path.join(new, file), os.path.join(new, moved[-1]))
    for header in os.listdir(new):
        if header.endswith(".h"):
            os.rename(os.path.join(new, header), os.path.join(new, "lib", "deep", header))
    return moved, fresh


class Tools:
    def __init__(self, flags):
        self.flags = flags
        self.names = ["assay", "assay without sources"]
        self.names += ["sarif-tools"] if flags.sarif_tools else []
        self.names += ["multitool"] if flags.multitool else []

    def new(self, name, old, new):
        """Keys of the alerts that the tool calls new; for sarif-tools, which matches no places, their number."""
        reports = [os.path.join(old, "report.sarif"), os.path.join(new, "report.sarif")]
        out = os.path.join(new, "out.json")
        if name.startswith("assay"):
            roots = ["--old-root", old, "--new-root", new] if name == "assay" else []
            value = json.loads(run([self.flags.assay, "sarif", "diff", *reports, "--json", *roots], ".").stdout)
            return {(row["rule"], os.path.basename(row["place"]["file"]), row["place"]["line"], row["message"])
                    for row in value["alerts"] if row["state"] == "new"}
        if name == "sarif-tools":
            run([self.flags.sarif_tools, "diff", *reports, "-o", out], ".")
            with open(out, encoding="utf-8") as file:
                value = json.load(file)
            return sum(max(0, code[">"] - code["<"]) for level in ("error", "warning", "note") for code in value[level]["codes"].values())
        done = run([self.flags.multitool, "match-results-forward", reports[1], "--previous", reports[0], "-o", out, "--log", "ForceOverwrite"], ".",
                   env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"})
        if not os.path.exists(out):
            raise RuntimeError(done.stdout + done.stderr)
        with open(out, encoding="utf-8") as file:
            runs = json.load(file)["runs"]
        return {key_of(row) for one in runs for row in one["results"] if row.get("baselineState") == "new"}


def spaced(keys):
    return {(rule, file, line, " ".join(message.split())) for rule, file, line, message in keys}


def really_new(old, new, fresh):
    """Alerts of `new` that are no moved ones. Texts that an edit changes are compared without places."""
    planted = {key for key in new if key[2] in fresh.get(key[1], ())}
    count = collections.Counter((rule, message) for rule, _, _, message in old)
    changed = set()
    for key in sorted(new - planted):
        if count[key[0], key[3]] > 0:
            count[key[0], key[3]] -= 1
        else:
            changed.add(key)
    return planted, changed


def unchanged_lines(repository, before, after, files):
    """(file, new line) -> (file, old line) of the lines that git calls unchanged."""
    same = {}
    for file in files:
        old, new = 1, 1
        text = run(["git", "diff", "-U0", before, after, "--", file], repository, errors="replace").stdout
        hunks = [tuple(int(number or 1) for number in match) for match in re.findall(r"(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", text)]
        for old_at, old_count, new_at, new_count in [*hunks, (10 ** 6, 0, 0, 0)]:
            begin = old_at if old_count > 0 else old_at + 1
            while old < begin:
                same[os.path.basename(file), new] = old
                old, new = old + 1, new + 1
                if old > 10 ** 5:
                    break
            old, new = begin + old_count, (new_at if new_count > 0 else new_at + 1) + new_count
    return same


def for_each_version(flags, commits, sums, judge):
    with tempfile.TemporaryDirectory() as work:
        previous = None
        for number, commit in enumerate(reversed(commits)):
            old = os.path.join(work, f"{number}")
            os.makedirs(old)
            files = [file for file in flags.files if run(["git", "cat-file", "-e", f"{commit}:{file}"], flags.repository).returncode == 0]
            archive = subprocess.run(["git", "archive", commit, "--", *files, ":(glob)*.h"], cwd=flags.repository, capture_output=True, check=True).stdout
            subprocess.run(["tar", "-x", "-C", old], input=archive, check=True)
            alerts = spaced(keys_of(analyze(old, files)))
            for edit in EDITS if number > 0 else ():
                new = os.path.join(work, f"{number}-{edit}")
                names, fresh = edited(edit, old, new, files, os.path.join(old, "report.sarif"))
                try:
                    now = spaced(keys_of(analyze(new, names)))
                except NotCode:
                    sums[edit]["not code"] += 1
                    continue
                judge(edit, old, new, *really_new(alerts, now, fresh), now)
                run(["rm", "-r", new], ".")
            if previous:
                before, before_folder, before_alerts = previous
                same = unchanged_lines(flags.repository, before, commit, files)
                is_old = {key for key in alerts if (key[0], key[1], same.get(key[1:3]), key[3]) in before_alerts}
                judge("commits", before_folder, old, set(), alerts - is_old, alerts)
                run(["rm", "-r", before_folder], ".")
            previous = (commit, old, alerts)


def percent(part, whole):
    return f"{part} ({100 * part / whole:.1f} %)" if whole else str(part)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("repository")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--commits", type=int, default=50)
    parser.add_argument("--sarif-tools", default="")
    parser.add_argument("--multitool", default="")
    parser.add_argument("--show", action="store_true", help="print the alerts that Assay calls new although they are old, or that it misses")
    flags = parser.parse_args()
    tools = Tools(flags)
    commits = run(["git", "log", f"-{flags.commits + 1}", "--format=%H", "--", *flags.files], flags.repository).stdout.split()
    sums = collections.defaultdict(collections.Counter)

    def judge(edit, old, new, planted, changed, alerts):
        sums[edit]["pairs"] += 1
        sums[edit]["alerts"] += len(alerts)
        sums[edit]["really new"] += len(planted) + len(changed)
        for name in tools.names:
            found = tools.new(name, old, new)
            truth = planted | changed
            if isinstance(found, int):
                wrong, missed = max(0, found - len(truth)), max(0, len(truth) - found)
            else:
                found = spaced(found)
                wrong, missed = len(found - truth), len(planted - found)
                if flags.show and name.startswith("assay"):
                    for key in sorted(found - truth):
                        print(f"  {name}, {edit}: falsely new {key}")
                    for key in sorted(planted - found):
                        print(f"  {name}, {edit}: missed {key}")
            sums[edit][name] += wrong
            sums[edit][name + " missed"] += missed

    try:
        for_each_version(flags, commits, sums, judge)
    except KeyboardInterrupt:
        print("interrupted; the pairs until now:")
    print("| version | pairs | alerts | really new | " + " | ".join(tools.names) + " |\n|---|---|---|---|" + "---|" * len(tools.names))
    for edit, row in sums.items():
        cells = [percent(row[name], row["alerts"]) + (f", {row[name + ' missed']} missed" if edit == "copy" else "") for name in tools.names]
        print(f"| {edit} | {row['pairs']} | {row['alerts']} | {row['really new']} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
