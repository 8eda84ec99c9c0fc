"""What all cases share: the options of a run, channels, and how a case says no."""

import contextlib
import pathlib
import queue

import grpc

import messages

# No case may hang: a call that the server forgets ends after this many seconds.
PATIENCE = 20
OK = grpc.StatusCode.OK


class Wrong(Exception):
    """The server did not do what the case wants."""


def expect(holds, what):
    if not holds:
        raise Wrong(what)


def expect_equal(found, wanted, what):
    expect(found == wanted, f"{what} is {short(found)} instead of {short(wanted)}")


def short(value):
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "..."


def expect_zeros(payload, size):
    expect(
        payload.body == bytes(size),
        f"a body has {len(payload.body)} bytes, or not zeros, instead of {size} zeros",
    )


def expect_ok(call):
    expect(call.code() is OK, f"the call ended with {call.code()}: {short(call.details())}")


def expect_failure(code, run):
    """The call in `run` has to end with this status (or one of these); gives the error."""
    codes = code if isinstance(code, tuple) else (code,)
    try:
        run()
    except grpc.RpcError as error:
        expect(
            error.code() in codes,
            f"the call ended with {error.code()} ({short(error.details())})"
            f" instead of {' or '.join(str(each) for each in codes)}",
        )
        return error
    raise Wrong(f"the call succeeded instead of ending with {codes[0]}")


class Requests:
    """The requests of a stream, given one after another while it is open."""

    def __init__(self, *requests):
        self._queue = queue.SimpleQueue()
        for request in requests:
            self.send(request)

    def send(self, request):
        self._queue.put(request)

    def close(self):
        self._queue.put(None)

    def __iter__(self):
        return iter(self._queue.get, None)


class Peer:
    """The server under test, seen from a channel of its own."""

    def __init__(self, options, channel):
        self.options = options
        self.channel = channel

    def method(self, name, **extra):
        """The method of that name, with a deadline unless the case has its own."""
        call = messages.call(self.channel, name, **extra)
        return Bounded(call)

    def still_answers(self):
        self.method("EmptyCall")(messages.Empty())

    def answers_anew(self):
        """As `still_answers`, where the connection may end: a call that was begun on it ends with it."""
        try:
            self.still_answers()
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            self.method("EmptyCall")(messages.Empty(), wait_for_ready=True)


class Bounded:
    """A method whose calls have a deadline whatever the case says."""

    def __init__(self, call):
        self._call = call

    def __call__(self, *arguments, **named):
        return self._call(*arguments, **{"timeout": PATIENCE, **named})

    def with_call(self, *arguments, **named):
        return self._call.with_call(*arguments, **{"timeout": PATIENCE, **named})

    def future(self, *arguments, **named):
        return self._call.future(*arguments, **{"timeout": PATIENCE, **named})


def _read(path):
    return pathlib.Path(path).read_bytes() if path else None


@contextlib.contextmanager
def connect(options, *extra, **changes):
    """A channel of its own to the server, with the options of the run and these changes."""
    get = lambda name: changes.get(name, getattr(options, name))
    arguments = [
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_http_proxy", 0),
        ("grpc.enable_retries", 0),
        ("grpc.max_receive_message_length", 8 << 20),
        *extra,
    ]
    if options.tls:
        if get("override"):
            arguments.append(("grpc.ssl_target_name_override", get("override")))
        credentials = grpc.ssl_channel_credentials(
            _read(get("ca")), _read(get("key")), _read(get("cert"))
        )
        channel = grpc.secure_channel(options.target, credentials, arguments)
    else:
        channel = grpc.insecure_channel(options.target, arguments)
    with channel:
        yield Peer(options, channel)
