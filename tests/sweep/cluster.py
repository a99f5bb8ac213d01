"""A SLURM cluster of two nodes on this machine, for a test: its daemons run as root, without systemd,
and listen on 127.0.0.1 alone. Everything that it writes is in one folder."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scancel", "scontrol", "squeue", "sinfo")
CONFIGURATION = """ClusterName=eenet
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ReturnToService=2
KillWait=2
SchedulerParameters=sched_min_interval=0
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={first_port} CPUs=1 State=UNKNOWN
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={second_port} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """Why there is no cluster here."""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = []
        missing = [name for name in PROGRAMS if not self.find(name)]
        if missing:
            raise CannotStart(f"not installed: {' '.join(missing)} (packages slurm-wlm and munge)")
        if os.geteuid() != 0:
            raise CannotStart("its daemons take root")
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    @staticmethod
    def find(name):
        return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def daemon(self, name, *arguments):
        log = open(self.folder / f"{name}.out", "ab")  # pylint: disable=consider-using-with
        self.daemons.append(subprocess.Popen([self.find(name), *arguments], stdout=log, stderr=log,
                                             env=self.environment, start_new_session=True))

    def start(self):
        for name in ("state", "spool-one", "spool-two"):
            (self.folder / name).mkdir()
        os.chmod(self.folder, 0o755)
        controller, first, second = free_ports(3)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname().split(".")[0], controller_port=controller,
            first_port=first, second_port=second), encoding="utf-8")
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        # --force: it would refuse a folder below one that others may write to, such as /tmp.
        self.daemon("munged", "--foreground", "--force", f"--socket={self.folder}/munge.socket",
                    f"--key-file={key}", f"--pid-file={self.folder}/munged.pid",
                    f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed")
        self.wait(lambda: (self.folder / "munge.socket").exists(), "munged does not answer", 20)
        self.daemon("slurmctld", "-D")
        for node in ("one", "two"):
            self.daemon("slurmd", "-D", "-N", node)
        self.wait(self.both_idle, "the nodes do not become idle", 60)

    def both_idle(self):
        return self.run("sinfo", "-h", "-N", "-o", "%T", check=False).split() == ["idle", "idle"]

    def wait(self, condition, complaint, seconds):
        end = time.monotonic() + seconds
        while not condition():
            dead = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                raise CannotStart(f"{complaint}{''.join(f', {one} has ended' for one in dead)}: {self.last_words()}")
            time.sleep(0.2)

    def last_words(self):
        words = []
        for log in sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")]):
            lines = [line for line in log.read_text(errors="replace").splitlines() if "error" in line or "fatal" in line]
            words += [f"{log.name}: {line}" for line in lines[-2:]]
        return "; ".join(words) or "the logs say nothing"

    def run(self, name, *arguments, check=True, cwd=None):
        return subprocess.run([self.find(name), *arguments], env=self.environment, check=check, cwd=cwd,
                              capture_output=True, text=True).stdout

    def stop(self):
        for daemon in reversed(self.daemons):
            if daemon.poll() is None:
                daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
