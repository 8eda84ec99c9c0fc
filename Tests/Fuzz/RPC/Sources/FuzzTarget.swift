/// What libFuzzer calls with bytes of its making: the first byte picks what reads the rest.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch choice % 4 {
  case 0: checkDeframer(bytes)
  case 1: checkHeaderValues(bytes)
  case 2: checkServerState(bytes)
  default: checkClientState(bytes)
  }
  return 0
}
