// How the C++ servers listen, with the options they share.
#pragma once

#include <grpcpp/grpcpp.h>

#include "options.h"

namespace peers {

inline constexpr const char *serving_usage =
    "  --port N          listen on 127.0.0.1:N; 0, which is the default, means any that is free\n"
    "  --unix PATH       listen on a socket of the file system instead\n"
    "  --cert F --key F  speak TLS with this certificate and key (PEM)\n"
    "  --client-ca F     want a client certificate that F vouches for\n"
    "\n"
    "Prints 'listening PORT' (or PATH) once it can be called. Ends on SIGTERM, after the calls that\n"
    "are under way, and when its standard input closes.\n";

inline const std::set<std::string> serving_options = {"--port", "--unix", "--cert", "--key",
                                                      "--client-ca"};

inline std::shared_ptr<grpc::ServerCredentials> server_credentials(const Options &options) {
  if (!options.has("--cert")) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions tls;
  tls.pem_key_cert_pairs.push_back(
      {contents(options.get("--key")), contents(options.get("--cert"))});
  if (options.has("--client-ca")) {
    tls.pem_root_certs = contents(options.get("--client-ca"));
    tls.client_certificate_request = GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
  }
  return grpc::SslServerCredentials(tls);
}

/// Listens as the options say, and serves until the end.
inline int serve(grpc::ServerBuilder &builder, const Options &options, const Ending &ending) {
  const std::string path = options.get("--unix");
  int port = -1;
  builder.AddListeningPort(path.empty() ? "127.0.0.1:" + options.get("--port", "0")
                                        : "unix:" + path,
                           server_credentials(options), &port);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    fail("cannot listen on " + (path.empty() ? "port " + options.get("--port", "0") : path));
  }
  announce(path.empty() ? std::to_string(port) : path);
  ending.wait();
  // Calls under way may end by themselves, but not for ever.
  server->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(10));
  return 0;
}

}  // namespace peers
