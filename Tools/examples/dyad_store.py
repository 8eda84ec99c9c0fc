"""The samples of a Dyad node, for programs in Python: `from dyad_store import Store`.

It needs grpcio, and either grpcio-tools or modules generated from Protos. README.md beside this file
says how an app is made known to the node.
"""

import datetime
import os
import pathlib
import sys

import grpc

try:
    from dyad.v1 import store_pb2 as messages
    from dyad.v1 import store_pb2_grpc as services
except ImportError:
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Protos"))
    messages, services = grpc.protos_and_services("dyad/v1/store.proto")

# What counts is the seconds since then.
EPOCH = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)


def seconds(moment):
    """The seconds of a date and time; one without a time zone is local."""
    return (moment.astimezone(datetime.timezone.utc) - EPOCH).total_seconds()


def moment(seconds):
    """The local date and time of such seconds."""
    return (EPOCH + datetime.timedelta(seconds=seconds)).astimezone()


def sample(type, value, unit="", start=None, end=None):
    """A quantity to save: of now, in the type's canonical unit, unless told otherwise."""
    start = seconds(start or datetime.datetime.now())
    return messages.PlainSample(
        type=type, quantity=value, unit=unit, start=start, end=seconds(end) if end else start
    )


class NoNode(Exception):
    """There is no node to ask, or it does not know the app; the message says what to do."""


class Store:
    """What one app may save and read; errors are `NoNode` and those of calls, `grpc.RpcError`."""

    def __init__(self, app, socket=None, token=None):
        home = pathlib.Path.home()
        runtime = pathlib.Path(os.environ.get("XDG_RUNTIME_DIR") or home / ".local/share")
        configuration = pathlib.Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        socket = pathlib.Path(socket or runtime / "dyad/app.sock").absolute()
        token = pathlib.Path(token or configuration / f"dyad/apps/{app}.token")
        if not socket.exists():
            raise NoNode(f"There is no node at {socket}: start it with 'dyadd'.")
        if not token.exists():
            raise NoNode(f"The node does not know this app, or {token} is gone.\n"
                         f"Its owner makes it known with 'dyad apps add {app} --reading WHY --sharing WHY'.")
        self._credentials = [("authorization", f"Bearer {token.read_text().strip()}")]
        self._channel = grpc.insecure_channel(f"unix:{socket}")
        self._calls = services.StoreStub(self._channel)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._channel.close()

    def call(self, name, **fields):
        """Any call of dyad.v1.Store, with the fields of its request."""
        kind = {"Follow": "Changes", "FollowStatistics": "Statistics"}.get(name, name)
        request = getattr(messages, kind + "Request")(**fields)
        return getattr(self._calls, name)(request, metadata=self._credentials)

    def ask(self, share=(), read=()):
        """Asks the owner for permission, once, and waits for what they decide."""
        wanted = {"share": share, "read": read}
        if not self.call("RequestAuthorization", no_wait=True, **wanted).is_decided:
            print("Waiting for the owner's decision: 'dyad requests' shows it.", file=sys.stderr)
            self.call("RequestAuthorization", **wanted)

    def save(self, *samples):
        """Saves all of the samples or none; their UUIDs."""
        return list(self.call("Save", samples=samples).uuids)

    def samples(self, type, limit=0):
        """The samples of a type by their start."""
        order = [messages.SortKey(key=messages.SortKey.START)]
        for response in self.call("Query", type=type, order=order, limit=limit, plain=True):
            yield from response.samples

    def follow(self, type, anchor=b""):
        """The samples of a type as they were saved, and then as they are."""
        for page in self.call("Follow", types=[type], anchor=anchor, plain=True):
            yield from page.samples

    def statistics(self, type, edges, follow=False, **options):
        """What the samples of a type come to between each two of the edges that have any."""
        edges = messages.BucketEdges(edges=[seconds(edge) for edge in edges])
        name = "FollowStatistics" if follow else "Statistics"
        return self.call(name, type=type, edges=edges, **options)
