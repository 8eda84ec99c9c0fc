/// How often an app is woken for new data of a type, at most.
package enum UpdateFrequency: Int, Hashable, Sendable, CaseIterable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4
}
