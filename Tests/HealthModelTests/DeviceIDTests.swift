internal import HealthModel
internal import TestSupport
internal import Testing

struct DeviceIDTests {
  private let id = DeviceID(Array(1...13))

  @Test
  func `it is read back as it was written`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let bytes = (0..<13).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let id = try #require(DeviceID(bytes))
      #expect("\(id)".count == 29)
      #expect(DeviceID("\(id)") == id)
      #expect(DeviceID("\(id)".lowercased().replacing("-", with: " ")) == id)
    }
  }

  @Test
  func `one wrong character is found`() throws {
    let text = Array("\(try #require(id))")
    for index in text.indices where text[index] != "-" {
      var wrong = text
      wrong[index] = text[index] == "7" ? "8" : "7"
      #expect(DeviceID(String(wrong)) == nil)
    }
  }

  @Test
  func `two characters that changed places are found`() throws {
    let text = Array("\(try #require(id))".replacing("-", with: ""))
    for index in text.indices.dropLast() where text[index] != text[index + 1] {
      var wrong = text
      wrong.swapAt(index, index + 1)
      #expect(DeviceID(String(wrong)) == nil)
    }
  }

  @Test(arguments: [
    "", "-", "K7QM", "0000-0000-0000-0000-0000-0000-0", "????-0000-0000-0000-0000-0000",
  ])
  func `other texts are no ids`(text: String) {
    #expect(DeviceID(text) == nil)
  }

  @Test(arguments: [0, 12, 14])
  func `it has thirteen bytes`(count: Int) {
    #expect(DeviceID([UInt8](repeating: 0, count: count)) == nil)
  }
}
