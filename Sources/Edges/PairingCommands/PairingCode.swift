/// The digits that one side shows and the other one types.
///
/// They are a secret for as long as the window is open, so it has no text of its own.
package struct PairingCode: Hashable, Sendable {
  /// 6 or 8 ASCII digits.
  package let digits: String

  /// Takes exactly the digits; `nil` for every other text.
  package init?(_ digits: String) {
    let bytes = digits.utf8
    guard bytes.count == 6 || bytes.count == 8, bytes.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    self.digits = digits
  }

  /// Takes the digits as people type them, with spaces or hyphens between; `nil` for every other text.
  package init?(typed text: String) {
    self.init(String(decoding: text.utf8.filter { !" -\t\r".utf8.contains($0) }, as: UTF8.self))
  }
}
