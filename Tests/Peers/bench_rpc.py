"""Measures a server of calls beside its peers, in turn, under the same load."""

import argparse
import os
import collections
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

import bench_processes as processes
import messages
from bench_processes import BenchError
from bench_report import Figure

BIN = messages.FOLDER / "bin"
PATH = "/dyad.bench.Echo/Echo"
# 32 bytes in field 1.
PAYLOAD = b"x" * 32
MESSAGE = b"\x0a" + bytes([len(PAYLOAD)]) + PAYLOAD
REQUEST = b"\x00" + len(MESSAGE).to_bytes(4, "big") + MESSAGE
# What nghttpd answers with, whatever it is asked.
FILE = b"x" * 100
FIELDS = ["-H", "content-type: application/grpc", "-H", "te: trailers"]
# One thread of load leaves the other processor to the server.
LOAD = ["--clients=8", "--max-concurrent-streams=32", "--threads=1"]
ONE_AT_A_TIME = ["--clients=1", "--max-concurrent-streams=1", "--threads=1"]
IDLE_CONNECTIONS = 10_000
# What is to be reached: so many times better than the peer, which may be less than once.
TIMES = {
    "rpc-unary": 3,
    "rpc-limit": 0.6,
    "rpc-stream": 0.8,
    "rpc-stream-up": 0.8,
    "rpc-latency-p99": 0.8,
}
AT_MOST = {"rpc-idle": 200}
# Enough for everything that grows to have grown, and to see half an allocation.
WARM_CALLS, COUNTED_CALLS = 1_000, 10_000
COUNTER = messages.FOLDER / "bin" / "count-allocations.so"
# What a call may allocate; a change of a number there is to be looked at.
BUDGET = pathlib.Path(__file__).with_name("allocations-per-call.txt")

# What a load of calls has shown: calls a second, and what each cost the server's processor.
Load = collections.namedtuple("Load", ["rate", "microseconds"])


class Bench:
    """One run: its options, and files of its own."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.request = folder / "request"
        self.request.write_bytes(REQUEST)
        self.echo = f"{shlex.quote(str(BIN / 'cpp-echo'))}"
        self.is_over_budget = False

    def add(self, name, unit, ours, peer):
        """The medians of some rounds."""
        figure = Figure(name, unit, statistics.median(ours), statistics.median(peer))
        figure.times = TIMES.get(name)
        figure.at_most = AT_MOST.get(name)
        self.say(figure)

    def say(self, figure):
        print(figure.json if self.options.json else figure, flush=True)

    def add_loads(self, name, ours, peer):
        """The processor's time says the same as the rate, but hardly what else the machine does."""
        self.add(name, "calls/s", [load.rate for load in ours], [load.rate for load in peer])
        self.add(
            f"{name}-cpu",
            "us/call",
            [load.microseconds for load in ours],
            [load.microseconds for load in peer],
        )

    def expect_echo(self, server):
        """h2load takes any answer with 200 for a success, so one call is looked at closely."""
        head, body = self.folder / "head", self.folder / "body"
        processes.output(
            ["curl", "--silent", "--show-error", "--noproxy", "*", "--http2-prior-knowledge"]
            + ["--max-time", "20", *FIELDS, "--data-binary", f"@{self.request}"]
            + ["-D", str(head), "-o", str(body), f"http://127.0.0.1:{server.port}{PATH}"]
        )
        lines = head.read_text(encoding="latin-1").splitlines()
        if "grpc-status: 0" not in lines or body.read_bytes() != REQUEST:
            raise BenchError(f"cannot measure: {PATH} does not give back what it is given: {lines}")

    def load(self, server, answer_bytes, words, seconds=None):
        """So many seconds of calls, every one of them answered in full."""
        words = [f"--duration={seconds or self.options.seconds}", *words]
        return self.loaded(server, answer_bytes, words)

    def loaded(self, server, answer_bytes, words):
        before = server.processor_seconds
        text = processes.output(
            ["h2load", *words, f"--data={self.request}", *FIELDS]
            + [f"http://127.0.0.1:{server.port}{PATH}"]
        )
        spent = server.processor_seconds - before
        rate = re.search(r"finished in .*, ([0-9.]+) req/s", text)
        counts = re.search(r"(\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored", text)
        data = re.search(r"\((\d+)\) data$", text, re.MULTILINE)
        if not (rate and counts and data):
            raise BenchError(f"cannot read what h2load says: {text}")
        done, succeeded, failed, errored = map(int, counts.groups())
        if not done or succeeded != done or failed or errored:
            raise BenchError(f"cannot measure: of {done} calls {succeeded} succeeded: {text}")
        # An error of gRPC has no message, which shows in the bytes.
        if int(data[1]) < done * answer_bytes:
            raise BenchError(f"cannot measure: {done} calls were answered with {data[1]} bytes")
        return Load(float(rate[1]), 1e6 * spent / done)

    def warm(self, server, answer_bytes):
        self.load(server, answer_bytes, LOAD, seconds=1)

    def unary(self):
        """Unary calls of 32 bytes, 8 connections with 32 calls each under way, beside gRPC C++."""
        # gRPC C++ spreads its work over all processors, so ours has a loop for each as well.
        spread = f"{self.options.server} --loops {os.cpu_count()}"
        with processes.server(spread) as own, processes.server(self.echo) as peer:
            for server in (own, peer):
                self.expect_echo(server)
                self.warm(server, len(REQUEST))
            loads = self.turns(
                lambda: self.load(own, len(REQUEST), LOAD),
                lambda: self.load(peer, len(REQUEST), LOAD),
            )
        self.add_loads("rpc-unary", *loads)

    def limit(self):
        """The same calls beside nghttpd, which gives out a file of 100 bytes for each."""
        with processes.server(self.options.server) as own, self.files() as peer:
            self.expect_echo(own)
            self.warm(own, len(REQUEST))
            self.warm(peer, len(FILE))
            loads = self.turns(
                lambda: self.load(own, len(REQUEST), LOAD),
                lambda: self.load(peer, len(FILE), LOAD),
            )
        self.add_loads("rpc-limit", *loads)

    def files(self):
        """nghttpd, with a file where the calls go."""
        file = self.folder / "files" / PATH[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(FILE)
        return processes.nghttpd(self.folder / "files")

    def latency(self):
        """How long a call takes with no other under way, beside nghttpd and its file."""
        with processes.server(self.options.server) as own, self.files() as peer:
            self.expect_echo(own)
            self.warm(own, len(REQUEST))
            self.warm(peer, len(FILE))
            ours, peers = self.turns(
                lambda: self.latencies(own, len(REQUEST)), lambda: self.latencies(peer, len(FILE))
            )
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            self.add(
                f"rpc-latency-{name}",
                "us",
                [times[int(share * len(times))] for times in ours],
                [times[int(share * len(times))] for times in peers],
            )

    def latencies(self, server, answer_bytes):
        """Sorted, in microseconds."""
        log = self.folder / "latencies"
        # It would be appended to.
        log.unlink(missing_ok=True)
        self.load(server, answer_bytes, [*ONE_AT_A_TIME, f"--log-file={log}"])
        return sorted(int(line.split("\t")[2]) for line in log.read_text().splitlines())

    def stream(self):
        """1 MiB messages through TLS, to the client and up, beside a bare copy through OpenSSL."""
        size = ["--bytes", str(self.options.stream_bytes)]
        peer = [str(BIN / "tls-copy"), *size]
        own = [*shlex.split(self.options.stream), *size]
        for name, command in (("rpc-stream", own), ("rpc-stream-up", [*own, "--up"])):
            self.add(
                name,
                "GB/s",
                *self.turns(lambda words=command: self.copied(words), lambda: self.copied(peer)),
            )

    @staticmethod
    def copied(command):
        text = processes.output(command)
        found = re.fullmatch(r"gigabytes-per-second ([0-9.]+)\n", text)
        if not found:
            raise BenchError(f"'{shlex.join(command)}' did not print 'gigabytes-per-second X'")
        return float(found[1])

    def idle(self):
        """The memory of a server with 10,000 idle connections, beside gRPC C++."""
        self.add("rpc-idle", "MB", [self.held(self.options.server)], [self.held(self.echo)])

    def held(self, command):
        with processes.server(command) as server:
            self.expect_echo(server)
            count = self.options.connections
            with processes.idle_connections(BIN / "h2-idle", server.port, count):
                # With all of them open the server still works.
                self.expect_echo(server)
                return server.resident_bytes / 1e6

    def allocations(self):
        """What a unary call allocates, with one and with many under way, against its budget."""
        budget = self.budget()
        measured = {
            "rpc-allocations": lambda count: self.served(count, ONE_AT_A_TIME),
            "rpc-allocations-busy": lambda count: self.served(count, LOAD),
        }
        if self.options.calls:
            measured["rpc-allocations-both"] = self.called
        for name, run in measured.items():
            # What is allocated once is in both.
            most = run(WARM_CALLS + COUNTED_CALLS)
            figure = Figure(name, "allocations/call", (most - run(WARM_CALLS)) / COUNTED_CALLS)
            figure.at_most = budget[name]
            self.is_over_budget |= not figure.is_met
            self.say(figure)

    @staticmethod
    def budget():
        lines = (line.partition("#")[0].split() for line in BUDGET.read_text().splitlines())
        return {line[0]: float(line[1]) for line in lines if line}

    def served(self, count, words):
        return processes.server_allocations(
            self.options.server,
            COUNTER,
            lambda server: self.loaded(
                server, len(REQUEST), [f"--requests={count}", *words]
            ),
        )

    def called(self, count):
        command = [*shlex.split(self.options.calls), "--count", str(count)]
        return processes.allocations(command, COUNTER)

    def turns(self, own, peer):
        """What disturbs the machine for a while disturbs both, and neither is always the first."""
        ours, peers = [], []
        for turn in range(self.options.rounds):
            order = [(own, ours), (peer, peers)]
            for run, results in order if turn % 2 == 0 else reversed(order):
                results.append(run())
        return ours, peers


BENCHMARKS = {
    "rpc-unary": Bench.unary,
    "rpc-limit": Bench.limit,
    "rpc-stream": Bench.stream,
    "rpc-latency": Bench.latency,
    "rpc-idle": Bench.idle,
    "rpc-allocations": Bench.allocations,
}


def parsed():
    parser = argparse.ArgumentParser(
        prog="bench-rpc",
        description=(
            "Measures a server beside its peers and prints a line a figure. The server's command"
            f" has to print 'listening PORT', serve {PATH} (field 1 comes back) without TLS, and"
            " end when its standard input closes; the stream's command has to copy --bytes N"
            " through calls over TLS, with --up from the client, and to print"
            " 'gigabytes-per-second X'; the calls' command makes --count N calls to itself."
        ),
        epilog="; ".join(f"{name}: {run.__doc__}" for name, run in BENCHMARKS.items()),
    )
    parser.add_argument("--server", metavar="COMMAND", help="the server's command")
    parser.add_argument("--stream", metavar="COMMAND", help="the stream's command")
    parser.add_argument("--calls", metavar="COMMAND", help="the command of --count N calls")
    parser.add_argument("--rounds", type=int, default=5, help="default %(default)s")
    parser.add_argument("--seconds", type=int, default=3, help="of load a round; %(default)s")
    parser.add_argument("--stream-bytes", type=int, default=4 << 30, help="default %(default)s")
    parser.add_argument("--connections", type=int, default=IDLE_CONNECTIONS, metavar="N",
                        help="that are idle; default %(default)s")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--list", action="store_true", help="only say what there is to measure")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    options = parser.parse_args()
    for name in options.names:
        if name not in BENCHMARKS:
            parser.error(f"there is no benchmark '{name}'")
    options.names = options.names or list(BENCHMARKS)
    if not options.list:
        if not options.server and set(options.names) - {"rpc-stream"}:
            parser.error("--server is missing")
        if not options.stream and "rpc-stream" in options.names:
            parser.error("--stream is missing")
    return options


def main():
    options = parsed()
    if options.list:
        for name, run in BENCHMARKS.items():
            print(f"{name}: {run.__doc__}")
        return 0
    busy, processors = os.getloadavg()[0], os.cpu_count() or 1
    if busy > processors / 2:
        print(
            f"bench-rpc: {busy:.1f} others want the {processors} processors: the figures may mislead",
            file=sys.stderr,
        )
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The servers inherit it.
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(options, pathlib.Path(folder))
            for name in options.names:
                BENCHMARKS[name](bench)
    except (BenchError, subprocess.SubprocessError) as error:
        print(f"bench-rpc: {error}", file=sys.stderr)
        return 1
    if bench.is_over_budget:
        print(f"bench-rpc: a call allocates more than {BUDGET.name} allows", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
