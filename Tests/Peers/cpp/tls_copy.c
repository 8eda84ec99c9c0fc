// How fast bytes can go through TLS 1.3 at all: two threads with blocking sockets over loopback,
// OpenSSL on both sides and nothing else. The limit that streaming calls are measured against.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
    "Usage: tls-copy [OPTIONS]\n"
    "\n"
    "Copies bytes from one thread to another through TLS 1.3 over loopback, with a P-256 certificate\n"
    "made on the spot, and prints 'gigabytes-per-second X' (of 10^9 bytes).\n"
    "\n"
    "  --bytes N        how many (default 4294967296)\n"
    "  --write N        bytes a call of SSL_write (default 1048576)\n"
    "  --read N         bytes a call of SSL_read (default 16384)\n"
    "  --buffer N       OpenSSL's buffer for reading ahead; 0 reads record by record (default 0)\n"
    "  --cipher NAME    default TLS_AES_128_GCM_SHA256\n";

static size_t total = (size_t)4 << 30;
// The fastest of what was tried: SSL_read gives one record of 16 KiB at most, the size of writes
// matters little, and reading ahead by more than 64 KiB costs a copy that makes it slower.
static size_t write_size = 1 << 20;
static size_t read_size = 16 << 10;
static size_t buffer_size = 0;
static const char *cipher = "TLS_AES_128_GCM_SHA256";
static SSL_CTX *server_context;
static int listener;

static void fail(const char *what) {
  fprintf(stderr, "tls-copy: cannot %s\n", what);
  ERR_print_errors_fp(stderr);
  exit(1);
}

static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) fail("get memory");
  return memory;
}

static size_t number(const char *text) {
  char *end;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0') fail("use an option: its value is no number");
  return (size_t)value;
}

static SSL_CTX *context(const SSL_METHOD *method) {
  SSL_CTX *made = SSL_CTX_new(method);
  if (made == NULL || SSL_CTX_set_min_proto_version(made, TLS1_3_VERSION) != 1 ||
      SSL_CTX_set_ciphersuites(made, cipher) != 1) {
    fail("set up TLS 1.3");
  }
  if (buffer_size > 0) {
    SSL_CTX_set_read_ahead(made, 1);
    SSL_CTX_set_default_read_buffer_len(made, buffer_size);
  }
  return made;
}

static void use_new_certificate(SSL_CTX *made) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = X509_new();
  if (key == NULL || certificate == NULL) fail("make a certificate");
  X509_NAME *name = X509_get_subject_name(certificate);
  if (X509_set_version(certificate, X509_VERSION_3) != 1 ||
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) != 1 ||
      X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) == NULL ||
      X509_gmtime_adj(X509_getm_notAfter(certificate), 86400) == NULL ||
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"peer.local", -1,
                                 -1, 0) != 1 ||
      X509_set_issuer_name(certificate, name) != 1 || X509_set_pubkey(certificate, key) != 1 ||
      X509_sign(certificate, key, EVP_sha256()) == 0 ||
      SSL_CTX_use_certificate(made, certificate) != 1 || SSL_CTX_use_PrivateKey(made, key) != 1) {
    fail("make a certificate");
  }
  X509_free(certificate);
  EVP_PKEY_free(key);
}

static void *write_all(void *unused) {
  (void)unused;
  const int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (connection < 0) fail("accept a connection");
  SSL *tls = SSL_new(server_context);
  if (tls == NULL || SSL_set_fd(tls, connection) != 1 || SSL_accept(tls) != 1) {
    fail("finish the handshake");
  }
  char *bytes = allocate(write_size);
  for (size_t done = 0; done < total;) {
    const size_t wanted = total - done < write_size ? total - done : write_size;
    size_t written;
    if (SSL_write_ex(tls, bytes, wanted, &written) != 1) fail("write");
    done += written;
  }
  // The reader has counted its bytes before it closes, so what it says here is of no interest.
  (void)SSL_shutdown(tls);
  free(bytes);
  SSL_free(tls);
  close(connection);
  return NULL;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **words) {
  for (int index = 1; index < count; ++index) {
    const char *word = words[index];
    if (strcmp(word, "--help") == 0) {
      fputs(usage, stdout);
      return 0;
    }
    if (index + 1 == count) fail("use the last option: its value is missing, or see --help");
    const char *value = words[++index];
    if (strcmp(word, "--bytes") == 0) {
      total = number(value);
    } else if (strcmp(word, "--write") == 0) {
      write_size = number(value);
    } else if (strcmp(word, "--read") == 0) {
      read_size = number(value);
    } else if (strcmp(word, "--buffer") == 0) {
      buffer_size = number(value);
    } else if (strcmp(word, "--cipher") == 0) {
      cipher = value;
    } else {
      fail("use an option: there is no such one; see --help");
    }
  }
  if (total == 0 || write_size == 0 || read_size == 0) fail("copy nothing");
  signal(SIGPIPE, SIG_IGN);

  server_context = context(TLS_server_method());
  use_new_certificate(server_context);
  SSL_CTX *client_context = context(TLS_client_method());
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) != 0 ||
      listen(listener, 1) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) != 0) {
    fail("listen");
  }
  pthread_t writer;
  if (pthread_create(&writer, NULL, write_all, NULL) != 0) fail("start a thread");

  const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, length) != 0) {
    fail("connect");
  }
  SSL *tls = SSL_new(client_context);
  if (tls == NULL || SSL_set_fd(tls, connection) != 1 || SSL_connect(tls) != 1) {
    fail("finish the handshake");
  }
  char *bytes = allocate(read_size);
  const double start = seconds_now();
  for (size_t done = 0; done < total;) {
    size_t read;
    if (SSL_read_ex(tls, bytes, read_size, &read) != 1) fail("read");
    done += read;
  }
  printf("gigabytes-per-second %.3f\n", (double)total / (seconds_now() - start) / 1e9);
  pthread_join(writer, NULL);
  free(bytes);
  SSL_free(tls);
  close(connection);
  close(listener);
  SSL_CTX_free(client_context);
  SSL_CTX_free(server_context);
  return 0;
}
