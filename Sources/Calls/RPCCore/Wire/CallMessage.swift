/// One message as it travels: its bytes, and whether they are compressed in the call's encoding.
///
/// Compressed bytes wait as they are. Whoever reads expands them, so that what a peer can make us hold
/// is what it sent.
package struct CallMessage: Hashable, Sendable {
  package var bytes: [UInt8]
  package var isCompressed: Bool

  package init(_ bytes: [UInt8], isCompressed: Bool = false) {
    self.bytes = bytes
    self.isCompressed = isCompressed
  }

  /// What it takes on the wire.
  package var wireCount: Int { bytes.count + MessageDeframer.prefixLength }
}
