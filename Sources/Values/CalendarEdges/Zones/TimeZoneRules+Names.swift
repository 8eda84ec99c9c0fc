private import SystemCore

extension TimeZoneRules {
  /// Where Debian's package `tzdata` puts zones; the environment variable TZDIR may name another.
  package static let usualFolder = "/usr/share/zoneinfo"

  private static let mostNameBytes = 64
  private static let mostListBytes = 1_048_576

  /// The zone of a name.
  ///
  /// - Parameters:
  ///   - name: `Europe/Berlin`, `UTC`, or an offset such as `+02:00`.
  ///   - folder: Where the files of zones are.
  /// - Returns: Its rules.
  /// - Throws: `unknownZone`, `noZones` and `damagedZone`.
  package static func named(
    _ name: String, in folder: String = usualFolder
  ) throws(CalendarError) -> Self {
    if ["UTC", "Etc/UTC", "Z"].contains(name) { return .utc }
    if let offset = fixedOffset(name) { return Self(name, offset: offset) }
    let operation = "use the time zone \(name)"
    guard isName(name) else {
      throw CalendarError(
        .unknownZone, cannot: "use the time zone", "it is not written like one",
        advice: "Write it like Europe/Berlin, UTC or +02:00.")
    }
    guard try isThere(folder, operation) else {
      throw CalendarError(
        .noZones, cannot: operation, "this machine has no time zones in \(folder)",
        advice: "Install the package tzdata, or write an offset such as +02:00.")
    }
    guard try isThere("\(folder)/\(name)", operation) else {
      throw CalendarError(
        .unknownZone, cannot: operation, "there is no such zone in \(folder)",
        advice: "Write it like Europe/Berlin, UTC or +02:00.")
    }
    return try zone(name, at: "\(folder)/\(name)")
  }

  /// The zone that the machine's clocks show.
  ///
  /// - Parameters:
  ///   - variable: The environment variable TZ: a name, a POSIX rule, or nothing for UTC; `nil` where it
  ///     is not set.
  ///   - folder: Where the files of zones are.
  ///   - file: The zone where the variable is not set; UTC where there is none.
  /// - Returns: Its rules.
  /// - Throws: As ``named(_:in:)``.
  package static func machine(
    variable: String?, in folder: String = usualFolder, file: String = "/etc/localtime"
  ) throws(CalendarError) -> Self {
    guard let variable else { return try installed(file) }
    // POSIX lets a colon stand before what the system itself defines.
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if text.isEmpty { return .utc }
    if text == file { return try installed(file) }
    let name = text.hasPrefix("\(folder)/") ? String(text.dropFirst(folder.count + 1)) : text
    do throws(CalendarError) {
      return try named(name, in: folder)
    } catch {
      guard error.code != .damagedZone, let rule = try? ZoneRule(parsing: Array(text.utf8)) else {
        throw error
      }
      return Self(text, rule)
    }
  }

  /// The names of all zones, sorted; empty where the list is not installed or cannot be read.
  package static func names(in folder: String = usualFolder) -> [String] {
    // The list only serves to say which name was meant.
    guard let bytes = try? FileSystem.readFile("\(folder)/tzdata.zi", atMost: mostListBytes) else {
      return []
    }
    var names: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      // "Z NAME ..." says what a zone is, and "L TARGET NAME" what it is also called.
      switch (words.first, words.count) {
      case ([UInt8(ascii: "Z")], 2...): names.append(String(decoding: words[1], as: UTF8.self))
      case ([UInt8(ascii: "L")], 3...): names.append(String(decoding: words[2], as: UTF8.self))
      default: break
      }
    }
    return names.filter(isName).sorted()
  }

  private static func installed(_ file: String) throws(CalendarError) -> Self {
    guard try isThere(file, "use the time zone of this machine") else { return .utc }
    // The link says the name, as `timedatectl` sets it.
    let words = (FileSystem.linkTarget(file) ?? "").split(separator: "/")
    let name = words.lastIndex(of: "zoneinfo").map { words[($0 + 1)...].joined(separator: "/") }
    return try zone(name.flatMap { isName($0) ? $0 : nil } ?? "local time", at: file)
  }

  private static func zone(_ name: String, at path: String) throws(CalendarError) -> Self {
    let operation = "use the time zone \(name)"
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readFile(path, atMost: ZoneFile.mostBytes)
    } catch {
      throw damaged(operation, path, error.detail)
    }
    do throws(ZoneFault) {
      return Self(name, try ZoneFile(bytes))
    } catch {
      throw damaged(operation, path, error.detail)
    }
  }

  private static func isThere(
    _ path: String, _ operation: String
  ) throws(CalendarError) -> Bool {
    do throws(SystemError) {
      return try FileSystem.exists(path)
    } catch {
      throw damaged(operation, path, error.detail)
    }
  }

  private static func damaged(
    _ operation: String, _ path: String, _ detail: String
  ) -> CalendarError {
    CalendarError(
      .damagedZone, cannot: operation, "\(path): \(detail)",
      advice: "Name another zone; where all fail, install the package tzdata again.")
  }

  // Letters, digits and a few signs; no part begins with a dot, so that none leads out of the folder.
  private static func isName(_ name: String) -> Bool {
    guard (1...mostNameBytes).contains(name.utf8.count) else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        guard let first = part.first, first != UInt8(ascii: ".") else { return false }
        return part.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          default: "_+-.".utf8.contains(byte)
          }
        }
      }
  }

  private static func fixedOffset(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":")
    else { return nil }
    let digits = [bytes[1], bytes[2], bytes[4], bytes[5]]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let numbers = digits.map { Int($0) - 0x30 }
    let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
    guard hours < 24, minutes < 60 else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return bytes[0] == UInt8(ascii: "-") ? -seconds : seconds
  }
}
