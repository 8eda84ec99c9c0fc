internal import HealthModel

/// The sessions of a phone, at most one with each watch.
///
/// They are large, few, asked for often and changed where they are: a copy of one costs more than most of
/// what is asked, so whose they are stands beside them.
struct PhoneSessions<Session: Sendable>: Sendable {
  private var watches: [DeviceID] = []
  private var sessions: [Session] = []

  var indices: Range<Int> { 0..<watches.count }

  subscript(place: Int) -> Session {
    // The array itself gives a copy.
    _read { yield sessions.span[place] }
    _modify { yield &sessions[place] }
  }

  /// Where the session of a watch is.
  func place(of watch: DeviceID) -> Int? {
    for place in indices where watches[place] == watch { return place }
    return nil
  }

  /// The session of a watch, instead of the one that it had.
  mutating func put(_ session: Session, of watch: DeviceID) {
    if let place = place(of: watch) {
      sessions[place] = session
    } else {
      watches.append(watch)
      sessions.append(session)
    }
  }

  mutating func remove(at place: Int) {
    watches.remove(at: place)
    sessions.remove(at: place)
  }

  mutating func removeAll() { self = Self() }
}
