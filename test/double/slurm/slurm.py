#!/usr/bin/env python3
"""Plays Slurm's sbatch, squeue, scancel and scontrol, by the name that it is called with.

Tasks run at once, one after the other, inside of sbatch. FAKE_SLURM names a folder: behaviour.json there says what goes
wrong, calls.txt gets every call.

    {"refuse": "text"}       sbatch refuses with this text
    {"lose": [3]}            these tasks never run
    {"twice": [2]}           these run twice
    {"late": [1]}            these are told that their time is nearly up, once they have begun
    {"kill": [4]}            these are killed, without a word, once they have begun
    {"queue": ["3|PENDING|Priority"]}    what squeue prints
    {"max_array": 1001}      MaxArraySize
"""

import contextlib
import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

FOLDER = os.environ["FAKE_SLURM"]


def behaviour():
    try:
        with open(os.path.join(FOLDER, "behaviour.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def numbers(text):
    for part in text.split("%")[0].split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def directives(script, arguments):
    """The options of the script and of the command line by name; the command line overrides the script."""
    with open(script, encoding="utf-8") as file:
        words = re.findall(r"^#SBATCH --([a-z-]+)=?(.*)$", file.read(), re.MULTILINE)
    words += [argument[2:].partition("=")[::2] for argument in arguments if argument.startswith("--")]
    return {name: value.strip('"') for name, value in words}


def processes_of(parent):
    found = [parent]
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                    if int(file.read().rsplit(")", 1)[1].split()[1]) == parent:
                        found += processes_of(int(entry))
            except OSError:
                pass
    return found


def kill_all_of(parent):
    for victim in processes_of(parent):
        with contextlib.suppress(ProcessLookupError):  # it ended with its parent, or by itself
            os.kill(victim, signal.SIGKILL)


def hold_of(task):
    """While it is there, the targets of the task wait: so that it can be met at work."""
    return os.path.join(FOLDER, f"hold-{task}")


def when_it_tests(log, task, wanted):
    """Waits until others see something of what the task makes: a campaign, a tuned piece of code, a run on a partition."""
    marker = f"{os.path.dirname(os.path.dirname(log))}/shards/{task:05}"
    while wanted.poll() is None:
        if any(glob.glob(f"{marker}/*/result/{made}") for made in ("campaign.sqlite", "codes/*.json", "pieces/*.json")):
            return
        time.sleep(0.01)


def run_task(script, said, job, task, restarts=0):
    log = said["output"].replace("%a", str(task))
    env = {**os.environ, "SLURM_ARRAY_JOB_ID": str(job), "SLURM_ARRAY_TASK_ID": str(task), "SLURM_JOB_ID": str(job + task),
           "SLURM_RESTART_COUNT": str(restarts), "FAKE_SCRIPT": script}
    wrong = {} if restarts else behaviour()
    meant = task in wrong.get("late", ()) or task in wrong.get("kill", ())
    if meant:
        open(hold_of(task), "w", encoding="utf-8").close()
    with open(log, "a", encoding="utf-8") as out:
        process = subprocess.Popen(["/bin/sh", script], stdout=out, stderr=out, env=env, start_new_session=True)
        if meant:
            when_it_tests(log, task, process)
        if task in wrong.get("kill", ()):
            kill_all_of(process.pid)
        if meant:
            os.remove(hold_of(task))
        if task in wrong.get("late", ()):
            process.send_signal(signal.SIGUSR1)
        process.wait()


def sbatch(arguments):
    wrong = behaviour()
    if "refuse" in wrong:
        sys.exit(f"sbatch: error: {wrong['refuse']}")
    script = arguments[-1]
    said = directives(script, arguments[:-1])
    job = 1000 + sum(1 for _ in open(os.path.join(FOLDER, "calls.txt"), encoding="utf-8"))
    if "array" in said:
        for task in numbers(said["array"]):
            for _ in range(0 if task in wrong.get("lose", ()) else 2 if task in wrong.get("twice", ()) else 1):
                run_task(script, said, job, task)
    elif not wrong.get("no_merge"):
        with open(said["output"], "a", encoding="utf-8") as out:
            subprocess.run(["/bin/sh", script], stdout=out, stderr=out, check=False)
    print(job)


def scontrol(arguments):
    if arguments[:2] == ["show", "config"]:
        print(f"Configuration data\nMaxArraySize            = {behaviour().get('max_array', 1001)}\nMaxDBDMsgs = 1")
    elif arguments[0] == "requeue":
        job, _, task = arguments[1].partition("_")
        script = os.environ["FAKE_SCRIPT"]
        run_task(script, directives(script, []), int(job), int(task), int(os.environ["SLURM_RESTART_COUNT"]) + 1)


def main():
    name, arguments = os.path.basename(sys.argv[0]), sys.argv[1:]
    with open(os.path.join(FOLDER, "calls.txt"), "a", encoding="utf-8") as file:
        file.write(" ".join([name, *arguments]) + "\n")
    if name == "sbatch":
        sbatch(arguments)
    elif name == "squeue":
        print("\n".join(behaviour().get("queue", ())))
    elif name == "scontrol":
        scontrol(arguments)


main()
