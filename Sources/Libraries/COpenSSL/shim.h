#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// `EVP_EC_gen` is a macro around a variadic function; this is a new key of its kind, or null.
static inline EVP_PKEY *COpenSSL_generateKey(const char *curve) { return EVP_EC_gen(curve); }

/// Setting the range of versions is a macro with a cast.
static inline int COpenSSL_setVersion(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version) &&
         SSL_CTX_set_max_proto_version(context, version);
}

/// Setting the key exchange groups is a macro with a cast.
static inline int COpenSSL_setGroups(SSL_CTX *context, const char *names) {
  return (int)SSL_CTX_set1_groups_list(context, names);
}

/// Setting how many bytes a chain of certificates may have is a macro.
static inline void COpenSSL_setCertificateLimit(SSL_CTX *context, long bytes) {
  SSL_CTX_set_max_cert_list(context, bytes);
}

/// The options are macros with casts: nothing is resumed or negotiated anew, and the server's order
/// of ciphers counts, except that a client without AES in hardware gets the one it is fast at.
static inline void COpenSSL_setOptions(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

/// Adding a certificate to the chain is a macro; the context takes a reference of its own.
static inline int COpenSSL_addToChain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/// Naming the server in the first message is a macro with a cast.
static inline int COpenSSL_setServerName(SSL *connection, const char *name) {
  return (int)SSL_set_tlsext_host_name(connection, name);
}

/// What a memory BIO holds; a macro with a cast.
static inline long COpenSSL_contents(BIO *memory, char **bytes) {
  return BIO_get_mem_data(memory, bytes);
}

/// `OPENSSL_free` is a macro that says where it stands.
static inline void COpenSSL_free(void *bytes) { OPENSSL_free(bytes); }


/// The same as setting one version, with a range of them.
static inline int COpenSSL_setVersions(SSL_CTX *context, int lowest, int highest) {
  return SSL_CTX_set_min_proto_version(context, lowest) &&
         SSL_CTX_set_max_proto_version(context, highest);
}

/// `EVP_RSA_gen` is a macro around a variadic function; this is a new key of so many bits, or null.
static inline EVP_PKEY *COpenSSL_generateRSA(size_t bits) { return EVP_RSA_gen(bits); }

/// Saying that a server gives tickets is a macro with a shift.
static const unsigned long long COpenSSL_noTicket = SSL_OP_NO_TICKET;

/// Taking early data twice is a macro with a shift.
static const unsigned long long COpenSSL_noAntiReplay = SSL_OP_NO_ANTI_REPLAY;

/// Setting what tickets are encrypted with is a macro with a cast.
static inline int COpenSSL_setTicketKey(SSL_CTX *context, const unsigned char *key, size_t count) {
  return (int)SSL_CTX_set_tlsext_ticket_keys(context, (void *)key, count);
}
