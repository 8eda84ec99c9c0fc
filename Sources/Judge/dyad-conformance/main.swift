private import CommandLineCore
internal import ConformanceKit

let words = Program.takeWords()
CurrentProcess.takeStandardStreams()
CurrentProcess.exit(number: Program.run(words).rawValue)
