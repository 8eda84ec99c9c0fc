"""The messages and methods of interop.proto for Python, without generated code.

The descriptors come from `protoc --descriptor_set_out`, so any protobuf runtime can read them.
"""

import os
import pathlib

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

FOLDER = pathlib.Path(os.environ["PEERS_FOLDER"])
SERVICE = "grpc.testing.TestService"
INITIAL_KEY = "x-grpc-test-echo-initial"
TRAILING_KEY = "x-grpc-test-echo-trailing-bin"

_pool = descriptor_pool.Default()
_files = descriptor_pb2.FileDescriptorSet.FromString((FOLDER / "generated" / "interop.binpb").read_bytes())
for _file in _files.file:
    _pool.Add(_file)


def _message(name):
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName("grpc.testing." + name))


Empty = _message("Empty")
Payload = _message("Payload")
ResponseParameters = _message("ResponseParameters")
SimpleRequest = _message("SimpleRequest")
SimpleResponse = _message("SimpleResponse")
StreamingInputCallRequest = _message("StreamingInputCallRequest")
StreamingInputCallResponse = _message("StreamingInputCallResponse")
StreamingOutputCallRequest = _message("StreamingOutputCallRequest")
StreamingOutputCallResponse = _message("StreamingOutputCallResponse")

# Each method: what kind it is, as grpcio names it, its request and its response.
METHODS = {
    "EmptyCall": ("unary_unary", Empty, Empty),
    "UnaryCall": ("unary_unary", SimpleRequest, SimpleResponse),
    "CacheableUnaryCall": ("unary_unary", SimpleRequest, SimpleResponse),
    "StreamingOutputCall": (
        "unary_stream",
        StreamingOutputCallRequest,
        StreamingOutputCallResponse,
    ),
    "StreamingInputCall": (
        "stream_unary",
        StreamingInputCallRequest,
        StreamingInputCallResponse,
    ),
    "FullDuplexCall": (
        "stream_stream",
        StreamingOutputCallRequest,
        StreamingOutputCallResponse,
    ),
    "HalfDuplexCall": (
        "stream_stream",
        StreamingOutputCallRequest,
        StreamingOutputCallResponse,
    ),
    "UnimplementedCall": ("unary_unary", Empty, Empty),
}


def zeros(size):
    """A payload of so many zero bytes."""
    return Payload(body=bytes(size))


def call(channel, name, service=SERVICE):
    """What calls the method of that name."""
    kind, request, response = METHODS[name]
    return getattr(channel, kind)(
        f"/{service}/{name}",
        request_serializer=request.SerializeToString,
        response_deserializer=response.FromString,
    )


def output_request(sizes, size=0, interval_us=0, **fields):
    """Asks for one response per size, and carries `size` bytes itself."""
    return StreamingOutputCallRequest(
        response_parameters=[
            ResponseParameters(size=each, interval_us=interval_us) for each in sizes
        ],
        payload=zeros(size) if size else None,
        **fields,
    )
