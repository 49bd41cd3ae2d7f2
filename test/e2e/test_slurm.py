"""Campaigns by the real Slurm, on one node that this test starts: Debian's slurmctld, slurmd, slurm-client and munge, as root, without
systemd. Skips where they are not installed."""

import contextlib
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import tomllib
import unittest

from harness import ENVIRONMENT, FINDINGS, NOTHING, SOURCE, processes_with
from test_shards import Shards

PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "munged", "z3")
MISSING = [program for program in PROGRAMS if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]
CONFIGURATION = """ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={port1}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=5
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MaxArraySize=65
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def wait_for(what, seconds=120):
    """Polls until `what` returns true: the daemons do not report that they are ready."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.2)
    return False


def free_ports():
    sockets = [socket.socket() for _ in range(2)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@unittest.skipIf(MISSING, f"not installed: {', '.join(MISSING)} (apt-get install slurmctld slurmd slurm-client munge z3)")
@unittest.skipIf(os.getuid() != 0, "only root can start Slurm's daemons")
class RealSlurm(Shards):
    def setUp(self):
        super().setUp()
        self.cluster = self.path("cluster")
        for name in ("state", "spool"):
            os.makedirs(os.path.join(self.cluster, name))
        os.chmod(self.folder, 0o755)
        port, port1 = free_ports()
        host = socket.gethostname().split(".")[0]
        conf = self.write("cluster/slurm.conf", CONFIGURATION.format(folder=self.cluster, host=host, port=port, port1=port1))
        self.environment = {"SLURM_CONF": conf, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
        self.daemons = []
        self.addCleanup(self.stop)
        self.start_munge()
        self.start_daemon("slurmctld", "-D", "-f", conf)
        self.assertTrue(wait_for(lambda: self.call("scontrol", "ping").returncode == 0), self.log("slurmctld.log"))
        self.start_slurmd()

    def start_munge(self):
        key = os.path.join(self.cluster, "munge.key")
        with open(key, "wb") as file:
            file.write(os.urandom(128))
        os.chmod(key, 0o400)
        socket_path = os.path.join(self.cluster, "munge.socket")
        self.start_daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={socket_path}",
                          f"--pid-file={self.cluster}/munged.pid", f"--log-file={self.cluster}/munged.log",
                          f"--seed-file={self.cluster}/munged.seed")
        self.assertTrue(wait_for(lambda: os.path.exists(socket_path)), self.log("munged.log"))

    def start_slurmd(self):
        slurmd = self.start_daemon("slurmd", "-D", "-f", self.environment["SLURM_CONF"])
        ready = ("idle", "mixed", "allocated")  # not "idle*": the node does not answer the controller
        self.assertTrue(wait_for(lambda: self.call("sinfo", "--noheader", "--format=%T").stdout.strip() in ready), self.log("slurmd.log"))
        return slurmd

    def start_daemon(self, *words):
        with open(os.path.join(self.cluster, words[0] + ".out"), "w", encoding="utf-8") as out:
            daemon = subprocess.Popen(words, stdout=out, stderr=out, env={**os.environ, **self.environment})
        self.daemons.append(daemon)
        return daemon

    def call(self, *words):
        return subprocess.run(words, text=True, capture_output=True, check=False, env={**os.environ, **self.environment}, timeout=60)

    def log(self, name):
        texts = [self.read(os.path.join(self.cluster, found)) for found in (name, name.replace(".log", ".out"))]
        return "\n".join(texts)[-3000:]

    def read(self, path):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""

    def stop(self):
        self.call("scancel", "--user=root")
        wait_for(lambda: not self.call("squeue", "--noheader").stdout.strip(), 30)
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(timeout=30)
            except subprocess.TimeoutExpired:
                daemon.kill()

    def wait_until_idle(self):
        self.assertTrue(wait_for(lambda: not self.call("squeue", "--noheader").stdout.strip(), 400), self.call("squeue").stdout)

    def test_eight_shards_are_one_run(self):
        self.fuzz("whole", tests="256", expect=FINDINGS)
        self.slurm("out", "--shard-memory", "400M", shards="8", tests="256", expect=NOTHING)
        self.wait_until_idle()
        self.assertEqual(self.states("out"), ["done"] * 8, self.read(self.path("out", "logs", "slurm-0.log")))
        self.assertTrue(os.path.exists(self.path("out", "merged", "report.html")), "the dependent job has merged")
        self.assert_same_campaign("out/merged", "whole")
        self.run_assay("campaign", "collect", "out", expect=FINDINGS)
        self.assert_same_campaign("out/merged", "whole")

    def test_refusals(self):
        for words, said in ((("--partition", "nowhere"), "sinfo"), (("--shards", "66"), "MaxArraySize is 65"),
                            (("--shard-memory", "100G"), "no node has that much")):
            refused = self.slurm("out", *words, tests="2000", expect=ENVIRONMENT) if words[0] != "--shards" else self.slurm(
                "out", shards=words[1], tests="2000", expect=ENVIRONMENT)
            self.assertIn(said, refused.stderr)
            self.assertFalse(os.path.exists(self.path("out")))

    def running(self, out):
        """Waits until a shard has a campaign in the shared folder, and gives the shard."""
        found = []

        def look():
            found[:] = [shard for shard in self.state(out)["shards"] if shard["state"] == "running" and shard["tests"] > 0]
            return found
        self.assertTrue(wait_for(look), self.read(self.path(out, "logs", "slurm-0.log")))
        return found[0]

    def collected_tests(self, out, expect):
        self.run_assay("campaign", "collect", out, expect=expect)
        return self.rows(out + "/merged", "SELECT sum(done) FROM chunks")[0][0]

    def finish(self, out, tests):
        """Runs the missing shards, and checks that all tests are done."""
        self.run_assay("campaign", "resume", out, expect=NOTHING)
        self.wait_until_idle()
        self.assertEqual(self.states(out), ["done"] * 2)
        self.assertEqual(self.collected_tests(out, FINDINGS), int(tests))
        self.fuzz("whole", tests=tests, expect=FINDINGS)
        self.assert_same_campaign(out + "/merged", "whole")

    def test_a_killed_shard(self):
        self.slurm("out", tests="320", expect=NOTHING)
        shard = self.running("out")
        status = self.read(self.path("out", "shards", f"{shard['index']:05}", "attempt-1", "status.json"))
        os.kill(int(status.split('"pid": ')[1].split(",")[0]), signal.SIGKILL)
        self.wait_until_idle()
        self.assertEqual(self.states("out")[shard["index"]], "silent")
        self.assertGreaterEqual(self.collected_tests("out", ENVIRONMENT), 160 + shard["tests"])
        self.finish("out", "320")

    def test_a_cancelled_array(self):
        self.slurm("out", tests="320", expect=NOTHING)
        shard = self.running("out")
        self.run_assay("campaign", "cancel", "out", expect=NOTHING)
        self.wait_until_idle()
        self.assertNotIn("running", self.states("out"))
        self.assertGreaterEqual(self.collected_tests("out", ENVIRONMENT), shard["tests"])
        self.finish("out", "320")

    def test_a_full_disk(self):
        """A full disk of the machine: the shards fail with the reason, and their results until then are collected."""
        small = self.path("small")
        os.makedirs(small)
        if self.call("mount", "-t", "tmpfs", "-o", "size=600k", "none", small).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(self.call, "umount", "-l", small)
        self.slurm("out", "--scratch", small, "--at-once", "1", tests="1024", expect=NOTHING)
        self.wait_until_idle()
        shards = self.state("out")["shards"]
        self.assertIn("failed", [shard["state"] for shard in shards])
        self.assertRegex(" ".join(shard["message"] for shard in shards), "(?i)full|No space")
        self.assertEqual(self.collected_tests("out", ENVIRONMENT), sum(shard["tests"] for shard in shards))

    def wait_for_made(self, pattern):
        self.assertTrue(wait_for(lambda: glob.glob(self.path("out", "shards", "*", "*", "result", pattern))),
                        self.read(self.path("out", "logs", "slurm-0.log")))

    def test_a_cancelled_tuning_keeps_what_it_has(self):
        # A word of the last file makes the analyzer slow, so that the kill meets it while it runs.
        double = os.path.join(SOURCE, "test", "double", "tune", "fake-analyzer")
        slow = self.program("my-analyzer", f'#!/bin/sh\ncase "$*" in *c.c*) [ -e {self.path("fast")} ] || sleep 100 ;; esac\nexec {double} "$@"\n')
        with open(os.path.join(SOURCE, "examples", "analyzers", "lines.toml"), encoding="utf-8") as file:
            definition = self.write("mine.toml", file.read().replace('"my-analyzer"', f'"{slow}"'))
        files = [self.write(f"{name}.c", "//check overflow f 1\n") for name in "abc"]
        self.run_assay("analyzer", "tune", *files, "--target", definition, "--executor", "slurm", "--shards", "2", "--keep-every",
                       "0.1s", "-o", "out", expect=NOTHING)
        self.wait_for_made("codes/00000.json")
        self.kill_node()  # without a last message
        self.run_assay("campaign", "cancel", "out", expect=NOTHING)
        self.run_assay("campaign", "collect", "out", expect=ENVIRONMENT)

        def codes():
            with open(self.path("out", "merged", "recipe.toml"), "rb") as file:
                return sorted(recipe["code"] for recipe in tomllib.load(file)["recipe"])
        self.assertEqual(set(codes()) - {"b.c"}, {"a.c"})
        self.start_slurmd()
        self.wait_until_idle()
        self.write("fast", "")
        self.run_assay("campaign", "resume", "out", expect=NOTHING)
        self.wait_until_idle()
        self.run_assay("campaign", "collect", "out", expect=NOTHING)
        self.assertEqual(codes(), ["a.c", "b.c", "c.c"])

    def test_partitions_of_a_project(self):
        double = os.path.join(SOURCE, "test", "double", "split", "cubic-analyzer")
        with open(os.path.join(SOURCE, "examples", "analyzers", "partitions.toml"), encoding="utf-8") as file:
            definition = self.write("mine.toml", file.read().replace('"my-analyzer"', f'"{double}"'))
        for number in range(8):
            self.write(f"project/a{number}.py", f"import z{number}\n# sink x{number}\n")
            self.write(f"project/z{number}.py", f"# source x{number}\n")
        words = ("analyzer", "run", "project", "--target", definition, "--partition", "union-growth", "--max-size", "4", "--no-cache")
        self.run_assay(*words, "--out", "whole.sarif", expect=FINDINGS)
        self.run_assay(*words, "--executor", "slurm", "--shards", "4", "--shard-memory", "200M", "--out", "out", expect=NOTHING)
        self.wait_until_idle()
        self.assertEqual(self.states("out"), ["done"] * 4)
        results = []
        for name in ("whole.sarif", "out/merged/report.sarif"):
            with open(self.path(name), encoding="utf-8") as file:
                results.append(json.load(file)["runs"][0]["results"])
        self.assertEqual(len(results[0]), 8)
        self.assertEqual(results[0], results[1], "the dependent job has joined them")

    def kill_node(self):
        """The machine dies: its daemon, and all that runs there."""
        slurmd = self.daemons.pop()
        slurmd.kill()
        slurmd.wait()
        tasks = [pid for pid in processes_with(self.folder) if pid not in [daemon.pid for daemon in self.daemons]]
        for pid in tasks + [parent for parent in map(self.parent, tasks) if parent]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def parent(self, pid):
        """The slurmstepd that watches a batch script."""
        fields = self.read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        found = int(fields[1]) if fields else 0
        return found if self.read(f"/proc/{found}/comm").startswith("slurmstepd") else None

    def test_a_killed_slurmd(self):
        self.slurm("out", tests="320", expect=NOTHING)
        shard = self.running("out")
        self.kill_node()
        self.assertGreaterEqual(self.collected_tests("out", ENVIRONMENT), shard["tests"])
        self.start_slurmd()
        self.wait_until_idle()
        self.finish("out", "320")


if __name__ == "__main__":
    unittest.main()
