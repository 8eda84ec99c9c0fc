internal import DyadServices
internal import ProtobufWire
internal import Testing

struct FieldOrderTests {
  private func numbers(_ message: some WireMessage) throws -> [Int] {
    var reader = WireReader(message.encoded())
    var numbers: [Int] = []
    while let field = try reader.nextField() { numbers.append(field.number) }
    return numbers
  }

  @Test func `fields are written in the order of their numbers, that of a choice among them`()
    throws
  {
    var sample = PlainSampleMessage(.quantity(1))
    sample.type = "t"
    sample.end = 0
    sample.unit = "u"
    #expect(try numbers(sample) == [1, 4, 5, 10])
    var request = StatisticsRequest(.edges(BucketEdgesMessage()))
    request.type = "t"
    request.maxAge = 0
    #expect(try numbers(request) == [1, 9, 11])
  }
}
