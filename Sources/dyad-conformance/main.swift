private import CommandLineCore
private import ConformanceKit

let words = Program.takeWords()
CurrentProcess.takeStandardStreams()
CurrentProcess.exit(number: Program.run(words).rawValue)
