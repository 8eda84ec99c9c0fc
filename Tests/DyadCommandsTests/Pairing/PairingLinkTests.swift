internal import DyadCommands
internal import PairingCommands
internal import TLSCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct PairingLinkTests {
  private static let key = String(repeating: "0a", count: 32)

  @Test(arguments: [
    "dyad:192.168.7.5:7443#482913.\(key)", "dyad:[fd00::5]:1#00000000.\(key)",
    "dyad:watch.local:65535#000000.\(key)",
  ])
  func `a link is read and written as it is`(text: String) throws {
    #expect(try #require(PairingLink(text)).text == text)
  }

  @Test func `a link holds what it was made of`() throws {
    let link = try #require(PairingLink("dyad:[fd00::5]:7443#482913.\(Self.key)"))
    #expect(link.address == NodeAddress("[fd00::5]:7443"))
    #expect(link.code.digits == "482913")
    #expect(link.key == PublicKeyFingerprint(Self.key))
    #expect(PairingLink(link.address, link.code, link.key) == link)
  }

  @Test(arguments: [
    "", "dyad:", "#", "dyad:#.", "dyad:h:1#482913", "dyad:h:1#482913.",
    "DYAD:h:1#482913.\(key)", " dyad:h:1#482913.\(key)", "dyad:h:1#482913.\(key) ",
    "dyad:h:1#482913.\(key)\n", "dyad:h#482913.\(key)", "dyad:h:0#482913.\(key)",
    "dyad:h:01#482913.\(key)", "dyad:h:+1#482913.\(key)", "dyad:h:65536#482913.\(key)",
    "dyad:h:1#48291.\(key)", "dyad:h:1#4829130.\(key)", "dyad:h:1#48291a.\(key)",
    "dyad:h:1#４８２９１３.\(key)", "dyad:h:1#-82913.\(key)", "dyad:h:1#482913.\(key)0",
    "dyad:h:1#482913.\(key.dropLast())", "dyad:h:1#482913.\(key.uppercased())",
    "dyad:h:1#482913.sha256//paWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaU=",
    "dyad:h:1#482913.\(key)#", "dyad:h:1##482913.\(key)", "dyad:fd00::5:1#482913.\(key)",
    "dyad:unix:/a:1#482913.\(key)", "dyad:a b:1#482913.\(key)", "dyad:h\u{1B}:1#482913.\(key)",
    "dyad:h/../x:1#482913.\(key)", "dyad:[fd00::5%eth0]:1#482913.\(key)",
    "dyad:h:1#482913.\(key)\u{301}", "dya\u{301}d:h:1#482913.\(key)",
  ])
  func `what is not exactly a link is none`(text: String) {
    #expect(PairingLink(text) == nil)
  }

  @Test func `no link with a changed byte means the same`() throws {
    var generator = SeededGenerator(seed: 0x11)
    let bytes = Array("dyad:192.168.7.5:7443#482913.\(Self.key)".utf8)
    let whole = try #require(PairingLink(String(decoding: bytes, as: UTF8.self)))
    for _ in 0..<2_000 {
      var changed = bytes
      let place = Int.random(in: bytes.indices, using: &generator)
      changed[place] = UInt8.random(in: .min ... .max, using: &generator)
      guard changed != bytes else { continue }
      #expect(PairingLink(String(decoding: changed, as: UTF8.self)) != whole, "\(generator)")
    }
  }

  @Test(arguments: [
    ("watch.local", "watch.local:7443"), ("192.168.1.20", "192.168.1.20:7443"),
    ("192.168.1.20:80", "192.168.1.20:80"), ("[fd00::5]", "[fd00::5]:7443"),
    ("[fd00::5]:80", "[fd00::5]:80"),
  ])
  func `an address may be typed without its port`(text: String, address: String) {
    #expect(NodeAddress(typed: text)?.description == address)
  }

  @Test(arguments: [
    "", ":", ":80", "h:", "h:0", "h:x", "fd00::5", "[fd00::5", "[]", "[h]:1", "http://h", "a/b",
    "a b",
    "unix:/tmp/x", "h:1:2", "h\0",
  ])
  func `what is no address is none`(text: String) {
    #expect(NodeAddress(typed: text) == nil)
  }

  @Test func `a code is typed as people write digits`() {
    for text in ["482913", "482 913", "482-913", " 482913\r"] {
      #expect(PairingCode(typed: text)?.digits == "482913")
    }
    #expect(PairingCode(typed: "4829 1377")?.digits == "48291377")
    for text in ["", "4829137", "48291", "482913777", "48291x", "٤٨٢٩١٣"] {
      #expect(PairingCode(typed: text) == nil)
    }
    #expect(PairingCode("482 913") == nil)
  }

  @Test(arguments: [
    (["dyad", "pair", "join", "h", "--code", "482913"], [5: 0..<6]),
    (["dyad-pair", "join", "--code=482913"], [2: 7..<13]),
    (["dyad-pair", "join", "--code="], [:]), (["dyad-pair", "join", "--code", "-"], [:]),
    (["dyad-pair", "join", "--code"], [:]),
    (["dyad-pair", "join", "dyad:h:1#482913.ab"], [2: 9..<18]),
    (["dyad-pair", "join", "DYAD:nonsense#1"], [2: 14..<15]),
    (["dyad-pair", "join", "dyad:h:1"], [:]),
    (["dyad-pair", "join", "h", "482 913"], [3: 0..<7]),
    (["dyad-pair", "--code", "wrong place", "join"], [2: 0..<11]),
    (["dyad", "query", "steps", "--limit", "100000"], [:]),
  ])
  func `codes are found among words`(words: [String], places: [Int: Range<Int>]) {
    #expect(CodesInWords.places(in: words) == places)
  }

  @Test func `the time of a window has a unit and a bound`() {
    #expect(["1s", "90s", "2m", "10m", "600s"].map(WindowTime.seconds) == [1, 90, 120, 600, 600])
    for text in ["", "s", "2", "0s", "11m", "601s", "-1s", "+1s", "1h", "1.5m", "9999s", "2M"] {
      #expect(WindowTime.seconds(text) == nil)
    }
  }

  @Test(arguments: [
    (1, "1 second"), (59.2, "1 minute"), (61, "1 minute 1 second"), (300, "5 minutes"),
    (3_661, "1 hour 2 minutes"), (90_000, "1 day 1 hour"), (0, "moment"), (-5, "moment"),
    (.nan, "moment"), (1e300, "36525 days"), (315_360_000, "3650 days"),
  ])
  func `a length of time is told in words`(seconds: Double, text: String) {
    #expect(SpanText.text(of: seconds) == text)
  }

  @Test func `a countdown never runs below zero`() {
    #expect(
      [119.5, 60, 1, 0.2, 0, -3].map(SpanText.countdown) == [
        "2:00", "1:00", "0:01", "0:01", "0:00", "0:00",
      ])
  }
}
