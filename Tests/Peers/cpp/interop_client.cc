// Runs the interop cases against a server and says what came of each.

#include <functional>
#include <sstream>

#include "interop_cases.h"
#include "options.h"

namespace grpc::testing {
namespace {

const std::vector<std::pair<std::string, std::function<void(cases::Stub &)>>> all_cases = {
    {"empty_unary", cases::empty_unary},
    {"large_unary", cases::large_unary},
    {"client_compressed_unary", cases::client_compressed_unary},
    {"client_deflated_unary", cases::client_deflated_unary},
    {"server_compressed_unary", cases::server_compressed_unary},
    {"client_streaming", cases::client_streaming},
    {"client_compressed_streaming", cases::client_compressed_streaming},
    {"server_streaming", cases::server_streaming},
    {"server_compressed_streaming", cases::server_compressed_streaming},
    {"ping_pong", cases::ping_pong},
    {"half_duplex", cases::half_duplex},
    {"empty_stream", cases::empty_stream},
    {"custom_metadata", cases::custom_metadata},
    {"status_code_and_message", cases::status_code_and_message},
    {"special_status_message", cases::special_status_message},
    {"unimplemented_method", cases::unimplemented_method},
    {"unimplemented_service", nullptr},
    {"cancel_after_begin", cases::cancel_after_begin},
    {"cancel_after_first_response", cases::cancel_after_first_response},
    {"timeout_on_sleeping_server", cases::timeout_on_sleeping_server},
};

std::shared_ptr<Channel> channel(const peers::Options &options) {
  ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  std::shared_ptr<ChannelCredentials> credentials = InsecureChannelCredentials();
  if (options.has("--tls")) {
    SslCredentialsOptions tls;
    if (options.has("--ca")) tls.pem_root_certs = peers::contents(options.get("--ca"));
    if (options.has("--cert")) {
      tls.pem_cert_chain = peers::contents(options.get("--cert"));
      tls.pem_private_key = peers::contents(options.get("--key"));
    }
    credentials = SslCredentials(tls);
    if (options.has("--override")) arguments.SetSslTargetNameOverride(options.get("--override"));
  }
  return CreateCustomChannel(options.get("--target"), credentials, arguments);
}

int run(const peers::Options &options) {
  const std::string wanted = options.get("--case", "all");
  std::set<std::string> skipped;
  std::istringstream list(options.get("--skip"));
  for (std::string name; std::getline(list, name, ',');) skipped.insert(name);
  if (wanted == "list") {
    for (const auto &each : all_cases) std::cout << each.first << std::endl;
    return 0;
  }
  if (!options.has("--target")) peers::fail("cannot call: --target is missing; see --help");
  int tried = 0;
  int failed = 0;
  for (const auto &[name, body] : all_cases) {
    if (wanted == "all" ? skipped.count(name) > 0 : name != wanted) continue;
    ++tried;
    try {
      // A connection each: what one case leaves behind is not the next one's affair.
      const auto connection = channel(options);
      if (body) {
        body(*TestService::NewStub(connection));
      } else {
        cases::unimplemented_service(connection);
      }
      std::cout << "ok " << name << std::endl;
    } catch (const std::exception &error) {
      std::cout << "FAILED " << name << ": " << error.what() << std::endl;
      ++failed;
    }
  }
  if (tried == 0) peers::fail("there is no case '" + wanted + "'; --case list shows them");
  return failed > 0 ? 1 : 0;
}

}  // namespace
}  // namespace grpc::testing

int main(int count, char **words) {
  const peers::Options options(
      count, words,
      {"--target", "--ca", "--override", "--cert", "--key", "--case", "--skip"}, {"--tls"},
      "Usage: cpp-client --target HOST:PORT|unix:PATH [OPTIONS]\n"
      "\n"
      "Calls grpc.testing.TestService and judges the answers: one line a case, 'ok NAME' or\n"
      "'FAILED NAME: why'. Exits with 1 if a case failed, with 2 if none could be run.\n"
      "\n"
      "  --case NAME       only this case; 'all' is the default, 'list' prints the names\n"
      "  --skip A,B        of all cases not these\n"
      "  --tls             speak TLS\n"
      "  --ca F            trust the certificate in F (PEM)\n"
      "  --override NAME   expect this name in the server's certificate\n"
      "  --cert F --key F  present this certificate (PEM)\n");
  return grpc::testing::run(options);
}
