"""A call made with curl: what grpcio hides shows here, and what it refuses to send can be sent."""

import base64
import dataclasses
import os
import subprocess
import tempfile

import messages

# What curl 7.88 makes of an answer that is complete before all of its request is sent, which happens
# now and then where a server need not look at the request to refuse it.
ANSWERED_EARLY = 92
# On a busy machine it happens most of the time.
TRIES = 100


@dataclasses.dataclass
class RawAnswer:
    """What came back, with headers and trailers one after another."""

    http_status: int
    fields: list
    body: bytes

    def values(self, name):
        return [value for key, value in self.fields if key == name]

    @property
    def status(self):
        """The grpc-status, or None."""
        values = self.values("grpc-status")
        return int(values[0]) if values else None

    def binary_values(self, name):
        """Decoded as the specification asks: split at commas, padding or not."""
        return [
            base64.b64decode(part + "=" * (-len(part) % 4))
            for value in self.values(name)
            for part in value.split(",")
        ]


class RawCallFailed(Exception):
    """There was no whole answer: the stream was reset or the connection closed."""


def frame(message, flag=0):
    """One message as it stands in DATA frames."""
    data = message if isinstance(message, bytes) else message.SerializeToString()
    return bytes([flag]) + len(data).to_bytes(4, "big") + data


def post(options, method, body, *fields):
    """Calls a method of the test service with these bytes and header fields."""
    return send(
        options,
        f"/{messages.SERVICE}/{method}",
        "--data-binary",
        "@-",
        *(word for field in ("content-type: application/grpc", "te: trailers", *fields)
          for word in ("-H", field)),
        stdin=body,
    )


def send(options, path, *words, stdin=b""):
    """Runs curl with these words against the server under test."""
    # A body of many kilobytes must not be held back for a 100 Continue.
    command = ["curl", "--silent", "--show-error", "--noproxy", "*", "-H", "expect:",
               "--max-time", str(options.patience)]
    host, _, port = options.target.rpartition(":")
    if options.target.startswith("unix:"):
        command += ["--unix-socket", options.target[len("unix:"):]]
        host, port = "localhost", "443" if options.tls else "80"
    if options.tls:
        name = options.override or host
        command += ["--http2", "--connect-to", f"{name}:{port}:{host}:{port}"]
        command += ["--cacert", options.ca] if options.ca else []
        command += ["--cert", options.cert, "--key", options.key] if options.cert else []
        url = f"https://{name}:{port}{path}"
    else:
        command += ["--http2-prior-knowledge"]
        url = f"http://{host}:{port}{path}"
    with tempfile.TemporaryDirectory() as folder:
        head, body = os.path.join(folder, "head"), os.path.join(folder, "body")
        command += [*words, "-D", head, "-o", body, url]
        for _ in range(TRIES):
            done = subprocess.run(command, input=stdin, capture_output=True)
            if done.returncode != ANSWERED_EARLY:
                break
        if done.returncode != 0:
            raise RawCallFailed(done.stderr.decode(errors="replace").strip())
        with open(head, "rb") as file:
            lines = file.read().decode("latin-1").splitlines()
        content = b""
        if os.path.exists(body):
            with open(body, "rb") as file:
                content = file.read()
    fields = [
        (key.strip().lower(), value.strip())
        for key, mark, value in (line.partition(":") for line in lines[1:])
        if mark
    ]
    return RawAnswer(int(lines[0].split()[1]), fields, content)
