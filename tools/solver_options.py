#!/usr/bin/env python3
"""Writes the rows of `options` in a target's definition, from the solver's own list and our review of it.

    tools/solver_options.py NAME            rewrites data/targets/NAME.toml
    tools/solver_options.py NAME --check    says what would change, and ends with 1 if something would
    tools/solver_options.py NAME --left-out what is not drawn, each with the reason

The review is data/options/NAME.toml: [[left_out]] rows with a `pattern` for whole names (or, as `text`, for a part of
what the solver says about the option) and a `reason`; [[values]] rows with a `name` and the `values` or the `range` of
a number, which no list tells. A [[keep]] row (`pattern`, `reason`) keeps an
option that another row leaves out. A number without [[values]] is left out. The solver must be installed.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "# options: made by tools/solver_options.py\n"
END = "# options: end\n"


def output_of(argv, text=None):
    done = subprocess.run(argv, input=text, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def of_z3(program):
    """`z3 -pd`: modules, and in each "name (type) text (default: value)"."""
    module = ""
    for line in output_of([program, "-pd"]).splitlines():
        if line.startswith("[module] "):
            module = line[len("[module] "):].split(",")[0].strip() + "."
        found = re.match(r"    (\S+) \((bool|unsigned int|double|symbol|string)\) ?(.*?)(?: \(default: (.*)\))?$", line)
        if found:
            name, kind, text, default = found.groups()
            kind = {"bool": "bool", "unsigned int": "number", "double": "number"}.get(kind, "choice")
            yield module + name, kind, text, default or ""


def of_cvc(program):
    """`--help`: "--name" (a bool) or "--name=MODE", with the text on the lines that follow; `--name=help` lists modes."""
    rows = []
    for line in output_of([program, "--help"]).splitlines():
        if re.match(r"  -", line):
            head, _, text = line.strip().partition("  ")
            rows.append([head, text.strip()])
        elif re.match(r" {10,}", line) and rows:
            rows[-1][1] += " " + line.strip()
    for head, text in rows:
        first = next((word for word in re.split(r" \| | ", head) if word.startswith("--")), "")
        name, _, value = first[2:].partition("=")
        if not name:
            continue
        kind = "bool" if not value else "number" if value in ("N", "MS", "S", "P", "F", "T") else "choice"
        values, default = [], ""
        if kind == "choice":
            modes = re.findall(r"^\+ (\S+)( \(default\))?", output_of([program, f"--{name}=help"]), re.M)
            values = [mode for mode, _ in modes]
            default = next((mode for mode, is_default in modes if is_default), "")
            text = f"{text} Modes: {', '.join(values)}"
        elif kind == "bool":
            said = output_of([program, "--lang=smt2"], f"(get-option :{name})\n").strip()
            default = said if said in ("true", "false") else ""
        yield name, kind, text, default


LISTS = {"z3": of_z3, "cvc": of_cvc}


def first_fit(rows, name, text):
    for row in rows:
        if "pattern" in row and re.fullmatch(row["pattern"], name):
            return row
        if "text" in row and re.search(row["text"], text):
            return row
    return None


def quoted(words):
    return ", ".join(f'"{word}"' for word in words)


def row_of(name, kind, text, default, reviewed):
    """A row as TOML, or the reason for leaving it out."""
    values = list(reviewed.get("values", []))
    span = reviewed.get("range", "")
    if kind == "choice" and not values:
        values = re.findall(r"[\w-]+", text.rpartition("Modes: ")[2]) if "Modes: " in text else []
    if kind == "bool" and not default:
        return None, "the solver does not say its default value"
    if kind != "bool" and not values and not span:
        return None, "no values are reviewed"
    drawn = [value for value in (values or ["true", "false"]) if value != default] if not span else []
    if not span and not drawn:
        return None, "there is no other value than the default one"
    parts = [f'name = "{name}"']
    if kind != "bool":
        parts.append(f'type = "{kind}"')
    parts.append(f'range = "{span}"' if span else f"values = [{quoted(drawn)}]")
    return "  {" + ", ".join(parts) + "},\n", None


def reviewed_rows(review, program):
    rows, left_out = [], []
    values = {row["name"]: row for row in review.get("values", [])}
    for name, kind, text, default in LISTS[review["list"]](program):
        unfit = first_fit(review.get("left_out", []), name, text)
        if unfit is not None and first_fit(review.get("keep", []), name, text) is None:
            left_out.append((name, unfit["reason"]))
            continue
        row, reason = row_of(name, kind, text, default, values.get(name, {}))
        if row is None:
            left_out.append((name, reason))
        elif row not in rows:
            rows.append(row)
    return rows, left_out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--program", help="the solver (default: the name)")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--left-out", action="store_true")
    args = parser.parse_args()
    review = tomllib.loads((ROOT / "data" / "options" / f"{args.name}.toml").read_text())
    rows, left_out = reviewed_rows(review, args.program or args.name)
    if args.left_out:
        for name, reason in left_out:
            print(f"{name}: {reason}")
        return 0
    path = ROOT / "data" / "targets" / f"{args.name}.toml"
    before, begin, rest = path.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path}: has no lines '{BEGIN.strip()}' and '{END.strip()}'")
    made = before + BEGIN + "options = [\n" + "".join(rows) + "]\n" + END + after
    changed = made != path.read_text()
    print(f"{args.name}: {len(rows)} options are drawn, {len(left_out)} are left out{', changed' if changed else ''}")
    if changed and not args.check:
        path.write_text(made)
    return 1 if changed and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
