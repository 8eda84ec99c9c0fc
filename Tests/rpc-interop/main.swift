private import CommandLineCore

CurrentProcess.takeStandardStreams()
CurrentProcess.exit(await InteropProgram.run(Array(CommandLine.arguments.dropFirst())))
