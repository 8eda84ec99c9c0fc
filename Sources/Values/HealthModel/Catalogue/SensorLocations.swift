/// Where a body temperature was taken.
package enum BodyTemperatureSensorLocation: Int, Hashable, Sendable, CaseIterable {
  case other = 0
  case armpit = 1
  case body = 2
  case ear = 3
  case finger = 4
  case gastroIntestinal = 5
  case mouth = 6
  case rectum = 7
  case toe = 8
  case earDrum = 9
  case temporalArtery = 10
  case forehead = 11
}

/// Where a heart rate was taken.
package enum HeartRateSensorLocation: Int, Hashable, Sendable, CaseIterable {
  case other = 0
  case chest = 1
  case wrist = 2
  case finger = 3
  case hand = 4
  case earLobe = 5
  case foot = 6
}
