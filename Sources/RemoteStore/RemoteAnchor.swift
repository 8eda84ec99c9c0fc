internal import DyadServices
internal import HealthCodec
package import HealthModel
package import RPCCore

/// Where a reader of a daemon's changes stands, as the daemon gave it.
///
/// To an app it tells nothing: no two are the same, though nothing may have happened between them. The owner
/// of a daemon gets a place in its log.
package struct RemoteAnchor: Hashable, Sendable {
  /// Before every change.
  package static let beginning = RemoteAnchor([])

  /// What is kept of it, and given back as it is.
  package var bytes: [UInt8]

  /// An anchor that was kept.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// An anchor for the owner's socket.
  ///
  /// - Throws: `RPCError` for one that cannot be.
  package init(_ anchor: Anchor) throws(RPCError) {
    do throws(StoreWireError) {
      bytes = try anchor.bytes(in: "anchor")
    } catch {
      throw RPCError(error)
    }
  }

  /// The place in the log; on the owner's socket alone.
  ///
  /// - Throws: `RPCError` where it is none.
  package var place: Anchor {
    get throws(RPCError) {
      do throws(StoreWireError) {
        return try Anchor(bytes, in: "anchor")
      } catch {
        throw RemoteFailure.strange("\(error)")
      }
    }
  }
}
