#!/usr/bin/env python3
"""Reduces scripts that a later solver version loses or takes ten times as long for, with ddSMT and with Assay, and prints a row for each script.

    bench/peers/version_pairs.py LIST --ddsmt PROGRAM [--seconds 60] [--assay PROGRAM] [--out FOLDER]

LIST has one line for each script: the path, the earlier version's program, the later version's program. ddSMT gets `--seconds` CPU seconds, Assay
a third of them. Both keep the same change: the earlier version gives its answer in at most twice its CPU time on the whole script, and the later
version gives it neither in ten times the earlier version's time on the smaller script, nor in 0.25 s more. The wrapper that ddSMT runs
measures CPU time, too, so that both tools are as good on a busy machine. Each result is then checked three times.
"""

import argparse
import os
import shutil
import stat
import subprocess
import sys

import compare

HERE = os.path.dirname(os.path.abspath(__file__))
compare.CLOCK_FOR_CPU = 30  # a busy machine
WRAPPER = '''#!/usr/bin/python3 -IS
import os, re, signal, sys
def run(program, seconds):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.dup2(writer, 2)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        os.execv(program, [program, sys.argv[1]])
    os.close(writer)
    with os.fdopen(reader, errors="replace") as file:
        text = file.read()
    _, status, usage = os.wait4(child, 0)
    replies = re.findall(r"^(?:sat|unsat|unknown|\\(error.*)$", text, re.MULTILINE)
    by_limit = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
    answer = "timeout" if by_limit else "crash" if os.WIFSIGNALED(status) else " ".join(sorted(set(replies)))
    return answer, usage.ru_utime + usage.ru_stime
answer, seconds = run({old!r}, {limit})
if answer not in ("sat", "unsat"):
    print("the earlier version:", answer if answer == "timeout" else "no answer")
elif {timed} and os.environ.get("SHOW"):
    print(answer, seconds)
else:
    limit = max(10 * seconds, seconds + 0.25)
    now, used = run({new!r}, limit)
    print(answer, "lost:", "timeout" if used >= 0.99 * limit else now)
'''


def write_wrapper(path, old, new, limit, timed=False):
    with open(path, "w", encoding="utf-8") as file:
        file.write(WRAPPER.format(old=old, new=new, limit=limit, timed=timed))
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def verdict(wrapper, script, show=False):
    environment = {**os.environ, **({"SHOW": "1"} if show else {})}
    return subprocess.run([wrapper, script], capture_output=True, text=True, env=environment, check=False).stdout.strip()


def reduced_by(command, seconds, folder, result, script):
    """CPU seconds and size of the result; the script's size if there is none."""
    cpu, _ = compare.Run(command, seconds, os.path.join(folder, "log")).wait()
    if not os.path.exists(result) or os.path.getsize(result) == 0:
        shutil.copy(script, result)
    return cpu, os.path.getsize(result)


def row(script, old, new, options):
    name = os.path.basename(script)
    folder = os.path.join(options.out, name + "-" + str(len(os.listdir(options.out))))
    os.makedirs(folder)
    wrapper = write_wrapper(os.path.join(folder, "changed"), old, new, 60, True)
    first = verdict(wrapper, script, True).split()
    write_wrapper(wrapper, old, new, 2 * (float(first[1]) + 0.05))
    wanted = verdict(wrapper, script)
    if "lost:" not in wanted or wanted.endswith(first[0]):
        return f"| {name} | no change: {wanted} |"
    results = {}
    results["ddSMT"] = os.path.join(folder, "ddsmt.smt2")
    ddsmt = reduced_by([options.ddsmt, "-q", "-j", "1", "--timeout", "600", script, results["ddSMT"], wrapper], options.seconds, folder, results["ddSMT"], script)
    results["Assay"] = os.path.join(folder, "assay.smt2")
    keep = "slower:10" if wanted.endswith("timeout") else "lost"
    command = [options.assay, "smt", "reduce", script, "--keep", keep, "--target", "old:z3=" + old, "--target", "new:z3=" + new, "--timeout", "60s",
               "--time", f"{options.seconds / 3}s", "--runs", "1000000", "--out", results["Assay"]]
    assay = reduced_by(command, 2 * options.seconds, folder, results["Assay"], script)
    still = {tool: sum(verdict(wrapper, result) == wanted for _ in range(3)) for tool, result in results.items()}
    return (f"| {name} | {os.path.getsize(script)} | {wanted} | {ddsmt[1]} | {ddsmt[0]:.1f} | {still['ddSMT']} of 3 | {assay[1]} | {assay[0]:.1f} "
            f"| {still['Assay']} of 3 |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--ddsmt", required=True, help="the program ddsmt")
    parser.add_argument("--seconds", type=float, default=60, help="CPU seconds of ddSMT for each script; Assay gets a third of them")
    parser.add_argument("--assay", default=os.path.join(compare.ROOT, "build", "release", "src", "cli", "assay"))
    parser.add_argument("--out", default="version-pairs", help="a folder that is not there yet")
    options = parser.parse_args()
    os.makedirs(options.out)
    print("| script | bytes | change | ddSMT: bytes | CPU s | kept | Assay: bytes | CPU s | kept |\n|---|---|---|---|---|---|---|---|---|", flush=True)
    with open(options.list, encoding="utf-8") as file:
        for line in file:
            if line.strip():
                print(row(*line.split(), options), flush=True)


if __name__ == "__main__":
    sys.exit(main())
