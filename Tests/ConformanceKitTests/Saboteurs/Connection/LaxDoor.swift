internal import ConformanceKit
internal import ConformanceWire
internal import Synchronization
private import SystemCore

/// A door beside the node's, which connections of the tool come to instead.
struct LaxDoor: Sendable {
  /// What becomes of those who knock.
  enum Way: Sendable {
    /// They hear these bytes, and the connection ends.
    case says([UInt8])
    /// All they say is taken, and nothing comes of it.
    case takes
    /// By TLS: they are led to the node, but the connection stays open when the node ends it.
    case keeps
    /// By TLS: each of their calls is answered.
    case answers
    /// By TLS: nobody's certificate is believed.
    case refuses
    /// By TLS with the key of the node, which this door does not have: calls are answered.
    case claims
  }

  let way: Way
  /// How many connections find the node before.
  var passes = 0
  /// How many come here after them.
  var visits = Int.max
  /// Of the key that is shown.
  var curve = "P-256"
  /// What is otherwise with its TLS.
  var change: @Sendable (inout TLSOptions) -> Void = { _ in }

  /// What the threads of the tool and of the door share.
  final class Shared: Sendable {
    let isOver = Mutex(false)
    let listener: Mutex<Listener>
    let node: String
    /// What the tool shows.
    let identity = Mutex<Identity?>(nil)

    init(_ listener: sending Listener, _ node: String) {
      self.listener = Mutex(listener)
      self.node = node
    }
  }

  /// Opens the door once it is needed, and closes it with the case.
  private final class Gate {
    let door: LaxDoor
    private var passed = 0
    private var shared: Shared?
    private var address = ""

    init(_ door: LaxDoor) {
      self.door = door
    }

    deinit { shared?.isOver.withLock { $0 = true } }

    func lead(_ node: String) -> String {
      // A path is no port of nodes.
      guard !node.contains("/") else { return node }
      passed += 1
      guard passed > door.passes, passed - door.passes <= door.visits else { return node }
      if shared == nil { open(node) }
      return address
    }

    /// What the tool shows next.
    func see(_ identity: Identity?) {
      shared?.identity.withLock { $0 = identity }
    }

    private func open(_ node: String) {
      // Without a listener nobody comes in, which no case takes for what it looks for.
      guard let listener = try? Listener() else { return }
      address = listener.address
      let shared = Shared(listener, node)
      self.shared = shared
      WorkThread.start("lax door") { [door] in
        shared.listener.withLock { door.serve($0, shared) }
      }
    }
  }

  /// Stands in the way of the tool.
  func stand(in interference: inout Interference) {
    let gate = Gate(self)
    interference.address = { gate.lead($0) }
    interference.tls = { options in
      gate.see(options.identity)
      var options = options
      options.trust = .anything
      return options
    }
  }

  private func serve(_ listener: Listener, _ shared: Shared) {
    var visits: [LaxVisit] = []
    while !shared.isOver.withLock({ $0 }) {
      do {
        let plain = try listener.accept(by: Deadline(after: .milliseconds(visits.isEmpty ? 20 : 1)))
        visits.append(try LaxVisit(plain, self, shared))
      } catch {
        // Nobody came, or was let in.
      }
      visits.removeAll { !$0.goesOn() }
    }
  }
}

extension Saboteur {
  /// A node with another door.
  static func door(
    _ path: String, _ name: String, _ way: LaxDoor.Way, after passes: Int = 0,
    visits: Int = .max, curve: String = "P-256",
    _ change: @escaping @Sendable (inout TLSOptions) -> Void = { _ in }
  ) -> Saboteur {
    Saboteur(path, name) {
      LaxDoor(way: way, passes: passes, visits: visits, curve: curve, change: change)
        .stand(in: &$0)
    }
  }
}
