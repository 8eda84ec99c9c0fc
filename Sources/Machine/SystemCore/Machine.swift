/// What can be known of the machine this process runs on.
package enum Machine {
  /// Tells this start of the machine from every other; 36 characters.
  package static func bootIdentifier() throws(SystemError) -> String {
    let path = "/proc/sys/kernel/random/boot_id"
    let bytes = try FileSystem.readFile(path, atMost: 64)
    guard bytes.count == 37, bytes.last == UInt8(ascii: "\n"),
      bytes.dropLast().allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: "-") })
    else { throw SystemError(.other, cannot: "read", path, "it holds no identifier") }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
