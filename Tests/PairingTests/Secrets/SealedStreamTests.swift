internal import Testing

@testable internal import Pairing

struct SealedStreamTests {
  private static let passphrase = SecretBytes(copying: Array("correct horse battery".utf8))
  private static let pieces: [[UInt8]] = [[1, 2, 3], [], Array(repeating: 7, count: 65_536), [9]]

  private func sealed() throws -> (head: [UInt8], pieces: [[UInt8]]) {
    var writer = try SealedStream.Writer(Self.passphrase, cost: .least)
    let pieces = Self.pieces.enumerated().map {
      writer.seal($1, isLast: $0 == Self.pieces.count - 1)
    }
    return (writer.head, pieces)
  }

  /// What is read of pieces until one does not fit.
  private func opened(
    _ head: [UInt8], _ pieces: [[UInt8]], with passphrase: SecretBytes = Self.passphrase
  ) throws -> [(piece: [UInt8], isLast: Bool)] {
    var reader = try SealedStream.Reader(passphrase, head: head)
    var result: [(piece: [UInt8], isLast: Bool)] = []
    for piece in pieces {
      do {
        result.append(try reader.open(piece))
      } catch {
        #expect(error == .unfitting)
        break
      }
    }
    return result
  }

  @Test func `what is sealed is opened, and its end is known`() throws {
    let (head, pieces) = try sealed()
    #expect(head.count == SealedStream.headCount && SealedStream.isBeginning(head))
    #expect(
      zip(pieces, Self.pieces).allSatisfy { $0.count == $1.count + SealedStream.overhead })
    let opened = try opened(head, pieces)
    #expect(opened.map(\.piece) == Self.pieces)
    #expect(opened.map(\.isLast) == [false, false, false, true])
  }

  @Test func `another passphrase opens nothing`() throws {
    let (head, pieces) = try sealed()
    for text in ["", "correct horse batterz", "correct horse battery "] {
      #expect(
        try opened(head, pieces, with: SecretBytes(copying: Array(text.utf8))).isEmpty)
    }
  }

  @Test func `no piece is changed, left out, moved or added unseen`() throws {
    let (head, pieces) = try sealed()
    for index in pieces[0].indices {
      var changed = pieces
      changed[0][index] ^= 1
      #expect(try opened(head, changed).isEmpty)
    }
    #expect(try opened(head, Array(pieces.dropFirst())).isEmpty)
    #expect(try opened(head, [pieces[0], pieces[2]]).count == 1)
    #expect(try opened(head, [pieces[0], pieces[0]]).count == 1)
    #expect(try opened(head, [Array(pieces[0].dropLast())]).isEmpty)
    #expect(try opened(head, [[]]).isEmpty)
    // The last one can be told from the others, so that an end too soon is seen.
    #expect(try opened(head, Array(pieces.dropLast())).allSatisfy { !$0.isLast })
  }

  @Test func `a head that was changed opens nothing`() throws {
    let (head, pieces) = try sealed()
    for index in head.indices {
      var changed = head
      changed[index] ^= 1
      do {
        #expect(try opened(changed, pieces).isEmpty, "byte \(index)")
      } catch let failure as SealedStream.Failure {
        // The mark, and a cost that nobody should pay.
        #expect(failure == .foreign)
        #expect(index < SealedStream.mark.count + 8)
      }
    }
    #expect(throws: SealedStream.Failure.foreign) { try opened(Array(head.dropLast()), []) }
    #expect(throws: SealedStream.Failure.foreign) { try opened([], []) }
  }
}
