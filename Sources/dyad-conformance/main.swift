private import CommandLineCore
private import ConformanceKit

let words = Program.takeWords()
CurrentProcess.ignoreBrokenPipes()
CurrentProcess.exit(number: Program.run(words).rawValue)
