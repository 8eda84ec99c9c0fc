"""Cases about health checking and reflection, TLS, and a server that goes away."""

import os
import signal

import grpc
from google.protobuf import descriptor_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2

import messages
from call_cases import expect_answers
from judge import PATIENCE, Requests, connect, expect, expect_equal, expect_failure
from judge import expect_zeros
from messages import Empty

NO_SERVICE = "no.such.Service"


def health_check(peer):
    stub = health_pb2_grpc.HealthStub(peer.channel)
    answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
    expect_equal(answer.status, health_pb2.HealthCheckResponse.SERVING, "the health")
    expect_failure(
        grpc.StatusCode.NOT_FOUND,
        lambda: stub.Check(health_pb2.HealthCheckRequest(service=NO_SERVICE), timeout=PATIENCE),
    )


def health_watch(peer):
    """A watch says how it is at once and stays open, also for a service that is unknown."""
    stub = health_pb2_grpc.HealthStub(peer.channel)
    answers = health_pb2.HealthCheckResponse
    for service, wanted in (("", answers.SERVING), (NO_SERVICE, answers.SERVICE_UNKNOWN)):
        watch = stub.Watch(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE)
        expect_equal(next(watch).status, wanted, f"the health of '{service}'")
        # If the watch had ended, its end would have come before this answer.
        peer.still_answers()
        expect(watch.is_active(), f"the watch of '{service}' has ended")
        watch.cancel()
        expect_failure(grpc.StatusCode.CANCELLED, lambda: next(watch))


class Reflection:
    """A conversation with the reflection service of that version."""

    def __init__(self, peer, version):
        self._requests = Requests()
        self._call = peer.channel.stream_stream(
            f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
            # Both versions have the same messages.
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
        )(iter(self._requests), timeout=PATIENCE)

    def ask(self, **question):
        self._requests.send(reflection_pb2.ServerReflectionRequest(**question))
        return next(self._call)

    def files(self, **question):
        answer = self.ask(**question)
        expect_equal(
            answer.WhichOneof("message_response"),
            "file_descriptor_response",
            f"the answer to {question}",
        )
        parse = descriptor_pb2.FileDescriptorProto.FromString
        return [
            parse(file) for file in answer.file_descriptor_response.file_descriptor_proto
        ]

    def end(self):
        self._requests.close()
        expect_equal(list(self._call), [], "what came after the last answer")
        expect_equal(self._call.code(), grpc.StatusCode.OK, "the status")


def _with_dependencies(conversation, files):
    """Follows imports until everything is there, as a client has to."""
    known = {file.name: file for file in files}
    missing = {name for file in files for name in file.dependency} - set(known)
    while missing:
        for file in conversation.files(file_by_filename=missing.pop()):
            known[file.name] = file
        missing = {name for file in known.values() for name in file.dependency} - set(known)
    return known


def _reflection(peer, version):
    conversation = Reflection(peer, version)
    answer = conversation.ask(list_services="*")
    names = [service.name for service in answer.list_services_response.service]
    expect("grpc.health.v1.Health" in names, f"health checking is not named in {names}")
    for name in names:
        if name.startswith("grpc.reflection."):
            # Whether a server describes its own description is up to it.
            continue
        files = conversation.files(file_containing_symbol=name)
        known = _with_dependencies(conversation, files)
        defined = [
            f"{file.package}.{service.name}"
            for file in known.values()
            for service in file.service
        ]
        expect(name in defined, f"the files for {name} define {defined}")
    for question in ({"file_containing_symbol": NO_SERVICE}, {"file_by_filename": "no.proto"}):
        answer = conversation.ask(**question)
        expect_equal(
            answer.WhichOneof("message_response"), "error_response", f"the answer to {question}"
        )
        expect_equal(
            answer.error_response.error_code, grpc.StatusCode.NOT_FOUND.value[0], "the error"
        )
    conversation.end()


def reflection_v1(peer):
    _reflection(peer, "v1")


def reflection_v1alpha(peer):
    _reflection(peer, "v1alpha")


def reflection_of_parts(peer):
    """A message and a method are symbols, too."""
    for version in ("v1", "v1alpha"):
        conversation = Reflection(peer, version)
        for symbol in ("HealthCheckRequest", "HealthCheckResponse.ServingStatus", "Health.Check"):
            files = conversation.files(file_containing_symbol=f"grpc.health.v1.{symbol}")
            packages = [file.package for file in files]
            expect("grpc.health.v1" in packages, f"the files for {symbol} are of {packages}")
        conversation.end()


def _refused(peer, **changes):
    with connect(peer.options, **changes) as other:
        expect_failure(
            grpc.StatusCode.UNAVAILABLE, lambda: other.method("EmptyCall")(Empty())
        )
    # The refusal is the stranger's alone.
    peer.still_answers()


def tls_no_certificate(peer):
    _refused(peer, cert=None, key=None)


def tls_wrong_certificate(peer):
    _refused(peer, cert=peer.options.wrong_cert, key=peer.options.wrong_key)


def tls_wrong_root(peer):
    _refused(peer, ca=peer.options.wrong_cert)


def tls_wrong_name(peer):
    _refused(peer, override="other.local")


def goes_away(peer):
    """A server told to stop finishes what is under way and takes nothing new."""
    requests = Requests(messages.output_request([10]))
    call = peer.method("FullDuplexCall")(iter(requests))
    expect_zeros(next(call).payload, 10)
    os.kill(peer.options.server_pid, signal.SIGTERM)
    # The signal races with what is sent next, so new calls are tried until one is refused.
    with connect(peer.options) as other:
        refused = False
        while not refused:
            try:
                other.method("EmptyCall")(Empty())
            except grpc.RpcError as error:
                expect_equal(error.code(), grpc.StatusCode.UNAVAILABLE, "the status")
                refused = True
    requests.send(messages.output_request([20]))
    expect_zeros(next(call).payload, 20)
    requests.close()
    expect_answers(call, [])


CASES = [
    health_check,
    health_watch,
    reflection_v1,
    reflection_v1alpha,
    reflection_of_parts,
    tls_no_certificate,
    tls_wrong_certificate,
    tls_wrong_root,
    tls_wrong_name,
    goes_away,
]

# What a case needs of the command line; without it the case is not among all.
NEEDS = {
    tls_no_certificate: "cert",
    tls_wrong_certificate: "wrong_cert",
    tls_wrong_root: "wrong_cert",
    tls_wrong_name: "tls",
    goes_away: "server_pid",
}
