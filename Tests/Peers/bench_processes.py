"""Starts what the benchmarks measure, and ends it whatever happens."""

import contextlib
import os
import pathlib
import shlex
import subprocess
import time

# A server that says nothing for so long will not start any more.
START_SECONDS = 20


class BenchError(Exception):
    """Something cannot be measured; the text says what and why."""


class Server:
    """A server under way: its process and its port."""

    def __init__(self, process, port):
        self.pid = process.pid
        self.port = port

    @property
    def processor_seconds(self):
        """How long its threads have run so far, in the system too."""
        # The name of the program, in parentheses, may have spaces.
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def resident_bytes(self):
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise BenchError(f"cannot read the memory of process {self.pid}: it has ended")


@contextlib.contextmanager
def _running(command, **options):
    """Its standard input stays open as long as it is to run."""
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
        )
    except OSError as error:
        raise BenchError(f"cannot start {command[0]}: {error.strerror}") from error
    try:
        yield process
    finally:
        process.stdin.close()
        process.terminate()
        try:
            process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextlib.contextmanager
def server(command):
    """One that prints 'listening PORT'."""
    with _running(shlex.split(command)) as process:
        yield _listening(command, process)


def _listening(command, process):
    words = process.stdout.readline().split()
    if len(words) != 2 or words[0] != "listening" or not words[1].isdigit():
        raise BenchError(f"cannot measure '{command}': it did not print 'listening PORT'")
    return Server(process, int(words[1]))


def server_allocations(command, counter, use):
    """How often such a server allocates from its start to its end, with `use` in between."""
    options = {"env": os.environ | {"LD_PRELOAD": str(counter)}, "stderr": subprocess.PIPE}
    with _running(shlex.split(command), **options) as process:
        use(_listening(command, process))
        # It ends by itself, and only then does the counter speak.
        _, text = process.communicate(timeout=START_SECONDS)
    return _counted(command, text)


def allocations(command, counter):
    """How often a program allocates from its start to its end."""
    environment = os.environ | {"LD_PRELOAD": str(counter)}
    return _counted(shlex.join(command), _finished(command, environment).stderr)


def _counted(command, text):
    words = text.split()
    if len(words) != 2 or words[0] != "allocations":
        raise BenchError(f"cannot count what '{command}' allocates: {text.strip()}")
    return int(words[1])


@contextlib.contextmanager
def nghttpd(folder):
    """One that serves files. It does not say its port, so the system is asked."""
    command = ["nghttpd", "--no-tls", "--address", "127.0.0.1", "--htdocs", str(folder), "0"]
    with _running(command) as process:
        deadline = time.monotonic() + START_SECONDS
        while (port := _listening_port(process.pid)) is None:
            if process.poll() is not None or time.monotonic() > deadline:
                raise BenchError("cannot measure nghttpd: it does not listen")
            time.sleep(0.01)
        yield Server(process, port)


def _listening_port(pid):
    sockets = set()
    with contextlib.suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                sockets.add(os.readlink(entry.path))
        for line in pathlib.Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
            words = line.split()
            # 0A is the state of a socket that listens.
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                return int(words[1].rpartition(":")[2], 16)
    return None


@contextlib.contextmanager
def idle_connections(program, port, count):
    """So many connections to a server, open and idle."""
    with _running([program, "--port", str(port), "--count", str(count)]) as process:
        if process.stdout.readline().split() != ["open", str(count)]:
            raise BenchError(f"cannot open {count} connections: see above")
        yield


def output(command):
    """What a program prints that has to succeed."""
    return _finished(command).stdout


def _finished(command, environment=None):
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
    except OSError as error:
        raise BenchError(f"cannot start {command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise BenchError(
            f"'{shlex.join(command)}' ended with {done.returncode}: "
            f"{(done.stderr or done.stdout).strip()}"
        )
    return done
