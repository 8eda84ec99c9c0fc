// The interop cases as gRPC C++ runs them, with the compressed ones that other clients leave out.
#pragma once

#include <grpcpp/grpcpp.h>

#include <stdexcept>
#include <string>
#include <vector>

// One translation unit: the headers of gRPC cost more than all of the code.
#include "interop.grpc.pb.cc"
#include "interop.pb.cc"

// Exported by libgrpc for tests, but in none of its headers.
uint32_t grpc_call_test_only_get_message_flags(grpc_call *call);

namespace grpc::testing {

/// gRPC C++ lets a class of this name look into a call.
class InteropClientContextInspector {
 public:
  /// Whether the message that came last was compressed.
  static bool was_compressed(const ClientContext &context) {
    // GRPC_WRITE_INTERNAL_TEST_ONLY_WAS_COMPRESSED, which no header of gRPC offers.
    constexpr uint32_t compressed = 0x40000000u;
    return (grpc_call_test_only_get_message_flags(context.call_) & compressed) != 0;
  }
};

namespace cases {

inline constexpr int large_request = 271828;
inline constexpr int large_response = 314159;
inline const std::vector<int> request_sizes = {27182, 8, 1828, 45904};
inline const std::vector<int> response_sizes = {31415, 9, 2653, 58979};
inline constexpr const char *initial_key = "x-grpc-test-echo-initial";
inline constexpr const char *initial_value = "test_initial_metadata_value";
inline constexpr const char *trailing_key = "x-grpc-test-echo-trailing-bin";
inline const std::string trailing_value = "\xab\xab\xab";

using Stub = TestService::Stub;

inline void expect(bool holds, const std::string &what) {
  if (!holds) throw std::runtime_error(what);
}

inline void expect_status(const Status &status, StatusCode code, const std::string &of) {
  expect(status.error_code() == code, of + " ended with " + std::to_string(status.error_code()) +
                                          " (" + status.error_message() + ") instead of " +
                                          std::to_string(code));
}

inline void expect_size(const Payload &payload, int size) {
  expect(payload.body() == std::string(static_cast<size_t>(size), '\0'),
         "a body has " + std::to_string(payload.body().size()) + " bytes, or not zeros, instead of " +
             std::to_string(size) + " zeros");
}

/// A context whose call ends even if the server never does.
struct Bounded : ClientContext {
  Bounded() { set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20)); }
};

inline void zeros(Payload *payload, int size) {
  payload->set_body(std::string(static_cast<size_t>(size), '\0'));
}

inline SimpleRequest simple_request() {
  SimpleRequest request;
  request.set_response_size(large_response);
  zeros(request.mutable_payload(), large_request);
  return request;
}

inline StreamingOutputCallRequest output_request(int response, int size) {
  StreamingOutputCallRequest request;
  request.add_response_parameters()->set_size(response);
  zeros(request.mutable_payload(), size);
  return request;
}

inline void empty_unary(Stub &stub) {
  Bounded context;
  Empty response;
  expect_status(stub.EmptyCall(&context, Empty(), &response), OK, "the call");
  expect(response.ByteSizeLong() == 0, "the answer is not empty");
}

inline void large_unary(Stub &stub) {
  Bounded context;
  SimpleResponse response;
  expect_status(stub.UnaryCall(&context, simple_request(), &response), OK, "the call");
  expect_size(response.payload(), large_response);
}

/// Asks the server whether it can tell a compressed message: it has to refuse a lie.
inline void probe_unary(Stub &stub) {
  Bounded context;
  context.set_compression_algorithm(GRPC_COMPRESS_NONE);
  SimpleRequest request = simple_request();
  request.mutable_expect_compressed()->set_value(true);
  SimpleResponse response;
  expect_status(stub.UnaryCall(&context, request, &response), INVALID_ARGUMENT,
                "the call that lies");
}

inline void client_compressed_unary_by(Stub &stub, grpc_compression_algorithm algorithm) {
  for (const bool compressed : {true, false}) {
    Bounded context;
    context.set_compression_algorithm(compressed ? algorithm : GRPC_COMPRESS_NONE);
    SimpleRequest request = simple_request();
    request.mutable_expect_compressed()->set_value(compressed);
    SimpleResponse response;
    expect_status(stub.UnaryCall(&context, request, &response), OK,
                  compressed ? "the compressed call" : "the plain call");
    expect_size(response.payload(), large_response);
  }
}

inline void client_compressed_unary(Stub &stub) {
  probe_unary(stub);
  client_compressed_unary_by(stub, GRPC_COMPRESS_GZIP);
}

inline void client_deflated_unary(Stub &stub) {
  probe_unary(stub);
  client_compressed_unary_by(stub, GRPC_COMPRESS_DEFLATE);
}

inline void server_compressed_unary(Stub &stub) {
  for (const bool compressed : {true, false}) {
    Bounded context;
    SimpleRequest request = simple_request();
    request.mutable_response_compressed()->set_value(compressed);
    SimpleResponse response;
    expect_status(stub.UnaryCall(&context, request, &response), OK, "the call");
    expect(InteropClientContextInspector::was_compressed(context) == compressed,
           compressed ? "the answer is not compressed" : "the answer is compressed");
    expect_size(response.payload(), large_response);
  }
}

inline void client_streaming(Stub &stub) {
  Bounded context;
  StreamingInputCallResponse response;
  const auto writer = stub.StreamingInputCall(&context, &response);
  for (const int size : request_sizes) {
    StreamingInputCallRequest request;
    zeros(request.mutable_payload(), size);
    expect(writer->Write(request), "the stream broke");
  }
  writer->WritesDone();
  expect_status(writer->Finish(), OK, "the call");
  expect(response.aggregated_payload_size() == 74922,
         "the sum is " + std::to_string(response.aggregated_payload_size()));
}

inline void client_compressed_streaming(Stub &stub) {
  {
    Bounded context;
    context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
    StreamingInputCallResponse response;
    const auto writer = stub.StreamingInputCall(&context, &response);
    StreamingInputCallRequest request;
    zeros(request.mutable_payload(), 27182);
    request.mutable_expect_compressed()->set_value(true);
    WriteOptions options;
    options.set_no_compression();
    // The server may refuse before all is written.
    if (writer->Write(request, options)) writer->WritesDone();
    expect_status(writer->Finish(), INVALID_ARGUMENT, "the call that lies");
  }
  Bounded context;
  context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  StreamingInputCallResponse response;
  const auto writer = stub.StreamingInputCall(&context, &response);
  for (const bool compressed : {true, false}) {
    StreamingInputCallRequest request;
    zeros(request.mutable_payload(), compressed ? 27182 : 45904);
    request.mutable_expect_compressed()->set_value(compressed);
    WriteOptions options;
    if (!compressed) options.set_no_compression();
    expect(writer->Write(request, options), "the stream broke");
  }
  writer->WritesDone();
  expect_status(writer->Finish(), OK, "the call");
  expect(response.aggregated_payload_size() == 73086,
         "the sum is " + std::to_string(response.aggregated_payload_size()));
}

inline void server_streaming(Stub &stub) {
  Bounded context;
  StreamingOutputCallRequest request;
  for (const int size : response_sizes) request.add_response_parameters()->set_size(size);
  const auto reader = stub.StreamingOutputCall(&context, request);
  StreamingOutputCallResponse response;
  for (const int size : response_sizes) {
    expect(reader->Read(&response), "an answer is missing");
    expect_size(response.payload(), size);
  }
  expect(!reader->Read(&response), "there is one answer too many");
  expect_status(reader->Finish(), OK, "the call");
}

inline void server_compressed_streaming(Stub &stub) {
  Bounded context;
  StreamingOutputCallRequest request;
  for (const bool compressed : {true, false}) {
    ResponseParameters *wanted = request.add_response_parameters();
    wanted->mutable_compressed()->set_value(compressed);
    wanted->set_size(compressed ? 31415 : 92653);
  }
  const auto reader = stub.StreamingOutputCall(&context, request);
  StreamingOutputCallResponse response;
  for (const bool compressed : {true, false}) {
    expect(reader->Read(&response), "an answer is missing");
    expect(InteropClientContextInspector::was_compressed(context) == compressed,
           compressed ? "the answer is not compressed" : "the answer is compressed");
    expect_size(response.payload(), compressed ? 31415 : 92653);
  }
  expect(!reader->Read(&response), "there is one answer too many");
  expect_status(reader->Finish(), OK, "the call");
}

inline void ping_pong(Stub &stub) {
  Bounded context;
  const auto stream = stub.FullDuplexCall(&context);
  StreamingOutputCallResponse response;
  for (size_t turn = 0; turn < request_sizes.size(); ++turn) {
    expect(stream->Write(output_request(response_sizes[turn], request_sizes[turn])),
           "the stream broke");
    expect(stream->Read(&response), "an answer is missing");
    expect_size(response.payload(), response_sizes[turn]);
  }
  stream->WritesDone();
  expect(!stream->Read(&response), "there is one answer too many");
  expect_status(stream->Finish(), OK, "the call");
}

inline void half_duplex(Stub &stub) {
  Bounded context;
  const auto stream = stub.HalfDuplexCall(&context);
  for (const int size : response_sizes) {
    expect(stream->Write(output_request(size, 0)), "the stream broke");
  }
  stream->WritesDone();
  StreamingOutputCallResponse response;
  for (const int size : response_sizes) {
    expect(stream->Read(&response), "an answer is missing");
    expect_size(response.payload(), size);
  }
  expect(!stream->Read(&response), "there is one answer too many");
  expect_status(stream->Finish(), OK, "the call");
}

inline void empty_stream(Stub &stub) {
  Bounded context;
  const auto stream = stub.FullDuplexCall(&context);
  stream->WritesDone();
  StreamingOutputCallResponse response;
  expect(!stream->Read(&response), "there is an answer to nothing");
  expect_status(stream->Finish(), OK, "the call");
}

inline void expect_echoed(const ClientContext &context) {
  const auto &initial = context.GetServerInitialMetadata();
  const auto first = initial.find(initial_key);
  expect(first != initial.end() && first->second == initial_value,
         "the initial metadata did not come back");
  const auto &trailing = context.GetServerTrailingMetadata();
  const auto last = trailing.find(trailing_key);
  expect(last != trailing.end() && last->second == trailing_value,
         "the trailing metadata did not come back");
}

inline void custom_metadata(Stub &stub) {
  Bounded unary;
  unary.AddMetadata(initial_key, initial_value);
  unary.AddMetadata(trailing_key, trailing_value);
  SimpleResponse simple;
  expect_status(stub.UnaryCall(&unary, simple_request(), &simple), OK, "the unary call");
  expect_echoed(unary);

  Bounded duplex;
  duplex.AddMetadata(initial_key, initial_value);
  duplex.AddMetadata(trailing_key, trailing_value);
  const auto stream = stub.FullDuplexCall(&duplex);
  expect(stream->Write(output_request(large_response, large_request)), "the stream broke");
  stream->WritesDone();
  StreamingOutputCallResponse response;
  expect(stream->Read(&response), "the answer is missing");
  expect(!stream->Read(&response), "there is one answer too many");
  expect_status(stream->Finish(), OK, "the duplex call");
  expect_echoed(duplex);
}

inline void status_of(Stub &stub, const std::string &message) {
  Bounded unary;
  SimpleRequest request;
  request.mutable_response_status()->set_code(UNKNOWN);
  request.mutable_response_status()->set_message(message);
  SimpleResponse simple;
  Status status = stub.UnaryCall(&unary, request, &simple);
  expect_status(status, UNKNOWN, "the unary call");
  expect(status.error_message() == message, "the message is '" + status.error_message() + "'");

  Bounded duplex;
  const auto stream = stub.FullDuplexCall(&duplex);
  StreamingOutputCallRequest output;
  *output.mutable_response_status() = request.response_status();
  expect(stream->Write(output), "the stream broke");
  stream->WritesDone();
  StreamingOutputCallResponse response;
  expect(!stream->Read(&response), "there is an answer");
  status = stream->Finish();
  expect_status(status, UNKNOWN, "the duplex call");
  expect(status.error_message() == message, "the message is '" + status.error_message() + "'");
}

inline void status_code_and_message(Stub &stub) { status_of(stub, "test status message"); }

inline void special_status_message(Stub &stub) {
  status_of(stub, "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n");
}

inline void unimplemented_method(Stub &stub) {
  Bounded context;
  Empty response;
  expect_status(stub.UnimplementedCall(&context, Empty(), &response), UNIMPLEMENTED, "the call");
}

inline void cancel_after_begin(Stub &stub) {
  Bounded context;
  StreamingInputCallResponse response;
  const auto writer = stub.StreamingInputCall(&context, &response);
  context.TryCancel();
  expect_status(writer->Finish(), CANCELLED, "the call");
  empty_unary(stub);
}

inline void cancel_after_first_response(Stub &stub) {
  Bounded context;
  const auto stream = stub.FullDuplexCall(&context);
  expect(stream->Write(output_request(31415, 27182)), "the stream broke");
  StreamingOutputCallResponse response;
  expect(stream->Read(&response), "the answer is missing");
  context.TryCancel();
  expect_status(stream->Finish(), CANCELLED, "the call");
  empty_unary(stub);
}

inline void timeout_on_sleeping_server(Stub &stub) {
  ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(1));
  const auto stream = stub.FullDuplexCall(&context);
  stream->Write(output_request(31415, 27182));
  StreamingOutputCallResponse response;
  while (stream->Read(&response)) {
  }
  expect_status(stream->Finish(), DEADLINE_EXCEEDED, "the call");
  empty_unary(stub);
}

inline void unimplemented_service(const std::shared_ptr<Channel> &channel) {
  Bounded context;
  Empty response;
  const auto stub = UnimplementedService::NewStub(channel);
  expect_status(stub->UnimplementedCall(&context, Empty(), &response), UNIMPLEMENTED, "the call");
}

}  // namespace cases
}  // namespace grpc::testing
