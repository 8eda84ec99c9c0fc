/// How often a subscriber is started at most.
package enum FrequencyMessage: Int32, Hashable, Sendable {
  case immediate = 0
  case hourly = 1
  case daily = 2
  case weekly = 3
}
