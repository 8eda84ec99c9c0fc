// The interop service of gRPC C++, as the table of the interop tests has it.

#include <algorithm>
#include <chrono>
#include <thread>

#include "serving.h"
// One translation unit: the headers of gRPC cost more than all of the code.
#include "interop.grpc.pb.cc"
#include "interop.pb.cc"

#include <grpcpp/health_check_service_interface.h>

// Exported by libgrpc for tests, but in none of its headers.
uint32_t grpc_call_test_only_get_message_flags(grpc_call *call);

namespace grpc::testing {

/// gRPC C++ lets a class of this name look into a call.
class InteropServerContextInspector {
 public:
  /// Whether the message that came last was compressed.
  static bool was_compressed(const grpc::ServerContextBase &context) {
    // GRPC_WRITE_INTERNAL_TEST_ONLY_WAS_COMPRESSED, which no header of gRPC offers.
    constexpr uint32_t compressed = 0x40000000u;
    return (grpc_call_test_only_get_message_flags(context.call_.call) & compressed) != 0;
  }
};

namespace {

constexpr const char *initial_key = "x-grpc-test-echo-initial";
constexpr const char *trailing_key = "x-grpc-test-echo-trailing-bin";

void echo_metadata(ServerContext *context) {
  const auto &metadata = context->client_metadata();
  for (auto [entry, end] = metadata.equal_range(initial_key); entry != end; ++entry) {
    context->AddInitialMetadata(initial_key, {entry->second.data(), entry->second.size()});
  }
  for (auto [entry, end] = metadata.equal_range(trailing_key); entry != end; ++entry) {
    context->AddTrailingMetadata(trailing_key, {entry->second.data(), entry->second.size()});
  }
}

bool fills(Payload *payload, int size) {
  if (size < 0) return false;
  payload->set_body(std::string(static_cast<size_t>(size), '\0'));
  return true;
}

/// Whether the client's message came as it says it should.
template <typename Request>
bool came_as_expected(const ServerContext &context, const Request &request) {
  return !request.has_expect_compressed() ||
         request.expect_compressed().value() ==
             InteropServerContextInspector::was_compressed(context);
}

const Status not_as_expected(StatusCode::INVALID_ARGUMENT,
                             "the message was not compressed as the client expects");
const Status bad_size(StatusCode::INVALID_ARGUMENT, "a size is below zero");

using Stream = ServerReaderWriter<StreamingOutputCallResponse, StreamingOutputCallRequest>;

class Service final : public TestService::Service {
 public:
  Status EmptyCall(ServerContext *context, const Empty *, Empty *) override {
    echo_metadata(context);
    return Status::OK;
  }

  Status UnaryCall(ServerContext *context, const SimpleRequest *request,
                   SimpleResponse *response) override {
    echo_metadata(context);
    if (!came_as_expected(*context, *request)) return not_as_expected;
    if (request->has_response_compressed()) {
      context->set_compression_algorithm(request->response_compressed().value()
                                             ? GRPC_COMPRESS_GZIP
                                             : GRPC_COMPRESS_NONE);
    }
    if (request->response_size() != 0 &&
        !fills(response->mutable_payload(), request->response_size())) {
      return bad_size;
    }
    if (request->fill_server_id()) response->set_server_id("peer");
    return status(*request);
  }

  Status StreamingOutputCall(ServerContext *context, const StreamingOutputCallRequest *request,
                             ServerWriter<StreamingOutputCallResponse> *writer) override {
    echo_metadata(context);
    context->set_compression_algorithm(GRPC_COMPRESS_GZIP);
    const Status answered = answer(context, *request, writer);
    return answered.ok() ? status(*request) : answered;
  }

  Status StreamingInputCall(ServerContext *context,
                            ServerReader<StreamingInputCallRequest> *reader,
                            StreamingInputCallResponse *response) override {
    echo_metadata(context);
    int total = 0;
    StreamingInputCallRequest request;
    while (reader->Read(&request)) {
      if (!came_as_expected(*context, request)) return not_as_expected;
      total += static_cast<int>(request.payload().body().size());
    }
    response->set_aggregated_payload_size(total);
    return Status::OK;
  }

  Status FullDuplexCall(ServerContext *context, Stream *stream) override {
    echo_metadata(context);
    StreamingOutputCallRequest request;
    while (stream->Read(&request)) {
      if (request.has_response_status()) return status(request);
      const Status answered = answer(context, request, stream);
      if (!answered.ok()) return answered;
    }
    return Status::OK;
  }

  Status HalfDuplexCall(ServerContext *context, Stream *stream) override {
    echo_metadata(context);
    std::vector<StreamingOutputCallRequest> requests;
    StreamingOutputCallRequest request;
    while (stream->Read(&request)) requests.push_back(request);
    for (const auto &each : requests) {
      const Status answered = answer(context, each, stream);
      if (!answered.ok()) return answered;
    }
    return Status::OK;
  }

 private:
  template <typename Request>
  static Status status(const Request &request) {
    if (!request.has_response_status()) return Status::OK;
    return {static_cast<StatusCode>(request.response_status().code()),
            request.response_status().message()};
  }

  template <typename Writer>
  static Status answer(ServerContext *context, const StreamingOutputCallRequest &request,
                       Writer *writer) {
    for (const auto &wanted : request.response_parameters()) {
      // A call that is over must not hold its thread, and nothing wakes it.
      for (int left = wanted.interval_us(); left > 0; left -= 10000) {
        std::this_thread::sleep_for(std::chrono::microseconds(std::min(left, 10000)));
        if (context->IsCancelled()) return Status::CANCELLED;
      }
      StreamingOutputCallResponse response;
      if (!fills(response.mutable_payload(), wanted.size())) return bad_size;
      WriteOptions options;
      if (!wanted.compressed().value()) options.set_no_compression();
      if (!writer->Write(response, options)) return Status::CANCELLED;
    }
    return Status::OK;
  }
};

}  // namespace
}  // namespace grpc::testing

int main(int count, char **words) {
  const std::string usage =
      std::string("Usage: cpp-server [OPTIONS]\n\nServes grpc.testing.TestService.\n\n") +
      peers::serving_usage;
  const peers::Options options(count, words, peers::serving_options, {}, usage.c_str());
  const peers::Ending ending;
  grpc::EnableDefaultHealthCheckService(true);
  grpc::testing::Service service;
  // What the service does not override is answered as if it did not exist.
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 100);
  return peers::serve(builder, options, ending);
}
