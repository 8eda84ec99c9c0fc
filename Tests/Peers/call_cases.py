"""The cases of gRPC's own interop tests."""

import grpc

import messages
from judge import PATIENCE, Requests, Wrong, expect, expect_equal, expect_failure, expect_ok
from judge import expect_zeros
from messages import INITIAL_KEY, TRAILING_KEY, Empty, SimpleRequest, SimpleResponse

REQUEST_SIZES = (27182, 8, 1828, 45904)
RESPONSE_SIZES = (31415, 9, 2653, 58979)
LARGE_REQUEST = 271828
LARGE_RESPONSE = 314159
STATUS_TEXT = "test status message"
SPECIAL_TEXT = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n"


def large_request(**fields):
    return SimpleRequest(
        response_size=LARGE_RESPONSE, payload=messages.zeros(LARGE_REQUEST), **fields
    )


def input_requests(sizes):
    return iter(
        [messages.StreamingInputCallRequest(payload=messages.zeros(size)) for size in sizes]
    )


def expect_answers(call, sizes):
    """Every message to the end, and then OK: a lost last message is seen."""
    answers = list(call)
    expect_equal([len(answer.payload.body) for answer in answers], list(sizes), "what came")
    for answer, size in zip(answers, sizes):
        expect_zeros(answer.payload, size)
    expect_ok(call)


def empty_unary(peer):
    answer = peer.method("EmptyCall")(Empty())
    expect_equal(answer.SerializeToString(), b"", "the answer")


def large_unary(peer):
    answer = peer.method("UnaryCall")(large_request())
    expect_zeros(answer.payload, LARGE_RESPONSE)


def server_id(peer):
    answer = peer.method("UnaryCall")(SimpleRequest(fill_server_id=True))
    expect(answer.server_id != "", "the server_id is empty")


def client_streaming(peer):
    answer = peer.method("StreamingInputCall")(input_requests(REQUEST_SIZES))
    expect_equal(answer.aggregated_payload_size, sum(REQUEST_SIZES), "the sum")


def server_streaming(peer):
    call = peer.method("StreamingOutputCall")(messages.output_request(RESPONSE_SIZES))
    expect_answers(call, RESPONSE_SIZES)


def ping_pong(peer):
    requests = Requests()
    call = peer.method("FullDuplexCall")(iter(requests))
    for size, answer_size in zip(REQUEST_SIZES, RESPONSE_SIZES):
        requests.send(messages.output_request([answer_size], size))
        expect_zeros(next(call).payload, answer_size)
    requests.close()
    expect_answers(call, [])


def half_duplex(peer):
    requests = Requests(*(messages.output_request([size]) for size in RESPONSE_SIZES))
    requests.close()
    expect_answers(peer.method("HalfDuplexCall")(iter(requests)), RESPONSE_SIZES)


def empty_stream(peer):
    expect_answers(peer.method("FullDuplexCall")(iter(())), [])
    answer = peer.method("StreamingInputCall")(iter(()))
    expect_equal(answer.aggregated_payload_size, 0, "the sum of nothing")
    expect_answers(peer.method("StreamingOutputCall")(messages.output_request([])), [])


def custom_metadata(peer):
    metadata = ((INITIAL_KEY, "test_initial_metadata_value"), (TRAILING_KEY, b"\xab\xab\xab"))

    def expect_echoed(call, of):
        initial = [value for key, value in call.initial_metadata() if key == INITIAL_KEY]
        expect_equal(initial, [metadata[0][1]], f"the initial metadata of the {of} call")
        trailing = [value for key, value in call.trailing_metadata() if key == TRAILING_KEY]
        expect_equal(trailing, [metadata[1][1]], f"the trailing metadata of the {of} call")

    _, unary = peer.method("UnaryCall").with_call(large_request(), metadata=metadata)
    expect_echoed(unary, "unary")
    requests = [messages.output_request([LARGE_RESPONSE], LARGE_REQUEST)]
    duplex = peer.method("FullDuplexCall")(iter(requests), metadata=metadata)
    expect_answers(duplex, [LARGE_RESPONSE])
    expect_echoed(duplex, "duplex")


def _status(peer, text):
    wanted = {"code": grpc.StatusCode.UNKNOWN.value[0], "message": text}
    unary = expect_failure(
        grpc.StatusCode.UNKNOWN,
        lambda: peer.method("UnaryCall")(SimpleRequest(response_status=wanted)),
    )
    expect_equal(unary.details(), text, "the message of the unary call")
    requests = [messages.output_request([], response_status=wanted)]
    duplex = expect_failure(
        grpc.StatusCode.UNKNOWN, lambda: list(peer.method("FullDuplexCall")(iter(requests)))
    )
    expect_equal(duplex.details(), text, "the message of the duplex call")


def status_code_and_message(peer):
    _status(peer, STATUS_TEXT)


def special_status_message(peer):
    _status(peer, SPECIAL_TEXT)


def every_status_code(peer):
    for status in grpc.StatusCode:
        if status is grpc.StatusCode.OK:
            continue
        wanted = {"code": status.value[0], "message": status.name}
        error = expect_failure(
            status, lambda: peer.method("UnaryCall")(SimpleRequest(response_status=wanted))
        )
        expect_equal(error.details(), status.name, "the message")


def unimplemented_method(peer):
    expect_failure(
        grpc.StatusCode.UNIMPLEMENTED, lambda: peer.method("UnimplementedCall")(Empty())
    )


def unimplemented_service(peer):
    method = peer.method("UnimplementedCall", service="grpc.testing.UnimplementedService")
    expect_failure(grpc.StatusCode.UNIMPLEMENTED, lambda: method(Empty()))


def cancel_after_begin(peer):
    requests = Requests()
    call = peer.method("StreamingInputCall").future(iter(requests))
    expect(call.cancel(), "the call could not be cancelled")
    expect_equal(call.code(), grpc.StatusCode.CANCELLED, "the status")
    requests.close()
    peer.still_answers()


def cancel_after_first_response(peer):
    requests = Requests(messages.output_request([31415], 27182))
    call = peer.method("FullDuplexCall")(iter(requests))
    expect_zeros(next(call).payload, 31415)
    call.cancel()
    expect_failure(grpc.StatusCode.CANCELLED, lambda: next(call))
    requests.close()
    peer.still_answers()


def timeout_on_sleeping_server(peer):
    request = messages.output_request([31415], 27182, interval_us=PATIENCE * 1_000_000)
    for timeout in (0.001, 0.3):
        call = peer.method("FullDuplexCall")(iter([request]), timeout=timeout)
        expect_failure(grpc.StatusCode.DEADLINE_EXCEEDED, lambda: list(call))
    peer.still_answers()


def many_calls(peer):
    """Two hundred calls under way at once on one connection, each with a size of its own."""
    sizes = [1 + 37 * index for index in range(200)]
    unary = peer.method("UnaryCall")
    calls = [
        unary.future(SimpleRequest(response_size=size, payload=messages.zeros(size)))
        for size in sizes
    ]
    for size, call in zip(sizes, calls):
        expect_zeros(call.result().payload, size)


def many_streams(peer):
    """A hundred streams that are all open before the first is closed, and stay apart."""
    streams = []
    for index in range(100):
        requests = Requests(messages.output_request([1 + index]))
        streams.append((requests, peer.method("FullDuplexCall")(iter(requests))))
    for index, (_, call) in enumerate(streams):
        expect_zeros(next(call).payload, 1 + index)
    for index, (requests, call) in reversed(list(enumerate(streams))):
        requests.send(messages.output_request([1000 + index]))
        requests.close()
        expect_answers(call, [1000 + index])


def slow_reader(peer):
    """64 MiB that the client takes its time over: other calls go on meanwhile, nothing is lost."""
    size, count = 1 << 20, 64
    call = peer.method("StreamingOutputCall")(
        messages.output_request([size] * count), timeout=3 * PATIENCE
    )
    read = 0
    for answer in call:
        expect_zeros(answer.payload, size)
        read += 1
        if read <= 32:
            peer.still_answers()
    expect_equal(read, count, "the number of answers")
    expect_ok(call)


CASES = [
    empty_unary,
    large_unary,
    server_id,
    client_streaming,
    server_streaming,
    ping_pong,
    half_duplex,
    empty_stream,
    custom_metadata,
    status_code_and_message,
    special_status_message,
    every_status_code,
    unimplemented_method,
    unimplemented_service,
    cancel_after_begin,
    cancel_after_first_response,
    timeout_on_sleeping_server,
    many_calls,
    many_streams,
    slow_reader,
]
