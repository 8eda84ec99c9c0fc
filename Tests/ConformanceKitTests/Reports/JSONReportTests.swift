internal import ConformanceKit
internal import Testing

@Suite struct JSONReportTests {
  @Test func `a result reads as agreed`() {
    var result = MadeUpCases.result(text: "It \"is\"\n\u{1B}.", unfinished: ["four/a"])
    result.entries = [result.entries[1]]
    #expect(
      JSONReport.text(result) == #"""
        {
          "version": 1,
          "target": "It \"is\"\n\u001b.",
          "role": "phone",
          "seed": "7",
          "strict": false,
          "milliseconds": 1500,
          "exit": 1,
          "counts": {
            "held": 0,
            "failed": 1,
            "tolerated": 0,
            "known": 0,
            "surprising": 0,
            "undecided": 0,
            "inapplicable": 0
          },
          "unfinished": [
            "four/a"
          ],
          "cases": [
            {
              "path": "one/failed",
              "clause": "ONE-FIRST",
              "text": "It \"is\"\n\u001b.",
              "file": "dyad/v1/one.proto",
              "level": "must",
              "verdict": "deviates",
              "standing": "failed",
              "expected": "It \"is\"\n\u001b.",
              "observed": "It \"is\"\n\u001b.",
              "reason": null,
              "known": null,
              "milliseconds": 120,
              "evidence": [
                {
                  "from": "node",
                  "layer": "frame",
                  "summary": "It \"is\"\n\u001b.",
                  "bytes": "3c623e2600ff"
                }
              ]
            }
          ]
        }

        """#)
  }

  @Test func `each verdict has its word`() {
    let text = JSONReport.text(MadeUpCases.result(text: "It is."))
    for word in ["conforms", "deviates", "inconclusive", "notApplicable"] {
      #expect(text.contains("\"verdict\": \"\(word)\""))
    }
    #expect(text.contains("\"reason\": \"It is.\""))
    #expect(text.contains("\"known\": \"\""))
  }
}
