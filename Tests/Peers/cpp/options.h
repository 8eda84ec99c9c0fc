// What the C++ peers share: words of the command line, files, and the end of a server.
#pragma once

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <poll.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace peers {

[[noreturn]] inline void fail(const std::string &text) {
  std::cerr << text << std::endl;
  std::exit(2);
}

/// The options that were given, each with its value; those without one have "yes".
class Options {
 public:
  Options(int count, char **words, const std::set<std::string> &valued,
          const std::set<std::string> &bare, const char *usage) {
    for (int index = 1; index < count; ++index) {
      const std::string word = words[index];
      if (word == "--help") {
        std::cout << usage;
        std::exit(0);
      }
      if (bare.count(word) > 0) {
        values_[word] = "yes";
      } else if (valued.count(word) > 0 && index + 1 < count) {
        values_[word] = words[++index];
      } else {
        fail("cannot use '" + word + "': no such option, or its value is missing; see --help");
      }
    }
  }

  bool has(const std::string &name) const { return values_.count(name) > 0; }

  std::string get(const std::string &name, const std::string &otherwise = "") const {
    const auto found = values_.find(name);
    return found == values_.end() ? otherwise : found->second;
  }

 private:
  std::map<std::string, std::string> values_;
};

inline std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Ends a server on SIGTERM, on SIGINT, and when its standard input closes, so that none outlives
/// whoever started it. To be made before any thread is: they inherit which signals are blocked.
class Ending {
 public:
  Ending() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    signals_ = signalfd(-1, &signals, SFD_CLOEXEC);
    if (signals_ < 0) fail("cannot wait for signals");
  }

  void wait() const {
    for (;;) {
      pollfd events[2] = {{signals_, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
      if (poll(events, 2, -1) < 0) continue;
      if (events[0].revents != 0) return;
      char bytes[256];
      if (events[1].revents != 0 && read(STDIN_FILENO, bytes, sizeof bytes) <= 0) return;
    }
  }

 private:
  int signals_ = -1;
};

/// Tells whoever started the server that it can be called.
inline void announce(const std::string &place) {
  std::cout << "listening " << place << std::endl;
}

}  // namespace peers
