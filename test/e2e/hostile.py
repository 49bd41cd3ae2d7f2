"""Programs that act like broken or hostile targets, a row each. Every area must survive all (test_hostile.py)."""

MARK = "16180339"  # seconds that only these programs sleep for


class Hostile:
    def __init__(self, name, text, may_be_found=True, words=()):
        self.name = name
        self.text = text  # of the program
        self.may_be_found = may_be_found  # False: it gives no wrong answer, so a finding would be a false alarm
        self.words = words  # command-line words for limits that the program needs


def shell(text):
    return "#!/bin/sh\n[ \"$1\" = --version ] && exec echo hostile 1\n" + text


def python(text):
    return ("#!/usr/bin/env python3\nimport os, signal, subprocess, sys, time\nif '--version' in sys.argv:\n    print('hostile 1')\n"
            "    sys.exit()\n" + text)


HOSTILE = [
    Hostile("garbage", shell("cat >/dev/null\nhead -c 20000 /dev/urandom\n")),
    Hostile("gigabyte", shell("cat >/dev/null\nyes '(garbage \"' | head -c 1000000000\n")),
    Hostile("fork_bomb", shell(f"for i in 1 2 3 4 5 6 7 8; do (for j in 1 2 3 4 5 6; do (setsid sleep {MARK} &) done; sleep {MARK}) & done\n"
                               f"sleep {MARK}\n"), may_be_found=False),
    Hostile("ignored_sigterm", shell(f"trap '' TERM INT HUP\nwhile :; do sleep {MARK}; done\n"), may_be_found=False),
    Hostile("memory", python("blocks = []\nwhile True:\n    blocks.append(bytearray(b'x') * 20_000_000)\n"), may_be_found=False,
            words=("--memory", "100")),
    Hostile("slow_drip", python("while True:\n    os.write(1, b's')\n    time.sleep(0.05)\n"), may_be_found=False),
    Hostile("half_an_answer", shell("cat >/dev/null\nprintf 'sa'\n")),
    Hostile("the_answer_before", shell('last=$0.answers\ncat "$last" 2>/dev/null || echo sat\nz3 -in >"$last.$$" 2>/dev/null\nmv "$last.$$" "$last"\n')),
    Hostile("closed_pipes", shell(f"exec <&- >&- 2>&-\nsleep {MARK}\n"), may_be_found=False),
    Hostile("huge_line", shell("cat >/dev/null\nhead -c 20000000 /dev/zero | tr '\\0' x\necho\n")),
    Hostile("nul_bytes", shell("cat >/dev/null\nprintf 'sat\\0\\0unsat\\0\\n\\0'\nhead -c 5000 /dev/zero\n")),
    Hostile("terminal_codes", shell("cat >/dev/null\nprintf '\\033[2J\\033[31msat\\033]0;title\\007\\n\\233[1A\\n'\n"
                                    "printf '\\033[2Jerror: \\033[1mbold\\n' >&2\nexit 1\n")),
]
