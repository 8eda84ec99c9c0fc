"""Opens idle HTTP/2 connections and holds them, so that what each costs a server can be read.

Each has exchanged SETTINGS both ways, and answers PING as an idle client has to.
"""

import argparse
import resource
import selectors
import socket
import sys

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, PING, GOAWAY = 4, 6, 7
ACK = 1
# Servers accept only so many at a time.
BATCH = 100


def frame(kind, flags=0, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + bytes(4) + payload


class Closed(Exception):
    """The server does not want the connection."""


class Connection:
    """One client without a call."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(PREFACE + frame(SETTINGS))
        self._pending = b""
        self._missing = {0, ACK}

    @property
    def is_settled(self):
        """Whether the server's SETTINGS have come, and its word that it took ours."""
        return not self._missing

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed("the server closed a connection")
        self._pending += data
        while len(self._pending) >= 9:
            end = 9 + int.from_bytes(self._pending[:3], "big")
            if len(self._pending) < end:
                return
            self._take(self._pending[3], self._pending[4], self._pending[9:end])
            self._pending = self._pending[end:]

    def _take(self, kind, flags, payload):
        if kind == SETTINGS:
            self._missing.discard(flags & ACK)
            if not flags & ACK:
                self.socket.sendall(frame(SETTINGS, ACK))
        elif kind == PING and not flags & ACK:
            self.socket.sendall(frame(PING, ACK, payload))
        elif kind == GOAWAY:
            raise Closed("the server says good-bye")


def open_all(address, count):
    connections = []
    while len(connections) < count:
        batch = [Connection(address) for _ in range(min(BATCH, count - len(connections)))]
        for connection in batch:
            while not connection.is_settled:
                connection.receive()
        connections += batch
    return connections


def hold(connections):
    """Until the standard input closes."""
    selector = selectors.DefaultSelector()
    selector.register(sys.stdin, selectors.EVENT_READ, None)
    for connection in connections:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    while True:
        for key, _ in selector.select():
            if key.data is None:
                if not sys.stdin.buffer.read1(256):
                    return
            else:
                key.data.receive()


def main():
    parser = argparse.ArgumentParser(
        prog="h2-idle",
        description=(
            "Opens idle HTTP/2 connections without TLS, prints 'open N', and holds them until its"
            " standard input closes."
        ),
    )
    parser.add_argument("--port", type=int, required=True, help="of the server on 127.0.0.1")
    parser.add_argument("--count", type=int, default=10_000, help="default %(default)s")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        connections = open_all(("127.0.0.1", options.port), options.count)
        print("open", len(connections), flush=True)
        hold(connections)
    except (OSError, Closed) as error:
        print(f"h2-idle: cannot hold {options.count} connections: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
