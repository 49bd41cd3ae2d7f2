"""The areas of Assay, a row each: how to start the area's campaign on an honest target, a liar, or any given program.
The suites over areas (test_areas.py, test_hostile.py, bench/kills.py) use an area through its row alone."""

import os
import shutil
import subprocess

from harness import GOOD_SEED, SOURCE

BUILD = os.environ.get("ASSAY_BUILD", "")
FAKE_SOLVER = os.path.join(BUILD, "test", "planted", "fake_solver", "fake_solver")

COMPILERS = ["cc", "g++", "as", "ld"]  # and what they call

C_PROGRAM = """#include <stdio.h>
static int f(unsigned char a) {
  int b = a + 1;
  return b;
}
int main(int argc, char** argv) {
  (void)argv;
  return f((unsigned char)getchar()) + argc == 3;
}
"""


class Area:
    """A campaign of one module."""

    name = ""  # for messages
    words = ()  # the command
    needs = ()  # programs
    costly = False  # compiles programs for each case or finding: the usual tier runs only tests of the area's own code
    tests = 6  # the liar is seen in the first half of them
    small = ()  # flags that make the campaign cheap
    blind = "#!/bin/sh\ncat >/dev/null\n"  # plays a target in which no bug can be seen

    def missing(self):
        """Programs that the area needs and this machine lacks."""
        return [program for program in self.needs if not (os.path.exists(program) if os.sep in program else shutil.which(program))]

    def inputs(self, case, folder):
        """Command-line words for the inputs of the cases, which are written into the folder."""
        return []

    def honest(self, case, folder):
        raise NotImplementedError

    def liar(self, case, folder):
        raise NotImplementedError

    def played(self, case, folder, program):
        """A target that is the program."""
        raise NotImplementedError

    def programs(self, case, folder):
        """Programs on the PATH of a person who tries a finding of the liar, beside basic tools."""
        return [case.path(folder, "liar")]

    def variables(self, case, folder):
        """Variables of the environment by which such a person's tools find the target."""
        return {}

    def campaign(self, case, target, folder=""):
        """The command's words with the target that the method of this name makes, without the campaign's limits."""
        return [*self.words, *self.inputs(case, folder), *getattr(self, target)(case, folder), *self.small]


def script(case, folder, name, text):
    return case.program(os.path.join(folder, name), text)


class Solvers(Area):
    needs = (FAKE_SOLVER,)
    small = ("--jobs", "1")
    lie = "div"  # it refutes every script with this operator

    def definition(self, case, folder, name, program):
        return ["--target", case.write(os.path.join(folder, name + ".toml"),
                                       f'name = "{name}"\nargv = ["{program}"]\nwitness_comments = true\n')]

    def honest(self, case, folder):
        return self.definition(case, folder, "honest", script(case, folder, "honest", f'#!/bin/sh\nexec {FAKE_SOLVER} "$@"\n'))

    def liar(self, case, folder):
        says = f'#!/bin/sh\nscript=$(cat)\ncase $script in *"({self.lie}"*) echo unsat ;; *) printf %s "$script" | {FAKE_SOLVER} ;; esac\n'
        return self.definition(case, folder, "liar", script(case, folder, "liar", says))

    def played(self, case, folder, program):
        return self.definition(case, folder, "played", program)


class SmtFuzz(Solvers):
    name = "smt fuzz"
    words = ("smt", "fuzz")
    small = (*Solvers.small, "--strategy", "storm")

    def inputs(self, case, folder):
        case.write(os.path.join(folder, "seeds", "good.smt2"), GOOD_SEED)
        case.write(os.path.join(folder, "seeds", "more.smt2"), GOOD_SEED.replace("10", "11").replace("(* 2 x)", "(div x 2)"))
        return [case.path(folder, "seeds")]


class SmtSynth(Solvers):
    name = "smt synth"
    words = ("smt", "synth")
    small = (*Solvers.small, "--theory", "ints")


class HornFuzz(Solvers):
    """Unsatisfiable systems only: z3 4.8.12 gives wrong models of some satisfiable ones."""

    name = "horn fuzz"
    words = ("horn", "fuzz")
    needs = ("z3",)
    small = (*Solvers.small, "--strategy", "derivation", "--options", "0%", "--max-changes", "0", "--muz-percent", "0",
             "--witness-percent", "0")

    def definition(self, case, folder, name, program):
        return ["--target", case.write(os.path.join(folder, name + ".toml"), f'name = "{name}"\nargv = ["{program}"]\n')]

    def honest(self, case, folder):
        return self.definition(case, folder, "honest", script(case, folder, "honest", "#!/bin/sh\nexec z3 -in\n"))

    def liar(self, case, folder):
        # The controls have the predicate `up`.
        says = '#!/bin/sh\nscript=$(cat)\ncase $script in *"(up "*) printf %s "$script" | z3 -in ;; *) echo sat ;; esac\n'
        return self.definition(case, folder, "liar", script(case, folder, "liar", says))


class Datalog(Area):
    name = "datalog fuzz"
    words = ("datalog", "fuzz")
    needs = ("z3",)
    tests = 6
    # muZ 4.8.12 derives tuples that contradict each other. Campaigns that must find nothing use no negation.
    small = ("--strategy", "reference", "--negation", "0", "--failing", "0", "--jobs", "1")

    def definition(self, case, folder, name, program):
        return ["--target", case.write(os.path.join(folder, name + ".toml"),
                                       f'name = "{name}"\ndialect = "muz"\nargv = ["{program}"]\n')]

    def honest(self, case, folder):
        return self.definition(case, folder, "honest", script(case, folder, "honest", "#!/bin/sh\nexec z3 -in\n"))

    def liar(self, case, folder):
        forgets = "#!/bin/sh\nz3 -in | sed 's/ (= (:var 0) #b[01]*))$/)/'\n"  # the last tuple
        return self.definition(case, folder, "liar", script(case, folder, "liar", forgets))

    def programs(self, case, folder):
        return [case.path(folder, "liar"), "z3"]

    def played(self, case, folder, program):
        return self.definition(case, folder, "played", program)


class Domains(Area):
    name = "domain test"
    words = ("domain", "test")
    needs = ("cc",)
    costly = True
    tests = 6
    small = ("--jobs", "1", "--preset", "C4")
    blind = None  # its controls lie in our own process of the library: no library can hide them

    def library(self, case, folder, name, *flags, join=""):
        """The worked example as a shared object; `join` is inserted at the beginning of its function join."""
        with open(os.path.join(SOURCE, "examples", "signs.c"), encoding="utf-8") as file:
            text = file.read()
        begin = "  assay_domain_element* both = copy(self, left);\n"
        case.assertIn(begin, text)
        source = case.write(os.path.join(folder, name + ".c"), "#include <unistd.h>\n" + text.replace(begin, begin + join, 1))
        shared = case.path(folder, f"lib{name}.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-I" + os.path.join(SOURCE, "include"), *flags, source, "-o", shared], check=True)
        return ["--load", shared]

    def honest(self, case, folder):
        return self.library(case, folder, "signs")

    def liar(self, case, folder):
        return self.library(case, folder, "signs", "-DWITH_BUG")

    def programs(self, case, folder):
        return COMPILERS

    def variables(self, case, folder):
        return {"CPATH": os.path.join(SOURCE, "include", "assay"), "LIBRARY_PATH": case.path(folder), "LD_LIBRARY_PATH": case.path(folder)}

    def played(self, case, folder, program):
        """The program replaces the worker and writes its own output where the worker's answers are expected."""
        return self.library(case, folder, "played", join=f'  execl("{program}", "{program}", (char*)0);\n')


class Analyzers(Area):
    name = "analyzer test"
    words = ("analyzer", "test")
    needs = ("gcc", "clang-14")
    tests = 2
    costly = True
    small = ("--jobs", "1")
    CONTROL = ('control.c) echo \'{"line":6,"column":7,"subject":"y","operation":"variable","property":"interval",'
               '"low":0,"high":99}\' ;;')

    def inputs(self, case, folder):
        for name in ("a.c", "b.c"):
            case.write(os.path.join(folder, "src", name), C_PROGRAM)
        return [case.path(folder, "src")]

    def definition(self, case, folder, name, program):
        return ["--target", case.write(
            os.path.join(folder, name + ".toml"),
            f'name = "{name}"\nadapter = "json"\nlanguage = "c"\nargv = ["{program}", "{{input}}"]\n'
            'assumptions = ["no undefined behaviour so far"]\n')]

    def claiming(self, case, folder, name, high):
        text = (f"#!/bin/sh\ncase $1 in\n{self.CONTROL}\n*) line=$(grep -n 'a + 1' $1 | cut -d: -f1); [ -n \"$line\" ] && "
                "col=$(grep 'a + 1' $1 | awk '{print index($0, \"+ 1\")}') &&\n"
                '  echo "{\\"line\\":$line,\\"column\\":$col,\\"operation\\":\\"+\\",\\"property\\":\\"interval\\",'
                f'\\"low\\":1,\\"high\\":{high}}}" ;;\nesac\n')
        return self.definition(case, folder, name, script(case, folder, name, text))

    def honest(self, case, folder):
        return self.claiming(case, folder, "honest", 256)

    def liar(self, case, folder):
        return self.claiming(case, folder, "liar", 0)

    def programs(self, case, folder):
        return [case.path(folder, "liar"), "cc", "as", "ld"]  # a C compiler looks for the last two on the PATH

    def played(self, case, folder, program):
        return self.definition(case, folder, "played", program)


# The areas of the build (CMake's ASSAY_AREAS). Without the variable: all areas.
_BUILT = os.environ.get("ASSAY_BUILT_AREAS", "smt,horn,datalog,domain,analyzer").split(",")
AREAS = [area for area in (SmtFuzz(), SmtSynth(), HornFuzz(), Datalog(), Domains(), Analyzers()) if area.words[0] in _BUILT]
