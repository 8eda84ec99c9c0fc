private import HealthCodec
package import HealthModel

/// Where a reader of changes stands, as the store gave it: to be kept as it is, and given back.
///
/// To an app of a daemon it tells nothing: no two are the same, though nothing may have happened between them. The
/// owner gets a place in the log.
package struct StoreAnchor: Hashable, Sendable {
  /// Before every change.
  package static let beginning = StoreAnchor([])

  /// What is kept of it.
  package var bytes: [UInt8]

  /// An anchor that was kept.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The anchor of a place in the log.
  ///
  /// - Throws: `invalidArgument` for a place that no log has.
  package init(_ place: Anchor) throws(ModelError) {
    do throws(CodecError) {
      bytes = place == .beginning ? [] : try place.encoded()
    } catch {
      throw ModelError(.invalidArgument, cannot: "follow the anchor", "\(error)")
    }
  }

  /// The place in the log; of the owner's anchors, and those of a store in this process.
  ///
  /// - Throws: `invalidArgument` where it is none.
  package var place: Anchor {
    get throws(ModelError) {
      guard !bytes.isEmpty else { return .beginning }
      do throws(CodecError) {
        return try Anchor(decoding: bytes, limits: .wire)
      } catch {
        throw ModelError(
          .invalidArgument, cannot: "follow the anchor", "it is none of this store")
      }
    }
  }
}
