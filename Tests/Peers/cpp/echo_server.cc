// What unary calls are measured against: gRPC C++ giving back the bytes it is given.

#include "serving.h"
// One translation unit: the headers of gRPC cost more than all of the code.
#include "echo.grpc.pb.cc"
#include "echo.pb.cc"

namespace {

/// Answers in the thread that read the request, which is the fastest way gRPC C++ has.
class Service final : public dyad::bench::Echo::CallbackService {
 public:
  grpc::ServerUnaryReactor *Echo(grpc::CallbackServerContext *context,
                                 const dyad::bench::Bytes *request,
                                 dyad::bench::Bytes *response) override {
    response->set_value(request->value());
    grpc::ServerUnaryReactor *reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

}  // namespace

int main(int count, char **words) {
  const std::string usage =
      std::string("Usage: cpp-echo [OPTIONS]\n\nServes dyad.bench.Echo.\n\n") +
      peers::serving_usage;
  const peers::Options options(count, words, peers::serving_options, {}, usage.c_str());
  const peers::Ending ending;
  Service service;
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  return peers::serve(builder, options, ending);
}
