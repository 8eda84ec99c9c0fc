"""Cases about what goes over the wire: compression, binary metadata, limits, deadlines."""

import time
import zlib

import grpc

import messages
import raw_call
from call_cases import LARGE_RESPONSE, expect_answers, large_request
from judge import PATIENCE, connect, expect, expect_equal, expect_failure, expect_zeros
from messages import INITIAL_KEY, TRAILING_KEY, Empty, SimpleRequest, SimpleResponse

GZIP = grpc.Compression.Gzip
DEFLATE = grpc.Compression.Deflate
EMPTY = raw_call.frame(Empty())


def _client_compressed_unary(peer, compression):
    """Only a server that can tell refuses the first call: the message is not compressed."""
    unary = peer.method("UnaryCall")
    expect_failure(
        grpc.StatusCode.INVALID_ARGUMENT,
        lambda: unary(large_request(expect_compressed={"value": True})),
    )
    answer = unary(large_request(expect_compressed={"value": True}), compression=compression)
    expect_zeros(answer.payload, LARGE_RESPONSE)
    answer = unary(large_request(expect_compressed={"value": False}))
    expect_zeros(answer.payload, LARGE_RESPONSE)


def client_compressed_unary(peer):
    _client_compressed_unary(peer, GZIP)


def client_deflated_unary(peer):
    _client_compressed_unary(peer, DEFLATE)


def client_compressed_streaming(peer):
    sizes = (27182, 45904)
    for compression in (GZIP, DEFLATE):
        requests = [
            messages.StreamingInputCallRequest(
                payload=messages.zeros(size), expect_compressed={"value": True}
            )
            for size in sizes
        ]
        answer = peer.method("StreamingInputCall")(iter(requests), compression=compression)
        expect_equal(answer.aggregated_payload_size, sum(sizes), "the sum")


def server_compressed_unary(peer):
    answer = peer.method("UnaryCall")(large_request(response_compressed={"value": True}))
    expect_zeros(answer.payload, LARGE_RESPONSE)
    # grpcio hides the flag of a message; curl does not.
    for wanted in (True, False):
        request = SimpleRequest(response_size=10_000, response_compressed={"value": wanted})
        body = raw_call.frame(request)
        field = "grpc-accept-encoding: identity,gzip"
        answer = raw_call.post(peer.options, "UnaryCall", body, field)
        expect_equal(answer.status, 0, "the status")
        expect_equal(answer.body[0], int(wanted), "the compressed flag")
        if wanted:
            expect_equal(answer.values("grpc-encoding"), ["gzip"], "grpc-encoding")
            message = zlib.decompress(answer.body[5:], wbits=31)
            expect_zeros(SimpleResponse.FromString(message).payload, 10_000)


def server_compressed_streaming(peer):
    request = messages.StreamingOutputCallRequest(
        response_parameters=[
            {"size": 31415, "compressed": {"value": True}},
            {"size": 92653, "compressed": {"value": False}},
        ]
    )
    expect_answers(peer.method("StreamingOutputCall")(request), [31415, 92653])


def compression_not_accepted(peer):
    """A client that names no encoding gets no compressed message, whatever was asked."""
    request = SimpleRequest(response_size=10_000, response_compressed={"value": True})
    answer = raw_call.post(peer.options, "UnaryCall", raw_call.frame(request))
    expect_equal(answer.status, 0, "the status")
    expect_equal(answer.body[0], 0, "the compressed flag")


def unknown_encoding(peer):
    body = raw_call.frame(b"\x0b\x02\x80\x03", flag=1)
    answer = raw_call.post(peer.options, "EmptyCall", body, "grpc-encoding: br")
    expect_equal(answer.status, grpc.StatusCode.UNIMPLEMENTED.value[0], "the status")
    expect(answer.values("grpc-accept-encoding"), "grpc-accept-encoding is missing")


def flag_without_encoding(peer):
    answer = raw_call.post(peer.options, "EmptyCall", raw_call.frame(b"", flag=1))
    expect_equal(answer.status, grpc.StatusCode.INTERNAL.value[0], "the status")


def compression_bomb(peer):
    """A hundred megabytes in a hundred kilobytes are refused, and nothing else suffers."""
    packer = zlib.compressobj(wbits=31)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(100)) + packer.flush()
    body = raw_call.frame(packed, flag=1)
    answer = raw_call.post(peer.options, "UnaryCall", body, "grpc-encoding: gzip")
    expect_equal(answer.status, grpc.StatusCode.RESOURCE_EXHAUSTED.value[0], "the status")
    peer.still_answers()


def binary_metadata(peer):
    """Every byte, every length of padding, and the empty value come back."""
    every = bytes(range(256))
    for value in (every, every[::-1], b"", b"\x00", b"\xff\xfe", b"\x00\x00\x00", b"abcd"):
        _, call = peer.method("EmptyCall").with_call(
            Empty(), metadata=((TRAILING_KEY, value),)
        )
        found = [each for key, each in call.trailing_metadata() if key == TRAILING_KEY]
        expect_equal(found, [value], "what came back")


def binary_metadata_padded(peer):
    for text, value in (("AAEC/w==", b"\x00\x01\x02\xff"), ("AAEC/w", b"\x00\x01\x02\xff")):
        answer = raw_call.post(peer.options, "EmptyCall", EMPTY, f"{TRAILING_KEY}: {text}")
        expect_equal(answer.binary_values(TRAILING_KEY), [value], f"what came back for {text}")
        expect(
            all("=" not in each for each in answer.values(TRAILING_KEY)),
            "the value was sent with padding",
        )


def repeated_metadata(peer):
    """The values of one key stay apart and in their order."""
    binary = [b"\x01", b"", b"\x02\x03"]
    metadata = [(TRAILING_KEY, value) for value in binary]
    _, call = peer.method("EmptyCall").with_call(Empty(), metadata=metadata)
    found = [value for key, value in call.trailing_metadata() if key == TRAILING_KEY]
    expect_equal(found, binary, "the trailing metadata")
    metadata = [(INITIAL_KEY, "one"), (INITIAL_KEY, "two")]
    _, call = peer.method("EmptyCall").with_call(Empty(), metadata=metadata)
    found = [value for key, value in call.initial_metadata() if key == INITIAL_KEY]
    # A server may join them.
    expect_equal(
        [part.strip() for value in found for part in value.split(",")],
        ["one", "two"],
        "the initial metadata",
    )


def binary_metadata_joined(peer):
    field = f"{TRAILING_KEY}: AAE,AgM="
    answer = raw_call.post(peer.options, "EmptyCall", EMPTY, field)
    expect_equal(
        answer.binary_values(TRAILING_KEY), [b"\x00\x01", b"\x02\x03"], "what came back"
    )


def large_metadata(peer):
    """Four kilobytes pass; more than servers take is refused, and the next call goes through."""
    metadata = ((INITIAL_KEY, "x" * 4096),)
    _, call = peer.method("EmptyCall").with_call(Empty(), metadata=metadata)
    found = [value for key, value in call.initial_metadata() if key == INITIAL_KEY]
    expect_equal(found, ["x" * 4096], "the initial metadata")
    exhausted, unavailable = grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.UNAVAILABLE
    expect_failure(exhausted, lambda: call_with_metadata(peer, 32 << 10))
    peer.still_answers()
    # A megabyte may end the connection: no decoder of header fields has to get through all of it.
    expect_failure((exhausted, unavailable), lambda: call_with_metadata(peer, 1 << 20))
    peer.answers_anew()


def call_with_metadata(peer, size):
    peer.method("EmptyCall")(Empty(), metadata=((INITIAL_KEY, "x" * size),))


def large_message(peer):
    """One byte more than the server takes ends the call, not the connection."""
    limit = peer.options.message_limit
    overhead = SimpleRequest(payload=messages.zeros(limit)).ByteSize() - limit
    peer.method("UnaryCall")(SimpleRequest(payload=messages.zeros(limit - overhead)))
    too_large = SimpleRequest(payload=messages.zeros(limit - overhead + 1))
    expect_failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED, lambda: peer.method("UnaryCall")(too_large)
    )
    peer.still_answers()


def announced_message(peer):
    """Four gigabytes are announced and one byte comes: refused for what was announced."""
    answer = raw_call.post(peer.options, "UnaryCall", b"\x00\xff\xff\xff\xff\x00")
    expect_equal(answer.status, grpc.StatusCode.RESOURCE_EXHAUSTED.value[0], "the status")


def cut_message(peer):
    """A message that ends before its length is no message."""
    answer = raw_call.post(peer.options, "UnaryCall", b"\x00\x00\x00\x00\x05\x00")
    expect(answer.status not in (None, 0), f"the status is {answer.status}")


def malformed_message(peer):
    """Bytes that are no protobuf end the call with an error."""
    answer = raw_call.post(peer.options, "UnaryCall", raw_call.frame(b"\xff\xff\xff"))
    expect(answer.status not in (None, 0), f"the status is {answer.status}")


def deadline_in_server(peer):
    """The client does not watch the clock here, so it is the server that ends the call."""
    request = messages.output_request([1], interval_us=PATIENCE * 1_000_000)
    start = time.monotonic()
    try:
        answer = raw_call.post(
            peer.options, "StreamingOutputCall", raw_call.frame(request), "grpc-timeout: 200m"
        )
        expect_equal(answer.status, grpc.StatusCode.DEADLINE_EXCEEDED.value[0], "the status")
    except raw_call.RawCallFailed as error:
        # A server may reset the stream: the client's own deadline tells it why.
        expect(time.monotonic() - start < PATIENCE / 2, f"the call did not end: {error}")
    expect(time.monotonic() - start >= 0.2, "the call ended before its deadline")


def bad_timeout(peer):
    answer = raw_call.post(peer.options, "EmptyCall", EMPTY, "grpc-timeout: soon")
    expect(answer.status not in (None, 0), f"the status is {answer.status}")


def not_grpc(peer):
    """What is no call gets an HTTP status and a short answer, never a bare reset."""
    for words in (["-X", "GET"], ["-H", "content-type: text/plain", "--data-binary", "@-"]):
        answer = raw_call.send(peer.options, "/grpc.testing.TestService/EmptyCall", *words)
        expect(400 <= answer.http_status < 500, f"the HTTP status is {answer.http_status}")
    expect_equal(answer.http_status, 415, "the HTTP status for text")


def keep_alive(peer):
    """A ping a second is no flood, with a call under way or without."""
    with connect(
        peer.options,
        ("grpc.keepalive_time_ms", 1000),
        ("grpc.keepalive_timeout_ms", 5000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
    ) as other:
        for _ in range(2):
            # The pings go out while the server waits.
            call = other.method("StreamingOutputCall")(
                messages.output_request([1], interval_us=2_500_000)
            )
            expect_answers(call, [1])


CASES = [
    client_compressed_unary,
    client_deflated_unary,
    client_compressed_streaming,
    server_compressed_unary,
    server_compressed_streaming,
    compression_not_accepted,
    unknown_encoding,
    flag_without_encoding,
    compression_bomb,
    binary_metadata,
    binary_metadata_padded,
    binary_metadata_joined,
    repeated_metadata,
    large_metadata,
    large_message,
    announced_message,
    cut_message,
    malformed_message,
    deadline_in_server,
    bad_timeout,
    not_grpc,
    keep_alive,
]
