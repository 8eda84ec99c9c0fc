internal import CalendarEdges
internal import TestSupport
internal import Testing

struct ZoneNameTests {
  @Test(arguments: [
    "", "/etc/localtime", "../../etc/localtime", "Europe/../Europe/Berlin", "Europe//Berlin",
    "Europe/", ".", "Europe/.hidden", "Europe Berlin", "Europe/Berlin\u{0}", "Európe/Berlin",
    "+24:00", "+02:60", "+2:00", "+0200", String(repeating: "a", count: 65),
  ])
  func `a name that is none does not lead to a file`(name: String) {
    let error = #expect(throws: CalendarError.self) { _ = try TimeZoneRules.named(name) }
    #expect(error?.code == .unknownZone)
    #expect(error?.advice == "Write it like Europe/Berlin, UTC or +02:00.")
  }

  @Test func `errors say what to do`() throws {
    let unknown = #expect(throws: CalendarError.self) {
      _ = try TimeZoneRules.named("Europe/Nowhere")
    }
    #expect(
      unknown?.description
        == "cannot use the time zone Europe/Nowhere: there is no such zone in /usr/share/zoneinfo")
    let folder = try TemporaryFolder()
    let none = #expect(throws: CalendarError.self) {
      _ = try TimeZoneRules.named("Europe/Berlin", in: folder.file("zones"))
    }
    #expect(none?.code == .noZones)
    #expect(none?.advice == "Install the package tzdata, or write an offset such as +02:00.")
    // What needs no file works without the package.
    for name in ["UTC", "Etc/UTC", "Z", "-03:30"] {
      _ = try TimeZoneRules.named(name, in: folder.file("zones"))
    }
    let kept = #expect(throws: CalendarError.self) { _ = try TimeZoneRules.named("Europe") }
    #expect(kept?.code == .damagedZone)
    #expect(kept?.description.hasPrefix("cannot use the time zone Europe: /usr/share/") == true)
  }

  @Test func `the machine's zone is what TZ or the system says`() throws {
    let folder = try TemporaryFolder()
    let absent = folder.file("localtime")
    #expect(try TimeZoneRules.machine(variable: nil, file: absent) == .utc)
    #expect(try TimeZoneRules.machine(variable: "", file: absent) == .utc)
    #expect(try TimeZoneRules.machine(variable: ":", file: absent) == .utc)
    let berlin = try TimeZoneRules.named("Europe/Berlin")
    for variable in [
      "Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin",
      ":/usr/share/zoneinfo/Europe/Berlin",
    ] {
      #expect(try TimeZoneRules.machine(variable: variable, file: absent) == berlin)
    }
    for variable in ["/etc/passwd", "Europe/Nowhere"] {
      #expect(throws: CalendarError.self) { _ = try TimeZoneRules.machine(variable: variable) }
    }
    let linked = try RunningProgram.run(
      "/usr/bin/env", ["ln", "-s", "/usr/share/zoneinfo/Europe/Berlin", absent])
    try #require(linked.exitCode == 0, "\(linked.errors)")
    #expect(try TimeZoneRules.machine(variable: nil, file: absent) == berlin)
    #expect(try TimeZoneRules.machine(variable: ":\(absent)", file: absent) == berlin)
    try folder.write([1, 2, 3], to: "damaged")
    #expect(throws: CalendarError.self) {
      _ = try TimeZoneRules.machine(variable: nil, file: folder.file("damaged"))
    }
  }

  @Test func `the names of zones are listed, and all of them can be used`() throws {
    let names = TimeZoneRules.names()
    #expect(names.count > 400)
    #expect(names == names.sorted())
    for name in ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires", "US/Pacific"] {
      #expect(names.contains(name))
    }
    for name in names { _ = try TimeZoneRules.named(name) }
    let folder = try TemporaryFolder()
    #expect(TimeZoneRules.names(in: folder.path).isEmpty)
  }
}
