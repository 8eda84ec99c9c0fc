"""Serves grpc.testing.TestService with grpcio, and health checking and reflection as grpcio has them.

Python cannot see whether a message came compressed, so expect_compressed is not looked at.
"""

import argparse
import concurrent.futures
import os
import pathlib
import select
import signal
import sys
import threading

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

import messages

# Some of the cases hold two hundred calls open at once, and each takes a thread.
THREADS = 256
# How long calls under way may go on after SIGTERM.
GRACE_SECONDS = 10
STATUSES = {status.value[0]: status for status in grpc.StatusCode}


def echo_metadata(context):
    metadata = context.invocation_metadata()
    context.send_initial_metadata([item for item in metadata if item[0] == messages.INITIAL_KEY])
    context.set_trailing_metadata([item for item in metadata if item[0] == messages.TRAILING_KEY])


def end_as_asked(request, context):
    if request.HasField("response_status"):
        status = request.response_status
        context.abort(STATUSES.get(status.code, grpc.StatusCode.UNKNOWN), status.message)


def payload(size, context):
    if size < 0:
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "a size is below zero")
    return messages.zeros(size)


def answers(request, context):
    ended = threading.Event()
    if not context.add_callback(ended.set):
        return
    for wanted in request.response_parameters:
        # A call that is over must not hold its thread.
        if ended.wait(wanted.interval_us / 1e6):
            return
        if not wanted.compressed.value:
            context.disable_next_message_compression()
        yield messages.StreamingOutputCallResponse(payload=payload(wanted.size, context))


def empty_call(request, context):
    echo_metadata(context)
    return messages.Empty()


def unary_call(request, context):
    if request.response_compressed.value:
        context.set_compression(grpc.Compression.Gzip)
    echo_metadata(context)
    if not request.response_compressed.value:
        context.disable_next_message_compression()
    end_as_asked(request, context)
    response = messages.SimpleResponse()
    if request.response_size:
        response.payload.CopyFrom(payload(request.response_size, context))
    if request.fill_server_id:
        response.server_id = "peer"
    return response


def streaming_output_call(request, context):
    context.set_compression(grpc.Compression.Gzip)
    echo_metadata(context)
    yield from answers(request, context)
    end_as_asked(request, context)


def streaming_input_call(requests, context):
    echo_metadata(context)
    return messages.StreamingInputCallResponse(
        aggregated_payload_size=sum(len(request.payload.body) for request in requests)
    )


def full_duplex_call(requests, context):
    echo_metadata(context)
    for request in requests:
        end_as_asked(request, context)
        yield from answers(request, context)


def half_duplex_call(requests, context):
    echo_metadata(context)
    for request in list(requests):
        yield from answers(request, context)


def handlers():
    """What is served, by the name of its service."""
    behaviours = {
        "EmptyCall": empty_call,
        "UnaryCall": unary_call,
        "CacheableUnaryCall": unary_call,
        "StreamingOutputCall": streaming_output_call,
        "StreamingInputCall": streaming_input_call,
        "FullDuplexCall": full_duplex_call,
        "HalfDuplexCall": half_duplex_call,
    }
    methods = {}
    for name, behaviour in behaviours.items():
        kind, request, response = messages.METHODS[name]
        methods[name] = getattr(grpc, kind + "_rpc_method_handler")(
            behaviour,
            request_deserializer=request.FromString,
            response_serializer=response.SerializeToString,
        )
    # The package has the older version of reflection alone; the newer one has the same messages.
    reflected = "grpc.reflection.v1.ServerReflection"
    names = (messages.SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    servicer = reflection.ReflectionServicer(names)
    return names, [
        grpc.method_handlers_generic_handler(messages.SERVICE, methods),
        grpc.method_handlers_generic_handler(
            reflected,
            {
                "ServerReflectionInfo": grpc.stream_stream_rpc_method_handler(
                    servicer.ServerReflectionInfo,
                    request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
                    response_serializer=(
                        reflection_pb2.ServerReflectionResponse.SerializeToString
                    ),
                )
            },
        ),
    ]


def make_server():
    server = grpc.server(
        concurrent.futures.ThreadPoolExecutor(THREADS),
        options=[
            ("grpc.so_reuseport", 0),
            ("grpc.http2.min_recv_ping_interval_without_data_ms", 100),
        ],
    )
    names, generic = handlers()
    server.add_generic_rpc_handlers(generic)
    reflection.enable_server_reflection(names, server)
    servicer = health.HealthServicer()
    servicer.set("", health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    return server


def listen(server, options):
    """Listens as the options say; gives the port or path."""
    place = f"unix:{options.unix}" if options.unix else f"127.0.0.1:{options.port}"
    if not options.cert:
        port = server.add_insecure_port(place)
    else:
        read = lambda path: pathlib.Path(path).read_bytes()
        port = server.add_secure_port(
            place,
            grpc.ssl_server_credentials(
                [(read(options.key), read(options.cert))],
                root_certificates=read(options.client_ca) if options.client_ca else None,
                require_client_auth=bool(options.client_ca),
            ),
        )
    return options.unix or port


def wait_for_end():
    """Returns on SIGTERM or SIGINT, and when the standard input closes."""
    waiting, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    while True:
        ready, _, _ = select.select([waiting, 0], [], [])
        if waiting in ready or not os.read(0, 256):
            return


def main():
    parser = argparse.ArgumentParser(
        prog="py-server",
        description=(
            "Serves grpc.testing.TestService. Prints 'listening PORT' (or PATH) once it can be"
            " called. Ends on SIGTERM, after the calls that are under way, and when its standard"
            " input closes."
        ),
    )
    parser.add_argument("--port", type=int, default=0, help="listen on 127.0.0.1:PORT")
    parser.add_argument("--unix", metavar="PATH", help="listen on a socket of the file system")
    parser.add_argument("--cert", metavar="F", help="speak TLS with this certificate (PEM)")
    parser.add_argument("--key", metavar="F", help="the certificate's key (PEM)")
    parser.add_argument("--client-ca", metavar="F", help="want a certificate F vouches for")
    options = parser.parse_args()
    if options.cert and not options.key:
        parser.error("--cert needs --key")
    server = make_server()
    place = listen(server, options)
    server.start()
    print("listening", place, flush=True)
    wait_for_end()
    server.stop(GRACE_SECONDS).wait()


if __name__ == "__main__":
    sys.exit(main())
