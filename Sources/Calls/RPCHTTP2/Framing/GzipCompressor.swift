package import RPCCore

/// Compresses and expands messages with zlib.
package struct GzipCompressor: MessageCompressor {
  package let encoding: MessageEncoding
  private let format: Gzip.Format

  /// The compressor of an encoding; `nil` for the one that compresses nothing.
  package init?(_ encoding: MessageEncoding) {
    self.encoding = encoding
    switch encoding {
    case .identity: return nil
    case .gzip: format = .gzip
    case .deflate: format = .deflate
    }
  }

  package func compress(_ message: [UInt8]) throws(RPCError) -> [UInt8] {
    do throws(GzipError) {
      return try Gzip.compress(message.span, format)
    } catch {
      throw RPCError(.internal, "\(error)")
    }
  }

  package func expand(_ message: [UInt8], limit: Int) throws(RPCError) -> [UInt8] {
    do throws(GzipError) {
      return try Gzip.expand(message.span, format, limit: limit)
    } catch {
      throw RPCError(error.code == .tooLarge ? .resourceExhausted : .internal, "\(error)")
    }
  }
}
