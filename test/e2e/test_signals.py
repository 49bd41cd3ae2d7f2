"""SIGTERM and Ctrl-C in phases that no other test stops: reading, parsing, preprocessing, evaluating."""

import os
import signal
import unittest

from harness import ENVIRONMENT, NOTHING, Case, needs

# Each assertion takes the evaluator seconds, and there are hours of them.
ENDLESS = "(declare-fun a () (_ BitVec 8))\n" + "".join(
    f"(assert (forall ((x (_ BitVec 12))) (exists ((y (_ BitVec 12))) (= (bvmul x y) (_ bv{n} 12)))))\n" for n in range(4000))
DEPTH = 20000


def nested(quantifier, between=""):
    """Nested quantifiers."""
    opened = "".join(quantifier.replace("#", str(i)) for i in range(DEPTH))
    closed = ")" * DEPTH * (1 + between.count("("))
    return f"(declare-fun p (Int) Bool)\n(assert {opened}{between}(p 0){closed})\n(check-sat)\n"


class Signals(Case):
    def fed(self, *arguments):
        """The command with the path of a pipe in place of PIPE, and our end of the pipe once it reads there."""
        pipe = self.path("pipe.smt2")
        if not os.path.exists(pipe):
            os.mkfifo(pipe)
        process = self.start(*[pipe if a == "PIPE" else a for a in arguments])
        return process, open(pipe, "w", encoding="utf-8")

    def ends(self, process, number):
        """Ends well before the minute after which a phase that ignores signals is killed."""
        process.send_signal(number)
        out, err = process.communicate(timeout=40)
        self.assertEqual(process.returncode, 128 + number, out + err)
        self.assertIn("interrupted", err)

    def test_while_it_reads(self):
        self.write("model", "((define-fun x () Int 0))")
        commands = (["smt", "eval", "PIPE", "--model", "model"], ["smt", "rules", "PIPE"])
        for number in (signal.SIGINT, signal.SIGTERM):
            for command in commands:
                with self.subTest(command=command, number=number):
                    process, pipe = self.fed(*command)
                    self.ends(process, number)
                    pipe.close()

    @needs("z3")
    def test_while_it_reads_for_a_solver(self):
        for command in (["smt", "reduce", "PIPE", "--target", "z3"], ["trigger", "PIPE"], ["trigger", "check", "PIPE"]):
            with self.subTest(command=command):
                process, pipe = self.fed(*command)
                self.ends(process, signal.SIGTERM)
                pipe.close()

    def test_while_it_evaluates(self):
        self.write("model", "((define-fun a () (_ BitVec 8) #x00))")
        process, pipe = self.fed("smt", "eval", "PIPE", "--model", "model")
        with pipe:
            pipe.write(ENDLESS)
        self.ends(process, signal.SIGTERM)

    @needs("z3")
    def test_deep_quantifiers_are_no_endless_phase(self):
        """Earlier versions crashed at 20,000 nested quantifiers, and did not end at 1,000, under any limits."""
        for name, quantifier in (("plain", "(forall ((x# Int)) "), ("other", "(exists ((x# Int)) ")):
            with self.subTest(name):
                script = self.write(f"{name}.smt2", nested(quantifier))
                self.assay("trigger", script, "--time", "5s", "--timeout", "2s", expect=(NOTHING, ENVIRONMENT))


if __name__ == "__main__":
    unittest.main()
