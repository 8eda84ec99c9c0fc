internal import SystemCore

/// Memory that all links of a loop use in turn, so that an idle connection needs none.
struct LinkBuffers {
  var read = ReadBuffer(capacity: 64 * 1024)
  var plaintext: [UInt8] = []
  var output: [UInt8] = []
}
