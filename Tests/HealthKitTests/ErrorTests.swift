internal import HealthKit
internal import Testing

@Suite struct ErrorTests {
  @Test func `an error is caught by its type, by its code and as an NSError`() {
    let error: any Error = HKError(
      .errorAuthorizationDenied, userInfo: [NSLocalizedDescriptionKey: "not allowed"])
    #expect((error as? HKError)?.code == .errorAuthorizationDenied)
    #expect((error as NSError).domain == HKErrorDomain)
    #expect((error as NSError).code == 4)
    #expect(error.localizedDescription == "not allowed")
    #expect(
      (error as? HKError)?.errorUserInfo[NSLocalizedDescriptionKey] as? String == "not allowed")
    do {
      throw error
    } catch HKError.errorNoData {
      Issue.record("another code")
    } catch HKError.errorAuthorizationDenied {
      return
    } catch {
      Issue.record(error)
    }
  }

  @Test func `an NSError of the domain matches the code`() {
    let error = NSError(domain: HKErrorDomain, code: 11)
    #expect(HKError.errorNoData ~= error)
    #expect(!(HKError.errorNoData ~= NSError(domain: "other", code: 11)))
  }

  @Test func `errors are equal by code`() {
    #expect(HKError(.errorNoData) == HKError(.errorNoData, userInfo: ["a": 1]))
    #expect(HKError(.errorNoData) != HKError(.errorUserCanceled))
    #expect(HKError(.errorNoData).errorDescription == "errorNoData")
    #expect(HKError.errorDomain == HKErrorDomain && HKError(.errorNoData).errorCode == 11)
  }
}
